// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestRunFilesBySchedule syncs each park by its own schedule, for two days from midnight on.
func TestRunFilesBySchedule(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, start := newWorld(t, 4), time.Now()
		w.parks[0].Window = Window{From: "22:00", To: "02:00"}
		w.parks[1].Window, w.parks[1].Interval = Window{From: "05:00", To: "06:00"}, 12*time.Hour
		w.parks[2].Interval = 20 * time.Hour
		w.parks[3].Paused = true
		w.run(48*time.Hour - time.Second)
		want := []string{
			"1 0s done", "2 0s done", "3 0s done", "2 5h0m0s done", "2 17h0m0s done", "3 20h0m0s done", "1 22h0m0s done",
			"2 29h0m0s done", "3 40h0m0s done", "2 41h0m0s done", "1 46h0m0s done",
		}
		got := w.syncs(start)
		slices.SortStableFunc(got[:3], strings.Compare)
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("syncs (-want +got):\n%s", diff)
		}
		for organization := range int64(3) {
			if got := w.copied(organization + 1); got != 12 {
				t.Errorf("the copy of park %d has %d reservations, want 12", organization+1, got)
			}
		}
	})
}

// TestRunFilesGoesOn after a restart: what was synced waits for its time, what failed waits as long as before,
// what was interrupted and what was refused is tried at once.
func TestRunFilesGoesOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, start := newWorld(t, 5), time.Now()
		w.services[2].Inject(reservationstest.OpSummaries, reservationstest.Always(), reservationstest.Status(http.StatusNotFound))
		w.services[3].Inject(reservationstest.OpSummaries, reservationstest.Nth(1), reservationstest.Status(http.StatusUnauthorized))
		w.services[4].Inject(reservationstest.OpSummaries, reservationstest.Nth(1), reservationstest.TooManyRequests("1800"))
		w.before = func(ctx context.Context, organization int64) error {
			if organization == 5 {
				<-ctx.Done() // a response that takes until the end of the attempt
				return ctx.Err()
			}
			return nil
		}
		w.workers = 5
		w.attempt = time.Hour
		w.run(16 * time.Minute)
		w.before = nil
		w.run(23*time.Hour - 16*time.Minute)
		want := map[int64]string{
			1: "1 0s done", 2: "2 0s failed, 2 5m0s failed, 2 15m0s failed, 2 35m0s failed, 2 1h15m0s failed, 2 2h35m0s failed, " +
				"2 5h15m0s failed, 2 10h35m0s failed, 2 16h35m0s failed, 2 22h35m0s failed",
			3: "3 0s refused, 3 16m0s done", 4: "4 0s unavailable, 4 30m0s done", 5: "5 0s interrupted, 5 16m0s done",
		}
		got := map[int64]string{}
		for _, sync := range w.syncs(start) {
			organization := int64(sync[0] - '0')
			got[organization] = strings.TrimPrefix(got[organization]+", "+sync, ", ")
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("syncs (-want +got):\n%s", diff)
		}
	})
}

// TestRunFilesWorkers syncs as many parks at a time as there are workers, the longest waiting one first, and
// does not let the others wait for a slow one. A park whose window ends while it waits waits for the next.
func TestRunFilesWorkers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, start := newWorld(t, 6), time.Now()
		w.workers, w.attempt = 2, 2*time.Hour
		w.parks[1].Interval = 5 * time.Minute
		w.parks[5].Window = Window{From: "00:00", To: "00:15"}
		var mu sync.Mutex
		running, most := 0, 0
		count := func(n int) {
			mu.Lock()
			defer mu.Unlock()
			running += n
			most = max(most, running)
		}
		w.before = func(_ context.Context, organization int64) error {
			count(1)
			time.Sleep(map[int64]time.Duration{1: time.Hour}[organization] + time.Minute)
			count(-1)
			return nil
		}
		w.run(30 * time.Minute)
		want := []string{"2 0s done", "3 4m0s done", "4 8m0s done", "5 12m0s done", "2 16m0s done", "2 21m0s done", "2 26m0s done", "1 0s interrupted"}
		got := w.syncs(start)
		if diff := gocmp.Diff(want, got); diff != "" || most != 2 {
			t.Errorf("there were %d requests at a time, want 2; syncs (-want +got):\n%s", most, diff)
		}
	})
}

