package main

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot"

	"github.com/reservationkit/reservations-go/types"
)

func nights(persons ...int) []night {
	list := make([]night, len(persons))
	for i, n := range persons {
		list[i] = night{group: group{Persons: count{Known: n}}, Date: november(29).AddDays(i)}
	}
	return list
}

func labels(ticks []plot.Tick) []string {
	var list []string
	for _, tick := range ticks {
		list = append(list, strings.TrimSpace(strings.ReplaceAll(tick.Label, "\n", " ")))
	}
	return list
}

func TestChartBars(t *testing.T) {
	t.Parallel()
	list := nights(3, 0, 1234)
	list[2].Peak = true
	svg, err := chart(list)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(svg), "<svg") || !strings.HasSuffix(strings.TrimSpace(string(svg)), "</svg>") {
		t.Errorf("not one svg element: %.60q", svg)
	}
	for _, want := range []string{">3</text>", ">0</text>", ">1234</text>", ">29</text>", ">Nov</text>", ">Dec</text>"} {
		if !strings.Contains(string(svg), want) {
			t.Errorf("the chart does not show %s as text", want)
		}
	}
	if got := strings.Count(strings.ToUpper(string(svg)), "#C2410C"); got != 1 {
		t.Errorf("%d bars have the color of the peak, want 1", got)
	}
}

// The numbers of persons, of nights and their sum are free: the chart must hold them all.
func TestChartOfAnySize(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, mostLabels, mostLabels + 1, 366, 3660} {
		for _, persons := range []int{0, 1, 1_000_000} {
			list := nights(make([]int, n)...)
			list[n-1].Persons.Known = persons
			svg, err := chart(list)
			if err != nil {
				t.Fatalf("%d nights, %d persons: %v", n, persons, err)
			}
			if strings.Contains(string(svg), "NaN") || strings.Contains(string(svg), "Inf") {
				t.Errorf("%d nights, %d persons: a bar has no size", n, persons)
			}
			elements(t, string(svg))
		}
	}
}

func TestDateTicks(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff([]string{"29 Nov", "30", "1 Dec", "2"}, labels(dateTicks(nights(1, 1, 1, 1)))); diff != "" {
		t.Errorf("dates (-want +got):\n%s", diff)
	}
	year := dateTicks(nights(make([]int, 365)...))
	if len(year) > mostLabels || len(year) < mostLabels/2 {
		t.Errorf("a year has %d dates below it, want at most %d, but not few", len(year), mostLabels)
	}
	if diff := cmp.Diff("29 Nov", labels(year)[0]); diff != "" {
		t.Errorf("first date (-want +got):\n%s", diff)
	}
}

func TestPersonTicks(t *testing.T) {
	t.Parallel()
	tests := map[int][]string{
		0:     {"0"},
		1:     {"0", "1"},
		5:     {"0", "1", "2", "3", "4", "5"},
		7:     {"0", "2", "4", "6"},
		217:   {"0", "50", "100", "150", "200"},
		1_000: {"0", "200", "400", "600", "800", "1000"},
		6_000: {"0", "2000", "4000", "6000"},
	}
	for highest, want := range tests {
		if diff := cmp.Diff(want, labels(personTicks(highest))); diff != "" {
			t.Errorf("persons up to "+strconv.Itoa(highest)+" (-want +got):\n%s", diff)
		}
	}
}

func TestChartLeavesOutUndatedEntries(t *testing.T) {
	t.Parallel()
	page := render(t, []types.PresenceDay{
		{Date: november(1), Items: []types.PresenceItem{line(1, "NL", "Adults", 2)}},
		{Items: []types.PresenceItem{line(2, "NL", "Adults", 77)}},
	}, madeUp)
	_, rest, _ := strings.Cut(page, "<svg")
	svg, _, _ := strings.Cut(rest, "</svg>")
	if !strings.Contains(svg, ">2</text>") || strings.Contains(svg, ">77</text>") {
		t.Error("the chart must show the 2 persons of the dated night, and not the 77 of the entry without a date")
	}
}
