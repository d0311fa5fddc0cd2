// SPDX-License-Identifier: MIT

package doctor

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestDocumentedService asks the service that the SDK is tested with. Nothing is contradicted, only errors are
// undetermined, and the requests are those of the plan.
func TestDocumentedService(t *testing.T) {
	server := newPark()
	got := ask(t, server)
	for _, r := range got.Results {
		want := isConfirmed
		if r.ID == "service.errors" {
			want = isUndetermined
		}
		if r.Verdict != want {
			t.Errorf("%s: got %s, want %s; observed: %s %v", r.ID, r.Verdict, want, r.Observed, r.Evidence)
		}
	}
	if n := len(server.Requests()); n != 14 || n != len(plan) || len(checks) > 15 || got.Sent != n || got.Stopped != "" {
		t.Fatalf("got %d requests, %d in the report, stopped %q; want %d", n, got.Sent, got.Stopped, len(plan))
	}
	for i, call := range server.Requests() {
		if call.Method != http.MethodGet || call.Path != plan[i].Path || call.Status != http.StatusOK {
			t.Errorf("request %d: got %s %s, status %d, want GET %s, status 200", i, call.Method, call.Path, call.Status, plan[i].Path)
		}
	}
}

// TestPace reads the clock at every request.
func TestPace(t *testing.T) {
	var sent []time.Time
	underWay := 0
	ask(t, changed(newPark(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		sent = append(sent, time.Now())
		if underWay++; underWay > 1 {
			t.Error("two requests are under way")
		}
		time.Sleep(300 * time.Millisecond)
		next.ServeHTTP(w, r)
		underWay--
	}), "register.limit", "summaries.order")
	if len(sent) != 5 {
		t.Errorf("got %d requests, want 5", len(sent))
	}
	for i := 1; i < len(sent); i++ {
		if got := sent[i].Sub(sent[i-1]); got < time.Second {
			t.Errorf("request %d: got %v after the one before, want a second at least", i, got)
		}
	}
}

// TestStops holds the requests that are sent to a service that refuses, and what the report says then.
func TestStops(t *testing.T) {
	tests := []struct {
		name    string
		status  int
		from    int // the first request that fails
		sent    int
		stopped phrase
	}{
		{"at the first 429", 429, 4, 4, "the service refused request 4 with status 429, so no other was sent"},
		{"at the first 503", 503, 7, 7, "the service refused request 7 with status 503, so no other was sent"},
		{"when the key is refused", 403, 2, 2, "the service refused the key at request 2 with status 403"},
		{"after three failures", 500, 5, 7, "3 requests in a row failed"},
		{"at the first request, so that nothing can be used", 401, 1, 1, "the service refused the key at request 1 with status 401"},
		{"not at refused parameters", 400, 2, 13, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			sent := 0
			got := ask(t, changed(newPark(), refuse(test.status, func(*http.Request) bool { sent++; return sent >= test.from })))
			if sent != test.sent || got.Sent != sent || got.Stopped != test.stopped || (got.err != nil) != (test.from == 1) {
				t.Errorf("got %d requests, %d in the report, %q, %v, want %d, %q", sent, got.Sent, got.Stopped, got.err, test.sent, test.stopped)
			}
		})
	}
}

// TestLittleData asks services that cannot tell much. They say so.
func TestLittleData(t *testing.T) {
	mock := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { // fixed data, whatever is asked for
		body := `[{"id":1,"status":"open"}]`
		if r.URL.Path == presencePath {
			w.Header().Set("X-Total-Count", "1")
			body = `[{"date":"2019-08-24","items":[{"reservationId":1,"numOfPersons":1,"guestCountry":"string"}]}]`
		}
		fmt.Fprint(w, body)
	})
	empty := reservationstest.NewServer(reservationstest.WithKey(testKey))
	for name, service := range map[string]http.Handler{"empty": empty, "mock": mock} {
		t.Run(name, func(t *testing.T) {
			got := ask(t, service)
			for _, id := range []string{
				"register.limit", "register.offset", "summaries.limit", "summaries.offset", "values.date-times", "service.errors",
			} {
				if r := got.answer(id); r.Verdict != isUndetermined {
					t.Errorf("%s: got %s, want %s; observed: %s", id, r.Verdict, isUndetermined, r.Observed)
				}
			}
			if n, _ := got.count(); n[isContradicted] > 0 {
				t.Errorf("got %d contradictions, want none", n[isContradicted])
			}
		})
	}
}