// TestRunFilesSharesLimits makes the parks with a limit wait for what the service has asked one of them to.
func TestRunFilesSharesLimits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, start := newWorld(t, 3), time.Now()
		w.parks[0].Limit, w.parks[1].Limit = "group", "group"
		w.services[1].Inject(reservationstest.OpSummaries, reservationstest.Nth(1), reservationstest.TooManyRequests("40"))
		var mu sync.Mutex
		first := map[int64]time.Duration{}
		w.before = func(_ context.Context, organization int64) error {
			mu.Lock()
			defer mu.Unlock()
			if _, known := first[organization]; !known {
				first[organization] = time.Since(start)
			}
			return nil
		}
		config := w.config()
		config.Options = func(p Park) []reservations.Option {
			if p.Organization > 1 {
				time.Sleep(10 * time.Second)
			}
			return append(w.config().Options(p), reservations.WithRetry(reservations.RetryPolicy{}))
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Hour)
		defer stop()
		_ = RunFiles(ctx, w.dir, w.parks, config)
		if first[1] != 0 || first[2] < 40*time.Second || first[3] != 10*time.Second {
			t.Errorf("the first requests were sent after %v, want 0s, 40s or more, and 10s", first)
		}
	})
}

// TestRunFilesPerLimit leaves workers to parks with other limits.
func TestRunFilesPerLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, start := newWorld(t, 4), time.Now()
		w.workers, w.perLimit = 3, 1
		w.parks[0].Limit, w.parks[1].Limit = "group", "group"
		w.before = func(context.Context, int64) error {
			time.Sleep(15 * time.Second)
			return nil
		}
		w.run(10 * time.Minute)
		want, got := []string{"1 0s done", "2 1m0s done", "3 0s done", "4 0s done"}, w.syncs(start)
		slices.Sort(got)
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("syncs (-want +got):\n%s", diff)
		}
	})
}

// TestRunFilesWithoutState syncs a park at once whose state is damaged, and says so where it cannot be stored.
func TestRunFilesWithoutState(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, start := newWorld(t, 2), time.Now()
		w.run(time.Hour)
		if err := os.WriteFile(filepath.Join(w.dir, "1.json"), []byte(`{"outcome":`), 0o600); err != nil {
			t.Fatal(err)
		}
		w.run(time.Hour)
		state := filepath.Join(w.dir, "2.json")
		if err := errors.Join(os.Remove(state), os.Mkdir(state+".new", 0o700)); err != nil {
			t.Fatal(err)
		}
		w.run(time.Hour)
		want := []string{"1 0s done", "2 0s done", "1 1h0m0s done", "2 2h0m0s failed", "2 2h5m0s failed", "2 2h15m0s failed", "2 2h35m0s failed"}
		got := w.syncs(start)
		slices.Sort(got[:2])
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("syncs (-want +got):\n%s", diff)
		}
		if err := w.reports[3].Err; err == nil || !strings.HasPrefix(err.Error(), "fleet: open ") {
			t.Errorf("got %v, want that the state cannot be stored", err)
		}
	})
}

// TestRunFilesRefuses what cannot work at all.
func TestRunFilesRefuses(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		change func(*world, *Config)
		want   string
	}{
		{"a park twice", func(w *world, _ *Config) { w.parks[1].Organization = 1 }, "fleet: park 1 is in the list twice"},
		{"a park that is wrong", func(w *world, _ *Config) { w.parks[1].BaseURL = "" }, "fleet: park 2: the BaseURL must"},
		{"no keys", func(_ *world, c *Config) { c.Keys = nil }, "fleet: Keys must be set"},
		{"a file in place of the folder", func(w *world, _ *Config) { w.dir = file }, "fleet: mkdir "},
		{"a state that cannot be read", func(w *world, _ *Config) {
			if err := os.MkdirAll(filepath.Join(w.dir, "2.json"), 0o700); err != nil {
				t.Error(err)
			}
		}, "fleet: read "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, 2)
			config := w.config()
			test.change(w, &config)
			if err := RunFiles(t.Context(), w.dir, w.parks, config); err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
