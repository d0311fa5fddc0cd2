package reservations

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/reservationkit/reservations-go/internal/presence"
	"github.com/reservationkit/reservations-go/types"
)

const (
	// trustedPage is the page size that the service documents as its default. A larger
	// one has to prove that it is honoured.
	trustedPage = 25
	// maxWalks bounds how often the pages are walked while the data moves under them.
	maxWalks = 3
	// maxReservations bounds what a total is believed to be.
	maxReservations = 1_000_000
)

// presenceWalk reads all pages of one register.
type presenceWalk struct {
	service *ReportsService
	params  PresenceParams
	options callOptions
	size    int // of a page, in reservations

	mu    sync.Mutex // pages are read in parallel
	state IncompleteError
}

// unprovenError says why the pages of one walk do not prove to be a whole.
type unprovenError struct {
	reason string
	moved  bool // the data moved under the walk: another one may do better
}

func (e *unprovenError) Error() string { return e.reason }

func moved(format string, args ...any) error {
	return &unprovenError{reason: fmt.Sprintf(format, args...), moved: true}
}

func newPresenceWalk(s *ReportsService, p PresenceParams, o callOptions) *presenceWalk {
	size := or(p.Limit, trustedPage)
	if size > trustedPage {
		size -= size % trustedPage // so that trusted pages can prove it
	}
	return &presenceWalk{service: s, params: p, options: o, size: size, state: IncompleteError{Operation: opPresence.name}}
}

// run walks until the pages of one walk belong together, or of two if asked to confirm.
func (w *presenceWalk) run(ctx context.Context) ([]types.PresenceDay, error) {
	var last []types.PresenceDay
	whole := false // the walk before this one was, and gave last
	for w.state.Walks < maxWalks {
		w.state.Walks++
		days, err := w.once(ctx)
		var unproven *unprovenError
		switch {
		case errors.As(err, &unproven):
			w.state.Reason = unproven.reason
			if !unproven.moved {
				return nil, &w.state
			}
			whole = false
			w.size = min(w.size, trustedPage) // it may have been the size after all
			continue
		case err != nil:
			return nil, err
		case !w.params.Confirm || whole && reflect.DeepEqual(last, days):
			return days, nil
		}
		last, whole, w.state.Reason = days, true, "no two walks in a row agreed"
	}
	return nil, &w.state
}

// once walks all pages: the first alone, because it tells how many there are, then the
// others in parallel.
func (w *presenceWalk) once(ctx context.Context) ([]types.PresenceDay, error) {
	first, err := w.first(ctx)
	if err != nil {
		return nil, err
	}
	pages := make([][]types.PresenceDay, max(1, (first.Total+w.size-1)/w.size))
	seen := map[presence.Reservation]bool{}
	covered := 0
	take := func(p *presencePage) error {
		if err := first.agrees(p); err != nil {
			return err
		}
		for r := range p.reservations {
			if seen[r] {
				return moved("a reservation (id %d) stands on two pages", r.ID)
			}
			seen[r] = true
		}
		pages[p.offset/w.size] = p.Days
		covered += min(w.size, p.Total-p.offset)
		if w.params.Progress != nil {
			w.params.Progress(PresenceProgress{Covered: covered, Total: p.Total, Walk: w.state.Walks})
		}
		return nil
	}
	if err := w.read(ctx, first, len(pages), take); err != nil {
		return nil, err
	}
	return presence.Merge(pages), nil
}

// first reads the first page, and falls back to one of the size that is trusted when
// the service does not prove to honour a larger one.
func (w *presenceWalk) first(ctx context.Context) (*presencePage, error) {
	first, err := w.page(ctx, 0, w.size)
	if err != nil || w.size <= trustedPage || first.Total == 0 {
		return first, err
	}
	small, err := w.page(ctx, 0, trustedPage)
	if err != nil {
		return nil, err
	}
	if err := first.agrees(small); err != nil {
		return nil, err
	}
	whole, err := w.whole(ctx, first, small)
	if err != nil || whole {
		return first, err
	}
	w.size = trustedPage
	return small, nil
}

// whole reports whether a page shows everybody on it. A service that serves less than
// was asked for says so nowhere, so the end of a page larger than trusted is read again
// in trusted pages, backwards until somebody shows. If all who show there are on the page
// too, it was served that far. The trusted page at its beginning is compared as well, if
// it is known: its reservations must be on the page, and on no other part of it, or the
// offset means nothing to the service. Every part begins at a multiple of its size,
// because a service may count in pages rather than in reservations.
func (w *presenceWalk) whole(ctx context.Context, page, beginning *presencePage) (bool, error) {
	if page.limit <= trustedPage {
		return true, nil
	}
	if beginning != nil && !page.shows(beginning) {
		return false, nil
	}
	last := (page.end() - 1) / trustedPage * trustedPage
	for offset := last; offset > page.offset; offset -= trustedPage {
		part, err := w.page(ctx, offset, trustedPage)
		if err != nil {
			return false, err
		}
		if err := page.agrees(part); err != nil {
			return false, err
		}
		if !page.shows(part) {
			return false, nil
		}
		for r := range part.reservations {
			if beginning != nil && beginning.reservations[r] {
				return false, nil
			}
		}
		if len(part.reservations) > 0 {
			return true, nil
		}
	}
	return true, nil
}

