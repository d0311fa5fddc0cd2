// SPDX-License-Identifier: MIT

package examples

import (
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const webhookSecret = "a-secret-of-20-letters"

// startWebhooks starts the program, and returns the address to deliver to and the file that it prints to.
func startWebhooks(t *testing.T, server *reservationstest.Server) (address, printed string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	host := listener.Addr().String()
	file, err := os.Create(filepath.Join(t.TempDir(), "printed"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program(t, "webhooks"), "-listen", host)
	cmd.Env = append(environment(server), "RESERVATIONS_ORGANIZATION=1", "WEBHOOK_SECRET="+webhookSecret)
	cmd.Stdout, cmd.Stderr = file, os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		file.Close()
	})
	for range time.Tick(10 * time.Millisecond) { // until it listens
		if connection, err := net.Dial("tcp", host); err == nil {
			connection.Close()
			break
		}
	}
	return "http://" + host + "/" + webhookSecret, file.Name()
}

// TestProgramsWebhooks delivers one after the other to one program.
func TestProgramsWebhooks(t *testing.T) {
	t.Parallel()
	deep(t)
	server := newService(t)
	foreign := reservationstest.NewWebhookEvent(9002, func(e *types.WebhookEvent) { e.Webhook = reservationstest.NewWebhook(2) })
	server.Put(
		reservationstest.NewSummary(1001, func(r *types.ReservationSummary) { r.Modified = types.NewDateTime(time.Now().Add(time.Hour)) }),
		reservationstest.NewWebhook(1), reservationstest.NewWebhookEvent(9001), reservationstest.NewWebhookEvent(9003), foreign)
	server.Inject("reservations.summaries", reservationstest.Nth(1), reservationstest.Status(403))
	both := []types.WebhookEvent{foreign, reservationstest.NewWebhookEvent(9004)}
	server.Inject("webhooks.event", reservationstest.Nth(1), reservationstest.Respond(both))
	address, printed := startWebhooks(t, server)
	const changes = "  reservation R001001 is confirmed, from 2026-11-20 to 2026-11-27\n"
	for _, test := range []struct {
		name   string
		body   string
		status int
		prints string
	}{
		{"events of two webhooks, while the service fails", `{"id": 9004}`, 503, "Event 9004: example of record 1\n"},
		{"an event", `{"id": "9001", "subjectId": 7}`, 204, "Event 9001: example of record 1\n" + changes},
		{"an id that is a number", `{"id": 9003}`, 204, "Event 9003: example of record 1\n" + changes},
		{"twice", `{"id": 9003}`, 204, ""},
		{"an event that does not exist", `{"id": 1}`, 404, ""},
		{"an event of another webhook", `{"id": 9002}`, 404, ""},
		{"no id", `{"event": "example"}`, 400, ""},
		{"no JSON", `id=9001`, 400, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := read(t, printed)
			response, err := http.Post(address, "application/json", strings.NewReader(test.body))
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if got := strings.TrimPrefix(read(t, printed), before); response.StatusCode != test.status || got != test.prints {
				t.Errorf("status %d and\n%s\nwant %d and\n%s", response.StatusCode, got, test.status, test.prints)
			}
		})
	}
	if _, found := reservationstest.Get[types.Webhook](server, 1); !found {
		t.Error("the webhook is gone")
	}
}
