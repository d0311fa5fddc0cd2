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
	srv, client := reservationstest.New(t)
	srv.Inject("reservations.summaries", reservationstest.Always(), reservationstest.Body(200, "application/json", summaries))
	return sync(t, m, client)
}

// TestUnread keeps what cannot be read as it was sent, and counts it.
func TestUnread(t *testing.T) {
	t.Parallel()
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
				extra := ""
				for _, row := range query(t, m.DB(), "SELECT extra FROM "+test.table) {
					if row["extra"] != nil {
						extra += fmt.Sprint(row["extra"])
					}
				}
				row := query(t, m.DB(), "SELECT * FROM reservations WHERE id = 1")[0]
				if unread := row["unread"]; extra != test.extra || unread != nilOr(test.unread) {
					t.Errorf("extra %s, unread %v; want %s, %s", extra, unread, test.extra, test.unread)
				}
				if (len(result.Unread) == 0) != (test.unread == "") || test.unread != "" && result.Unread[test.unread] != 1 {
					t.Errorf("the counts are %v, want one of %q", result.Unread, test.unread)
				}
			})
		}
	})
}

func nilOr(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// TestUnreadPersonalData is not stored with Redact, nor of a guest to forget; it is counted all the same.
func TestUnreadPersonalData(t *testing.T) {
	t.Parallel()
	const sent = `[{"id":1,"totalPrice":"12,50","name":["canary"],"guests":[{"id":"5","surname":"canary"},null]}]`
	want := map[string]int{"totalPrice": 1, "name": 1, "guests": 1}
	onEach(t, func(t *testing.T, newDSN func() string) {
		for _, redact := range []bool{true, false} {
			t.Run(fmt.Sprint("redact ", redact), func(t *testing.T) {
				m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true, Redact: redact})
				if _, err := m.ForgetGuests(t.Context(), 5); err != nil {
					t.Fatal(err)
				}
				result := syncOf(t, m, sent)
				if !maps.Equal(result.Unread, want) {
					t.Errorf("counted %v, want %v", result.Unread, want)
				}
				row := query(t, m.DB(), "SELECT extra, unread FROM reservations")[0]
				if row["extra"] != nil || row["unread"] != "guests,name,totalPrice" {
					t.Errorf("the copy has %v", row)
				}
			})
		}
	})
}

// TestKept leaves the rows of a list that cannot be read as they were, until it can be read.
func TestKept(t *testing.T) {
	t.Parallel()
	const guestRow, guestsRow, line = `"guest":{"id":1,"surname":"A"}`, `"guests":[{"id":2,"surname":"B"}]`, `"orderLines":[{"id":3,"totalPrice":4}]`
	const before = "guest 0 A, guest 1 B, line 3, "
	tests := []struct{ name, sent, rows, unread string }{
		{"all lists", guestRow + "," + guestsRow + "," + line, before, ""},
		{"the lines", guestRow + "," + guestsRow + `,"orderLines":[null]`, before, "orderLines"},
		{"the guest", `"guest":"x","guests":[],` + line, "guest 0 A, line 3, ", "guest"},
		{"the guests", `"guest":{"surname":"C"},"guests":[5],` + line, "guest 0 C, guest 1 B, line 3, ", "guests"},
		{"guest and guests", `"guest":5,"guests":[5],` + line, before, "guest,guests"},
		{"lists that are empty", `"guests":[],"orderLines":[]`, "", ""},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true})
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				rows := func() (all string) {
					for _, row := range query(t, m.DB(), "SELECT position, surname FROM reservation_guests ORDER BY position") {
						all += fmt.Sprintf("guest %d %v, ", row["position"], row["surname"])
					}
					for _, row := range query(t, m.DB(), "SELECT id FROM order_lines") {
						all += fmt.Sprintf("line %d, ", row["id"])
					}
					return all
				}
				first := "[{\"id\":1," + tests[0].sent + "}]"
				syncOf(t, m, first)
				syncOf(t, m, `[{"id":1,`+test.sent+`}]`)
				if unread := query(t, m.DB(), "SELECT unread FROM reservations")[0]["unread"]; rows() != test.rows || unread != nilOr(test.unread) {
					t.Errorf("the copy has %s unread %v; want %s unread %s", rows(), unread, test.rows, test.unread)
				}
				syncOf(t, m, first)
				if got := rows(); got != before {
					t.Errorf("when all can be read again, the copy has %s want %s", got, before)
				}
			})
		}
	})
}

// TestAside copies all but the records that have no id, or one with a different record.
func TestAside(t *testing.T) {
	t.Parallel()
	const first = `[{"id":1,"number":"R1"},{"id":2,"number":"R2"},{"id":3,"number":"R3"}]`
	tests := []struct {
		name, sent string
		full       string // ids in the copy after a full Sync
		aside      int
	}{
		{"no id", `[{"id":1},{"number":"R2"},{"id":4}]`, "1 2 3 4 ", 1},
		{"an id that cannot be read", `[{"id":1.5,"number":"R3"},{"id":4}]`, "1 2 3 4 ", 1},
		{"one id for two", `[{"id":2,"number":"A"},{"id":4},{"id":2,"number":"B"}]`, "2 4 ", 2},
		{"one id for three that are new", `[{"id":5,"number":"A"},{"id":4},{"id":5,"number":"B"},{"id":5}]`, "4 ", 3},
		{"the same twice", `[{"id":1},{"id":4},{"id":1}]`, "1 4 ", 0},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true, Full: true})
				syncOf(t, m, first)
				result := syncOf(t, m, test.sent)
				got := ""
				for _, row := range query(t, m.DB(), "SELECT id, number FROM reservations ORDER BY id") {
					got += fmt.Sprint(row["id"], " ")
					if row["number"] == "A" || row["number"] == "B" {
						t.Errorf("the copy has %v", row)
					}
				}
				if got != test.full || result.SetAside != test.aside {
					t.Errorf("the copy has the ids %s, and %d were set aside; want %s, %d", got, result.SetAside, test.full, test.aside)
				}
			})
		}
	})
}
