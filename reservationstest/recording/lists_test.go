// SPDX-License-Identifier: MIT

package recording_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/reservationstest/recording"
	"github.com/reservationkit/reservations-go/types"
)

// walk reads the supplements and the summaries with a limit, and returns their ids and texts.
func walk(ctx context.Context, client *reservations.Client, limit int) ([]string, error) {
	var read []string
	for supplement, err := range client.Supplements.All(ctx, reservations.SupplementsParams{Organization: 1, Limit: limit}) {
		if err != nil {
			return nil, err
		}
		read = append(read, fmt.Sprint(supplement.ID, supplement.Description))
	}
	params := reservations.SummariesParams{
		Organization: 1, Limit: limit, DateFrom: testclient.From, DateTo: testclient.From.AddDate(1, 0, 0),
	}
	for summary, err := range client.Reservations.AllSummaries(ctx, params) {
		if err != nil {
			return nil, err
		}
		read = append(read, fmt.Sprint(summary.ID, summary.Number, summary.Guest.Email, summary.Token.Reveal()))
	}
	return read, nil
}

// TestListsPlayWithOtherLimits records walks over lists with one limit, and plays them with others.
func TestListsPlayWithOtherLimits(t *testing.T) {
	t.Parallel()
	const records = 57
	ids := make([]int64, records)
	for i := range ids {
		ids[i] = int64(i + 1)
	}
	tests := []struct{ name, maxLimit, recorded string }{
		{"small pages", "0", "10"}, {"one page", "0", "100"}, {"pages of one", "0", "1"}, {"shorter pages than asked for", "8", "30"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var maxLimit, recorded int
			_, _ = fmt.Sscan(test.maxLimit+" "+test.recorded, &maxLimit, &recorded)
			srv := testclient.Server(ids...)
			reservationstest.WithMaxLimit(maxLimit)(srv)
			path := record(t, srv, func(c *reservations.Client) {
				if _, err := walk(t.Context(), c, recorded); err != nil {
					t.Fatal(err)
				}
			}, recording.KeepIDs(1))
			var first []string
			for _, limit := range append([]int{recorded}, testkit.Cases(4, []int{1, 2, 7, 25, 56, 57, 58, 1000})...) {
				got, err := walk(t.Context(), testclient.Over(t, open(t, path)), limit)
				if err != nil {
					t.Fatalf("limit %d: %v", limit, err)
				}
				if first == nil {
					first = got
				}
				_, page := get(t, open(t, path), "/api/supplements/?organization=1&limit=40")
				if length := strings.Count(page, `"unitPrice"`); maxLimit > 0 && length != maxLimit {
					t.Errorf("a page has %d records, want the %d that the service serves", length, maxLimit)
				}
				if diff := cmp.Diff(first, got); diff != "" || len(got) != 2*records {
					t.Errorf("a limit of %d gives %d records, others than with the recorded limit:\n%s", limit, len(got), diff)
				}
			}
		})
	}
}

// register reads the whole night register of ten days.
func register(t *testing.T, client *reservations.Client, limit int) []types.PresenceDay {
	t.Helper()
	params, _ := testclient.Days(10)
	params.Limit = limit
	days, err := client.Reports.Presence(t.Context(), params)
	if err != nil {
		t.Fatalf("limit %d: %v", limit, err)
	}
	return days
}

// TestRegisterPlaysWithOtherLimits does the same with night registers.
func TestRegisterPlaysWithOtherLimits(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                    string
		guests, maxLimit, limit int
	}{
		{"many pages", 230, 0, 20},
		{"one page", 60, 0, 100},
		{"pages of one", 30, 0, 1},
		{"shorter pages than asked for", 230, 16, 50},
		{"nobody", 0, 0, 10},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv := reservationstest.NewServer()
			srv.SetBookings(reservationstest.Park(4, test.guests, testclient.ParkFrom, 10)...)
			reservationstest.WithMaxLimit(test.maxLimit)(srv)
			var original []types.PresenceDay
			path := record(t, srv, func(c *reservations.Client) { original = register(t, c, test.limit) })
			first := register(t, testclient.Over(t, open(t, path)), test.limit)
			sameCounts(t, original, first)
			for _, limit := range testkit.Cases(3, []int{1, 3, 7, 25, 100, 1000}) {
				if test.guests > 100 && limit == 1 && test.maxLimit > 0 {
					continue
				}
				testclient.SameRegister(t, first, register(t, testclient.Over(t, open(t, path)), limit))
			}
		})
	}
}

