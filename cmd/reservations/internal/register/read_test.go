// SPDX-License-Identifier: MIT

package register

import (
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// A register that changes while it is read is read again, and the terminal says why it takes longer.
func TestReadOfARegisterThatChanges(t *testing.T) {
	t.Parallel()
	const said = "Reservations came or went while the register was read, so it is read again."
	server, env := park(t, presentFrom(1, "Early", 17))
	dir := t.TempDir()
	if code, stderr := runCommand(t, env, "--out", dir); code != 0 || strings.Contains(stderr, said) {
		t.Fatalf("exit code %d of a register that stays as it is:\n%s", code, stderr)
	}
	server.ResetCalls()
	server.Inject(reservationstest.OpPresence, reservationstest.Nth(2), reservationstest.Before(func() {
		server.AddBooking(presentFrom(2, "Late", 18))
	}))
	code, stderr := runCommand(t, env, "--out", dir)
	if code != 0 || !strings.Contains(stderr, said) {
		t.Errorf("exit code %d:\n%s", code, stderr)
	}
	checkShows(t, body(contents(t, dir)[htmlName]), "Early", "Late")
}

// What is cancelled is found by a second register, and nothing is read twice unless it was asked for.
func TestReservationsIn(t *testing.T) {
	t.Parallel()
	byNumber := types.PresenceItem{ReservationNumber: "R9"}
	days := []types.PresenceDay{
		{Date: november(1), Items: []types.PresenceItem{line(1, "", "", 1), line(1, "", "", 1), byNumber, {}}},
		{Items: []types.PresenceItem{line(2, "", "", 1)}},
	}
	got := reservationsIn(days)
	if len(got) != 3 || !got[reservationKey{id: 1}] || !got[reservationKey{id: 2}] || !got[reservationKey{number: "R9"}] {
		t.Errorf("got %v, want the reservations 1, 2 and R9", got)
	}
	for args, want := range map[string]int{"": 2, "--include-cancelled": 4} {
		server, env := park(t)
		if code, stderr := runCommand(t, env, strings.Fields("--out "+t.TempDir()+" "+args)...); code != 0 || len(server.Calls()) != want {
			t.Errorf("%q: exit code %d and %d calls, want %d:\n%s", args, code, len(server.Calls()), want, stderr)
		}
	}
}
