// SPDX-License-Identifier: MIT

package register

import (
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// presentFrom is a booking whose guests are there from a day of November on.
func presentFrom(id int64, name string, day int) reservationstest.Booking {
	return reservationstest.Booking{
		ID: id, Name: name, UnitNumber: name, DateFrom: november(day), DateTo: november(28),
		Stays: []reservationstest.Stay{{AgeGroup: "Adults", Persons: 2, CheckIn: november(day).Midnight()}},
	}
}

// A night that is not over says so in its title, in the chart, in the names of the files and on
// the terminal. Without --provisional it is an error.
func TestProvisional(t *testing.T) {
	t.Parallel()
	_, env := park(t, presentFrom(1, "Early", 17))
	dir := t.TempDir()
	code, stderr := runCommand(t, env, "--from", "2026-11-18", "--to", "2026-11-21", "--out", dir)
	checkFailure(t, code, 2, stderr, "night of 2026-11-20 is not over")
	if files := contents(t, dir); len(files) > 0 {
		t.Errorf("%d files were written", len(files))
	}
	code, stderr = runCommand(t, env, "--from", "2026-11-18", "--to", "2026-11-21", "--provisional", "--out", dir)
	if code != 0 {
		t.Fatalf("exit code %d:\n%s", code, stderr)
	}
	const provisional = "night-register-2026-11-18-to-2026-11-21-provisional"
	checkShows(t, stderr, "Note: This register is provisional: from the night of Friday 20 November 2026 on", provisional+".csv", "(not over yet)", "Open ")
	files := contents(t, dir)
	page := files[provisional+".html"]
	if len(files) != 2 || files[provisional+".csv"] == "" || page == "" {
		t.Fatalf("the files are %d, want 2 that are called provisional", len(files))
	}
	checkShows(t, page, "<title>Night register, Wednesday 18 November 2026 – Saturday 21 November 2026 (not over yet)</title>")
	for heading, want := range map[string]bool{"Thursday 19": false, "Friday 20": true, "Saturday 21": true} {
		_, night, _ := strings.Cut(body(page), `<div class="title"><h3><time datetime="2026-11-`+heading[len(heading)-2:]+`">`+heading+" November 2026</time>")
		title, _, _ := strings.Cut(night, "</h3>")
		bar, _, _ := strings.Cut(body(page)[strings.Index(body(page), "<title>"+heading):], "</title>")
		if strings.Contains(title, "not over yet") != want || strings.Contains(bar, "not over yet") != want {
			t.Errorf("the night of %s is not over: %t, but its title is %q and its bar %q", heading, want, title, bar)
		}
	}
}
