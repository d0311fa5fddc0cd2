// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestKilledOutbox kills phone send at random moments while it accepts calls in one outbox and
// delivers what is there. In the end every event that it accepted has arrived, in order, and
// no kill has made it send more than one event twice.
func TestKilledOutbox(t *testing.T) {
	t.Parallel()
	server := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewReservation(1001)))
	t.Cleanup(server.Close)
	server.Inject(reservationstest.OpSendVoIPEvent, reservationstest.Every(4), reservationstest.Slow(time.Millisecond))
	file := filepath.Join(t.TempDir(), "outbox.db")
	call := func(reference string, args ...string) []string {
		return append([]string{"phone", "send", "--outbox", file, "--reference", reference, "--status", "ringing", "--from", "101",
			"--to", "102", "--began", "now", "--reservation", "1001", "--note", "Late."}, args...)
	}
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	start := time.Now()
	mustRun(t, program(t, server, call("first", "--queue")...))
	took := 3 * time.Since(start) // about as long as the events take in addition

	queued := []string{"first"} // references of the calls that were certainly accepted
	for moment := range kills() {
		before := len(server.Calls())
		reference := fmt.Sprintf("call-%d", moment)
		if moment%4 == 0 { // so that more than one message waits
			mustRun(t, program(t, server, call(reference, "--queue")...))
			queued = append(queued, reference)
		}
		var happened func() bool
		if moment%2 == 1 { // while it sends
			requests := before + 1 + random.IntN(2)
			happened = func() bool { return len(server.Calls()) >= requests }
		}
		kill(t, program(t, server, call(reference+"-killed", "--uncertain", "send")...), random, took, happened)
	}
	mustRun(t, program(t, server, "outbox", "deliver", "--outbox", file, "--uncertain", "send"))
	if status := mustRun(t, program(t, server, "outbox", "status", "--outbox", file)); !strings.HasSuffix(status, " is empty.\n") {
		t.Errorf("seed %d: the outbox is not empty:\n%s", seed, status)
	}

	arrived := arrivedEvents(t, server)
	once := slices.Compact(slices.Clone(arrived)) // an event that is sent twice is sent before any later one
	doubles := len(arrived) - len(once)
	t.Logf("seed %d: %d calls were certainly accepted, %d events arrived, and %d of them twice", seed, len(queued), len(once), doubles)
	if doubles > kills() {
		t.Errorf("seed %d: %d events arrived twice after %d kills", seed, doubles, kills())
	}
	if testkit.Deep() && doubles == 0 {
		t.Errorf("seed %d: no moment lay within a request", seed)
	}
	checkArrived(t, seed, once, queued)
}

// checkArrived holds the events to the order in which the calls were made, each call with its note.
// Of a call that was killed the service has both or none.
func checkArrived(t *testing.T, seed uint64, arrived, queued []string) {
	t.Helper()
	calls := []string{"first"}
	for moment := range kills() {
		reference := fmt.Sprintf("call-%d", moment)
		if moment%4 == 0 {
			calls = append(calls, reference)
		}
		calls = append(calls, reference+"-killed")
	}
	var want []string
	for _, reference := range calls {
		if slices.Contains(queued, reference) || slices.Contains(arrived, reference) {
			want = append(want, reference, reference+"-note")
		}
	}
	for i := range max(len(want), len(arrived)) {
		if i >= len(want) || i >= len(arrived) || want[i] != arrived[i] {
			t.Fatalf("seed %d: %d events arrived, want %d; they differ from number %d on:\ngot  %v\nwant %v",
				seed, len(arrived), len(want), i, arrived[min(i, len(arrived)):], want[min(i, len(want)):])
		}
	}
}

// arrivedEvents lists the references of the requests in the order in which they came.
func arrivedEvents(t *testing.T, server *reservationstest.Server) (references []string) {
	t.Helper()
	for _, call := range server.Calls() {
		event, err := reservationstest.BodyOf[types.VoIPEvent](call)
		if err != nil {
			t.Fatal(err)
		}
		references = append(references, event.Reference)
	}
	return references
}
