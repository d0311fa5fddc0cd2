package main

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reservationkit/reservations-go/types"
)

var madeUp = origin{
	Source: "https://api.example.com/?<script>", Made: time.Date(2026, 12, 6, 9, 30, 0, 0, time.UTC),
	Request: "from 2026-11-01 to 2026-11-03",
}

func render(t *testing.T, days []types.PresenceDay, from origin) string {
	t.Helper()
	var page strings.Builder
	if err := writeHTML(&page, days, totalsOf(days), from); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

// hostile is a register whose every text tries to break out of the page.
func hostile() []types.PresenceDay {
	const text = `</td><script>alert("x")</script><img src=http://evil.example onerror='y'>&amp;]]>`
	item := types.PresenceItem{
		ReservationNumber: text, ReservationName: text, ReservationAccommodationTitle: text,
		ReservationAccommodationUnitNumber: text, AgeGroupSpecificationDescription: text, NumOfPersons: types.Ptr(2),
		GuestLocality: text, GuestCountry: text, GuestDocumentType: text,
	}
	return []types.PresenceDay{
		{Date: november(1), Items: []types.PresenceItem{item, {}}},
		{Date: november(2), Items: []types.PresenceItem{}},
		{Items: []types.PresenceItem{item}},
	}
}

// element is one start tag of a page that was read strictly as XML: every element is
// closed, in order, and every attribute is quoted.
func elements(t *testing.T, page string) []xml.StartElement {
	t.Helper()
	var found []xml.StartElement
	decoder := xml.NewDecoder(strings.NewReader(page))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatalf("the page is not well-formed: %v", err)
		}
		if start, ok := token.(xml.StartElement); ok {
			found = append(found, start.Copy())
		}
	}
}

func TestPageIsSafeAndAlone(t *testing.T) {
	t.Parallel()
	page := render(t, hostile(), madeUp)
	ids, links := map[string]bool{}, []string{}
	for _, e := range elements(t, page) {
		if slices.Contains([]string{"script", "img", "link", "iframe", "object", "use", "image", "base"}, e.Name.Local) {
			t.Errorf("the page holds a %s element", e.Name.Local)
		}
		for _, a := range e.Attr {
			switch name := a.Name.Local; {
			case name == "id" && ids[a.Value]:
				t.Errorf("two elements have the id %q", a.Value)
			case name == "id":
				ids[a.Value] = true
			case name == "href":
				links = append(links, a.Value)
			case name == "src" || strings.HasPrefix(name, "on"):
				t.Errorf("the page holds %s=%q", name, a.Value)
			case strings.Contains(a.Value, "://") && a.Name.Space != "xmlns" && name != "xmlns":
				t.Errorf("%s holds an address: %q", name, a.Value)
			}
		}
	}
	for _, link := range links {
		if !strings.HasPrefix(link, "#") || !ids[link[1:]] {
			t.Errorf("the link %q leads nowhere within the page", link)
		}
	}
	for _, loads := range []string{"url(", "@import"} {
		if strings.Contains(pageStyle, loads) {
			t.Errorf("the style loads something with %s", loads)
		}
	}
}

func TestPageShowsTextAsGiven(t *testing.T) {
	t.Parallel()
	days := []types.PresenceDay{{Date: november(1), Items: []types.PresenceItem{{ReservationName: `=A & <b>"O'Brien"</b> Łódź`}}}}
	const want = "=A &amp; &lt;b&gt;&#34;O&#39;Brien&#34;&lt;/b&gt; Łódź"
	if page := render(t, days, madeUp); !strings.Contains(page, want) {
		t.Errorf("the page does not hold %s", want)
	}
}

