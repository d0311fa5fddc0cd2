// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

func TestResetTask(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := rt.NewServer(rt.WithRecords(rt.NewTask(1, func(task *types.Task) {
			task.Status, task.Done, task.StartedBy, task.CompletedBy = "done", true, "Bram", "Bram"
			task.Start, task.End = types.NewDateTime(november("20 10:00")), types.NewDateTime(november("20 11:00"))
		})))
		want := rt.NewTask(1, func(task *types.Task) { task.Modified = startOfTime })
		got := read[types.Task](t, inMemory(t, srv).send("PUT", "/api/tasks/1/reset", ""))
		held, _ := rt.Get[types.Task](srv, 1)
		if diff := cmp.Diff([]types.Task{want, want}, []types.Task{got, held}); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestUpdateTransaction(t *testing.T) {
	t.Parallel()
	tests := []struct{ status, want types.TransactionStatus }{
		{"open", "paid"}, {"pending", "paid"}, {"authorized", "paid"}, {"paid", "paid"}, {"failed", "failed"},
		{"refunding", "refunding"}, {"unknown", "unknown"}, {"", ""},
	}
	for _, test := range tests {
		t.Run(string(test.status), func(t *testing.T) {
			t.Parallel()
			srv := rt.NewServer(rt.WithRecords(rt.NewTransaction(1, func(x *types.Transaction) { x.Status = test.status })))
			got := read[types.Transaction](t, inMemory(t, srv).send("PUT", "/api/transactions/1", ""))
			changed := test.status != test.want
			marked := got.Processed == changed && got.Cancelable != changed && got.Modified.IsZero() != changed
			if got.Status != test.want || !marked {
				t.Errorf("got %+v, want the status %s and a change: %v", got, test.want, changed)
			}
			if held, _ := rt.Get[types.Transaction](srv, 1); !cmp.Equal(held, got) {
				t.Errorf("held is %+v, want %+v", held, got)
			}
		})
	}
}

func TestCreateUtilityMeterReport(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := rt.NewServer()
		at := types.NewDateTime(november("20 14:00"))
		all := `{"quantity":"1234.500","type":"w","datetime":"2026-11-20T14:00:00Z","accommodationUnit":{"id":1}}`
		tests := []struct {
			body string
			want types.UtilityMeterReport
		}{
			{"", types.UtilityMeterReport{ID: 1_000_001, Type: "e", Datetime: startOfTime, Quantity: types.MustDecimal("0")}},
			{all, types.UtilityMeterReport{ID: 1_000_002, Type: "w", Datetime: at, Quantity: types.MustDecimal("1234.5")}},
		}
		for i, test := range tests {
			got := read[types.UtilityMeterReport](t, inMemory(t, srv).send("POST", reportTarget, test.body))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.body, diff)
			}
			if held := rt.All[types.UtilityMeterReport](srv)[i]; !cmp.Equal(test.want, held) {
				t.Errorf("%s: held is %+v", test.body, held)
			}
		}
	})
}

// TestVoIPEvents follows two calls by their references.
func TestVoIPEvents(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	first := types.VoIPCall{ID: 1_000_001, Reference: "a", Status: "ringing", Direction: "in", Source: "+31"}
	second := types.VoIPCall{ID: 1_000_002, Reference: "b", Status: "queued", Notes: "Cot", Reservation: &types.Ref{ID: 1}}
	hungUp := first
	hungUp.Status, hungUp.Answered, hungUp.Duration, hungUp.User = "hangup", true, 61, &types.Ref{ID: 3}
	hungUp.EndDate = types.NewDateTime(november("20 14:01"))
	for _, test := range []struct {
		body string
		want types.VoIPCall
	}{
		{`{"reference":"a","status":"ringing","direction":"in","source":"+31"}`, first},
		{`{"reference":"b","event":"reservation-change-note","notes":"Cot","reservation":{"id":1}}`, second},
		{`{"reference":"a","event":"call","status":"hangup","answered":true,"duration":61,
			"endDate":"2026-11-20T14:01:00Z","user":{"id":3}}`, hungUp},
	} {
		got := read[types.VoIPCall](t, inMemory(t, srv).send("POST", voipTarget, test.body))
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.body, diff)
		}
	}
	if diff := cmp.Diff([]types.VoIPCall{hungUp, second}, rt.All[types.VoIPCall](srv)); diff != "" {
		t.Errorf("held (-want +got):\n%s", diff)
	}
}

// TestDeleteWebhook deletes its events too, and has no body in the response.
func TestDeleteWebhook(t *testing.T) {
	t.Parallel()
	ofSecond := func(e *types.WebhookEvent) { e.Webhook = rt.NewWebhook(2) }
	srv := rt.NewServer(rt.WithRecords(rt.NewWebhook(1), rt.NewWebhook(2),
		rt.NewWebhookEvent(11), rt.NewWebhookEvent(12), rt.NewWebhookEvent(13, ofSecond)))
	c := inMemory(t, srv)
	events := read[[]types.WebhookEvent](t, c.send("GET", "/api/webhook_events/11", ""))
	if diff := cmp.Diff([]types.WebhookEvent{rt.NewWebhookEvent(11)}, events); diff != "" {
		t.Errorf("before (-want +got):\n%s", diff)
	}
	resp := c.send("DELETE", "/api/webhooks/1", "")
	if body := readAll(t, resp); resp.StatusCode != http.StatusOK || body != "" || resp.ContentLength != 0 {
		t.Errorf("got the status %d and the body %q, want 200 and none", resp.StatusCode, body)
	}
	if got := srv.Requests()[1].Status; got != http.StatusOK {
		t.Errorf("the recorded status is %d, want 200", got)
	}
	if diff := cmp.Diff([]types.Webhook{rt.NewWebhook(2)}, rt.All[types.Webhook](srv)); diff != "" {
		t.Errorf("webhooks that are left (-want +got):\n%s", diff)
	}
	want := []types.WebhookEvent{rt.NewWebhookEvent(13, ofSecond)}
	if diff := cmp.Diff(want, rt.All[types.WebhookEvent](srv)); diff != "" {
		t.Errorf("events that are left (-want +got):\n%s", diff)
	}
}
