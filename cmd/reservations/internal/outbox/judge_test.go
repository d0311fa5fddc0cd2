// SPDX-License-Identifier: MIT

package outbox

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestDeliverWithoutConnection holds nothing, because nothing can have arrived.
func TestDeliverWithoutConnection(t *testing.T) {
	t.Parallel()
	server := reservationstest.NewServer()
	url := server.URL()
	server.Close()
	client, err := reservations.NewClient(url, reservationstest.Key, reservations.WithRetry(reservations.NoRetry()))
	if err != nil {
		t.Fatal(err)
	}
	box := open(t, newFile(t))
	if err := box.Add(t.Context(), Phone, event("a")); err != nil {
		t.Fatal(err)
	}
	err = box.Deliver(t.Context(), Delivery{Send: sender(client, quietly), Hold: true, Patience: 1})
	if err == nil || !strings.Contains(err.Error(), "message 1 waits") {
		t.Errorf("got error %v, want one that says that the message waits", err)
	}
	if diff := cmp.Diff([]string{"waiting"}, stateNames(t, box)); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
}

// TestDeliverAfterAConnection holds a message whose connection was there and then broke.
func TestDeliverAfterAConnection(t *testing.T) {
	t.Parallel()
	server := reservationstest.NewServer()
	defer server.Close()
	server.Inject(reservationstest.OpSendVoIPEvent, reservationstest.Always(), reservationstest.ResetAfter())
	client, err := reservations.NewClient(server.URL(), reservationstest.Key, reservations.WithRetry(reservations.NoRetry()))
	if err != nil {
		t.Fatal(err)
	}
	box := open(t, newFile(t))
	if err := box.Add(t.Context(), Phone, event("a")); err != nil {
		t.Fatal(err)
	}
	if err := box.Deliver(t.Context(), Delivery{Send: sender(client, quietly), Hold: true, Patience: 1}); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"held"}, stateNames(t, box)); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
}

// TestDeliverAfterAnInterruption begins with a message that a killed program was sending.
func TestDeliverAfterAnInterruption(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		hold bool
		sent []string
		left []string
	}{
		"send": {false, []string{"b", "c"}, []string{"refused"}},
		"hold": {true, []string{"c"}, []string{"refused", "held"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, client := reservationstest.New(t, noRetry)
			box := open(t, newFile(t))
			if err := box.Add(t.Context(), Phone, event("a"), event("b"), event("c")); err != nil {
				t.Fatal(err)
			}
			if err := box.exec(t.Context(), "UPDATE messages SET state = iif(id = 1, 'refused', 'sending') WHERE id < 3"); err != nil {
				t.Fatal(err)
			}
			var log []string
			d := Delivery{Send: sender(client, quietly), Hold: tt.hold, Log: func(m Message, err error) { log = append(log, fmt.Sprint(m.ID, " ", err)) }}
			if err := box.Deliver(t.Context(), d); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(tt.sent, references(t, server)); diff != "" {
				t.Errorf("sent (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.left, stateNames(t, box)); diff != "" {
				t.Errorf("states (-want +got):\n%s", diff)
			}
			if len(log) != 1 || !strings.HasPrefix(log[0], "2 ") || !strings.Contains(log[0], "may have arrived") {
				t.Errorf("the log is %q, want a line about message 2", log)
			}
		})
	}
}

// TestDeliverWithAMock uses a transport that knows no httptrace: what fails there may have
// arrived.
func TestDeliverWithAMock(t *testing.T) {
	t.Parallel()
	failing := testkit.RoundTripper(func(*http.Request) (*http.Response, error) { return nil, io.ErrClosedPipe })
	client, err := reservations.NewClient("https://api.example.com", "key",
		reservations.WithHTTPClient(&http.Client{Transport: failing}), reservations.WithRetry(reservations.NoRetry()))
	if err != nil {
		t.Fatal(err)
	}
	box := open(t, newFile(t))
	if err := box.Add(t.Context(), Phone, event("a")); err != nil {
		t.Fatal(err)
	}
	if err := box.Deliver(t.Context(), Delivery{Send: sender(client, quietly), Hold: true}); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"held"}, stateNames(t, box)); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
}
