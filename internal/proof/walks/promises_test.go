// SPDX-License-Identifier: MIT

package walks_test

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestWalksKeepThePromiseOfEachService: of a list and of the register of three days, which is confirmed with the first limit.
func TestWalksKeepThePromiseOfEachService(t *testing.T) {
	for _, s := range slices.Concat(wholeServices, pageServices, registerServices, listServices) {
		if s.parks == nil {
			s.parks = usualParks
		}
		if s.limits == nil {
			s.limits = []int{10, 0, 25, 26}
		}
		for _, letters := range s.parks {
			for i, limit := range s.limits {
				t.Run(fmt.Sprintf("%s/%d %.40s, limit %d", s.name, len(letters), letters, limit), func(t *testing.T) {
					if list := (&asked{service: s, park: park(letters)}); s.lists != "" {
						list.checkList(t, list.client(t), limit)
					}
					for _, confirm := range []bool{false, true} {
						if s.presence == "" || confirm && (i > 0 || s.presence != exact && s.presence != incomplete) {
							continue
						}
						p, register := paramsOf(3, limit), &asked{service: s, park: park(letters)}
						p.Confirm = confirm
						register.checkRegister(t, register.client(t), p)
					}
				})
			}
		}
	}
}

// paramsOf selects the first n days of the register, in pages of a size.
func paramsOf(n, size int) reservations.PresenceParams {
	p := testclient.Days(n)
	p.Limit = size
	return p
}

// checkRegister reads a register, whose first request has the number 1.
func (s *asked) checkRegister(t *testing.T, c *reservations.Client, p reservations.PresenceParams) {
	t.Helper()
	s.requests, s.totals = nil, nil
	var last reservations.PresenceProgress
	p.Progress = func(at reservations.PresenceProgress) {
		if isBack := at.Pass < last.Pass || at.Pass == last.Pass && at.Covered < last.Covered; isBack || at.Covered > at.Total {
			t.Errorf("confirm %t: progress is %+v after %+v", p.Confirm, at, last)
		}
		last = at
	}
	got, err := c.Reports.Presence(t.Context(), p)
	n := 1 + int(p.DateTo.Midnight().Sub(testclient.From).Hours()/24)
	want := s.hasAt(query{number: len(s.requests)}).register(n)
	if s.normalise != nil {
		got, want = s.normalise(query{register: got}), s.normalise(query{register: want})
	}
	presence, isSame := s.presence, reflect.DeepEqual(got, want) // which is faster than cmp.Diff
	if presence == exactOrNoDays && err != nil && !slices.ContainsFunc(want, isPresent) {
		presence = incomplete
	}
	good := err == nil && isSame && last.Covered == last.Total
	switch presence {
	case exact, unconfirmed, exactOrNoDays:
	case incomplete:
		good = got == nil && err != nil && strings.HasSuffix(err.Error(), s.reason)
		if diff := s.failed(err, "Reports.Presence", cmp.Or(s.passes, 3)); diff != "" {
			t.Errorf("confirm %t: the error (-want +got):\n%s", p.Confirm, diff)
		}
	case tooLarge:
		good = got == nil && isTooLarge(err)
	default:
		good = err == nil && !isSame
	}
	if !good {
		t.Fatalf("confirm %t: %v after %d requests, progress %+v, the register (-want +got):\n%s",
			p.Confirm, err, len(s.requests), last, gocmp.Diff(want, got))
	}
}

// readList is what was read of a list.
type readList struct {
	names  []string // of the records
	places []int    // of the records, where the list has them at the start
	told   int      // records, by Progress
	resp   reservations.Response
	err    error
}

// checkList reads a list, and looks at the progress and the response of each page as well.
func (s *asked) checkList(t *testing.T, c *reservations.Client, limit int) {
	t.Helper()
	var got readList
	page := "" // the last one
	params := reservations.RegistrationNumberEntriesParams{Limit: limit, Progress: func(p reservations.ListProgress) {
		got.told = p.Records
		total, _ := strconv.Atoi(cmp.Or(got.resp.Header.Get("X-Total-Count"), "-1"))
		if got.told != len(got.names) || p.Total != max(-1, total) {
			t.Errorf("%+v after %d records", p, len(got.names))
		}
	}}
	into, header := reservations.WithResponseInto(&got.resp), reservations.WithHeader("X-A", "1") // five options, because a clone of five has room for a sixth
	for r, err := range c.Reservations.AllRegistrationNumberEntries(t.Context(), params, header, header, header, header, into) {
		if got.err = err; err != nil {
			break
		}
		isFirst := page != string(got.resp.Body)
		page = string(got.resp.Body)
		if isFirst && got.told != len(got.names) || !strings.Contains(page, strconv.Quote(r.Number)) {
			t.Errorf("%s is seen after %d records, progress %d, with the response %.40s", r.Number, len(got.names), got.told, page)
		}
		got.names = append(got.names, r.Number)
		if place := s.park.place(r.Number); place >= 0 {
			got.places = append(got.places, place)
		}
	}
	if broken := s.brokenBy(got); broken != "" {
		t.Errorf("%s: %v after %d requests, places %v", broken, got.err, len(s.requests), got.places)
	}
}

