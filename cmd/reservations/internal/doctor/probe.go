// SPDX-License-Identifier: MIT

package doctor

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

const (
	// interval is the time from one request to the next.
	interval = time.Second
	// No request is sent after this many failures in a row.
	maxFailures = 3
)

// A probe sends the requests of a plan, one at a time. Its client sends each once.
type probe struct {
	client  *reservations.Client
	today   types.Date
	status  func(request) // is called before each request
	replies map[string]*reply
	sent    int
	stopped phrase // why the plan was not carried out to its end; empty if it was
}

// A reply is what one request of the plan got.
type reply struct {
	reservations.Response // StatusCode is 0 if there was none
	value                 any
	err                   error // why there is no value
	sent                  time.Time
	took                  time.Duration
}

// run sends the requests, and waits between them. It returns an error when the context has ended, or when no request
// got a response that can be used.
func (p *probe) run(ctx context.Context, requests []request, pause time.Duration) (err error) {
	failures, usable := 0, false
	for _, r := range requests {
		if p.missing(r.After...) != "" {
			continue
		}
		if p.sent > 0 {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(pause):
			}
		}
		p.status(r)
		got := &reply{sent: time.Now()}
		got.value, got.err = r.send(ctx, p, reservations.WithResponseInto(&got.Response))
		got.took = time.Since(got.sent)
		p.replies[r.ID] = got
		if err == nil {
			err = got.err
		}
		if isNotAsked(got.err) {
			continue
		}
		p.sent++
		usable = usable || got.err == nil
		failures++
		if got.StatusCode >= 200 && got.StatusCode < 500 {
			failures = 0
		}
		if p.mustStop(got, failures) {
			break
		}
	}
	if usable {
		return ctx.Err()
	}
	return err
}

// mustStop reports whether no further request may be sent, and then notes why in stopped.
func (p *probe) mustStop(got *reply, failures int) bool {
	switch {
	case isBusy(got.StatusCode):
		p.stopped = say("the service refused request %d with status %d, so no other was sent", p.sent, got.StatusCode)
	case isKeyRefused(got.StatusCode):
		p.stopped = say("the service refused the key at request %d with status %d", p.sent, got.StatusCode)
	case failures == maxFailures:
		p.stopped = say("%d requests in a row failed", failures)
	}
	return p.stopped != ""
}

func isBusy(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}

func isKeyRefused(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}

// responses returns the replies that have a response, in the order of the plan.
func (p *probe) responses() (all []*reply) {
	for _, r := range plan {
		if got := p.replies[r.ID]; got != nil && got.StatusCode != 0 {
			all = append(all, got)
		}
	}
	return all
}

// A page is one of the night register or of the summaries, as far as paging can be seen on it.
type page struct {
	ids   []string       // of the reservations, each once; in the order of a list, and sorted for the register
	items map[string]int // how many items each reservation has
	count int            // of items
	total int            // -1 without one that can be read
	days  []types.Date   // of the register
}

// A larger total is not taken for a count: it may be an id.
const largestTotal = 1_000_000

// page returns the page that a request got, or nil.
func (p *probe) page(id string) *page {
	r := p.replies[id]
	if r == nil || r.err != nil {
		return nil
	}
	found := &page{items: map[string]int{}, total: -1}
	if summaries, ok := r.value.([]types.ReservationSummary); ok {
		for _, s := range summaries {
			id := strconv.FormatInt(s.ID, 10)
			if found.items[id]++; found.items[id] == 1 {
				found.ids = append(found.ids, id)
			}
		}
		return found
	}
	read := r.value.(*reservations.PresencePage)
	if read.Total <= largestTotal {
		found.total = read.Total
	}
	for _, day := range read.Days {
		found.days = append(found.days, day.Date)
		found.count += len(day.Items)
		for _, item := range day.Items {
			id := "number " + item.ReservationNumber
			if item.ReservationID != 0 {
				id = strconv.FormatInt(item.ReservationID, 10)
			}
			found.items[id]++
		}
	}
	found.ids = slices.Sorted(maps.Keys(found.items))
	return found
}

// shares returns how many reservations two pages share, and how many of these have different numbers of items.
func (a *page) shares(b *page) (shared, differ int) {
	for id, n := range a.items {
		if b.items[id] > 0 {
			shared++
			if n != b.items[id] {
				differ++
			}
		}
	}
	return shared, differ
}

// lacks returns how many reservations of another page this page does not show.
func (a *page) lacks(b *page) int {
	shared, _ := a.shares(b)
	return len(b.ids) - shared
}

// fitsOnePage reports whether all that is known of a list fits on one small page, so that paging cannot be seen.
func fitsOnePage(pages ...*page) bool {
	return !slices.ContainsFunc(pages, func(a *page) bool { return a != nil && max(a.total, len(a.ids)) > small })
}

// missing returns the first of these requests that got no page, or "".
func (p *probe) missing(ids ...string) string {
	for _, id := range ids {
		if p.page(id) == nil {
			return id
		}
	}
	return ""
}
