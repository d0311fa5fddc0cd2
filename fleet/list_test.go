// SPDX-License-Identifier: MIT

package fleet

import (
	"errors"
	"slices"
	"testing"
	"time"
)

func TestList(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	parks := newWorld(t, 3).parks
	parks[0].Name, parks[0].Limit, parks[0].Window, parks[0].Interval = "Dünen", "shared", night, 90*time.Minute
	parks[1].Paused = true
	check := func(want ...Park) {
		t.Helper()
		got, err := Parks(t.Context(), pool)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("got %+v, %v; want %+v", got, err, want)
		}
	}
	set := func(parks ...Park) {
		t.Helper()
		if err := Set(t.Context(), pool, parks...); err != nil {
			t.Fatal(err)
		}
	}
	check()
	set(parks[2], parks[0], parks[1])
	check(parks...)
	parks[0].Interval = 0
	set(parks[0])
	check(parks...)

	unusable := parks[1]
	unusable.Key = ""
	renamed := parks[2]
	renamed.Name = "Renamed"
	if err := Set(t.Context(), pool, renamed, unusable); err == nil {
		t.Error("a park without a key was stored")
	}
	if err := Set(t.Context(), pool, renamed, renamed); err == nil {
		t.Error("one park was stored twice")
	}
	check(parks...)

	if err := Remove(t.Context(), pool, 2); err != nil {
		t.Error(err)
	}
	check(parks[0], parks[2])
	for name, err := range map[string]error{"Remove": Remove(t.Context(), pool, 2), "Resume": Resume(t.Context(), pool, 2)} {
		if !errors.Is(err, ErrNoPark) {
			t.Errorf("%s: got %v, want ErrNoPark", name, err)
		}
	}
}

// TestRefusedPark: it waits until its entry is changed or resumed, and not for an equal entry.
func TestRefusedPark(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	parks := listed(t, pool, 1, nil)
	l := &leases{pool, "one", time.Minute, 10}
	refuse := func() {
		t.Helper()
		had := checkTaken(t, l, 1)[0]
		if err := l.finish(t.Context(), had, history{ended: had.at, outcome: Refused, failures: 1}, Report{Outcome: Refused}); err != nil {
			t.Fatal(err)
		}
		if s := status(t, pool, 1); s.State != Stopped || !s.NextRun.IsZero() {
			t.Fatalf("got %+v, want a stopped park", s)
		}
		checkTaken(t, l)
	}
	refuse()
	if err := Set(t.Context(), pool, parks...); err != nil {
		t.Fatal(err)
	}
	checkTaken(t, l)
	if err := Resume(t.Context(), pool, 1); err != nil {
		t.Fatal(err)
	}
	refuse()
	parks[0].Key = "another-key"
	if err := Set(t.Context(), pool, parks...); err != nil {
		t.Fatal(err)
	}
	if h := checkTaken(t, l, 1)[0].history; h.outcome != "" || h.failures != 0 {
		t.Errorf("got %+v, want no failure of the old entry", h)
	}
}

func TestStatus(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	listed(t, pool, 4, func(p *Park) { p.Paused = p.Organization == 2 })
	execute(t, pool, "UPDATE fleet_parks SET due_at = now() + '1 hour', began_at = now() - '26 hours'::interval WHERE organization = 3")
	if _, err := (&leases{pool, "one", time.Minute, 10}).take(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := []State{Running, Paused, Scheduled, Waiting}
	var got []State
	for organization := range int64(4) {
		got = append(got, status(t, pool, organization+1).State)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if s := status(t, pool, 1); s.Worker != "one" || s.RunningSince.IsZero() || !s.NextRun.IsZero() || s.Age != 0 {
		t.Errorf("a running park: got %+v", s)
	}
	if s := status(t, pool, 3); s.Age < 26*time.Hour || s.Age > 27*time.Hour || s.LastSuccess.IsZero() || s.NextRun.IsZero() {
		t.Errorf("a scheduled park: got %+v, want an age of 26 hours", s)
	}
}
