package reservationstest_test

import (
	"strings"
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
		answered := read[types.Task](t, inMemory(t, srv).send("PUT", "/api/tasks/1/reset", ""))
		held, _ := rt.Get[types.Task](srv, 1)
		if diff := cmp.Diff([]types.Task{want, want}, []types.Task{answered, held}); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestUpdateTransaction(t *testing.T) {
	t.Parallel()
	for status, want := range map[types.TransactionStatus]types.TransactionStatus{
		"open": "paid", "pending": "paid", "authorized": "paid", "paid": "paid", "failed": "failed", "refunding": "refunding", "unknown": "unknown", "": "",
	} {
		srv := rt.NewServer(rt.WithRecords(rt.NewTransaction(1, func(x *types.Transaction) { x.Status = status })))
		got := read[types.Transaction](t, inMemory(t, srv).send("PUT", "/api/transactions/1", ""))
		changed := status != want
		if got.Status != want || got.Processed != changed || got.Cancelable == changed || got.Modified.IsZero() == changed {
			t.Errorf("%q: %+v", status, got)
		}
		if held, _ := rt.Get[types.Transaction](srv, 1); !cmp.Equal(held, got) {
			t.Errorf("%q: held %+v", status, held)
		}
	}
}

func TestCreateUtilityMeterReport(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := rt.NewServer()
		c := inMemory(t, srv)
		tests := []struct {
			body string
			want types.UtilityMeterReport
		}{
			{"", types.UtilityMeterReport{ID: 1_000_001, Type: "e", Datetime: startOfTime, Quantity: types.MustDecimal("0.000")}},
			{`{"quantity":"1234.500","type":"w","datetime":"2026-11-20T14:00:00Z","accommodationUnit":{"id":1}}`, types.UtilityMeterReport{
				ID: 1_000_002, Type: "w", Datetime: types.NewDateTime(november("20 14:00")), Quantity: types.MustDecimal("1234.500"),
			}},
		}
		var want []types.UtilityMeterReport
		for _, test := range tests {
			got := read[types.UtilityMeterReport](t, c.send("POST", "/api/utility_meter_reports/", test.body))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.body, diff)
			}
			want = append(want, test.want)
		}
		if diff := cmp.Diff(want, rt.All[types.UtilityMeterReport](srv)); diff != "" {
			t.Errorf("held (-want +got):\n%s", diff)
		}
	})
}

// TestVoIPEvents follows two calls by their references.
func TestVoIPEvents(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	c := inMemory(t, srv)
	first := types.VoIPCall{ID: 1_000_001, Reference: "a", Status: "ringing", Direction: "in", Source: "+31"}
	second := types.VoIPCall{ID: 1_000_002, Reference: "b", Status: "queued", Notes: "Wants a cot", Reservation: &types.Ref{ID: 1}}
	hungUp := first
	hungUp.Status, hungUp.Answered, hungUp.Duration, hungUp.User = "hangup", true, 61, &types.Ref{ID: 3}
	hungUp.EndDate = types.NewDateTime(november("20 14:01"))
	for _, test := range []struct {
		body string
		want types.VoIPCall
	}{
		{`{"reference":"a","status":"ringing","direction":"in","source":"+31"}`, first},
		{`{"reference":"b","event":"reservation-change-note","notes":"Wants a cot","reservation":{"id":1}}`, second},
		{`{"reference":"a","event":"call","status":"hangup","answered":true,"duration":61,"endDate":"2026-11-20T14:01:00Z","user":{"id":3}}`, hungUp},
	} {
		if diff := cmp.Diff(test.want, read[types.VoIPCall](t, c.send("POST", "/api/voip/webhook", test.body))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.body, diff)
		}
	}
	if diff := cmp.Diff([]types.VoIPCall{hungUp, second}, rt.All[types.VoIPCall](srv)); diff != "" {
		t.Errorf("held (-want +got):\n%s", diff)
	}
}

// TestUpdatedDatesAreInstants: the service writes every date that it was sent in one form.
func TestUpdatedDatesAreInstants(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ method, target, body, want string }{
		{"PUT", updateGuestTarget, `{"birthDate":"2000-01-02"}`, `"birthDate":"2000-01-02T00:00:00Z"`},
		{"PUT", updateGuestTarget, `{"dateFrom":"2026-11-21"}`, `"dateFrom":"2026-11-21T00:00:00Z"`},
		{"PUT", updateGuestTarget, `{"dateTo":"2026-11-22 10:00:00"}`, `"dateTo":"2026-11-22T10:00:00Z"`},
		{"PUT", updateTarget, `{"dateFrom":"2026-11-21"}`, `"dateFrom":"2026-11-21T00:00:00Z"`},
		{"PUT", updateTarget, `{"dateTo":"2026-11-22 10:00:00"}`, `"dateTo":"2026-11-22T10:00:00Z"`},
		{"POST", "/api/utility_meter_reports/", `{"datetime":"2026-11-22 10:00:00"}`, `"datetime":"2026-11-22T10:00:00Z"`},
	} {
		t.Run(test.target+test.body, func(t *testing.T) {
			t.Parallel()
			if sent := readAll(t, inMemory(t, stocked()).send(test.method, test.target, test.body)); !strings.Contains(sent, test.want) {
				t.Errorf("the response has no %s: %s", test.want, sent)
			}
		})
	}
}
