package reservations_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// offsetList is a service with n records that pages by offset, with its quirks. Each
// request takes a while.
type offsetList struct {
	n            int
	most         int  // clamps the limit
	refuse       int  // refuses a larger limit
	ignoreOffset bool // answers every page like the first
	noIDs        bool
	took         time.Duration

	mu       sync.Mutex
	requests []string // offset and limit of each
	underWay int
}

func (l *offsetList) RoundTrip(r *http.Request) (*http.Response, error) {
	query := r.URL.Query()
	l.mu.Lock()
	l.requests = append(l.requests, query.Get("offset")+"+"+query.Get("limit"))
	l.underWay++
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		l.underWay--
		l.mu.Unlock()
	}()
	select {
	case <-time.After(l.took):
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	offset, _ := strconv.Atoi(query.Get("offset"))
	limit, _ := strconv.Atoi(query.Get("limit"))
	if l.refuse > 0 && limit > l.refuse {
		return answers(400, "application/json", `{"statusCode":400,"description":"Bad request"}`)(r)
	}
	if l.most > 0 {
		limit = min(limit, l.most)
	}
	if l.ignoreOffset {
		offset = 0
	}
	page := []map[string]any{}
	for id := offset + 1; id <= min(l.n, offset+limit); id++ {
		record := map[string]any{"id": id}
		if l.noIDs {
			record = map[string]any{"name": strconv.Itoa(id), "description": strconv.Itoa(id)}
		}
		page = append(page, record)
	}
	body, err := json.Marshal(page)
	if err != nil {
		return nil, err
	}
	return answers(200, "application/json", string(body))(r)
}

