package reservations_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
)

func TestOffsetWalksReadAhead(t *testing.T) {
	t.Parallel()
	for list, walk := range offsetWalks(t) {
		t.Run(list, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service, start := &offsetList{n: 1000, took: time.Second}, time.Now()
				ids, err := walk.ids(t, t.Context(), over(t, service, reservations.WithMaxConcurrency(8)), 0, 0)
				if err != nil || len(ids) != 1000 {
					t.Errorf("got %d records, %v", len(ids), err)
				}
				// The first page, two pages, the other eight in two rounds, because the client begins
				// with few requests in flight, and two requests at the end.
				if took := time.Since(start); took != 6*time.Second || len(service.requests) > 13+8 {
					t.Errorf("%d requests took %v, want 6s", len(service.requests), took)
				}
			})
		})
	}
}

func TestOffsetWalkStopsWithItsReader(t *testing.T) {
	t.Parallel()
	service := &offsetList{n: 1000}
	all := over(t, service).Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1})
	if len(service.requests) != 0 {
		t.Fatal("a request was sent before the first step")
	}
	for range 2 { // each range begins anew
		for s := range all {
			if s.ID == 3 {
				break
			}
		}
	}
	if diff := gocmp.Diff([]string{"+100", "+100"}, service.requests); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// TestOffsetWalkLeavesNothingUnderWay: however a walk ends while pages are read ahead, no
// request and no goroutine of it is left.
func TestOffsetWalkLeavesNothingUnderWay(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(cancel func()) bool{ // false breaks
		"break":  func(func()) bool { return false },
		"cancel": func(cancel func()) bool { cancel(); return true },
		"panic":  func(func()) bool { panic("reader") },
		"Goexit": func(func()) bool { runtime.Goexit(); return true },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { // fails when a goroutine is left
				service := &offsetList{n: 5000, took: time.Second}
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				done := make(chan struct{})
				go func() {
					defer close(done)
					defer func() { _ = recover() }()
					for s, err := range over(t, service).Supplements.All(ctx, reservations.SupplementsParams{Organization: 1}) {
						if name == "cancel" && err != nil && !errors.Is(err, context.Canceled) {
							t.Error(err)
						}
						if s.ID == 500 && !end(cancel) {
							break
						}
					}
				}()
				<-done
				started := len(service.requests)
				synctest.Wait()
				time.Sleep(time.Minute) // virtual
				if service.underWay > 0 || len(service.requests) > started {
					t.Errorf("%d requests under way, %d started late", service.underWay, len(service.requests)-started)
				}
			})
		})
	}
}

// TestOffsetWalkBringsPanicsBack: a hook that panics over a page that is read ahead.
func TestOffsetWalkBringsPanicsBack(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	calls := 0
	hooks := reservations.Hooks{AttemptEnd: func(context.Context, reservations.Attempt) {
		mu.Lock()
		defer mu.Unlock()
		if calls++; calls == 3 {
			panic("hook")
		}
	}}
	defer func() {
		if got := recover(); got != "hook" {
			t.Errorf("recovered %v", got)
		}
	}()
	c := over(t, &offsetList{n: 1000}, reservations.WithHooks(hooks))
	for range c.Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1}) {
	}
	t.Error("the walk ended")
}

// TestRangesShareNothing ranges over one sequence in several goroutines; the race detector
// sees what they share.
func TestRangesShareNothing(t *testing.T) {
	t.Parallel()
	c := over(t, &offsetList{n: 450}, reservations.WithOrganization(1))
	supplements := c.Supplements.All(t.Context(), reservations.SupplementsParams{})
	summaries := c.Reservations.AllSummaries(t.Context(), reservations.SummariesParams{DateFrom: from, DateTo: to})
	entries := c.Reservations.AllRegistrationNumberEntries(t.Context(), reservations.RegistrationNumberEntriesParams{})
	var ranges sync.WaitGroup
	for range 3 {
		ranges.Go(func() {
			n := 0
			for _, err := range supplements {
				if err != nil {
					t.Error(err)
				}
				n++
			}
			for _, err := range summaries {
				if err != nil {
					t.Error(err)
				}
				n++
			}
			for _, err := range entries {
				if err != nil {
					t.Error(err)
				}
				n++
			}
			if n != 3*450 {
				t.Errorf("%d records, want %d", n, 3*450)
			}
		})
	}
	ranges.Wait()
}