func TestPageShowsEveryNight(t *testing.T) {
	t.Parallel()
	days := []types.PresenceDay{
		{Date: november(1), Items: []types.PresenceItem{line(1, "NL", "Adults", 2), line(1, "NL", "Children", -1)}},
		{Date: november(2), Items: []types.PresenceItem{}},
		{Items: []types.PresenceItem{line(2, "NL", "Adults", 1)}},
	}
	page := render(t, days, madeUp)
	_, register, _ := strings.Cut(page, `id="register"`)
	sections := strings.Split(register, `<section class="card night"`)[1:]
	if len(sections) != len(days) {
		t.Fatalf("the register has %d sections, want one for each of %d entries", len(sections), len(days))
	}
	for i, want := range [][]string{
		{"Sunday 1 November 2026", "peak night", "2 &#43; ? persons, 1 reservation<", "2 × Adults", "? × Children"},
		{"Monday 2 November 2026", "Nobody was present."},
		{"Entry without a date", "1 person, 1 reservation<"},
	} {
		for _, text := range want {
			if !strings.Contains(sections[i], text) {
				t.Errorf("section %d does not show %q:\n%s", i+1, text, sections[i])
			}
		}
	}
	for _, text := range []string{"https://api.example.com/", madeUp.Request, "6 December 2026, 09:30 UTC", "without a date: 1.", "how many persons: 1."} {
		if !strings.Contains(page, text) {
			t.Errorf("the page does not show %q", text)
		}
	}
	if strings.Contains(page, "Demonstration") {
		t.Error("a real register is called a demonstration")
	}
}

func TestPageOfADemonstrationSaysSo(t *testing.T) {
	t.Parallel()
	if page := render(t, nil, origin{Demo: true}); !strings.Contains(page, "Demonstration: the park, its guests and their stays are invented.") {
		t.Error("the page does not say that its register is invented")
	}
}

func TestPageWithoutNights(t *testing.T) {
	t.Parallel()
	page := render(t, nil, madeUp)
	elements(t, page)
	if !strings.Contains(page, "The service sent no nights for this period.") || strings.Contains(page, "<svg") {
		t.Error("the page does not say that there are no nights, or draws a chart of them")
	}
}

func TestStays(t *testing.T) {
	t.Parallel()
	adults, children, other := line(1, "NL", "Adults", 2), line(1, "NL", "Children", 1), line(2, "NL", "Adults", 4)
	children.Modified = types.NewDateTime(november(1).Midnight()) // not shown, so no reason to tell them apart
	moved := adults
	moved.ReservationAccommodationUnitNumber = "C2"
	nameless := line(0, "NL", "Adults", 3)
	type want struct {
		id        int64
		unit      string
		ageGroups []string
		persons   int
	}
	var got []want
	for _, s := range staysOf([]types.PresenceItem{adults, other, children, moved, nameless, nameless}) {
		w := want{id: s.ReservationID, unit: s.ReservationAccommodationUnitNumber, persons: s.Persons.Known}
		for _, g := range s.AgeGroups {
			w.ageGroups = append(w.ageGroups, g.Name)
		}
		got = append(got, w)
	}
	diff := cmp.Diff([]want{
		{1, "", []string{"Adults", "Children"}, 3},
		{2, "", []string{"Adults"}, 4},
		{1, "C2", []string{"Adults"}, 2},
		{0, "", []string{"Adults"}, 3},
		{0, "", []string{"Adults"}, 3},
	}, got, cmp.AllowUnexported(want{}), cmpopts.EquateEmpty())
	if diff != "" {
		t.Errorf("stays (-want +got):\n%s", diff)
	}
}

func TestPeriod(t *testing.T) {
	t.Parallel()
	tests := map[string][]types.PresenceDay{
		"no nights":              {{}},
		"Sunday 1 November 2026": {{Date: november(1)}, {}},
		"Sunday 1 November 2026 – Tuesday 3 November 2026": {{Date: november(1)}, {Date: november(2)}, {Date: november(3)}, {}},
	}
	for want, days := range tests {
		if got := period(days); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestShare(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		part, whole int
		want        string
	}{{1, 3, "33.3 %"}, {3, 3, "100.0 %"}, {0, 3, "0.0 %"}, {0, 0, "–"}} {
		if got := share(tt.part, tt.whole); got != tt.want {
			t.Errorf("share(%d, %d) = %q, want %q", tt.part, tt.whole, got, tt.want)
		}
	}
}
