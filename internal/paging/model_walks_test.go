package paging

import (
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// changedTwice are the kinds to whose lists two events happen, if the tests run deep to all that are honest.
var changedTwice = []string{"honest", "clamped to 1", "clamped to 2", "always 2", "refuses above 2"}

// worlds calls f with the worlds in which so many events happen, the smaller ones first. A
// service that is not honest counts as one event. Two events happen to lists of up to three
// records with pages of two or three, if the tests run deep of up to four with all.
func worlds(events int, f func(small)) {
	happens := slices.Sorted(maps.Keys(changes))
	most := 6
	if events == 2 {
		most = 3
		if testkit.Deep() {
			most = 4
		}
	}
	for n := range most + 1 {
		for limit := 1; limit <= 4; limit++ {
			for _, name := range slices.Sorted(maps.Keys(kinds)) {
				for _, bounds := range []string{"usual", "small"} {
					s := small{name, n, limit, bounds, nil}
					switch {
					case kinds[name].refuses > 0 && bounds == "usual":
					case events == 2 && !testkit.Deep() && (bounds == "usual" || limit == 1 || limit == 4 || !slices.Contains(changedTwice, name)):
					case kinds[name].honest:
						s.with(events, slices.Concat(happens, slices.Sorted(maps.Keys(answers))), f)
					case events < 2:
						s.with(events, happens, f)
					}
				}
			}
		}
	}
}

// TestModel walks through every small world. No walk doubles or loses a record without an
// error but where no walk can detect it, and no honest service is refused.
func TestModel(t *testing.T) {
	t.Parallel()
	found, failures := make([]*small, len(undetected)), 0
	for events := range 3 {
		walked, errs := 0, 0
		worlds(events, func(s small) {
			o := s.walk()
			walked++
			if o.err != errDone {
				errs++
			}
			if o.err != errDone && (o.honest && events == 0 || o.overlaps() && events == 1 && (o.happens("insert") || o.happens("remove"))) {
				t.Errorf("%v refused: %v", s, o.err)
			}
			wrong := o.wrong()
			if wrong == "" {
				return
			}
			for i, u := range undetected {
				if u.fits(o) {
					if found[i] == nil {
						found[i] = &s
					}
					return
				}
			}
			t.Errorf("%v %s", s, wrong)
			if failures++; failures == 10 {
				t.FailNow()
			}
		})
		t.Logf("%d worlds with %d events, %d end in an error", walked, events, errs)
	}
	for i, u := range undetected {
		if found[i] == nil {
			t.Errorf("%s: does not happen", u.says)
		} else if !testkit.Deep() && !reflect.DeepEqual(*found[i], u.smallest) {
			t.Errorf("%s: the smallest world is %v", u.says, *found[i])
		}
	}
}

// TestUndetectedIsDocumented: the list in doc.go is that of the model.
func TestUndetectedIsDocumented(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../../doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, lists, _ := strings.Cut(string(doc), "# Lists\n")
	lists, _, _ = strings.Cut(lists, "\n// # ")
	var bullets []string
	for line := range strings.Lines(lists) {
		line = strings.TrimSuffix(line, "\n")
		if item, begins := strings.CutPrefix(line, "//   - "); begins {
			bullets = append(bullets, item)
		} else if rest, goesOn := strings.CutPrefix(line, "//     "); goesOn && len(bullets) > 0 {
			bullets[len(bullets)-1] += " " + rest
		}
	}
	for i, bullet := range bullets {
		bullets[i] = strings.TrimRight(bullet, ";.")
	}
	var says []string
	for _, u := range undetected {
		says = append(says, u.says)
	}
	if !slices.Equal(bullets, says) {
		t.Errorf("doc.go lists\n%s\nthe model\n%s", strings.Join(bullets, "\n"), strings.Join(says, "\n"))
	}
}

// TestWorldsOfTheModel holds worlds that some walk got wrong. A line that TestModel prints is
// a row of it.
func TestWorldsOfTheModel(t *testing.T) {
	t.Parallel()
	for _, s := range []small{
		{"honest", 4, 3, "usual", []event{{1, "empty", 0, 0}}},
		{"total", 1, 3, "usual", []event{{1, "empty", 0, 0}}},
		{"nothing at 0", 2, 3, "usual", nil},
		{"honest", 4, 3, "usual", []event{{1, "other", 1, 0}}},
		{"honest", 5, 2, "usual", []event{{2, "stale", 0, 0}, {3, "stale", 0, 0}}},
		{"honest", 4, 1, "small", []event{{6, "insert", 1, 0}}},
		{"honest", 3, 2, "usual", []event{{2, "cut", 1, 0}}},
		{"long record 3", 3, 2, "usual", nil},
		{"clamped to 2", 3, 4, "usual", []event{{2, "empty", 0, 0}, {3, "empty", 0, 0}}},
		{"clamped to 2", 4, 1, "small", []event{{6, "insert", 0, 0}, {6, "move", 4, 0}}},
		{"long record 2", 5, 3, "usual", []event{{6, "insert", 0, 0}}},
		{"always 2", 4, 2, "usual", []event{{3, "move", 0, 2}, {4, "move", 1, 3}}},
		{"always 2", 4, 2, "usual", []event{{3, "move", 2, 0}, {6, "move", 0, 3}}},
		{"everything", 1, 1, "usual", nil},
		{"limit is the last place", 3, 1, "usual", nil},
		{"limit is the last place", 4, 3, "usual", nil},
		{"nothing beyond the end", 2, 3, "usual", nil},
		{"nothing beyond the end", 5, 2, "usual", nil},
		{"honest", 5, 2, "usual", []event{{3, "rotate", 3, 0}}},
	} {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			o := s.walk()
			if wrong := o.wrong(); wrong != "" || o.honest && len(s.Events) == 0 && o.err != errDone {
				t.Errorf("%s (%v)", wrong, o.err)
			}
		})
	}
}
