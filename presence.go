package reservations

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/reservationkit/reservations-go/internal/presence"
	"github.com/reservationkit/reservations-go/types"
)

// presenceWalk returns the walk over the register that p selects; see package presence. It
// counts the requests that are sent.
func (s *ReportsService) presenceWalk(p PresenceParams, opts []CallOption, next func(offset, limit int) *Page, sent *atomic.Int64) *presence.Walk {
	w := &presence.Walk{
		Refused: func(err error) bool { return errors.Is(err, ErrBadRequest) || errors.Is(err, ErrNotFound) },
		From:    p.DateFrom,
		To:      p.DateTo,
		Limit:   p.Limit,
		Workers: s.client.maxConcurrency,
		Confirm: p.Confirm,
		Sizes:   s.client.sizes,
	}
	if p.Progress != nil {
		w.Progress = func(at presence.Progress) { p.Progress(PresenceProgress(at)) }
	}
	first := true // the caller asked for the response of the first page only
	w.Fetch = func(ctx context.Context, offset, limit int, fresh bool) (presence.Page, error) {
		q, o := p, opts
		q.Offset, q.Limit = offset, limit
		if !first {
			o = append(slices.Clip(o), withoutResponse)
		}
		if fresh {
			o = append(slices.Clip(o), WithHeader("Cache-Control", "no-cache"))
		}
		second := !first
		if first { // never again: the other pages are read in parallel
			first = false
		}
		in := input{params: q, page: next(offset, limit), sent: sent}
		page, err := s.presencePage(ctx, in, o)
		if second && exhaustedRetries(err) && ctx.Err() == nil {
			page, err = s.presencePage(ctx, in, o)
		}
		return page, err
	}
	return w
}

// exhaustedRetries reports whether a call was retried in vain. Of thousands of pages one may be,
// on a service that has just served the first; a second round of attempts saves the others.
func exhaustedRetries(err error) bool {
	var refused *APIError
	var unanswered *TransportError
	return errors.As(err, &refused) && errors.Is(err, ErrServer) && refused.Attempts > 1 ||
		errors.As(err, &unanswered) && unanswered.Attempts > 1
}

// presencePage reads one page as the service sends it.
func (s *ReportsService) presencePage(ctx context.Context, in input, opts []CallOption) (presence.Page, error) {
	return call(ctx, s.client, opPresence, in, opts, readPresence)
}

func readPresence(r *response) (presence.Page, error) {
	r.strict = true // a register that leaves something out would be wrong
	days, err := decodeList[types.PresenceDay](r)
	if err != nil {
		return presence.Page{}, err
	}
	total, bad := totalCount(r)
	return presence.Page{Days: days, Total: total, BadTotal: bad}, nil
}

// totalCount reads X-Total-Count, or returns -1 and what is wrong with it.
func totalCount(r *response) (total int, bad string) {
	values := r.Header.Values("X-Total-Count")
	if len(values) == 0 {
		return -1, "X-Total-Count is missing"
	}
	n, err := strconv.ParseUint(values[0], 10, 31)
	if err != nil || len(values) > 1 {
		return -1, fmt.Sprintf("X-Total-Count is %.40q, which is not a count", r.scrub.Text(strings.Join(values, ", ")))
	}
	return int(n), ""
}
