// SPDX-License-Identifier: MIT

package register_test

import (
	"errors"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestRegisterLeavesNothingOut: what other lists do without is an error in a register.
func TestRegisterLeavesNothingOut(t *testing.T) {
	t.Parallel()
	onFirst := func(items string) string { return `[{"date":"2026-07-06","items":[` + items + `]}]` }
	const good = `{"reservationId":7,"numOfPersons":2}`
	tests := []struct {
		name, body string
		readable   bool
	}{
		{"numbers in other forms", onFirst(`{"reservationId":"7","numOfPersons":2.0}`), true},
		{"the instant of a change", onFirst(`{"reservationId":7,"numOfPersons":2,"modified":"yesterday"}`), true},
		{"an id", onFirst(`{"reservationId":"x"}`), false},
		{"an id beside a good item", onFirst(good + `,{"reservationId":{},"numOfPersons":2}`), false},
		{"a number of persons", onFirst(`{"numOfPersons":"two"}`), false},
		{"a number of persons beside a good item",
			onFirst(good + `,{"reservationId":7,"guestCountry":"BE","numOfPersons":"two"}`), false},
		{"a date", `[{"date":"yesterday","items":[]}]`, false},
		{"an item", onFirst(`null,{"reservationId":7}`), false},
		{"a day", `[null]`, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := testclient.Over(t, testclient.Responds(200, "application/json", test.body, "X-Total-Count", "1"))
			got, err := c.Reports.Presence(t.Context(), days(1, 0))
			refused := errors.As(err, new(*reservations.DecodeError)) || errors.As(err, new(*reservations.IncompleteError))
			if refused == test.readable || (err == nil) != test.readable {
				t.Fatalf("got %v, %v; want it read: %v", got, err, test.readable)
			}
			if test.readable && (got[0].Items[0].ReservationID != 7 || *got[0].Items[0].NumOfPersons != 2) {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// TestUnreadableDayOnAPage: a single page is what the service sent, and a day that cannot be read
// keeps its text there.
func TestUnreadableDayOnAPage(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{
		`"next spring"`: "next spring", `"2026-02-30"`: "2026-02-30", `12`: "12",
	} {
		t.Run(want, func(t *testing.T) {
			body := `[{"date":` + sent + `,"items":[{"reservationId":7,"reservationDateTo":` + sent + `}]}]`
			c := testclient.Over(t, testclient.Responds(200, "application/json", body, "X-Total-Count", "1"))
			page, err := c.Reports.PresencePage(t.Context(), days(1, 0))
			if err != nil {
				t.Fatal(err)
			}
			item := page.Days[0].Items[0]
			if page.Days[0].Date.Raw() != want || item.ReservationDateTo.Raw() != want || item.ReservationID != 7 {
				t.Errorf("got %+v", page.Days[0])
			}
		})
	}
}