// sameCounts compares what a recording leaves as it is.
func sameCounts(t *testing.T, want, got []types.PresenceDay) {
	t.Helper()
	names := map[string]string{}
	for i, day := range want {
		if i >= len(got) || day.Date != got[i].Date || len(day.Items) != len(got[i].Items) {
			t.Fatalf("day %d of %d is another one", i, len(want))
		}
		for j, item := range day.Items {
			played := got[i].Items[j]
			if item.Persons() != played.Persons() || item.ReservationDateFrom != played.ReservationDateFrom {
				t.Errorf("item %d of day %d is %v, want %v", j, i, played, item)
			}
			for before, after := range map[string]string{
				item.ReservationName:                  played.ReservationName,
				item.AgeGroupSpecificationDescription: played.AgeGroupSpecificationDescription,
			} {
				if known, seen := names[before]; seen && known != after {
					t.Errorf("%q is played as %q and as %q", before, known, after)
				}
				names[before] = after
			}
		}
	}
}

// TestListsThatChangedPlayTheirOwnPages: a page that was not recorded cannot be made of pages that
// contradict each other.
func TestListsThatChangedPlayTheirOwnPages(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer()
	const target = "/api/supplements/?organization=1&limit=2"
	path := record(t, srv, func(c *reservations.Client) {
		for id := range int64(3) {
			srv.Put(reservationstest.NewSupplement(3 - id))
			for range 2 {
				if _, err := c.Supplements.Page(t.Context(), reservations.SupplementsParams{Organization: 1, Limit: 2}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}, recording.KeepIDs(1, 2, 3))
	player := open(t, path)
	var got []int
	for range 7 {
		_, body := get(t, player, target)
		var records []any
		if err := json.Unmarshal([]byte(body), &records); err != nil {
			t.Fatal(err)
		}
		got = append(got, len(records))
	}
	if diff := cmp.Diff([]int{1, 1, 2, 2, 2, 2, 2}, got); diff != "" {
		t.Errorf("the pages have other lengths (-want +got):\n%s", diff)
	}
	wantFailure(t, player, target+"&offset=1", "it changed while it was recorded")
}

// itemsOf returns the reservations of a page of a night register, each with its day.
func itemsOf(t *testing.T, service http.RoundTripper, offset, limit int) (items []string) {
	t.Helper()
	target := fmt.Sprintf("/api/reports/presence?dateFrom=2026-07-06T00:00:00Z&dateTo=2026-07-15T00:00:00Z&offset=%d&limit=%d", offset, limit)
	_, body := get(t, service, target, "X-Api-Key", reservationstest.Key)
	var days []types.PresenceDay
	if err := json.Unmarshal([]byte(body), &days); err != nil {
		t.Fatal(err)
	}
	for _, day := range days {
		for _, item := range day.Items {
			items = append(items, fmt.Sprint(day.Date, item.ReservationID, item.AgeGroupSpecificationDescription))
		}
	}
	slices.Sort(items)
	return items
}

// TestPagesOfRegistersFitTogether: pages that are put together hold what the recorded pages of the
// same positions hold, also where reservations leave no items, and none is longer than the service
// serves them.
func TestPagesOfRegistersFitTogether(t *testing.T) {
	t.Parallel()
	for _, maxLimit := range []int{0, 20} {
		srv := reservationstest.NewServer()
		srv.SetBookings(reservationstest.Park(4, 200, testclient.ParkFrom, 10)...)
		reservationstest.WithMaxLimit(maxLimit)(srv)
		path := filepath.Join(t.TempDir(), "recording.jsonl")
		recorder, err := recording.NewRecorder(path, srv)
		if err != nil {
			t.Fatal(err)
		}
		const most = 50 // more than the service serves in the second case
		for offset := 0; offset < 240; offset += 20 {
			itemsOf(t, recorder, offset, 20)
			if offset%80 == 0 {
				itemsOf(t, recorder, offset, most)
			}
		}
		if err := recorder.Close(); err != nil {
			t.Fatal(err)
		}
		player := open(t, path)
		for offset := 0; offset < 200; offset += 20 {
			parts := slices.Concat(itemsOf(t, player, offset, 7), itemsOf(t, player, offset+7, 13))
			slices.Sort(parts)
			if diff := cmp.Diff(itemsOf(t, player, offset, 20), parts); diff != "" {
				t.Fatalf("the page at %d is not its two parts:\n%.2000s", offset, diff)
			}
		}
		long, served := itemsOf(t, player, 40, 49), itemsOf(t, player, 40, 20)
		if isCut := slices.Equal(long, served); isCut != (maxLimit > 0) {
			t.Errorf("with at most %d reservations on a page, one of 49 is as one of 20: %v", maxLimit, isCut)
		}
	}
}
