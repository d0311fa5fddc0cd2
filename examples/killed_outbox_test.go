// SPDX-License-Identifier: MIT

package examples

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestKilledOutbox kills voip at random moments while it accepts calls in one outbox and
// delivers what is there. In the end every event that it accepted has arrived, in order, and
// no kill has made it send more than one event twice.
func TestKilledOutbox(t *testing.T) {
	t.Parallel()
	path := program(t, "voip")
	server := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewReservation(1001)))
	t.Cleanup(server.Close)
	server.Inject(reservationstest.OpSendVoIPEvent, reservationstest.Every(4), reservationstest.Slow(time.Millisecond))
	file := filepath.Join(t.TempDir(), "voip.db")
	command := func(args ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), path, append(args, "-outbox", file)...)
		cmd.Env = environment(server)
		return cmd
	}
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	start := time.Now()
	if output, err := command("-list").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	took := 3 * time.Since(start) // about as long as four events take in addition

	var accepted []string // references of the calls
	for moment := range killedMoments {
		before := len(server.Calls())
		reference := fmt.Sprintf("call-%d", moment)
		cmd := command("-reference", reference, "-from", "+441632960001", "-to", "+441632960100", "-reservation", "1001", "-note", "Late.")
		var stdout bytes.Buffer
		cmd.Stdout = &stdout
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		exited := make(chan error, 1)
		go func() { exited <- cmd.Wait() }()
		if moment%2 == 0 {
			awaitMoment(time.Duration(random.Float64()*float64(took)), exited, func() bool { return false })
		} else { // while it sends
			requests := before + 1 + random.IntN(4)
			awaitMoment(time.Minute, exited, func() bool { return len(server.Calls()) >= requests })
			awaitMoment(time.Duration(random.IntN(3000))*time.Microsecond, exited, func() bool { return false })
		}
		cmd.Process.Kill() // fails when the program has ended by itself
		<-exited
		if strings.Contains(stdout.String(), "Accepted 4 messages") {
			accepted = append(accepted, reference)
		}
	}
	if output, err := command("-deliver").CombinedOutput(); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, output)
	}
	if output, err := command("-list").CombinedOutput(); err != nil || !strings.HasSuffix(string(output), ": 0 messages\n") {
		t.Errorf("seed %d: the outbox is not empty: %v\n%s", seed, err, output)
	}

	arrived := arrivedEvents(t, server)
	doubles := len(arrived) - len(slices.Compact(slices.Clone(arrived)))
	t.Logf("%d of %d calls were accepted, and %d events arrived twice", len(accepted), killedMoments, doubles)
	if doubles > killedMoments {
		t.Errorf("seed %d: %d events arrived twice after %d kills", seed, doubles, killedMoments)
	}
	arrived = slices.Compact(arrived) // an event that is sent twice is sent before any later one
	var want []string
	for moment := range killedMoments { // a call can be accepted although it did not come to say so
		reference := fmt.Sprintf("call-%d", moment)
		if slices.Contains(accepted, reference) || slices.Contains(arrived, reference+" ringing") {
			want = append(want, reference+" ringing", reference+" ongoing", reference+" hangup", reference+"-note ")
		}
	}
	for i := range max(len(want), len(arrived)) {
		if i >= len(want) || i >= len(arrived) || want[i] != arrived[i] {
			t.Fatalf("seed %d: %d events arrived, want %d; the first difference is at %d: got %q, want %q",
				seed, len(arrived), len(want), i, arrived[min(i, len(arrived)):min(i+1, len(arrived))], want[min(i, len(want)):min(i+1, len(want))])
		}
	}
	if len(accepted) == 0 || doubles == 0 {
		t.Errorf("seed %d: no moment lay after the acceptance of a call, or none within a request", seed)
	}
}

// arrivedEvents lists the requests as reference and status, in the order in which they came.
func arrivedEvents(t *testing.T, server *reservationstest.Server) (events []string) {
	t.Helper()
	for _, call := range server.Calls() {
		event, err := reservationstest.BodyOf[types.VoIPEvent](call)
		if err != nil {
			t.Fatal(err)
		}
		status := types.VoIPCallStatus("")
		if event.Status != nil {
			status = *event.Status
		}
		events = append(events, event.Reference+" "+string(status))
	}
	return events
}
