// SPDX-License-Identifier: MIT

package main

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const shown = "Event 9001: example of record 1\n  reservation R001001 is confirmed, from 2026-11-20 to 2026-11-27\n"

func TestReceive(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		bodies []string
		fault  reservationstest.Fault // of the list; nil for none
		status int                    // of the last response
		want   string
	}{
		{"an event", []string{`{"id": "9001", "subjectId": 7}`}, nil, 204, shown},
		{"an id that is a number", []string{`{"id": 9001}`}, nil, 204, shown},
		{"twice", []string{`{"id": 9001}`, `{"id": 9001}`}, nil, 204, shown},
		{"an event that does not exist", []string{`{"id": 1}`}, nil, 404, ""},
		{"an event of another webhook", []string{`{"id": 9002}`}, nil, 404, ""},
		{"no id", []string{`{"event": "example"}`}, nil, 400, ""},
		{"no JSON", []string{`id=9001`}, nil, 400, ""},
		{"a service that fails", []string{`{"id": 9001}`}, reservationstest.Status(403), 503, "Event 9001: example of record 1\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server, client := reservationstest.New(t, reservationstest.WithRecords(
				reservationstest.NewSummary(1001), reservationstest.NewWebhook(1), reservationstest.NewWebhookEvent(9001),
				reservationstest.NewWebhookEvent(9002, func(e *types.WebhookEvent) { e.Webhook = reservationstest.NewWebhook(2) }),
			))
			if test.fault != nil {
				server.Inject(reservationstest.OpSummaries, reservationstest.Always(), test.fault)
			}
			var got strings.Builder
			r := &receiver{client: client, webhook: 1, out: &got}
			var response *httptest.ResponseRecorder
			for _, body := range test.bodies {
				response = httptest.NewRecorder()
				r.ServeHTTP(response, httptest.NewRequest("POST", "/", strings.NewReader(body)))
			}
			if response.Code != test.status || got.String() != test.want {
				t.Errorf("status %d and\n%s\nwant %d and\n%s", response.Code, &got, test.status, test.want)
			}
			if _, found := reservationstest.Get[types.Webhook](server, 1); !found {
				t.Error("the webhook is gone")
			}
		})
	}
}
