package reservations

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
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
	size    int             // of a page, in reservations
	state   IncompleteError // what has been seen so far
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
	return &presenceWalk{service: s, params: p, options: o, state: IncompleteError{Operation: opPresence.name}}
}

// run walks until the pages of one walk belong together, or of two if asked to confirm.
func (w *presenceWalk) run(ctx context.Context) ([]types.PresenceDay, error) {
	var last []types.PresenceDay // of the walk before, if it was whole
	for w.state.Walks < maxWalks {
		w.state.Walks++
		days, err := w.once(ctx)
		var unproven *unprovenError
		switch {
		case errors.As(err, &unproven):
			last, w.state.Reason = nil, unproven.reason
			if !unproven.moved {
				return nil, &w.state
			}
			continue
		case err != nil:
			return nil, err
		case !w.params.Confirm || last != nil && reflect.DeepEqual(last, days):
			return days, nil
		}
		last, w.state.Reason = days, "no two walks in a row agreed"
	}
	return nil, &w.state
}

// note keeps what an IncompleteError tells of the pages that were read.
func (w *presenceWalk) note(p *presencePage) {
	w.state.Pages++
	if totals := w.state.Totals; len(totals) == 0 || totals[len(totals)-1] != p.Total {
		w.state.Totals = append(totals, p.Total)
	}
}

// once walks all pages: the first alone, because it tells how many there are, then the
// others in parallel.
func (w *presenceWalk) once(ctx context.Context) ([]types.PresenceDay, error) {
	w.size = or(w.params.Limit, trustedPage)
	first, err := w.first(ctx)
	if err != nil {
		return nil, err
	}
	pages := make([][]types.PresenceDay, max(1, (first.Total+w.size-1)/w.size))
	seen := map[presence.Reservation]bool{}
	covered := 0
	take := func(p *presencePage) error {
		w.note(p)
		if p.Total != first.Total {
			return moved("the total changed from %d to %d", first.Total, p.Total)
		}
		for r := range p.reservations {
			if seen[r] {
				return moved("reservation %d %s stands on two pages", r.ID, r.Number)
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
	if err := take(first); err != nil {
		return nil, err
	}
	if err := w.others(ctx, len(pages), take); err != nil {
		return nil, err
	}
	return presence.Merge(pages), nil
}

// first reads the first page, at a size that the service has proven to honour.
func (w *presenceWalk) first(ctx context.Context) (*presencePage, error) {
	first, err := w.page(ctx, 0, w.size)
	if err != nil {
		return nil, err
	}
	end := min(w.size, first.Total) // where the page ends if it was served whole
	if end <= trustedPage {
		return first, nil
	}
	honoured, err := w.honoured(ctx, first, end)
	if err != nil || honoured == end {
		return first, err
	}
	w.size = honoured
	return w.page(ctx, 0, honoured)
}

// honoured returns how many reservations the first page is proven to cover: at least
// as many as lie before any reservation that it shares with a page beginning further
// on. Right at its end is tried first, then the last stretch, in which somebody is
// far more likely to be present.
func (w *presenceWalk) honoured(ctx context.Context, first *presencePage, end int) (int, error) {
	for _, offset := range []int{end - 1, end - trustedPage} {
		if offset < trustedPage {
			break // it could prove no more than is trusted anyway
		}
		probe, err := w.page(ctx, offset, trustedPage)
		if err != nil {
			return 0, err
		}
		w.note(probe)
		if probe.Total != first.Total {
			return 0, moved("the total changed from %d to %d", first.Total, probe.Total)
		}
		for r := range probe.reservations {
			if first.reservations[r] {
				return offset + 1, nil
			}
		}
	}
	return trustedPage, nil
}

// others reads the pages behind the first and hands each to take, as they come. When
// it returns, or when take panics, no request is under way any more.
func (w *presenceWalk) others(ctx context.Context, pages int, take func(*presencePage) error) error {
	type result struct {
		page *presencePage
		err  error
	}
	var readers sync.WaitGroup
	defer readers.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	window := w.service.client.maxConcurrency
	results := make(chan result, window) // no reader ever blocks on it
	for next, underWay := 1, 0; next < pages || underWay > 0; {
		if next < pages && underWay < window {
			offset := next * w.size
			readers.Go(func() {
				page, err := w.page(ctx, offset, w.size)
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
	badTotal     string // why Total is -1
	offset       int
	reservations map[presence.Reservation]bool
}

// page reads one page of a walk and checks it by itself.
func (w *presenceWalk) page(ctx context.Context, offset, limit int) (*presencePage, error) {
	p, o := w.params, w.options
	p.Offset, p.Limit = offset, limit
	if offset > 0 {
		o.into = nil
	}
	page, err := w.service.presencePage(ctx, p, o)
	if err != nil {
		return nil, err
	}
	if page.Total < 0 {
		return nil, &unprovenError{reason: page.badTotal}
	}
	if page.Total > maxReservations {
		return nil, &unprovenError{reason: fmt.Sprintf("X-Total-Count is %d, and a walk believes no more than %d", page.Total, maxReservations)}
	}
	page.offset, page.reservations = offset, presence.Reservations(page.Days)
	if most := max(0, min(limit, page.Total-offset)); len(page.reservations) > most {
		return nil, moved("the page at offset %d with limit %d of %d shows %d reservations, more than it can hold",
			offset, limit, page.Total, len(page.reservations))
	}
	return page, nil
}

// presencePage reads one page as the service sends it.
func (s *ReportsService) presencePage(ctx context.Context, p PresenceParams, o callOptions) (*presencePage, error) {
	query, err := encode(opPresence, p)
	if err != nil {
		return nil, err
	}
	a, err := s.client.send(ctx, call{op: opPresence, path: opPresence.path, query: query}, o)
	if err != nil {
		return nil, err
	}
	days, err := decode[[]types.PresenceDay](a)
	if err != nil {
		return nil, err
	}
	total, bad := totalCount(a.Header)
	return &presencePage{PresencePage: PresencePage{Days: days, Total: total}, badTotal: bad}, nil
}

// totalCount reads X-Total-Count, or returns -1 and what is wrong with it.
func totalCount(h http.Header) (total int, bad string) {
	values := h.Values("X-Total-Count")
	if len(values) == 0 {
		return -1, "X-Total-Count is missing"
	}
	n, err := strconv.ParseUint(values[0], 10, 31)
	if err != nil || len(values) > 1 {
		return -1, fmt.Sprintf("X-Total-Count is %.40q, which is not a count", values)
	}
	return int(n), ""
}
