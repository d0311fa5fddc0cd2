// SPDX-License-Identifier: MIT

package presence

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// The model walks every small world up to a bound, which is higher if the tests run deep. A world that
// fails prints in one line, which can be added to TestNoWorldIsMisreadAgain as it is.

// honestServices must be read whole, whatever the park is.
var honestServices = []string{
	"honest", "clamp 1", "clamp 2", "clamp 3", "refuses above 3", "refuses after", "too long above 1", "too long above 2", "total high 1", "total high 3",
	"day in parts", "no empty days", "ends before", "no empty days, ends before", "numbers", "some numbers", "numbers at times 2", "numbers at times 3", "nameless 2",
	"nameless 3", "nameless 4",
}

// otherServices may be refused, and must not be misread.
var otherServices = []string{
	"always 1", "always 2", "always 3", "refuses above 2", "offset ignored", "offset pages", "offset rounded 2",
	"offset rounded 3", "serves all",
	"limit is end", "empty beyond", "too long at 2", "unstable", "varies 2", "varies 3", "varies 4",
	"always empty", "bad row 1", "bad row 2", "bad row 3", "bad row 4", "cuts 1", "cuts 2", "cuts 3", "list ends 2",
	"list ends 4", "items 1", "items 3", "items 5",
	"total pages", "total present", "total rows", "total low 1", "total low 2",
	"some empty days", "day missing 0", "day missing 1", "day missing 2", "day missing at times 1",
	"day twice 0", "day twice 1", "day twice at times 1", "day twice at times 2", "day for the next 0",
	"day for the next 1", "nameless clamp 2",
}

// undetectable is an entry of the list in docs/register.md of what no client can detect.
type undetectable struct {
	entry    string // how the entry begins there
	covers   func(w world) bool
	smallest world // none with fewer reservations, or as many and fewer changes, is misread
}

func served(by ...string) func(world) bool {
	return func(w world) bool {
		is := func(name string) bool { return strings.HasPrefix(w.Service, name) }
		return len(w.Changes) == 0 && slices.ContainsFunc(by, is)
	}
}

func changedBy(kinds ...string) func(world) bool {
	return func(w world) bool {
		return slices.ContainsFunc(w.Changes, func(c change) bool { return slices.Contains(kinds, c.kind) })
	}
}

var undetectables = []undetectable{
	{"a total that is too low", served("total "), world{".x", 1, false, "total low 2", nil}},
	{
		"a reservation, an item or a day that is left out",
		served("always empty", "bad row", "cuts", "list ends", "items", "day missing"),
		world{"x", 1, false, "always empty", nil},
	},
	{"a missing item that would have neither id nor number", served("nameless clamp"), world{"x.xx", 3, false, "nameless clamp 2", nil}},
	{"a service that ignores the offset", served("offset rounded", "offset ignored", "limit is end"),
		world{"....x", 1, false, "offset ignored", nil}},
	{
		"a response that belongs to another request", changedBy("old answer", "other register", "empty answer"),
		world{"", 1, false, "honest", changes{{"insert x", 0, 1}, {"other register", 0, 1}}},
	},
	{"reservations that replace each other", keepsTheTotal, world{"xx", 2, false, "clamp 1", changes{{"to back", 0, 2}}}},
}

// keepsTheTotal reports whether one reservation left and another came, or some changed their order.
func keepsTheTotal(w world) bool {
	swapped := changedBy("remove")(w) && changedBy("insert x", "insert .")(w)
	return swapped || served("unstable")(w) || changedBy("to back")(w)
}

// entryOfWorld returns the index of the entry in undetectables that covers a world, or -1.
func entryOfWorld(w world) int {
	return slices.IndexFunc(undetectables, func(u undetectable) bool { return u.covers(w) })
}

// model walks worlds and counts those that are misread.
type model struct {
	t        *testing.T
	smallest []world // the smallest misread world of each entry in undetectables
	misread  []int
	walked   []int // how many worlds each entry covers
	failures int
}

func newModel(t *testing.T) *model {
	return &model{t: t, smallest: make([]world, len(undetectables)), misread: make([]int, len(undetectables)), walked: make([]int, len(undetectables))}
}

// walk walks one world, and returns how many requests that took.
func (m *model) walk(w world, mustBeExact bool) int {
	got, entry := w.run(), entryOfWorld(w)
	if entry >= 0 {
		m.walked[entry]++
	}
	switch {
	case got.verdict == wrong:
	case got.verdict == exact, lacksAField(got), got.verdict == refused && !mustBeExact:
		return got.requests
	case got.verdict == failed && w.mayFail():
		return got.requests
	}
	if entry < 0 || got.verdict != wrong {
		if m.failures++; m.failures <= 5 {
			m.t.Errorf("%v is %v: %s", w, got.verdict, got.why)
		}
		return got.requests
	}
	m.misread[entry]++
	if known := m.smallest[entry]; known.Service == "" || w.smaller(known) {
		m.smallest[entry] = w
	}
	return got.requests
}

// lacksAField reports whether a register was refused because no entry has a certain field: a service
// that renames one looks the same.
func lacksAField(r result) bool {
	lacks := strings.HasPrefix(r.why, "no item has the key ") || strings.HasSuffix(r.why, " and sends no days")
	return lacks && r.verdict == refused
}

