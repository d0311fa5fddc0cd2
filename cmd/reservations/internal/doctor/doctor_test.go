// SPDX-License-Identifier: MIT

package doctor

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestDocumentedService asks the service that the SDK is tested with. Nothing is contradicted, only what it
// does not have is undetermined, and the requests are those of the plan.
func TestDocumentedService(t *testing.T) {
	server := newPark()
	report := examine(t, server)
	unknown := []string{"service.tls", "service.certificate", "service.errors"}
	for _, r := range report.Results {
		want := Confirmed
		if slices.Contains(unknown, r.ID) {
			want = Undetermined
		}
		if r.Verdict != want {
			t.Errorf("%s: got %s, want %s; observed: %s %v", r.ID, r.Verdict, want, r.Observed, r.Evidence)
		}
	}
	if got := len(server.Calls()); got != len(plan) || report.Requests != got || report.Stopped != "" {
		t.Errorf("got %d requests, %d in the report, stopped %q; want %d", got, report.Requests, report.Stopped, len(plan))
	}
	for i, call := range server.Calls() {
		op := reservations.Operations()[plan[i].operation-1]
		if call.Operation != op.Name || call.Method != http.MethodGet || call.Status != http.StatusOK {
			t.Errorf("request %d: got %s %s, status %d, want %s, status 200", i, call.Method, call.Operation, call.Status, op.Name)
		}
	}
}

// TestPlan holds the plan to what the user is promised.
func TestPlan(t *testing.T) {
	if len(plan) > maxRequests {
		t.Errorf("got %d requests, want at most %d", len(plan), maxRequests)
	}
	known := map[string]bool{}
	for _, s := range plan {
		if op := reservations.Operations()[s.operation-1]; op.Method != http.MethodGet || op.Class != reservations.ClassRead {
			t.Errorf("%s is operation %d, which is no read", s.id, s.operation)
		}
		for _, id := range s.after {
			if !known[id] {
				t.Errorf("%s needs %s, which does not come before it", s.id, id)
			}
		}
		if known[s.id] {
			t.Errorf("there are two requests %s", s.id)
		}
		known[s.id] = true
	}
	used := map[string]bool{}
	for _, c := range checks {
		for _, id := range c.steps {
			if !known[id] {
				t.Errorf("%s looks at %s, which is not in the plan", c.id, id)
			}
			used[id] = true
		}
	}
	for id := range known {
		if !used[id] {
			t.Errorf("no check looks at %s", id)
		}
	}
}

// TestChecksNameTheirTests finds tests that are not there any more.
func TestChecksNameTheirTests(t *testing.T) {
	ids := map[string]bool{}
	for _, c := range checks {
		file, name, _ := strings.Cut(c.test, " ")
		text, err := os.ReadFile(filepath.Join("../../../..", file))
		if err != nil || !regexp.MustCompile(`(?m)^func `+name+`\([tf] \*testing\.[TF]\)`).Match(text) {
			t.Errorf("%s names %s, which is not there (%v)", c.id, c.test, err)
		}
		if ids[c.id] || c.question == "" || c.documented == "" || c.assumed == "" {
			t.Errorf("%s is there twice, or does not say all", c.id)
		}
		ids[c.id] = true
	}
}

// TestPace reads the clock at every request.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sent []time.Time
		underWay := 0
		server := newPark()
		rt := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			sent = append(sent, time.Now())
			if underWay++; underWay > 1 {
				t.Error("two requests are under way")
			}
			defer func() { underWay-- }()
			time.Sleep(300 * time.Millisecond)
			return server.RoundTrip(r)
		})
		ask(t, rt, "register.limit", "supplements.offset")
		if len(sent) < 5 {
			t.Errorf("got %d requests, want at least 5", len(sent))
		}
		for i := 1; i < len(sent); i++ {
			if got := sent[i].Sub(sent[i-1]); got != time.Second {
				t.Errorf("request %d: got %v after the one before, want %v", i, got, time.Second)
			}
		}
	})
}

// TestStops holds the requests that are sent to a service that refuses, and what the report says then.
func TestStops(t *testing.T) {
	tests := []struct {
		name    string
		status  int
		from    int // the first request that fails
		sent    int
		stopped string
	}{
		{"at the first 429", 429, 4, 4, "the service refused request 4 with status 429, so no other was sent"},
		{"at the first 503", 503, 7, 7, "the service refused request 7 with status 503, so no other was sent"},
		{"when the key is refused", 403, 2, 2, "the service refused the key at request 2 with status 403"},
		{"after three failures", 500, 11, 13, "3 requests in a row failed"},
		{"not at refused parameters", 400, 2, 18, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			server := newPark()
			for _, op := range []string{reservationstest.OpPresence} {
				server.Inject(op, reservationstest.From(test.from), reservationstest.Status(test.status))
			}
			var names []string
			for _, c := range checks {
				if strings.HasPrefix(c.id, "register.") {
					names = append(names, c.id)
				}
			}
			synctest.Test(t, func(t *testing.T) {
				report := ask(t, server, names...)
				if got := len(server.Calls()); got != test.sent || report.Requests != got || report.Stopped != test.stopped {
					t.Errorf("got %d requests, %q, want %d, %q", got, report.Stopped, test.sent, test.stopped)
				}
			})
		})
	}
}

// TestEmptyService asks a service without data. It says so.
func TestEmptyService(t *testing.T) {
	report := examine(t, reservationstest.NewServer(reservationstest.WithKey(testKey)))
	for _, id := range []string{
		"register.limit", "register.order", "register.offset", "register.end", "register.cancelled", "register.grouped",
		"summaries.limit", "summaries.order", "summaries.end", "summaries.range", "summaries.modified-since",
		"supplements.default-limit", "entries.offset", "values.country", "values.percentage", "values.date-times",
	} {
		if got := report.Find(id); got.Verdict != Undetermined || got.Habit != "" {
			t.Errorf("%s: got %s %q, want %s; observed: %s", id, got.Verdict, got.Habit, Undetermined, got.Observed)
		}
	}
	for _, r := range report.Results {
		if r.Verdict == Contradicted {
			t.Errorf("%s: got %s; observed: %s", r.ID, r.Verdict, r.Observed)
		}
	}
}
