// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/types"
)

// TestOnChange tells what has changed, once, and nothing of what is as before. What it has written is gone if it fails.
func TestOnChange(t *testing.T) {
	night := types.DateOf(time.Now().UTC()).AddDays(-1)
	line := func(totalPrice int) []types.SummaryOrderLine {
		return []types.SummaryOrderLine{{ID: 1, TotalPrice: types.NewNumber(totalPrice)}}
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		ann := types.ReservationSummary{ID: 1, Name: "Ann", Guest: &types.GuestContact{ID: 5, Surname: "Jansen"}, OrderLines: line(7)}
		list := []types.ReservationSummary{ann, {ID: 2}, {ID: 3, Status: "cancelled"}}
		item := types.PresenceItem{ReservationID: 1, ReservationName: "Ann", NumOfPersons: new(2)}
		var told []string
		var fails error
		m := openMirror(t, newDSN(), mirror.Config{RegisterFrom: night, OnChange: func(ctx context.Context, tx *sql.Tx, c mirror.Change) error {
			what := strings.TrimSpace(fmt.Sprintln(c.Kind, c.Reservation, c.Columns, map[bool]string{true: "first"}[c.First]))
			told = append(told, strings.Replace(what, " 0", " night", 1))
			_, err := tx.ExecContext(ctx, "INSERT INTO told (what) VALUES ('"+what+"')")
			return errors.Join(err, fails)
		}})
		must(m.DB().Exec("CREATE TABLE told (what TEXT)"))
		for _, step := range []struct {
			name string
			do   func()
			want []string
		}{
			{"the first load", func() {}, []string{"new 1 [] first", "new 2 [] first", "new 3 [] first", "new night [] first"}},
			{"nothing", func() {}, nil},
			{"columns", func() { list[0].Notes, list[0].TotalPrice, list[0].OrderLines = "late", types.NewNumber(9), line(8) },
				[]string{"changed 1 [notes order_lines.total_price total_price]"}},
			{"cancelled", func() { list[1].Cancelled = new(true) }, []string{"cancelled 2 [cancelled]"}},
			{"its status", func() { list[1].Status = "cancelled" }, []string{"changed 2 [status]"}},
			{"gone", func() { list = list[:2] }, []string{"gone 3 []"}},
			{"persons", func() { item.NumOfPersons = new(3) }, []string{"changed night [register_items.num_of_persons]"}},
			{"a new one", func() { list = append(list, types.ReservationSummary{ID: 4}) }, []string{"new 4 []"}},
			{"ForgetGuests", func() { must(m.ForgetGuests(t.Context(), 5)) },
				[]string{"changed 1 [forgotten name notes reservation_guests.surname]", "changed night [register_items.reservation_name]"}},
			{"after that", func() {}, nil},
		} {
			step.do()
			srv := serving(t, all(list), on(night, item))
			if step.name == "columns" {
				fails = errors.New("not stored")
				if _, err := m.Sync(t.Context(), clientOf(srv), mirror.Full()); !errors.Is(err, fails) {
					t.Errorf("after an error of OnChange Sync returns %v", err)
				}
				told, fails = nil, nil
			}
			sync(t, m, clientOf(srv), mirror.Full())
			if diff := cmp.Diff(step.want, told); diff != "" {
				t.Errorf("%s (-want +got):\n%s", step.name, diff)
			}
			told = nil
		}
		if got := query(t, m.DB(), "SELECT what FROM told"); len(got) != 12 {
			t.Errorf("it has written %v", got)
		}
	})
}
