package presence

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/reservationkit/reservations-go/types"
)

// without leaves one reservation out of some of the pages that it is on.
func (w *world) without(place int, pages func(n int) bool) behaviour {
	n := 0
	return func(next service) service {
		return func(q query) (reply, error) {
			r, err := next(q)
			lost := nameOf(w.rows[place].now().lines[0].item)
			if q.offset > place || q.offset+q.limit <= place {
				return r, err
			}
			if n++; pages(n) {
				for i, day := range r.Days {
					r.Days[i].Items = slices.DeleteFunc(slices.Clone(day.Items), func(item types.PresenceItem) bool { return nameOf(item) == lost })
				}
			}
			return r, err
		}
	}
}

// TestConfirm loses one of few reservations, which a single walk cannot tell.
func TestConfirm(t *testing.T) {
	first := func(n int) bool { return n == 1 }
	for _, row := range []struct {
		name   string
		serves func(w *world) []behaviour
		want   verdict
	}{
		{"honest", func(*world) []behaviour { return nil }, exact},
		{"lost once", func(w *world) []behaviour { return []behaviour{w.without(7, first)} }, exact},
		{"lost once, and a cache keeps that page", func(w *world) []behaviour {
			return []behaviour{w.oldPages(true), w.without(7, first)}
		}, exact},
		{"another lost every time", func(w *world) []behaviour {
			var all []behaviour
			for place := range w.size {
				all = append(all, w.without(place, func(n int) bool { return n == place+1 }))
			}
			return all
		}, refused},
	} {
		for _, limit := range []int{0, 25} {
			t.Run(fmt.Sprintf("%s/limit %d", row.name, limit), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					w := simpleWorld(1, 20, limit, everybody)
					w.walk.Confirm = true
					for _, b := range slices.Backward(row.serves(w)) {
						w.answer = b(w.answer)
					}
					if v, why := w.judge(w.walk.Run(t.Context())); v != row.want {
						t.Errorf("%v after %d requests, want %v: %s", v, w.requests, row.want, why)
					}
				})
			})
		}
	}
}