// wholePage reads one page behind the first.
func (w *presenceWalk) wholePage(ctx context.Context, offset int) (*presencePage, error) {
	page, err := w.page(ctx, offset, w.size)
	if err != nil {
		return nil, err
	}
	whole, err := w.whole(ctx, page, nil)
	if err == nil && !whole {
		err = moved("the page of %d at offset %d lacks reservations that smaller pages show", w.size, offset)
	}
	return page, err
}

// unlucky reports whether a call was repeated in vain. Of thousands of pages one may be,
// on a service that has just answered the first; a second chance saves the others.
func unlucky(err error) bool {
	var refused *APIError
	var unanswered *TransportError
	return errors.As(err, &refused) && errors.Is(err, ErrServer) && refused.Attempts > 1 ||
		errors.As(err, &unanswered) && unanswered.Attempts > 1
}

// read hands the first page and all those behind it to take, as they come. When it
// returns, or when take panics, no request is under way any more.
func (w *presenceWalk) read(ctx context.Context, first *presencePage, pages int, take func(*presencePage) error) error {
	type result struct {
		page *presencePage
		err  error
	}
	var readers sync.WaitGroup
	defer readers.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	window := min(w.service.client.maxConcurrency, pages)
	results := make(chan result, window) // no reader ever blocks on it
	results <- result{page: first}
	for next, underWay := 1, 1; next < pages || underWay > 0; {
		if next < pages && underWay < window {
			offset := next * w.size
			readers.Go(func() {
				page, err := w.wholePage(ctx, offset)
				if unlucky(err) && ctx.Err() == nil {
					page, err = w.wholePage(ctx, offset)
				}
				results <- result{page, err}
			})
			next++
			underWay++
			continue
		}
		r := <-results
		underWay--
		if r.err != nil {
			return r.err
		}
		if err := take(r.page); err != nil {
			return err
		}
	}
	return nil
}

// presencePage is one page with what a walk checks on it.
type presencePage struct {
	PresencePage
	badTotal      string // why Total is -1
	offset, limit int
	reservations  map[presence.Reservation]bool
	anonymous     bool // there are items that name no reservation
}

// end is where the page should end, counted in reservations from the very first.
func (p *presencePage) end() int { return min(p.offset+p.limit, p.Total) }

// agrees checks that another page was read from the same reservations.
func (p *presencePage) agrees(other *presencePage) error {
	if p.Total != other.Total {
		return moved("the total changed from %d to %d", p.Total, other.Total)
	}
	return nil
}

// shows reports whether everybody on a part is on the page too. Items that name no
// reservation cannot be looked for.
func (p *presencePage) shows(part *presencePage) bool {
	for r := range part.reservations {
		if !p.reservations[r] {
			return false
		}
	}
	return !part.anonymous
}

// page reads one page of a walk and checks it by itself.
func (w *presenceWalk) page(ctx context.Context, offset, limit int) (*presencePage, error) {
	p, o := w.params, w.options
	p.Offset, p.Limit = offset, limit
	if offset > 0 || limit != w.size { // the caller asked for the first page only
		o.into = nil
	}
	page, err := w.service.presencePage(ctx, p, o)
	if err != nil {
		return nil, err
	}
	w.note(page)
	switch {
	case page.Total < 0:
		return nil, &unprovenError{reason: page.badTotal}
	case page.Total > maxReservations:
		return nil, &unprovenError{reason: fmt.Sprintf("X-Total-Count is %d, and a walk believes no more than %d", page.Total, maxReservations)}
	}
	page.offset, page.limit = offset, limit
	page.reservations, page.anonymous = presence.Reservations(page.Days)
	if most := max(0, page.end()-offset); len(page.reservations) > most {
		return nil, moved("the page at offset %d with limit %d of %d shows %d reservations, more than it can hold",
			offset, limit, page.Total, len(page.reservations))
	}
	return page, nil
}

// note keeps what an IncompleteError tells of a page that was read.
func (w *presenceWalk) note(p *presencePage) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.state.Pages++
	if totals := w.state.Totals; p.Total >= 0 && (len(totals) == 0 || totals[len(totals)-1] != p.Total) {
		w.state.Totals = append(totals, p.Total)
	}
}

// presencePage reads one page as the service sends it.
func (s *ReportsService) presencePage(ctx context.Context, p PresenceParams, o callOptions) (*presencePage, error) {
	a, err := s.client.call(ctx, opPresence, input{params: p}, []CallOption{func(c *callOptions) *ParamError { *c = o; return nil }})
	if err != nil {
		return nil, err
	}
	a.strict = true // a register that leaves something out is none
	days, err := decodeList[types.PresenceDay](a)
	if err != nil {
		return nil, err
	}
	total, bad := totalCount(a)
	return &presencePage{PresencePage: PresencePage{Days: days, Total: total}, badTotal: bad}, nil
}

// totalCount reads X-Total-Count, or returns -1 and what is wrong with it.
func totalCount(a *answer) (total int, bad string) {
	values := a.Header.Values("X-Total-Count")
	if len(values) == 0 {
		return -1, "X-Total-Count is missing"
	}
	n, err := strconv.ParseUint(values[0], 10, 31)
	if err != nil || len(values) > 1 {
		return -1, fmt.Sprintf("X-Total-Count is %.40q, which is not a count", a.scrub.Text(strings.Join(values, ", ")))
	}
	return int(n), ""
}
