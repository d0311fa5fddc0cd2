// SPDX-License-Identifier: MIT

package mirror_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// syncOf copies summaries, as JSON of the service.
func syncOf(t *testing.T, m *mirror.Mirror, summaries string) mirror.SyncResult {
	t.Helper()
	srv := source(t, 0)
	srv.Inject("reservations.summaries", reservationstest.Always(), reservationstest.Body(200, "application/json", summaries))
	return sync(t, m, clientOf(srv))
}

// TestUnread keeps what cannot be read as it was sent, and counts it.
func TestUnread(t *testing.T) {
	tests := []struct {
		name, sent string
		table      string // in which the extra is
		extra      string
		unread     string // of the reservation
	}{
		{"a comma in an amount", `"totalPrice":"12,50"`, "reservations", `{"totalPrice":"12,50"}`, "totalPrice"},
		{"half a person", `"numOfPersons":2.5`, "reservations", `{"numOfPersons":2.5}`, "numOfPersons"},
		{"a text for a boolean", `"cancelled":"yes"`, "reservations", `{"cancelled":"yes"}`, "cancelled"},
		{"an object for a text", `"name":{"first":"Ann"}`, "reservations", `{"name":{"first":"Ann"}}`, "name"},
		{"a date", `"checkin":"noon"`, "reservations", `{"checkin":"noon"}`, "checkin"},
		{"a record in the record", `"accommodation":"x"`, "reservations", "", "accommodation"},
		{"a field of it", `"accommodation":{"id":1,"category":{"id":"x"}}`, "reservations", `{"accommodation.category.id":"x"}`, "accommodation.category.id"},
		{"a guest", `"guest":7`, "reservations", "", "guest"},
		{"a field of the guest", `"guest":{"id":[1],"surname":"A"}`, "reservation_guests", `{"id":[1]}`, "guest.id"},
		{"a field of the guests", `"guests":[{"surname":"A","email":{}}]`, "reservation_guests", `{"email":{}}`, "guests[].email"},
		{"a field of a line", `"orderLines":[{"id":1},{"id":2,"quantity":"3,5"}]`, "order_lines", `{"quantity":"3,5"}`, "orderLines[].quantity"},
		{"null for a line", `"orderLines":[{"id":1,"totalPrice":5},null]`, "reservations", "", "orderLines"},
		{"a text for a list", `"orderLines":"none"`, "reservations", "", "orderLines"},
		{"an id that begins like another", `"name":"a"},{"id":1.5,"name":{}`, "reservations", "", ""},
		{"a token", `"token":["secret"]`, "reservations", "", "token"},
		{"a group, which has a token", `"groupReservation":"secret"`, "reservations", "", "groupReservation"},
		{"what means the same", `"numOfPersons":2.0,"closed":1,"guest":[]`, "reservations", "", ""},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true, Full: true})
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				result := syncOf(t, m, `[{"id":1,`+test.sent+`},{"id":2,"totalPrice":5}]`)
				extra := texts(t, m, "SELECT extra FROM "+test.table+" WHERE extra IS NOT NULL")
				unread := texts(t, m, "SELECT unread FROM reservations WHERE unread IS NOT NULL")
				if extra != test.extra || unread != test.unread {
					t.Errorf("extra %s, unread %s; want %s, %s", extra, unread, test.extra, test.unread)
				}
				want := map[string]int{}
				if test.unread != "" {
					want[test.unread] = 1
				}
				if !maps.Equal(result.Unread, want) {
					t.Errorf("the counts are %v, want %v", result.Unread, want)
				}
			})
		}
	})
}

