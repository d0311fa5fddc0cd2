package reservations_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// offsetList is a service with n records that pages by offset, with its quirks.
type offsetList struct {
	n            int
	most         int  // clamps the limit
	ignoreOffset bool // answers every page like the first
	noIDs        bool
	requests     []string // offset and limit of each
}

func (l *offsetList) RoundTrip(r *http.Request) (*http.Response, error) {
	query := r.URL.Query()
	l.requests = append(l.requests, query.Get("offset")+"+"+query.Get("limit"))
	offset, _ := strconv.Atoi(query.Get("offset"))
	limit, _ := strconv.Atoi(query.Get("limit"))
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

// walks are the three offset lists as ids.
var walks = map[string]func(ctx context.Context, c *reservations.Client, offset, limit int, opts ...reservations.CallOption) ([]int64, error){
	"summaries": func(ctx context.Context, c *reservations.Client, offset, limit int, opts ...reservations.CallOption) (ids []int64, err error) {
		p := reservations.SummariesParams{Organization: 1, DateFrom: from, DateTo: to, Offset: offset, Limit: limit}
		for r, err := range c.Reservations.Summaries(ctx, p, opts...) {
			if err != nil {
				return ids, err
			}
			ids = append(ids, r.ID)
		}
		return ids, nil
	},
	"supplements": func(ctx context.Context, c *reservations.Client, offset, limit int, opts ...reservations.CallOption) (ids []int64, err error) {
		for r, err := range c.Supplements.All(ctx, reservations.SupplementsParams{Organization: 1, Offset: offset, Limit: limit}, opts...) {
			if err != nil {
				return ids, err
			}
			ids = append(ids, r.ID)
		}
		return ids, nil
	},
	"registration numbers": func(ctx context.Context, c *reservations.Client, offset, limit int, opts ...reservations.CallOption) (ids []int64, err error) {
		for r, err := range c.Reservations.RegistrationNumberEntries(ctx, reservations.RegistrationNumberEntriesParams{Offset: offset, Limit: limit}, opts...) {
			if err != nil {
				return ids, err
			}
			ids = append(ids, r.ID)
		}
		return ids, nil
	},
}

func TestOffsetWalks(t *testing.T) {
	t.Parallel()
	for list, walk := range walks {
		for name, test := range map[string]struct {
			service       offsetList
			offset, limit int
			first, last   int64 // ids, 0 for none
			requests      []string
		}{
			"nothing":             {offsetList{}, 0, 0, 0, 0, []string{"+25"}},
			"one page":            {offsetList{n: 7}, 0, 0, 1, 7, []string{"+25", "7+25"}},
			"a full last page":    {offsetList{n: 50}, 0, 0, 1, 50, []string{"+25", "25+25", "50+25"}},
			"page size":           {offsetList{n: 50}, 0, 40, 1, 50, []string{"+40", "40+40", "50+40"}},
			"clamped page size":   {offsetList{n: 50, most: 30}, 0, 100, 1, 50, []string{"+100", "30+100", "50+100"}},
			"from an offset":      {offsetList{n: 50}, 45, 0, 46, 50, []string{"45+25", "50+25"}},
			"offset past the end": {offsetList{n: 50}, 60, 0, 0, 0, []string{"60+25"}},
		} {
			service := test.service
			nameless := service
			nameless.noIDs = true
			all, err := walk(t.Context(), over(t, &nameless), test.offset, test.limit)
			if err != nil || int64(len(all)) != max(0, test.last-test.first+min(test.first, 1)) {
				t.Errorf("%s, %s: %d records without ids, %v", list, name, len(all), err)
			}
			ids, err := walk(t.Context(), over(t, &service), test.offset, test.limit)
			if err != nil {
				t.Errorf("%s, %s: %v", list, name, err)
			}
			var want []int64
			for id := test.first; id > 0 && id <= test.last; id++ {
				want = append(want, id)
			}
			if diff := gocmp.Diff(want, ids); diff != "" {
				t.Errorf("%s, %s: ids (-want +got):\n%s", list, name, diff)
			}
			if diff := gocmp.Diff(test.requests, service.requests); diff != "" {
				t.Errorf("%s, %s: requests (-want +got):\n%s", list, name, diff)
			}
		}
	}
}

// TestOffsetWalksEnd: a page that brings nothing new ends the walk with an error.
func TestOffsetWalksEnd(t *testing.T) {
	t.Parallel()
	for list, walk := range walks {
		for name, service := range map[string]*offsetList{
			"offset ignored": {n: 60, ignoreOffset: true},
			"no ids either":  {n: 60, ignoreOffset: true, noIDs: true},
		} {
			ids, err := walk(t.Context(), over(t, service), 0, 0)
			var incomplete *reservations.IncompleteError
			if !errors.As(err, &incomplete) || incomplete.Pages != 2 || len(ids) != 25 || len(service.requests) != 2 {
				t.Errorf("%s, %s: got %d records in %d requests, %v; want an IncompleteError after the second page", list, name, len(ids), len(service.requests), err)
			}
		}
	}
}

func TestOffsetWalkStopsWithItsReader(t *testing.T) {
	t.Parallel()
	service := &offsetList{n: 100}
	all := over(t, service).Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1})
	if len(service.requests) != 0 {
		t.Fatal("a request was sent before the first step")
	}
	for range 2 { // each range begins anew
		for s := range all {
			if s.ID == 3 {
				break
			}
		}
	}
	if diff := gocmp.Diff([]string{"+25", "+25"}, service.requests); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

