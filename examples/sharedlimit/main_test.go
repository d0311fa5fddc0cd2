// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// TestPerSecond: the first request is sent at once, so it does not count for the rate.
func TestPerSecond(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, time.November, 20, 14, 0, 0, 0, time.UTC)
	after := func(seconds float64) time.Time { return start.Add(time.Duration(seconds * float64(time.Second))) }
	counts := []count{
		{Requests: 15, Refused: 1, First: after(0.1), Last: after(2.9)},
		{},
		{Requests: 15, First: start, Last: after(29 / 9.7)},
		{Requests: 1, First: after(1), Last: after(1)},
	}
	var out bytes.Buffer
	if err := printTable(&out, counts[:3]); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	for i, want := range []string{"process requests per second 429s", "1 15 5.0 1", "2 0 - 0", "3 15 4.7 0", "all 30 9.7 1"} {
		if got := strings.Join(strings.Fields(lines[i]), " "); got != want {
			t.Errorf("got the line %q, want %q", got, want)
		}
	}
	if got := counts[3].perSecond(); got != "-" {
		t.Errorf("one request has the rate %s, want none", got)
	}
}

func TestRefuses(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"-rate -5":     "-rate must be above 0 and at most 1000",
		"-rate 2000":   "-rate must be above 0 and at most 1000",
		"-processes 0": "-processes and -for must be positive",
		"nonsense":     `"nonsense" is not a flag; -h lists the flags`,
	} {
		var out bytes.Buffer
		if err := run(t.Context(), strings.Fields(args), &out, &out); err == nil || err.Error() != want || out.Len() > 0 {
			t.Errorf("%s: got %v and %q, want %s", args, err, &out, want)
		}
	}
}
