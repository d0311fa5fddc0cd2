// SPDX-License-Identifier: MIT

package walks_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestResponsesThatAreNotAsDocumented: a field that is missing everywhere would empty the register
// without a word, a day outside the range belongs to another register, and what other lists do without
// is an error in a register.
func TestResponsesThatAreNotAsDocumented(t *testing.T) {
	t.Parallel()
	const (
		item     = `{"reservationId":7,"numOfPersons":2}`
		first    = `{"date":"2026-07-06","items":[` + item + `]}`
		nobody   = `{"date":"2026-07-07","items":[]}`
		noPeople = `{"reservationId":7}`
	)
	onFirst := func(items string) string { return `[{"date":"2026-07-06","items":[` + items + `]}]` }
	tests := []struct{ name, total, body, reason string }{ // reason is "" for a register
		{"as documented", "1", `[` + first + `,` + nobody + `]`, ""},
		{"fewer than are counted", "3", `[` + first + `,` + nobody + `]`, ""},
		{"nobody, and no days", "0", `[]`, ""},
		{"nobody has checked in", "1", `[{"date":"2026-07-06","items":[]},` + nobody + `]`, ""},
		{"no days", "3", `[]`, "no days"},
		{"a day before the range", "3", `[{"date":"2026-07-05","items":[` + item + `]}]`, "2026-07-05"},
		{"a day after the range", "3", `[` + first + `,` + nobody + `,{"date":"2026-07-08","items":[]}]`, "2026-07-08"},
		{"items renamed", "3", `[{"date":"2026-07-06","entries":[` + item + `]}]`, "items"},
		{"items renamed where nobody is counted", "0", `[{"date":"2026-07-06"}]`, ""},
		{"date renamed", "3", `[{"day":"2026-07-06","items":[` + item + `]}]`, "date"},
		{"date missing once", "1", `[` + first + `,{"items":[` + item + `]}]`, ""},
		{"numOfPersons renamed", "3", onFirst(`{"reservationId":7,"persons":2}`), "numOfPersons"},
		{"numOfPersons missing once", "1", onFirst(noPeople + `,` + item), ""},
		{"reservationId renamed", "3", onFirst(`{"reservation":7,"numOfPersons":2}`), "reservationId"},
		{"reservationId missing, with a number", "1", onFirst(`{"reservationNumber":"R7","numOfPersons":2}`), ""},
		{"numbers in other forms", "1", onFirst(`{"reservationId":"7","numOfPersons":2.0}`), ""},
		{"an unreadable instant", "1", onFirst(`{"reservationId":7,"numOfPersons":2,"modified":"yesterday"}`), ""},
		{"an unreadable id", "1", onFirst(`{"reservationId":"x"}`), "reservationId"},
		{"an unreadable id beside a good item", "1", onFirst(item + `,{"reservationId":{},"numOfPersons":2}`), "reservationId"},
		{"an unreadable number of persons", "1", onFirst(`{"numOfPersons":"two"}`), "numOfPersons"},
		{"an unreadable number of persons beside a good item", "1",
			onFirst(item + `,{"reservationId":7,"guestCountry":"BE","numOfPersons":"two"}`), "numOfPersons"},
		{"an unreadable date", "1", `[{"date":"yesterday","items":[]}]`, "date"},
		{"an item that is null", "1", onFirst(`null,{"reservationId":7}`), "items"},
		{"a day that is null", "1", `[null]`, "[0] is null"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := testclient.Over(t, testclient.Responds(200, "application/json", test.body, "X-Total-Count", test.total))
			got, err := c.Reports.Presence(t.Context(), days(2, 0))
			refused := errors.As(err, new(*reservations.DecodeError)) || errors.As(err, new(*reservations.IncompleteError))
			switch {
			case test.reason == "" && err != nil:
				t.Errorf("got %v, want the register", err)
			case test.reason != "" && (!refused || got != nil || !strings.Contains(err.Error(), test.reason)):
				t.Errorf("got %v, %v, want an error with %s in it", got, err, test.reason)
			}
		})
	}
}

// TestDaysThatAreLeftOut are filled in up to the last day that any page has.
func TestDaysThatAreLeftOut(t *testing.T) {
	t.Parallel()
	const items = `"items":[{"reservationId":7,"numOfPersons":2}]`
	const body = `[{"date":"2026-07-08T00:00:00Z",` + items + `},{"date":"2026-07-10",` + items + `}]`
	c := testclient.Over(t, testclient.Responds(200, "application/json", body, "X-Total-Count", "1"))
	days, err := c.Reports.Presence(t.Context(), days(7, 0))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, day := range days {
		got = append(got, fmt.Sprint(day.Date, " ", len(day.Items), " ", day.Items != nil))
	}
	want := []string{
		"2026-07-06 0 true", "2026-07-07 0 true", "2026-07-08 1 true", "2026-07-09 0 true", "2026-07-10 1 true",
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("date, items, not nil (-want +got):\n%s", diff)
	}
}
