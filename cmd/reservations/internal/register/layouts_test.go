// SPDX-License-Identifier: MIT

package register

import (
	"regexp"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// checkShows checks that a text holds others, and in their order.
func checkShows(t *testing.T, text string, wants ...string) {
	t.Helper()
	rest := text
	for _, want := range wants {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("%q is missing, or not in its place:\n%.3000s", want, text)
		}
		rest = after
	}
}

var isolation = regexp.MustCompile("</?bdi[^>]*>")

// body is the page without its style, and without the elements around names.
func body(page string) string {
	_, body, _ := strings.Cut(page, "</style>")
	return isolation.ReplaceAllString(body, "")
}

func TestOneNight(t *testing.T) {
	t.Parallel()
	late, child, gone, short := booked(1, 1, 18), line(2, "NL", "Children", 1), booked(3, 1, 20), booked(4, 20, 21)
	late.ReservationName, child.ReservationName, gone.ReservationName, short.ReservationName = "Late", "Child", "Gone", "Short"
	before := types.PresenceDay{Date: november(19), Items: []types.PresenceItem{late, gone}}
	night := types.PresenceDay{Date: november(20), Items: []types.PresenceItem{child, late, short}}
	page := body(render(t, []types.PresenceDay{night}, &before, madeUp))
	checkShows(t, page, "<h1>Night of Friday 20 November 2026</h1>",
		"Past departure", "1", "Arrived", "2", "Staying", "0", "Leaving", "0",
		"Past their booked departure", "Late", "should have left 18 Nov", "Arrived", "not present the night before", "Child", "Short", "leaves 21 Nov",
		"Left since the night before", "Gone", "Netherlands 5", "Adults 4; Children 1")
	for _, not := range []string{"<svg", "Fullest night"} {
		if strings.Contains(page, not) {
			t.Errorf("the page of one night holds %s", not)
		}
	}
	undated := types.PresenceDay{Items: []types.PresenceItem{gone}}
	page = body(render(t, []types.PresenceDay{{Date: november(20), Items: []types.PresenceItem{}}, undated}, &before, madeUp))
	checkShows(t, page, "without a date: 1.", "Nobody was present.", "Entry without a date", "Gone", "Left since the night before")
	empty := body(render(t, []types.PresenceDay{{Date: november(20), Items: []types.PresenceItem{}}}, &before, madeUp))
	checkShows(t, empty, "Nobody was present.", "Left since the night before", "Late")
}

func TestSomeNights(t *testing.T) {
	t.Parallel()
	late := booked(2, 1, 2)
	late.ReservationName, late.ReservationDateFrom = "Late", types.NewDate(2025, 10, 30)
	days := []types.PresenceDay{
		{Date: november(1), Items: []types.PresenceItem{line(1, "NL", "Adults", 2), line(1, "NL", "Children", -1)}},
		{Date: november(2), Items: []types.PresenceItem{}},
		{Date: november(3), Items: []types.PresenceItem{}},
		{Date: november(4), Items: []types.PresenceItem{late, line(3, "DE", "Children", 1)}},
		{Items: []types.PresenceItem{line(2, "NL", "Adults", 1)}},
	}
	from := madeUp
	from.Asked.To = november(4)
	page := body(render(t, days, nil, from))
	checkShows(t, page, "<h1>Sunday 1 November 2026 – Wednesday 4 November 2026</h1>",
		"how many persons: 1.", "without a date: 1.",
		"Past departure", "1", "Past their booked departure", "night of Wednesday 4 November 2026", "Late", "should have left 2 Nov",
		"<svg", "Persons per night",
		"Totals by country", "Netherlands", "Total", "100.0 %", "Totals by age group", "Children", "Total", "Register, night by night")
	_, register, _ := strings.Cut(page, `id="register"`)
	sections := strings.Split(register, `<section class="night"`)[1:]
	for i, want := range [][]string{
		{"Sunday 1 November 2026", "2 &#43; ? persons, 1 reservation<", `href="#night-2" rel="next"`, "Adults\u00a02, Children\u00a0?<"},
		{`id="night-2"`, `<span id="night-3"></span>`, "Monday 2 November 2026", "Tuesday 3 November 2026", "Nobody was present.", `href="#night-1" rel="prev"`, `href="#night-4" rel="next"`},
		{"Wednesday 4 November 2026", "fullest night", "3 persons, 2 reservations<", `href="#night-3" rel="prev"`, "Late", "should have left 2 Nov", "30 Oct 2025 – 2 Nov 2026"},
		{"Entry without a date", "1 person, 1 reservation<"},
	} {
		if i >= len(sections) {
			t.Fatalf("the register has %d sections, want 4", len(sections))
		}
		checkShows(t, sections[i], want...)
	}
	checkShows(t, page, "About this register", "1 November 2026 – 4 November 2026", "https://api.example.com/", "6 December 2026, 09:30 UTC")
	if strings.Contains(page, "Demonstration") {
		t.Error("a real register is called a demonstration")
	}
}

// The words of the key figures agree with their numbers.
func TestOnePerson(t *testing.T) {
	t.Parallel()
	one := types.PresenceDay{Date: november(2), Items: []types.PresenceItem{line(1, "NL", "Adults", 1)}}
	none := types.PresenceDay{Date: november(1), Items: []types.PresenceItem{}}
	for code, want := range map[string][]string{
		"en": {"<dt>Nights<", ">2<", "<dt>Reservation<", ">1<", "<dt>Person-night<", ">1<", ">1 person<"},
		"nl": {"<dt>Nachten<", ">2<", "<dt>Reservering<", ">1<", "<dt>Overnachting<", ">1<", ">1 persoon<"},
		"de": {"<dt>Nächte<", ">2<", "<dt>Reservierung<", ">1<", "<dt>Übernachtung<", ">1<", ">1 Person<", ">1.</text>", ">Nov.</text>"},
	} {
		from := madeUp
		from.Locale = locales[code]
		checkShows(t, body(render(t, []types.PresenceDay{none, one}, nil, from)), want...)
	}
	checkShows(t, body(render(t, []types.PresenceDay{one}, &none, madeUp)), "<dt>Person<", ">1<", "<dt>Reservation<", ">1<", "<dt>Arrived<", ">1<", ">reservation<", ">1 person<")
}

func TestPageOfADemonstrationSaysSo(t *testing.T) {
	t.Parallel()
	from := madeUp
	from.Demo = true
	from.Locale = locales["nl"]
	checkShows(t, render(t, many(2), nil, from), "Demonstratie: het park, de gasten en hun verblijf zijn verzonnen.", "een verzonnen park op deze computer")
	from.Locale = locales["de"]
	checkShows(t, render(t, many(2), nil, from), "<dt>Gelesen von</dt><dd>einem erfundenen Park auf diesem Rechner</dd>")
}

// A page with nobody has no chart, and says why.
func TestPageOfNobody(t *testing.T) {
	t.Parallel()
	page := body(render(t, []types.PresenceDay{{Date: november(1)}, {Date: november(2)}}, nil, madeUp))
	if strings.Contains(page, "<svg") || !strings.Contains(page, "Nobody was present on any of these nights.") {
		t.Errorf("the page has a chart, or does not say why not:\n%.3000s", page)
	}
}
