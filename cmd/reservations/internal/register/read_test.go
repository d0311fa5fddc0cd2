// SPDX-License-Identifier: MIT

package register

import (
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/reservationstest"
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
	server.Inject("reports.presence", reservationstest.Nth(len(server.Requests())+2), reservationstest.Before(func() {
		server.AddBooking(presentFrom(2, "Late", 18))
	}))
	code, stderr := runCommand(t, env, "--out", dir)
	if code != 0 || !strings.Contains(stderr, said) {
		t.Errorf("exit code %d:\n%s", code, stderr)
	}
	checkShows(t, body(contents(t, dir)[htmlName]), "Early", "Late")
}
