// SPDX-License-Identifier: MIT

package main

import (
	"strings"
	"testing"
	"time"
)

// TestReport: the first request is sent at once, so it does not count for the rate.
func TestReport(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, time.November, 20, 14, 0, 0, 0, time.UTC)
	times := func(n int, every time.Duration) (all []time.Time) {
		for i := range n {
			all = append(all, start.Add(time.Duration(i)*every))
		}
		return all
	}
	const want = "process 1: 29 requests\nprocess 2: 0 requests\nprocess 3: 1 requests\ntogether: 30 requests, 9.7 per second, and at most 9.7\n"
	var got strings.Builder
	report(&got, 9.7, [][]time.Time{times(29, time.Second*10/97), nil, {start.Add(29 * time.Second * 10 / 97)}})
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &got, want)
	}
	got.Reset()
	report(&got, 9.7, [][]time.Time{times(1, 0)})
	if got.String() != "process 1: 1 requests\n" {
		t.Errorf("one request has a rate: %q", got.String())
	}
}

func TestStartRefusesARate(t *testing.T) {
	t.Parallel()
	for _, rate := range []float64{-5, 0, 2000} {
		var out strings.Builder
		if err := start(rate, &out); err == nil || out.Len() > 0 {
			t.Errorf("%v: error %v, output %q", rate, err, &out)
		}
	}
}
