// SPDX-License-Identifier: MIT

package examples

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

var night = types.NewDate(2026, 11, 20)

// newService returns a service with something for each program.
func newService(t *testing.T) *reservationstest.Server {
	t.Helper()
	booking := func(id int64, unit, country string, persons int) reservationstest.Booking {
		return reservationstest.Booking{
			ID: id, Number: fmt.Sprint("R", id), Name: "Jansen", UnitNumber: unit, Country: country, DateFrom: night, DateTo: night.AddDays(7), Modified: night.AddDays(-3000).Midnight(),
			Stays: []reservationstest.Stay{{AgeGroup: "Adults", Persons: persons, CheckIn: night.Midnight()}},
		}
	}
	server := reservationstest.NewServer(
		reservationstest.WithBookings(booking(1, "T1", "NL", 2), booking(2, "C10", "DE", 3), booking(3, "C9", "NL", 4)),
		reservationstest.WithRecords(
			reservationstest.NewReservation(1001),
			reservationstest.NewTask(501, func(t *types.Task) { t.Title, t.Status, t.Done = "Clean the kitchen", "done", true }),
			reservationstest.NewStaffMember(21, func(m *types.StaffMemberSpecification) { m.AllowedToChangeTasks = true }),
			reservationstest.NewStaffMember(22, func(m *types.StaffMemberSpecification) { m.TaskCategory = nil }),
		))
	t.Cleanup(server.Close)
	return server
}

const (
	lastNight = `Night of Friday 20 November 2026
Reservations: 3, persons: 9

UNIT   NAME     PERSONS   COUNTRY   BOOKED UNTIL
C9     Jansen   4         NL        2026-11-27
C10    Jansen   3         DE        2026-11-27
T1     Jansen   2         NL        2026-11-27
`
	staff = `ID  NAME             EMAIL                DOES      MAY CHANGE TASKS
21  Staff member 21  staff21@example.com  Cleaning  true
22  Staff member 22  staff22@example.com            false
`
	updated = `Reservation R001001 of de Vries
  2026-11-20 to 2026-11-27, 2 persons, Chalet for six C1
  status confirmed, payment-due, balance 700.00
`
	late = `{"notes":"Late."}`
)

// TestProgramsWithService runs the programs with a service that accepts, refuses and fails: they say what has happened.
func TestProgramsWithService(t *testing.T) {
	t.Parallel()
	deep(t)
	token := reservationstest.Token(1001).Reveal()
	tests := []struct {
		name    string
		command string                 // with arguments behind commas
		token   string                 // of a reservation
		fault   reservationstest.Fault // of every request; nil for none
		calls   int
		sent    string // the bodies of the requests
		prints  string
		says    string // when it fails
	}{
		{"the night", "quickstart,-night,2026-11-20", "", nil, 1, "", lastNight, ""},

		{"a reading", "meters,-unit,7,-quantity,1234.500", "", nil, 1, "", "Report 1000001 of unit 7: e 1234.500\n", ""},
		{"a reading whose response is lost", "meters,-unit,7,-quantity,1", "", reservationstest.ResetAfter(), 1, "", "", "may have arrived"},
		{"a reading at a busy service", "meters,-unit,7,-quantity,1", "", reservationstest.TooManyRequests("3600"), 1, "", "", "has not arrived"},
		{"a reading that is refused", "meters,-unit,7,-quantity,1", "", reservationstest.Status(400), 1, "", "", "has not arrived"},
		{"a negative reading", "meters,-unit,7,-quantity,-5", "", nil, 0, "", "", "not less than 0"},

		{"a note", "checkin,-reservation,1001,-notes,Late.", token, nil, 1, late, updated, ""},
		{"cleared", "checkin,-reservation,1001,-notes,,-phone,", token, nil, 1, `{"notes":null,"guest":{"phoneNumber":null}}`, updated, ""},
		{"a day of birth", "checkin,-reservation,1001,-born,1990-03-09", token, nil, 1, `{"guest":{"birthDate":"1990-03-09"}}`, updated, ""},
		{"a day of birth to come", "checkin,-reservation,1001,-born,9999-03-09", token, nil, 0, "", "", "want a day in the past"},
		{"no day of birth", "checkin,-reservation,1001,-born,9 March", token, nil, 0, "", "", "want a day in the past"},
		{"no change", "checkin,-reservation,1001", token, nil, 0, "", "", "nothing would change"},
		{"no token", "checkin,-reservation,1001,-notes,Late.", "", nil, 0, "", "", "-reservation and RESERVATION_TOKEN are needed"},
		{"another token", "checkin,-reservation,1001,-notes,Late.", "canary", nil, 1, late, "", "reservation 1001 was not updated: "},
		{"a change that fails", "checkin,-reservation,1001,-notes,Late.", token, reservationstest.Status(500), 1, late, "", "may have been updated"},

		{"the staff", "tasks", "", nil, 1, "", staff, ""},
		{"a reset", "tasks,-reset,501", "", nil, 1, "", "Task 501 was reset: Clean the kitchen\n  status open, done false, due 2026-11-20T00:00:00Z\n", ""},
		{"a reset of no task", "tasks,-reset,999", "", nil, 1, "", "", "there is no task 999"},
		{"a reset that fails", "tasks,-reset,501", "", reservationstest.Status(500), 1, "", "", "task 501 may have been reset"},
		{"a reset that is refused", "tasks,-reset,501", "", reservationstest.Status(403), 1, "", "", "resetting task 501 failed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server := newService(t)
			if test.fault != nil {
				for _, operation := range []string{
					"reports.createUtilityMeterReport", "reservations.update", "tasks.reset",
				} {
					server.Inject(operation, reservationstest.Always(), test.fault)
				}
			}
			env := append(environment(server), "RESERVATIONS_ORGANIZATION=1", "RESERVATION_TOKEN="+test.token)
			stdout, stderr, err := run(t, t.TempDir(), env, strings.Split(test.command, ",")...)
			if stdout != test.prints || (err != nil) != (test.says != "") || !strings.Contains(stderr, test.says) || strings.Contains(stderr, "canary") {
				t.Errorf("it ends with %v and prints\n%s%s\nwant\n%s%s", err, stdout, stderr, test.prints, test.says)
			}
			calls, sent := server.Requests(), ""
			for _, call := range calls {
				sent += string(call.Body)
			}
			if len(calls) != test.calls || test.sent != "" && sent != test.sent {
				t.Errorf("%d requests with %s, want %d with %s", len(calls), sent, test.calls, test.sent)
			}
		})
	}
}