func (w world) smaller(other world) bool {
	if len(w.Park) != len(other.Park) {
		return len(w.Park) < len(other.Park)
	}
	return len(w.Changes) < len(other.Changes)
}

// parks returns every park of at most this many reservations, the smaller ones first.
func parks(most int) (all []string) {
	for n := 0; n <= most; n++ {
		for mask := range 1 << n {
			park := make([]byte, n)
			for i := range park {
				park[i] = "x."[mask>>i&1]
			}
			all = append(all, string(park))
		}
	}
	return all
}

// each walks the worlds of a service over all parks and page sizes, with at most mostChanges changes.
func (m *model) each(service string, mostReservations, mostChanges int, mustBeExact bool) {
	for _, park := range parks(mostReservations) {
		for limit := 1; limit <= 4; limit++ {
			w := world{Park: park, Limit: limit, Service: service}
			m.change(w, mostChanges, m.walk(w, mustBeExact))
		}
	}
}

// change walks the world with every further change at every request from the last change on. The
// changes are given their places by the park as it was at first.
func (m *model) change(w world, most, requests int) {
	if len(w.Changes) == most {
		return
	}
	var last change
	if len(w.Changes) > 0 {
		last = w.Changes[len(w.Changes)-1]
	}
	for at := max(1, last.before); at <= requests; at++ {
		for _, k := range changeKinds {
			for place := range k.places(len(w.Park)) {
				c := change{k.kind, place, at}
				x := w
				x.Changes = append(slices.Clip(w.Changes), c)
				m.change(x, most, m.walk(x, len(x.Changes) == 1 && k.kind != "other register"))
			}
		}
	}
}

// modelSize says which worlds a model walks: up to none reservations without a change, one with one change, two with two changes.
type modelSize struct {
	none, one, two int
	changed        []string // the services with one change; those with two are the first ones
	withTwo        int
}

// TestNoPassOfTheModelLosesAStay walks every small world up to a bound. What it misreads is in the list of what no client
// can detect, and the list has nothing else: each of its entries has a smallest world.
func TestNoPassOfTheModelLosesAStay(t *testing.T) {
	changed := []string{"honest", "clamp 2", "clamp 1", "too long above 1"}
	t.Run("few", func(t *testing.T) { testModel(t, modelSize{5, 3, 1, changed, 1}) })
	if testkit.Deep() {
		t.Run("more", func(t *testing.T) { testModel(t, modelSize{6, 4, 2, changed, 1}) })
		// honestServices begins with these and "clamp 3".
		t.Run("most", func(t *testing.T) { testModel(t, modelSize{7, 5, 3, append(changed, honestServices[4:]...), 2}) })
	}
}

func testModel(t *testing.T, b modelSize) {
	m := newModel(t)
	for _, service := range honestServices {
		m.each(service, b.none, 0, true)
	}
	for _, service := range otherServices {
		m.each(service, b.none, 0, false)
	}
	for i, service := range b.changed { // one change is survived
		m.each(service, b.one-min(1, i/2), 1, true)
	}
	for _, service := range b.changed[:b.withTwo] {
		m.each(service, b.two, 2, true)
	}
	if m.failures > 5 {
		t.Errorf("%d worlds failed", m.failures)
	}
	for i, u := range undetectables {
		if got := m.smallest[i]; fmt.Sprint(got) != fmt.Sprint(u.smallest) {
			t.Errorf("%q: the smallest world is %v, want %v", u.entry, got, u.smallest)
		}
		if t.Logf("%q: %d of %d worlds are misread", u.entry, m.misread[i], m.walked[i]); 4*m.misread[i] > m.walked[i] {
			t.Error("more than a quarter of them")
		}
	}
}

// TestNoWorldIsMisreadAgain walks single worlds that once were misread or refused.
func TestNoWorldIsMisreadAgain(t *testing.T) {
	for _, w := range []world{
		{"xx", 3, false, "clamp 1", nil}, // a first page that showed less than it counted was believed
		{"xx.", 1, false, "numbers at times 2", changes{{"check in or out", 2, 4}}},
		{"xxx", 4, true, "numbers at times 3", nil}, // each pass shows the id of another number
		{"xxx", 2, false, "limit is end", nil},      // told by a larger page alone
		{"x.", 4, false, "serves all", nil},         // a mock with fixed data
		{"...x.x", 2, false, "offset rounded 3", nil},
		{".xx", 2, false, "clamp 1", changes{{"old answer", 0, 3}}},
		{"x.xx", 2, false, "honest", changes{{"check in or out", 3, 4}}},
		{"xx..xx", 4, false, "honest", changes{{"remove", 4, 3}}},
		{".x", 1, false, "honest", changes{{"empty answer", 0, 2}, {"check in or out", 0, 4}}},
	} {
		t.Run(fmt.Sprint(w), func(t *testing.T) {
			mustBeExact := slices.Contains(honestServices, w.Service) || w.Service == "serves all"
			if got := w.run(); got.verdict == wrong || got.verdict != exact && mustBeExact {
				t.Errorf("%v: %s", got.verdict, got.why)
			}
		})
	}
}
