package presence

import (
	"errors"
	"slices"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestOracle holds the judge of the worlds to registers whose flaw is known.
func TestOracle(t *testing.T) {
	whole := func(w *world) []types.PresenceDay { return w.days(w.rows) }
	for _, row := range []struct {
		name  string
		reads func(w *world) ([]types.PresenceDay, error)
		want  verdict
	}{
		{"the register", func(w *world) ([]types.PresenceDay, error) { return whole(w), nil }, exact},
		{"items in another order", func(w *world) ([]types.PresenceDay, error) {
			days := whole(w)
			slices.Reverse(days[1].Items)
			return days, nil
		}, exact},
		{"the register before a change", func(w *world) ([]types.PresenceDay, error) {
			days := whole(w)
			w.moment++
			w.swapEnds()
			return days, nil
		}, exact},
		{"pages of two moments", func(w *world) ([]types.PresenceDay, error) {
			first := w.days(w.rows[:5])
			w.moment++
			w.leave(0)
			w.moment++
			w.arrive(len(w.rows))
			return merged(newPage(Page{Days: first}, 0, 5), newPage(Page{Days: w.days(w.rows[4:])}, 5, 5)), nil
		}, mixed},
		{"one is lost between two moments", func(w *world) ([]types.PresenceDay, error) {
			first := w.days(w.rows[:5])
			w.moment++
			w.swapEnds()
			return merged(newPage(Page{Days: first}, 0, 5), newPage(Page{Days: w.days(w.rows[5:])}, 5, 5)), nil
		}, wrong},
		{"a register from before the walk", func(w *world) ([]types.PresenceDay, error) {
			days := whole(w)
			w.moment++
			w.swapEnds()
			w.since = w.moment
			return days, nil
		}, wrong},
		{"an item is missing", func(w *world) ([]types.PresenceDay, error) {
			days := whole(w)
			days[1].Items = days[1].Items[1:]
			return days, nil
		}, wrong},
		{"an item is there twice", func(w *world) ([]types.PresenceDay, error) {
			days := whole(w)
			days[1].Items = append(days[1].Items, days[1].Items[0])
			return days, nil
		}, wrong},
		{"an item counts other persons", func(w *world) ([]types.PresenceDay, error) {
			days := whole(w)
			days[1].Items[0].NumOfPersons = types.Ptr(77)
			return days, nil
		}, wrong},
		{"an item of nobody", func(w *world) ([]types.PresenceDay, error) {
			days := whole(w)
			days[0].Items = append(days[0].Items, types.PresenceItem{ReservationID: 5})
			return days, nil
		}, wrong},
		{"an item on another day", func(w *world) ([]types.PresenceDay, error) {
			days := whole(w)
			days[0].Items = days[1].Items
			return days, nil
		}, wrong},
		{"a day is missing", func(w *world) ([]types.PresenceDay, error) { return slices.Delete(whole(w), 0, 1), nil }, wrong},
		{"the last day is missing", func(w *world) ([]types.PresenceDay, error) { return whole(w)[:3], nil }, wrong},
		{"days in another order", func(w *world) ([]types.PresenceDay, error) {
			days := whole(w)
			slices.Reverse(days)
			return days, nil
		}, wrong},
		{"nil items", func(w *world) ([]types.PresenceDay, error) {
			days := whole(w)
			days[0].Items = nil
			return days, nil
		}, wrong},
		{"nothing", func(*world) ([]types.PresenceDay, error) { return nil, nil }, wrong},
		{"an IncompleteError", func(*world) ([]types.PresenceDay, error) { return nil, &IncompleteError{Reason: "it moved"} }, refused},
		{"an IncompleteError without a reason", func(*world) ([]types.PresenceDay, error) { return nil, &IncompleteError{} }, failed},
		{"an IncompleteError with a register", func(w *world) ([]types.PresenceDay, error) { return whole(w), &IncompleteError{Reason: "it moved"} }, failed},
		{"another error", func(*world) ([]types.PresenceDay, error) { return nil, errors.New("broken") }, failed},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := simpleWorld(1, 10, 0, everybody)
			w.lastDay = w.walk.To
			if got, why := w.judge(row.reads(w)); got != row.want {
				t.Errorf("judged %v %s, want %v", got, why, row.want)
			}
		})
	}
}