func TestOffsetWalks(t *testing.T) {
	t.Parallel()
	for list, walk := range offsetWalks(t) {
		for name, test := range map[string]struct {
			service       *offsetList
			offset, limit int
			first, last   int64 // ids, 0 for none
			requests      []string
		}{
			"nothing":             {&offsetList{}, 0, 0, 0, 0, []string{"+100", "1+1"}},
			"one record":          {&offsetList{n: 1}, 0, 0, 1, 1, []string{"+100", "1+100"}},
			"one page":            {&offsetList{n: 7}, 0, 0, 1, 7, []string{"+100", "6+100"}},
			"a full page":         {&offsetList{n: 100}, 0, 0, 1, 100, []string{"+100", "99+100", "99+99"}},
			"page size":           {&offsetList{n: 50}, 0, 40, 1, 50, []string{"+40", "39+40", "49+40", "50+40"}},
			"clamped page size":   {&offsetList{n: 50, most: 30}, 0, 100, 1, 50, []string{"+100", "29+100", "49+100", "50+100"}},
			"refused page size":   {&offsetList{n: 30, refuse: 99}, 0, 0, 1, 30, []string{"+100", "+25", "24+25", "29+25", "30+25"}},
			"from an offset":      {&offsetList{n: 50}, 45, 0, 46, 50, []string{"45+100", "49+100"}},
			"offset past the end": {&offsetList{n: 50}, 60, 0, 0, 0, []string{"60+100", "61+1"}},
			"offset ignored":      {&offsetList{n: 50, ignoreOffset: true}, 0, 0, 1, 50, []string{"+100", "49+100", "1050+99", "2050+99"}},
			"no ids":              {&offsetList{n: 150, noIDs: true}, 0, 0, 0, 0, []string{"+100", "100+100", "150+100"}},
		} {
			if test.service.noIDs && walk.idRequired {
				continue
			}
			t.Run(list+"/"+name, func(t *testing.T) {
				t.Parallel()
				service := test.service
				ids, err := walk.ids(t, t.Context(), over(t, service, reservations.WithMaxConcurrency(1)), test.offset, test.limit)
				want := make([]int64, 0, service.n)
				for id := test.first; id > 0 && id <= test.last; id++ {
					want = append(want, id)
				}
				if service.noIDs {
					want = make([]int64, service.n)
				}
				if diff := gocmp.Diff(want, append([]int64{}, ids...)); diff != "" || err != nil {
					t.Errorf("error %v, ids (-want +got):\n%s", err, diff)
				}
				if diff := gocmp.Diff(test.requests, service.requests); diff != "" {
					t.Errorf("requests (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func TestOffsetWalkTellsWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	for list, walk := range offsetWalks(t) {
		t.Run(list, func(t *testing.T) {
			t.Parallel()
			service := &offsetList{n: 60, ignoreOffset: true}
			ids, err := walk.ids(t, t.Context(), over(t, service, reservations.WithMaxConcurrency(1)), 0, 25)
			var incomplete *reservations.IncompleteError
			if !errors.As(err, &incomplete) {
				t.Fatalf("got %v", err)
			}
			if incomplete.Pages != 3 || incomplete.Walks != 1 || incomplete.Attempts != len(service.requests) || !strings.HasPrefix(incomplete.Reason, "at offset 275, the page begins like the first one") {
				t.Errorf("got %+v", incomplete)
			}
			var refused *reservations.ParamError
			if _, err := walk.ids(t, t.Context(), over(t, service), -1, 0); !errors.As(err, &refused) || incomplete.Name != refused.Name {
				t.Errorf("the operation is %q, and with a negative offset the error is %v", incomplete.Name, err)
			}
			if len(ids) != 25 {
				t.Errorf("%d records came before it, want the 25 of the first page", len(ids))
			}
		})
	}
}

// TestOffsetWalkBelievesTheTotal: a list is not empty if its empty page counts records.
func TestOffsetWalkBelievesTheTotal(t *testing.T) {
	t.Parallel()
	for list, walk := range offsetWalks(t) {
		for total, complete := range map[string]bool{"3": false, "0": true, "": true, "many": true} {
			t.Run(list+"/"+total, func(t *testing.T) {
				t.Parallel()
				service := &offsetList{}
				counting := roundTripFunc(func(r *http.Request) (*http.Response, error) {
					resp, err := service.RoundTrip(r)
					resp.Header.Set("X-Total-Count", total)
					return resp, err
				})
				_, err := walk.ids(t, t.Context(), over(t, counting), 0, 0)
				var incomplete *reservations.IncompleteError
				if errors.As(err, &incomplete) == complete || complete && err != nil {
					t.Errorf("got %v", err)
				}
			})
		}
	}
}

func TestOffsetWalkYieldsItsErrorLast(t *testing.T) {
	t.Parallel()
	service := &offsetList{n: 60}
	failing := roundTripFunc(func(r *http.Request) (*http.Response, error) {
		if r.URL.Query().Get("offset") == "24" {
			return answers(400, "", "late")(r)
		}
		return service.RoundTrip(r)
	})
	steps, errs := 0, 0
	var resp reservations.Response
	params := reservations.SupplementsParams{Organization: 1, Limit: 25}
	for s, err := range over(t, failing).Supplements.All(t.Context(), params, reservations.WithResponseInto(&resp)) {
		steps++
		if err != nil {
			errs++
			if !errors.Is(err, reservations.ErrBadRequest) || s.ID != 0 || steps != 26 || string(resp.Body) != "late" {
				t.Errorf("step %d yields %d, %v with the body %q", steps, s.ID, err, resp.Body)
			}
		}
	}
	if steps != 26 || errs != 1 {
		t.Errorf("%d steps with %d errors, want 26 with 1", steps, errs)
	}
}

// TestOffsetWalkEndsWithTheErrorOfAPage: it is asked for again only where the service may have
// refused its limit.
func TestOffsetWalkEndsWithTheErrorOfAPage(t *testing.T) {
	t.Parallel()
	var odd *reservations.DecodeError
	for list, walk := range offsetWalks(t) {
		for name, test := range map[string]struct {
			rt    roundTripFunc
			limit []string // of the requests
			is    func(error) bool
		}{
			"refused":    {answers(400, "", ""), []string{"100", "25"}, func(err error) bool { return errors.Is(err, reservations.ErrBadRequest) }},
			"not found":  {answers(404, "", ""), []string{"100"}, func(err error) bool { return errors.Is(err, reservations.ErrNotFound) }},
			"unreadable": {answers(200, "", "<html>"), []string{"100"}, func(err error) bool { return errors.As(err, &odd) }},
		} {
			t.Run(list+"/"+name, func(t *testing.T) {
				t.Parallel()
				var limits []string
				ids, err := walk.ids(t, t.Context(), over(t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
					limits = append(limits, r.URL.Query().Get("limit"))
					return test.rt(r)
				})), 0, 0)
				if !test.is(err) || len(ids) > 0 {
					t.Errorf("got %d records, %v", len(ids), err)
				}
				if diff := gocmp.Diff(test.limit, limits); diff != "" {
					t.Errorf("limits (-want +got):\n%s", diff)
				}
			})
		}
	}
}

// TestLongPagesAreReadOneAtATime, because they are in memory together.
func TestLongPagesAreReadOneAtATime(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		blanks int // in front of each page
		alone  bool
	}{"short": {0, false}, "long": {2 << 20, true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service := &offsetList{n: 1000, took: time.Second}
				var now, peak atomic.Int64
				c := over(t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
					peak.Store(max(peak.Load(), now.Add(1)))
					defer now.Add(-1)
					resp, err := service.RoundTrip(r)
					if err == nil {
						resp.Body = io.NopCloser(io.MultiReader(strings.NewReader(strings.Repeat(" ", test.blanks)), resp.Body))
					}
					return resp, err
				}))
				if err := last(c.Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1})); err != nil {
					t.Fatal(err)
				}
				if alone := peak.Load() == 1; alone != test.alone {
					t.Errorf("%d requests were under way at the same time", peak.Load())
				}
			})
		})
	}
}

