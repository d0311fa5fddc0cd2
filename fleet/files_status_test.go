// SPDX-License-Identifier: MIT

package fleet

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/reservationstest"
)

func TestStatusFiles(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, start := newWorld(t, 5), time.Now()
		w.parks[0].Name, w.parks[0].Interval = "De Duinen", 40*time.Minute
		w.services[2].Inject(reservationstest.OpSummaries, reservationstest.Always(), reservationstest.Status(http.StatusUnauthorized))
		w.services[3].Inject(reservationstest.OpSummaries, reservationstest.Always(), reservationstest.HTML(http.StatusOK))
		w.parks[3].Paused = true
		w.parks[4].Window = Window{From: "05:00", To: "06:00"}
		w.run(time.Hour)
		got, err := StatusFiles(w.dir, w.parks)
		if err != nil {
			t.Fatal(err)
		}
		at := func(minutes int) time.Time { return start.Add(time.Duration(minutes) * time.Minute) }
		want := []ParkStatus{
			{Organization: 1, Name: "De Duinen", State: Scheduled, LastSuccess: at(40), Age: 20 * time.Minute, Reservations: 12,
				NextRun: at(80), Outcome: Done, LastEnd: at(40)},
			{Organization: 2, State: Stopped, Outcome: Refused, Problem: "reservations.summaries: status 401", LastEnd: at(0)},
			{Organization: 3, State: Scheduled, NextRun: at(75), Outcome: Failed, Failures: 4,
				Problem: "reservations.summaries: a response that cannot be read", LastEnd: at(35)},
			{Organization: 4, State: Paused},
			{Organization: 5, State: Scheduled, NextRun: at(5 * 60)},
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		time.Sleep(time.Hour)
		if got, err = StatusFiles(w.dir, w.parks); err != nil || got[0].State != Waiting || got[0].NextRun != time.Now() {
			t.Errorf("got %+v and error %v, want that park 1 waits", got[0], err)
		}
	})
}

func TestLate(t *testing.T) {
	t.Parallel()
	const most = 36 * time.Hour
	now := time.Date(2026, 1, 10, 12, 0, 0, 0, time.UTC)
	synced := now.Add(-40 * time.Hour)
	tests := []struct {
		name   string
		status ParkStatus
		want   bool
	}{
		{"as old as may be", ParkStatus{State: Scheduled, LastSuccess: synced, Age: most, Outcome: Failed}, false},
		{"too old", ParkStatus{State: Scheduled, LastSuccess: synced, Age: most + 1, Outcome: Done}, true},
		{"too old and running", ParkStatus{State: Running, LastSuccess: synced, Age: most + 1}, true},
		{"paused", ParkStatus{State: Paused, LastSuccess: synced, Age: most + 1}, false},
		{"stopped", ParkStatus{State: Stopped, LastSuccess: synced, Age: most + 1, Outcome: Refused}, false},
		{"new", ParkStatus{State: Scheduled, NextRun: now.Add(time.Hour)}, false},
		{"new and waiting", ParkStatus{State: Waiting, NextRun: now.Add(-most)}, false},
		{"new and waiting too long", ParkStatus{State: Waiting, NextRun: now.Add(-most - 1)}, true},
		{"new and running", ParkStatus{State: Running}, false},
		{"new and failed", ParkStatus{State: Scheduled, NextRun: now.Add(time.Hour), Outcome: Unavailable}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := test.status.Late(most, now); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
