// SPDX-License-Identifier: MIT

package outbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// event is a message for the tests.
func event(reference string) types.VoIPEvent {
	return types.VoIPEvent{Reference: reference, Status: types.Ptr(types.VoIPCallStatusRinging)}
}

// quietly drops what a sender says.
func quietly(string, ...any) {}

// noRetry is for the clients of the tests.
var noRetry = reservationstest.WithClientOptions(reservations.WithRetry(reservations.NoRetry()))

// references lists what arrived at the service, also where it then failed.
func references(t *testing.T, server *reservationstest.Server) (references []string) {
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

// TestDeliver fails the first request in every way. The second message shows what was kept
// waiting.
func TestDeliver(t *testing.T) {
	t.Parallel()
	const once, twice, kept = "a b", "a a b", "a"
	tests := map[string]struct {
		fault reservationstest.Fault
		hold  bool
		sent  string // references of the requests
		left  string // states of the messages, in their order
		waits time.Duration
		says  string // the error of Deliver
		logs  string
	}{
		"no fault":                       {sent: once},
		"429":                            {fault: reservationstest.TooManyRequests(""), hold: true, sent: twice, waits: time.Second, logs: "1 waiting: POST /api/voip/webhook: 429"},
		"429 with a wait":                {fault: reservationstest.TooManyRequests("7"), hold: true, sent: twice, waits: 7 * time.Second, logs: "1 waiting: POST /api/voip/webhook: 429"},
		"429 with a long wait":           {fault: reservationstest.TooManyRequests("3600"), hold: true, sent: kept, left: "waiting waiting", says: "message 1 waits", logs: "1 waiting"},
		"400":                            {fault: reservationstest.Status(400), sent: once, left: "refused", logs: "1 refused: POST /api/voip/webhook: 400"},
		"422":                            {fault: reservationstest.Status(422), sent: once, left: "refused", logs: "1 refused"},
		"401":                            {fault: reservationstest.Status(401), sent: kept, left: "waiting waiting", says: "check the API key", logs: "1 waiting"},
		"404":                            {fault: reservationstest.Status(404), sent: kept, left: "waiting waiting", says: "404", logs: "1 waiting"},
		"a redirect":                     {fault: reservationstest.Redirect(302, ""), sent: twice, waits: time.Second, logs: "1 waiting"},
		"a redirect, hold":               {fault: reservationstest.Redirect(302, ""), hold: true, sent: once, left: "held", logs: "1 held"},
		"500":                            {fault: reservationstest.Status(500), sent: twice, waits: time.Second, logs: "1 waiting"},
		"500, hold":                      {fault: reservationstest.Status(500), hold: true, sent: once, left: "held", logs: "1 held"},
		"408, hold":                      {fault: reservationstest.Status(408), hold: true, sent: once, left: "held", logs: "1 held"},
		"a lost request":                 {fault: reservationstest.Reset(), sent: twice, waits: time.Second, logs: "1 waiting"},
		"a lost request, hold":           {fault: reservationstest.Reset(), hold: true, sent: once, left: "held", logs: "1 held"},
		"a lost response":                {fault: reservationstest.ResetAfter(), sent: twice, waits: time.Second, logs: "1 waiting"},
		"a lost response, hold":          {fault: reservationstest.ResetAfter(), hold: true, sent: once, left: "held", logs: "1 held"},
		"no response":                    {fault: reservationstest.Hang(), sent: twice, waits: 31 * time.Second, logs: "1 waiting"},
		"no response, hold":              {fault: reservationstest.Hang(), hold: true, sent: once, left: "held", waits: 30 * time.Second, logs: "1 held"},
		"a page of a proxy":              {fault: reservationstest.HTML(200), sent: twice, waits: time.Second, logs: "1 waiting"},
		"a page of a proxy, hold":        {fault: reservationstest.HTML(200), hold: true, sent: once, left: "held", logs: "1 held"},
		"an error page of a proxy, hold": {fault: reservationstest.HTML(502), hold: true, sent: once, left: "held", logs: "1 held"},
		"an empty success":               {fault: reservationstest.EmptyBody(), hold: true, sent: once, logs: "1 delivered"},
		"a success that is null":         {fault: reservationstest.Body(200, "application/json", "null"), hold: true, sent: once, logs: "1 delivered"},
		"a success of another type":      {fault: reservationstest.Body(200, "application/json", `{"id": true}`), hold: true, sent: once, logs: "1 delivered"},
	}
	for _, name := range testkit.Cases(2, slices.Sorted(maps.Keys(tests))) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, tt := newFile(t), tests[name]
			synctest.Test(t, func(t *testing.T) {
				server, client := reservationstest.New(t, noRetry)
				if tt.fault != nil {
					server.Inject(reservationstest.OpSendVoIPEvent, reservationstest.Nth(1), tt.fault)
				}
				box := open(t, file)
				if err := box.Add(t.Context(), Phone, event("a"), event("b")); err != nil {
					t.Fatal(err)
				}
				var log []string
				start := time.Now()
				err := box.Deliver(t.Context(), Delivery{
					Send: sender(client, quietly), Hold: tt.hold, Patience: time.Minute,
					Log: func(m Message, err error) { log = append(log, fmt.Sprintf("%d %s: %v", m.ID, m.State, err)) },
				})
				if waited := time.Since(start); waited != tt.waits {
					t.Errorf("it took %v, want %v", waited, tt.waits)
				}
				if tt.says == "" && err != nil || tt.says != "" && (err == nil || !strings.Contains(err.Error(), tt.says)) {
					t.Errorf("got error %v, want one that says %q", err, tt.says)
				}
				if got := strings.Join(references(t, server), " "); got != tt.sent {
					t.Errorf("sent %q, want %q", got, tt.sent)
				}
				messages, err := box.List(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				var left []string
				for _, m := range messages {
					left = append(left, m.State)
				}
				if got := strings.Join(left, " "); got != tt.left {
					t.Errorf("the messages are %q, want %q", got, tt.left)
				}
				if tt.logs == "" && len(log) != 0 || tt.logs != "" && (len(log) != 1 || !strings.HasPrefix(log[0], tt.logs)) {
					t.Errorf("the log is %q, want one line that begins %q", log, tt.logs)
				}
			})
		})
	}
}