func TestOffsetWalkYieldsItsErrorLast(t *testing.T) {
	t.Parallel()
	service := &offsetList{n: 60}
	failing := roundTripFunc(func(r *http.Request) (*http.Response, error) {
		if len(service.requests) == 1 {
			return answers(400, "", "")(r)
		}
		return service.RoundTrip(r)
	})
	steps, errs := 0, 0
	for s, err := range over(t, failing).Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1}) {
		steps++
		if err != nil {
			errs++
			if !errors.Is(err, reservations.ErrBadRequest) || s.ID != 0 || steps != 26 {
				t.Errorf("step %d yields %d, %v", steps, s.ID, err)
			}
		}
	}
	if steps != 26 || errs != 1 {
		t.Errorf("%d steps with %d errors, want 26 with 1", steps, errs)
	}
}

// TestCallOptionsHoldForTheWholeWalk: the time-out counts from the first step to the last.
func TestCallOptionsHoldForTheWholeWalk(t *testing.T) {
	t.Parallel()
	for list, walk := range walks {
		synctest.Test(t, func(t *testing.T) {
			service := &offsetList{n: 1000}
			slow := roundTripFunc(func(r *http.Request) (*http.Response, error) {
				select {
				case <-time.After(time.Second): // virtual
					return service.RoundTrip(r)
				case <-r.Context().Done():
					return nil, r.Context().Err()
				}
			})
			start := time.Now()
			ids, err := walk(t.Context(), over(t, slow), 0, 0, reservations.WithCallTimeout(3500*time.Millisecond))
			if !errors.Is(err, context.DeadlineExceeded) || len(ids) != 75 || time.Since(start) != 3500*time.Millisecond {
				t.Errorf("%s: got %d records in %v, %v; want 75 in 3.5s", list, len(ids), time.Since(start), err)
			}
			if _, err := walk(t.Context(), over(t, service), 0, 0, nil); err == nil {
				t.Errorf("%s: a nil option was taken", list)
			}
		})
	}
}

func TestWalkFillsTheResponseOfEachPage(t *testing.T) {
	t.Parallel()
	var resp reservations.Response
	sizes := map[int]bool{}
	for s, err := range over(t, &offsetList{n: 30}).Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1}, reservations.WithResponseInto(&resp)) {
		if err != nil {
			t.Fatal(err)
		}
		var page []types.Ref
		if err := json.Unmarshal(resp.Body, &page); err != nil || (s.ID <= 25) != (len(page) == 25) {
			t.Fatalf("record %d is seen with a page of %d (%v)", s.ID, len(page), err)
		}
		sizes[len(page)] = true
	}
	if diff := gocmp.Diff(map[int]bool{25: true, 5: true}, sizes); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
}