// TestUnreadPersonalData is not stored with Redact, nor of a guest to forget; it is counted all the same.
func TestUnreadPersonalData(t *testing.T) {
	const sent = `[{"id":1,"totalPrice":"12,50","name":["canary"],"guests":[{"id":"5","surname":"canary"},null]}]`
	want := map[string]int{"totalPrice": 1, "name": 1, "guests": 1}
	onEach(t, func(t *testing.T, newDSN func() string) {
		for _, redact := range []bool{true, false} {
			t.Run(fmt.Sprint("redact ", redact), func(t *testing.T) {
				m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true, Redact: redact})
				must(m.ForgetGuests(t.Context(), 5))
				if result := syncOf(t, m, sent); !maps.Equal(result.Unread, want) {
					t.Errorf("counted %v, want %v", result.Unread, want)
				}
				if got := texts(t, m, "SELECT unread FROM reservations WHERE extra IS NULL"); got != "guests,name,totalPrice" {
					t.Errorf("the copy has not read %s", got)
				}
			})
		}
	})
}

// TestKept leaves the rows of a list that cannot be read as they were, until it can be read.
func TestKept(t *testing.T) {
	const guestRow, guestsRow, line = `"guest":{"id":1,"surname":"A"}`, `"guests":[{"id":2,"surname":"B"}]`, `"orderLines":[{"id":3,"totalPrice":4}]`
	const all = guestRow + "," + guestsRow + "," + line
	const rows = `SELECT CAST(position AS VARCHAR(9)) || surname FROM reservation_guests UNION SELECT 'line' FROM order_lines
		UNION SELECT 'unread ' || unread FROM reservations WHERE unread IS NOT NULL ORDER BY 1`
	tests := []struct{ name, sent, rows string }{
		{"all lists", all, "0A 1B line"},
		{"the lines", guestRow + "," + guestsRow + `,"orderLines":[null]`, "0A 1B line unread orderLines"},
		{"the guest", `"guest":"x","guests":[],` + line, "0A line unread guest"},
		{"the guests", `"guest":{"surname":"C"},"guests":[5],` + line, "0C 1B line unread guests"},
		{"guest and guests", `"guest":5,"guests":[5],` + line, "0A 1B line unread guest,guests"},
		{"lists that are empty", `"guests":[],"orderLines":[]`, ""},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true})
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				for _, step := range []struct{ sent, rows string }{{all, "0A 1B line"}, {test.sent, test.rows}, {all, "0A 1B line"}} {
					syncOf(t, m, `[{"id":1,`+step.sent+`}]`)
					if got := texts(t, m, rows); got != step.rows {
						t.Errorf("of %s the copy has %s, want %s", step.sent, got, step.rows)
					}
				}
			})
		}
	})
}

// TestAside copies all but the records that have no id, or one with a different record.
func TestAside(t *testing.T) {
	const first = `[{"id":1,"number":"R1"},{"id":2,"number":"R2"},{"id":3,"number":"R3"}]`
	const ids = "SELECT CASE WHEN number IN ('A', 'B') THEN 0 ELSE id END FROM reservations ORDER BY 1"
	tests := []struct {
		name, sent string
		full       string // ids in the copy after a full Sync
		aside      int
	}{
		{"no id", `[{"id":1},{"number":"R2"},{"id":4}]`, "1 2 3 4", 1},
		{"an id that cannot be read", `[{"id":1.5,"number":"R3"},{"id":4}]`, "1 2 3 4", 1},
		{"one id for two", `[{"id":2,"number":"A"},{"id":4},{"id":2,"number":"B"}]`, "2 4", 2},
		{"one id for three that are new", `[{"id":5,"number":"A"},{"id":4},{"id":5,"number":"B"},{"id":5}]`, "4", 3},
		{"the same twice", `[{"id":1},{"id":4},{"id":1}]`, "1 4", 0},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true, Full: true})
				syncOf(t, m, first)
				if result, got := syncOf(t, m, test.sent), texts(t, m, ids); got != test.full || result.SetAside != test.aside {
					t.Errorf("the copy has the ids %s, and %d were set aside; want %s, %d", got, result.SetAside, test.full, test.aside)
				}
			})
		}
	})
}
