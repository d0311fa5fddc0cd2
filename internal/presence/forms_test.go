// SPDX-License-Identifier: MIT

package presence

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// written returns the page of one reservation on two days, whose dates have the given form.
func written(t *testing.T, id int, form string) Page {
	t.Helper()
	day := func(n int) string { return fmt.Sprintf(form, fmt.Sprintf("2026-11-%02d", n)) }
	var days []types.PresenceDay
	body := fmt.Sprintf(`[
		{"date":%[1]q,"items":[{"reservationId":%[3]d,"reservationDateFrom":%[1]q,"numOfPersons":2}]},
		{"date":%[2]q,"items":[]}
	]`, day(20), day(21), id)
	if err := json.Unmarshal([]byte(body), &days); err != nil {
		t.Fatal(err)
	}
	return Page{Days: days, Total: 1}
}

// TestDaysInDifferentForms: two walks, and the days of one register, are the same
// whatever form the service writes their dates in.
func TestDaysInDifferentForms(t *testing.T) {
	t.Parallel()
	forms := []string{"%s", "%sT00:00:00Z", "%s 00:00:00"}
	reads := 0
	w := Walk{
		From: types.NewDate(2026, 11, 20), To: types.NewDate(2026, 11, 21), Workers: 1, Confirm: true, Sizes: &Sizes{},
		Refused: func(error) bool { return false },
		Fetch: func(context.Context, int, int, bool) (Page, error) {
			reads++
			return written(t, 7, forms[reads%len(forms)]), nil
		},
	}
	days, err := w.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	byDay := map[types.Date]int{}
	for _, day := range days {
		byDay[day.Date] += len(day.Items)
	}
	if byDay[types.NewDate(2026, 11, 20)] != 1 || len(byDay) != 2 || len(days) != 2 || reads != 2 {
		t.Errorf("after %d reads the register is %v; want one item on the 20th and none on the 21st", reads, byDay)
	}
}
