// SPDX-License-Identifier: MIT

package doctor

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	reservations "github.com/reservationkit/reservations-go"
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
	if n := len(server.Requests()); n != len(plan) || got.Requests != n || got.Stopped != "" {
		t.Fatalf("got %d requests, %d in the report, stopped %q; want %d", n, got.Requests, got.Stopped, len(plan))
	}
	for i, call := range server.Requests() {
		if call.Method != http.MethodGet || call.Path != plan[i].Path || call.Status != http.StatusOK {
			t.Errorf("request %d: got %s %s, status %d, want GET %s, status 200", i, call.Method, call.Path, call.Status, plan[i].Path)
		}
	}
}

// TestPlan holds the checks and the plan to each other, and to what the user is promised.
func TestPlan(t *testing.T) {
	if len(checks) > 15 || len(plan) > 20 {
		t.Errorf("got %d checks and %d requests, want at most 15 and 20", len(checks), len(plan))
	}
	known, used := map[string]bool{}, map[string]bool{}
	for _, r := range plan {
		isRead := func(op reservations.Operation) bool {
			return op.Method == r.Method && op.Path == r.Path && op.Class == reservations.ClassRead
		}
		if known[r.ID] || r.Method != http.MethodGet || !slices.ContainsFunc(reservations.Operations(), isRead) {
			t.Errorf("%s is there twice, or is no read", r.ID)
		}
		for _, id := range r.After {
			if !known[id] {
				t.Errorf("%s needs %s, which does not come before it", r.ID, id)
			}
		}
		known[r.ID] = true
	}
	for _, c := range checks {
		for _, id := range c.Requests {
			if !known[id] {
				t.Errorf("%s looks at %s, which is not in the plan", c.ID, id)
			}
			used[id] = true
		}
	}
	if len(used) != len(plan) {
		t.Errorf("the checks look at %d requests of %d", len(used), len(plan))
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
		if got := sent[i].Sub(sent[i-1]); got != time.Second {
			t.Errorf("request %d: got %v after the one before, want %v", i, got, time.Second)
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
		{"not at refused parameters", 400, 2, 13, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			sent := 0
			got := ask(t, changed(newPark(), refuse(test.status, func(*http.Request) bool { sent++; return sent >= test.from })))
			if sent != test.sent || got.Requests != sent || got.Stopped != test.stopped || got.err != nil {
				t.Errorf("got %d requests, %d in the report, %q, %v, want %d, %q", sent, got.Requests, got.Stopped, got.err, test.sent, test.stopped)
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

// TestTableIsNarrow prints every question with a long text, and a contradiction for each.
func TestTableIsNarrow(t *testing.T) {
	long := strings.Repeat("a long text ", 20)
	var found report
	for _, c := range checks {
		found.Results = append(found.Results, result{
			ID: c.ID, Question: c.Question, Documented: c.Documented, Assumed: c.Assumed,
			Observed: phrase(long), Verdict: isContradicted, Meaning: template(long),
		})
	}
	var printed strings.Builder
	if err := found.table(&printed); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(printed.String()) {
		if width := utf8.RuneCountInString(strings.TrimRight(line, "\n")); width > 100 {
			t.Errorf("got a line of %d columns, want at most 100: %s", width, line)
		}
	}
}