// TestDeliverWaits counts the attempts while the service is away for long.
func TestDeliverWaits(t *testing.T) {
	t.Parallel()
	file := newFile(t)
	synctest.Test(t, func(t *testing.T) {
		server, client := reservationstest.New(t, noRetry)
		server.Inject(reservationstest.OpSendVoIPEvent, reservationstest.Always(), reservationstest.Status(503))
		box := open(t, file)
		if err := box.Add(t.Context(), Phone, event("a"), event("b")); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		err := box.Deliver(t.Context(), Delivery{Send: sender(client, quietly), Patience: 10 * time.Minute})
		if err == nil || !strings.Contains(err.Error(), "503") {
			t.Errorf("got error %v, want the last one of the service", err)
		}
		// The waits are 1, 2, 4, 8, 16 and 32 seconds, which is 63, and then a minute 8 times.
		if waited := time.Since(start); waited != 63*time.Second+8*time.Minute {
			t.Errorf("it gave up after %v", waited)
		}
		if got := len(server.Calls()); got != 15 {
			t.Errorf("it sent %d requests, want 15", got)
		}
		if diff := cmp.Diff([]string{"waiting", "waiting"}, stateNames(t, box)); diff != "" {
			t.Errorf("states (-want +got):\n%s", diff)
		}
	})
}

func stateNames(t *testing.T, box *Outbox) (names []string) {
	t.Helper()
	for _, line := range states(t, box) {
		names = append(names, strings.Fields(line)[1])
	}
	return names
}

// TestDeliverAlone tries to deliver twice at the same time. Meanwhile a message is added.
func TestDeliverAlone(t *testing.T) {
	t.Parallel()
	server, client := reservationstest.New(t, noRetry)
	name := newFile(t)
	box := open(t, name)
	if err := box.Add(t.Context(), Phone, event("a")); err != nil {
		t.Fatal(err)
	}
	send, other := sender(client, quietly), open(t, name) // as another program does
	var once sync.Once
	err := box.Deliver(t.Context(), Delivery{Send: func(ctx context.Context, m Message) error {
		once.Do(func() {
			if diff := cmp.Diff([]string{"sending"}, stateNames(t, other)); diff != "" { // what a kill would leave
				t.Errorf("states during a request (-want +got):\n%s", diff)
			}
			if err := other.Add(ctx, Phone, event("b")); err != nil {
				t.Error(err)
			}
			if err := other.Deliver(ctx, Delivery{Send: send}); !errors.Is(err, ErrBusy) {
				t.Errorf("the second delivery: error %v, want ErrBusy", err)
			}
		})
		return send(ctx, m)
	}})
	if err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"a", "b"}, references(t, server)); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
	if err := other.Deliver(t.Context(), Delivery{Send: send}); err != nil {
		t.Errorf("after the first delivery: %v", err)
	}
}

// TestDeliverCancelled ends a delivery at each of its waits. A request that has begun is
// finished.
func TestDeliverCancelled(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		fault reservationstest.Fault
		after time.Duration
		sent  []string
		left  []string
	}{
		"during a request":   {reservationstest.Before(func() { time.Sleep(10 * time.Second) }), 5 * time.Second, []string{"a"}, []string{"waiting"}},
		"between attempts":   {reservationstest.TooManyRequests("60"), 5 * time.Second, []string{"a"}, []string{"waiting", "waiting"}},
		"with nothing to do": {reservationstest.Before(func() {}), 5 * time.Second, []string{"a", "b"}, nil},
		"before":             {reservationstest.Before(func() {}), 0, nil, []string{"waiting", "waiting"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := newFile(t)
			synctest.Test(t, func(t *testing.T) { // which also fails when a goroutine is left
				server, client := reservationstest.New(t, noRetry)
				server.Inject(reservationstest.OpSendVoIPEvent, reservationstest.Nth(1), tt.fault)
				box := open(t, file)
				if err := box.Add(t.Context(), Phone, event("a"), event("b")); err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithTimeout(t.Context(), tt.after)
				defer cancel()
				if err := box.Deliver(ctx, Delivery{Send: sender(client, quietly), Hold: true, Watch: time.Second}); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("got error %v, want that of the context", err)
				}
				if diff := cmp.Diff(tt.sent, references(t, server)); diff != "" {
					t.Errorf("sent (-want +got):\n%s", diff)
				}
				if diff := cmp.Diff(tt.left, stateNames(t, box)); diff != "" {
					t.Errorf("states (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// TestDeliverStopsAtAnErrorOfTheProgram keeps a message that the program cannot read.
func TestDeliverStopsAtAnErrorOfTheProgram(t *testing.T) {
	t.Parallel()
	box := open(t, filepath.Join(t.TempDir(), "messages.db"))
	if err := box.Add(t.Context(), Phone, "a", "b"); err != nil {
		t.Fatal(err)
	}
	err := box.Deliver(t.Context(), Delivery{Send: func(context.Context, Message) error { return io.ErrUnexpectedEOF }})
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got error %v, want that of the program", err)
	}
	if diff := cmp.Diff([]string{"waiting", "waiting"}, stateNames(t, box)); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
}
