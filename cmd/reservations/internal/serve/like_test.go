// SPDX-License-Identifier: MIT

package serve

import (
	"cmp"
	"maps"
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
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/doctor"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/doctor/inmemory"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

var today = types.NewDate(2026, time.November, 20)

// ask returns the report of doctor about a service.
func ask(t *testing.T, service http.Handler, checks ...string) (report *doctor.Report) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		recorder := doctor.NewRecorder(inmemory.Transport(service))
		opts := append(recorder.Options(), reservations.WithOrganization(1))
		client, err := reservations.NewClient("https://park.example.test", reservationstest.Key, opts...)
		if err != nil {
			t.Fatal(err)
		}
		e := doctor.Examination{Client: client, Recorder: recorder, Today: today, Interval: time.Second, Checks: checks, Status: func(string) {}}
		if report, err = e.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
	return report
}

// values are what a habit is tried with; the others have none.
var values = map[string]int{
	"register.default-limit other": 40, "register.limit at-most": 50, "register.limit refused": 400, "register.limit fails": 500,
	"register.limit ignored": 30, "register.end refused": 404, "register.no-date-to several": 5, "register.no-date-to refused": 400,
	"summaries.default-limit other": 50, "summaries.limit at-most": 200, "summaries.limit refused": 400, "summaries.limit fails": 500,
	"summaries.limit ignored": 30, "summaries.end refused": 400, "supplements.default-limit page": 20,
	"service.clock ahead": 90, "service.clock behind": -3600, "service.rate-limit announced": 60, "service.rate-limit refused": 3,
}

// needs are results without which a habit does not show: an error of another form needs an error.
var needs = map[string]doctor.Result{
	"service.errors documented": {ID: "summaries.limit", Habit: "refused", Value: 400},
	"service.errors other":      {ID: "summaries.limit", Habit: "refused", Value: 400},
}

// TestEveryHabit asks a service that has one habit for it.
func TestEveryHabit(t *testing.T) {
	for _, habit := range testkit.Cases(40, slices.Sorted(maps.Keys(habits))) {
		t.Run(habit, func(t *testing.T) {
			id, name, _ := strings.Cut(habit, " ")
			want := doctor.Result{ID: id, Habit: name, Value: values[habit]}
			if habit == "values.unknown-fields some" {
				want.Value, want.Evidence = 1, []string{"field [].petPolicy"}
			}
			service, ignored := Like(&doctor.Report{Results: []doctor.Result{want, needs[habit]}}, 1, today)
			report := ask(t, service, id, cmp.Or(needs[habit].ID, id))
			got := report.Find(id)
			if got.Habit != name || values[habit] != 0 && got.Value != values[habit] || len(ignored) > 0 {
				t.Fatalf("got %q %d, want %q %d; observed: %s %v; ignored: %v", got.Habit, got.Value, name, want.Value, got.Observed, got.Evidence, ignored)
			}
		})
	}
}

// TestDefault asks the service of an empty report. Nothing is contradicted, and every question about data is answered.
func TestDefault(t *testing.T) {
	service, _ := Like(&doctor.Report{}, 1, today)
	unknown := []string{"service.tls", "service.certificate", "service.errors"}
	for _, r := range ask(t, service).Results {
		want := doctor.Confirmed
		if slices.Contains(unknown, r.ID) {
			want = doctor.Undetermined
		}
		if r.Verdict != want {
			t.Errorf("%s: got %s, want %s; observed: %s %v", r.ID, r.Verdict, want, r.Observed, r.Evidence)
		}
	}
}

// TestRoundTrip asks services with several habits, and then a service that behaves as the report says. The second
// report has the answers of the first.
func TestRoundTrip(t *testing.T) {
	tests := []struct {
		name   string
		habits []string
	}{
		{"small pages and no days", []string{"register.limit at-most", "summaries.limit at-most", "register.empty-days left-out", "service.gzip gzip"}},
		{"refused", []string{"register.limit refused", "register.end refused", "summaries.end refused", "service.errors other", "register.no-date-to refused"}},
		{"other data", []string{"values.country names", "values.percentage fraction", "values.date-times no-offset", "values.null null", "values.warnings some"}},
		{"other dates", []string{"register.date-to excluded", "summaries.modified-since excluded", "summaries.range arrival", "service.clock ahead"}},
		{"old", []string{"service.cache replays", "supplements.default-limit page", "entries.offset limit-ignored"}},
		{"announced", []string{"service.rate-limit announced", "register.total missing", "summaries.order changes", "register.grouped ignored"}},
	}
	for _, test := range testkit.Cases(6, tests) {
		t.Run(test.name, func(t *testing.T) {
			var habits []doctor.Result
			for _, habit := range test.habits {
				id, name, _ := strings.Cut(habit, " ")
				habits = append(habits, doctor.Result{ID: id, Habit: name, Value: values[habit]})
			}
			original, _ := Like(&doctor.Report{Results: habits}, 1, today)
			first := ask(t, original)
			imitation, _ := Like(first, 2, today)
			second := ask(t, imitation)
			for _, want := range first.Results {
				got := second.Find(want.ID)
				if want.Habit != "" && (got.Verdict != want.Verdict || got.Habit != want.Habit) {
					t.Errorf("%s: got %s %q, want %s %q; observed: %s, before: %s",
						want.ID, got.Verdict, got.Habit, want.Verdict, want.Habit, got.Observed, want.Observed)
				}
			}
			for _, habit := range habits {
				if got := first.Find(habit.ID).Habit; got != habit.Habit {
					t.Errorf("%s: got %q, want %q", habit.ID, got, habit.Habit)
				}
			}
		})
	}
}

// TestHabitsOfDoctor finds habits that doctor can find and that no service is made for.
func TestHabitsOfDoctor(t *testing.T) {
	files, err := filepath.Glob("../doctor/checks_*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	known := map[string]bool{}
	for habit := range habits {
		_, name, _ := strings.Cut(habit, " ")
		known[name] = true
	}
	notImitated := []string{"valid", "expires", "slow"} // of certificates, and of the time that responses take
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`(?:confirmed|contradicted)\("([^"]+)"`).FindAllStringSubmatch(string(text), -1) {
			if !known[match[1]] && !slices.Contains(notImitated, match[1]) {
				t.Errorf("%s finds %q, which no service is made for", file, match[1])
			}
		}
	}
}