// TestCallOptionsHoldForTheWholeWalk: the timeout counts from the first step to the last.
func TestCallOptionsHoldForTheWholeWalk(t *testing.T) {
	t.Parallel()
	for list, walk := range offsetWalks(t) {
		t.Run(list, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service, start := &offsetList{n: 1000, took: time.Second}, time.Now()
				c := over(t, service, reservations.WithMaxConcurrency(1))
				ids, err := walk.ids(t, t.Context(), c, 0, 0, reservations.WithCallTimeout(3500*time.Millisecond))
				if !errors.Is(err, context.DeadlineExceeded) || len(ids) != 298 || time.Since(start) != 3500*time.Millisecond {
					t.Errorf("got %d records in %v, %v; want 298 in 3.5s", len(ids), time.Since(start), err)
				}
				if _, err := walk.ids(t, t.Context(), c, 0, 0, nil); err == nil {
					t.Error("a nil option was taken")
				}
			})
		})
	}
}

// TestWalkFillsTheResponseOfEachPage: although other pages have been read by then.
func TestWalkFillsTheResponseOfEachPage(t *testing.T) {
	t.Parallel()
	var resp reservations.Response
	opts := append(make([]reservations.CallOption, 0, 4), reservations.WithResponseInto(&resp)) // with room that no page may use
	all := over(t, &offsetList{n: 450}).Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1}, opts...)
	sizes := map[int]int{}
	for s, err := range all {
		if err != nil {
			t.Fatal(err)
		}
		var page []types.Ref
		if err := json.Unmarshal(resp.Body, &page); err != nil || len(page) == 0 || s.ID < page[0].ID || s.ID > page[len(page)-1].ID {
			t.Fatalf("record %d is seen with a page of %d (%v)", s.ID, len(page), err)
		}
		sizes[len(page)]++
	}
	if opts[:cap(opts)][1] != nil {
		t.Error("a page has written an option behind those of the caller")
	}
	if diff := gocmp.Diff(map[int]int{100: 100 + 3*99, 54: 53}, sizes); diff != "" {
		t.Errorf("records by the size of their page (-want +got):\n%s", diff)
	}
	for range over(t, &offsetList{}).Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1}, reservations.WithResponseInto(&resp)) {
		t.Error("an empty list has a record")
	}
	if string(resp.Body) != "[]" {
		t.Errorf("the response of an empty list is %q", resp.Body)
	}
}