// brokenBy says what is not as the row promises of its list, or "".
func (s *asked) brokenBy(got readList) string {
	says := testkit.If[string]
	now := s.hasAt(query{number: len(s.requests)})
	isLost := func(g guest) bool { return !slices.Contains(got.names, g.name) && now.place(g.name) >= 0 }
	failed, lost := says(got.err != nil, "an error"), says(slices.ContainsFunc(s.park, isLost), "a record is not read")
	twice := says(len(slices.Compact(slices.Sorted(slices.Values(got.names)))) < len(got.names), "a record is read twice")
	moved := says(!slices.IsSorted(got.places), "the order is another")
	gap := cmp.Or(moved, says(slices.Max(append(got.places, -1))+1 != len(got.names), "other records than the first ones"))
	switch s.lists {
	case exact:
		return cmp.Or(failed, twice, lost, moved, says(got.told != len(got.names), "Progress has not told all"))
	case wholeOrError:
		if errors.As(got.err, new(*reservations.IncompleteError)) {
			return twice
		}
		return cmp.Or(failed, twice, lost)
	case incomplete:
		diff := s.failed(got.err, "Reservations.AllRegistrationNumberEntries", 1)
		isOther := s.presence == "" && !strings.HasSuffix(fmt.Sprint(got.err), s.reason)
		return cmp.Or(twice, says(diff != "", "the error (-want +got):\n"+diff), says(isOther, "another reason"))
	case refused:
		refusal, _ := errors.AsType[*reservations.APIError](got.err)
		return cmp.Or(says(refusal == nil || refusal.StatusCode != got.resp.StatusCode, "not the error of the service"), gap)
	case tooLarge:
		return cmp.Or(says(!isTooLarge(got.err), "not an error that names WithMaxResponseBytes"), gap)
	}
	return cmp.Or(failed, says(twice == "" && lost == "", "nothing is wrong, and the row says that something is"))
}

func isTooLarge(err error) bool {
	return errors.As(err, new(*http.MaxBytesError)) && strings.Contains(err.Error(), "WithMaxResponseBytes")
}

// TestOnlyDocumentedFaultsAreNotDetected: some service shows each of them, and no service shows another.
func TestOnlyDocumentedFaultsAreNotDetected(t *testing.T) {
	for page, of := range map[string]func(service) promise{
		"lists.md":    func(s service) promise { return s.lists },
		"register.md": func(s service) promise { return s.presence },
	} {
		t.Run(page, func(t *testing.T) {
			doc := testkit.Must(os.ReadFile("../../../docs/" + page))
			section := regexp.MustCompile(`(?s)\n## What no \w+ .*?\n\n- (.*?)\n\n`).FindStringSubmatch(string(doc) + "\n")[1]
			entries, shown := strings.Split(strings.Join(strings.Fields(section), " "), "; - "), map[int]bool{}
			for _, s := range slices.Concat(pageServices, listServices, registerServices) {
				if entry, is := strings.CutPrefix(string(of(s)), string(undetected)); is {
					shown[slices.IndexFunc(entries, func(text string) bool { return strings.HasPrefix(text, entry) })] = true
				}
			}
			if len(shown) != len(entries) || shown[-1] {
				t.Errorf("of %d entries services show these, and -1 if one has no entry: %v", len(entries), shown)
			}
		})
	}
}

// TestRandomListsAndRegistersAreReadWhole: what the services of the first table have is drawn at random, and read
// with up to eight requests at a time. Only where records come and go while a list is read, it may be an error.
func TestRandomListsAndRegistersAreReadWhole(t *testing.T) {
	t.Parallel()
	walks := uint64(12)
	if testkit.Deep() {
		walks = 500
	}
	for i, s := range wholeServices {
		for seed := range walks {
			t.Run(fmt.Sprint(s.name, "/", seed), func(t *testing.T) { checkDrawn(t, s, rand.New(rand.NewPCG(seed, uint64(i)))) })
		}
	}
}

func checkDrawn(t *testing.T, s service, r *rand.Rand) {
	size := []int{r.IntN(27), 25 * r.IntN(9), 26 + r.IntN(125), 26 + r.IntN(300)}[r.IntN(4)]
	has, noShows := park(here(size)), []int{0, 0, 5, 30, 60, 95}[r.IntN(6)]
	for i := range has {
		if r.IntN(100) < noShows {
			has[i].nights = 0
		}
	}
	nights, limit := 2+r.IntN(4), []int{0, 0, 1 + r.IntN(30), 1 + r.IntN(30), 25, 50, 99 + r.IntN(3), 250, 1000}[r.IntN(9)]
	parallel := reservations.WithMaxConcurrency(1 + r.IntN(8))
	// A register without anybody, or without any name, is an error of some services.
	isNamed := func(g guest) bool { return g.nights&(1<<nights-1) > 0 && g.id%3 > 0 }
	if s.presence == exact && slices.ContainsFunc(has, isNamed) {
		p, drawn := paramsOf(nights, limit), &asked{service: s, park: has}
		p.Confirm, p.Grouped = r.IntN(10) == 0, new(r.IntN(2) == 0)
		drawn.checkRegister(t, drawn.client(t, parallel), p)
	}
	if s.lists != exact {
		return
	}
	drawn := &asked{service: s, park: has}
	drawn.checkList(t, drawn.client(t, parallel), limit)
	// Where one record is read at a time, two changes are not detected.
	if s.change == nil && s.status == nil && limit != 1 && s.name != "at most 1 on a page" {
		s.lists, s.change = wholeOrError, drawnChanges(r)
		drawn = &asked{service: s, park: has}
		drawn.checkList(t, drawn.client(t, parallel), limit)
	}
}

// drawnChanges adds or removes a record before some requests from the second on, half of them at the beginning.
func drawnChanges(r *rand.Rand) func(query) list {
	seed, often := r.Uint64(), 3+r.IntN(20)
	return func(q query) list {
		r := rand.New(rand.NewPCG(seed, 0))
		for n := 2; n <= q.number; n++ {
			switch place := r.IntN(len(q.has)+1) * r.IntN(2); r.IntN(often) {
			case 0:
				q.has = slices.Insert(q.has, place, reservation(1000+n))
			case 1:
				q.has = slices.Delete(q.has, place, min(len(q.has), place+1))
			}
		}
		return q.has
	}
}
