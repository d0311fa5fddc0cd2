// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"net/http"
	"testing"
	"testing/synctest"

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
		got := call[types.Task](t, srv, "PUT", "/api/tasks/1/reset", "")
		held, _ := rt.Get[types.Task](srv, 1)
		wantSame(t, []types.Task{want, want}, []types.Task{got, held})
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
			got := call[types.Transaction](t, srv, "PUT", "/api/transactions/1", "")
			changed := test.status != test.want
			marked := got.Processed == changed && got.Cancelable != changed && got.Modified.IsZero() != changed
			if got.Status != test.want || !marked {
				t.Errorf("got %+v, want the status %s and a change: %v", got, test.want, changed)
			}
			wantSame(t, []types.Transaction{got}, rt.All[types.Transaction](srv))
		})
	}
}

func TestCreateUtilityMeterReport(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := rt.NewServer()
		at := types.NewDateTime(november("20 14:00"))
		all := `{"quantity":"1234.500","type":"w","datetime":"2026-11-20T14:00:00Z","accommodationUnit":{"id":1}}`
		want := []types.UtilityMeterReport{
			{ID: 1_000_001, Type: "e", Datetime: startOfTime, Quantity: types.MustDecimal("0")},
			{ID: 1_000_002, Type: "w", Datetime: at, Quantity: types.MustDecimal("1234.5")},
		}
		for i, body := range []string{"", all} {
			wantSame(t, want[i], call[types.UtilityMeterReport](t, srv, "POST", reportTarget, body))
		}
		wantSame(t, want, rt.All[types.UtilityMeterReport](srv))
	})
}

// TestVoIPEvents follows two calls by their references.
func TestVoIPEvents(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	first := types.VoIPCall{ID: 1_000_001, Reference: "a", Status: "ringing", Direction: "in", Source: "+31"}
	second := types.VoIPCall{ID: 1_000_002, Reference: "b", Status: "queued", Notes: "Cot", Reservation: &types.ResponseRef{ID: 1}}
	hungUp := first
	hungUp.Status, hungUp.Answered, hungUp.Duration, hungUp.User = "hangup", true, 61, &types.ResponseRef{ID: 3}
	hungUp.EndDate = types.NewDateTime(november("20 14:01"))
	for _, test := range []struct {
		body string
		want types.VoIPCall
	}{
		{`{"reference":"a","status":"ringing","direction":"in","source":"+31"}`, first},
		{`{"reference":"b","event":"reservation-change-note","notes":"Cot","reservation":{"id":1}}`, second},
		{`{"reference":"a","status":"hangup","answered":true,"duration":61,"endDate":"2026-11-20T14:01:00Z","user":{"id":3}}`, hungUp},
	} {
		wantSame(t, test.want, call[types.VoIPCall](t, srv, "POST", voipTarget, test.body))
	}
	wantSame(t, []types.VoIPCall{hungUp, second}, rt.All[types.VoIPCall](srv))
}

// TestDeleteWebhook deletes its events too, and has no body in the response.
func TestDeleteWebhook(t *testing.T) {
	t.Parallel()
	ofSecond := rt.NewWebhookEvent(13, func(e *types.WebhookEvent) { e.Webhook = rt.NewWebhook(2) })
	srv := rt.NewServer(rt.WithRecords(rt.NewWebhook(1), rt.NewWebhook(2), rt.NewWebhookEvent(11), rt.NewWebhookEvent(12), ofSecond))
	wantSame(t, []types.WebhookEvent{rt.NewWebhookEvent(11)}, call[[]types.WebhookEvent](t, srv, "GET", "/api/webhook_events/11", ""))
	for _, status := range []int{http.StatusOK, http.StatusNotFound} { // the second time it is no longer there
		resp := inMemory(t, srv).send("DELETE", "/api/webhooks/1", "")
		if body := readAll(t, resp); resp.StatusCode != status || (body == "") != (status == http.StatusOK) {
			t.Errorf("got the status %d and the body %q, want %d", resp.StatusCode, body, status)
		}
		wantSame(t, status, srv.Requests()[len(srv.Requests())-1].Status)
	}
	wantSame(t, []types.Webhook{rt.NewWebhook(2)}, rt.All[types.Webhook](srv))
	wantSame(t, []types.WebhookEvent{ofSecond}, rt.All[types.WebhookEvent](srv))
}
