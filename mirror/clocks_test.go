// SPDX-License-Identifier: MIT

package mirror_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// clocks are a service and a copy of it, whose clocks can be wrong. Somebody is present every night that is over.
type clocks struct {
	at           time.Time     // in truth
	ours, theirs time.Duration // how far the clocks are ahead
	silent       bool          // the service does not tell its time
	first        types.Date    // night
	list         []types.ReservationSummary
}

func (c *clocks) yesterday() types.Date { return types.DateOf(c.at.UTC()).AddDays(-1) }

// change changes a reservation, or adds it, at the time of the service.
func (c *clocks) change(id int64, name string) {
	r := types.ReservationSummary{ID: id, Name: name, Modified: types.NewDateTime(c.at.Add(c.theirs))}
	for i := range c.list {
		if c.list[i].ID == id {
			c.list[i] = r
			return
		}
	}
	c.list = append(c.list, r)
}

func (c *clocks) RoundTrip(r *http.Request) (*http.Response, error) {
	var list any
	query := r.URL.Query()
	header := http.Header{"Content-Type": {"application/json"}, "X-Total-Count": {"1"}}
	if strings.HasSuffix(r.URL.Path, "/summaries") {
		header.Del("X-Total-Count")
		list = c.changed(query.Get("modifiedSince"), query.Get("offset"))
	} else {
		list = c.nights(query.Get("dateFrom"), query.Get("dateTo"))
	}
	body, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	if !c.silent {
		header.Set("Date", c.at.Add(c.theirs).UTC().Format(http.TimeFormat))
	}
	return &http.Response{StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r, Header: header,
		ContentLength: int64(len(body)), Body: io.NopCloser(strings.NewReader(string(body)))}, nil
}

func (c *clocks) changed(since, offset string) []types.ReservationSummary {
	after, _ := time.Parse(time.RFC3339, since)
	changed := []types.ReservationSummary{}
	for _, r := range c.list {
		if at, _ := r.Modified.Time(); !at.Before(after) {
			changed = append(changed, r)
		}
	}
	skip, _ := strconv.Atoi(offset)
	return changed[min(skip, len(changed)):]
}

// persons is how many persons were present on a night, which changes for five days after it.
func (c *clocks) persons(night types.Date) int {
	days := 0
	for day := night; day.Compare(c.yesterday()) <= 0 && days < 5; day = day.AddDays(1) {
		days++
	}
	return days
}

func (c *clocks) nights(from, to string) []types.PresenceDay {
	nights := []types.PresenceDay{}
	for night := must(types.ParseDate(from[:len(time.DateOnly)])); night.String() <= to[:len(time.DateOnly)]; night = night.AddDays(1) {
		day := types.PresenceDay{Date: night, Items: []types.PresenceItem{}}
		if n := c.persons(night); n > 0 {
			day.Items = append(day.Items, types.PresenceItem{ReservationID: 1, NumOfPersons: &n})
		}
		nights = append(nights, day)
	}
	return nights
}

// sync runs a Sync, in which nothing may go wrong.
func (c *clocks) sync(t *testing.T, m *mirror.Mirror, client *reservations.Client) mirror.SyncResult {
	t.Helper()
	m.SetClock(func() time.Time { return c.at.Add(c.ours) })
	return sync(t, m, client)
}

// checkReservations compares all reservations.
func (c *clocks) checkReservations(t *testing.T, m *mirror.Mirror, when string) {
	t.Helper()
	want, got := map[int64]any{}, map[int64]any{}
	for _, r := range c.list {
		want[r.ID] = r.Name
	}
	for _, row := range query(t, m.DB(), "SELECT id, name FROM reservations") {
		got[row["id"].(int64)] = row["name"]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-source +copy):\n%s", when, diff)
	}
}

// copiedNights returns the persons of each night in the copy.
func copiedNights(t *testing.T, m *mirror.Mirror) map[string]int {
	t.Helper()
	got := map[string]int{}
	for _, row := range query(t, m.DB(), "SELECT d.day AS day, i.num_of_persons AS n FROM register_days d LEFT JOIN register_items i ON i.day = d.day") {
		n, _ := row["n"].(int64)
		got[day(row["day"])] += int(n)
	}
	return got
}

// checkNights compares all nights.
func (c *clocks) checkNights(t *testing.T, m *mirror.Mirror, when string) {
	t.Helper()
	want := map[string]int{}
	for night := c.first; night.Compare(c.yesterday()) <= 0; night = night.AddDays(1) {
		want[night.String()] = c.persons(night)
	}
	if diff := cmp.Diff(want, copiedNights(t, m)); diff != "" {
		t.Errorf("%s (-source +copy):\n%s", when, diff)
	}
}

// open returns a copy of the service.
func (c *clocks) open(t *testing.T, dsn string, first types.Date) (*mirror.Mirror, *reservations.Client) {
	t.Helper()
	client, err := reservations.NewClient("https://api.example.test", reservationstest.Key, reservations.WithOrganization(1),
		reservations.WithHTTPClient(&http.Client{Transport: c}), reservations.WithRetry(reservations.NoRetry()))
	if err != nil {
		t.Fatal(err)
	}
	return openMirror(t, dsn, mirror.Config{RegisterFrom: first}), client
}

// TestClocksAheadAtFirst: nights that the first Sync has stored with wrong clocks are not where the register begins.
func TestClocksAheadAtFirst(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		c := &clocks{at: time.Date(2026, 11, 20, 23, 30, 0, 0, time.UTC), ours: 20_000 * time.Hour, theirs: 20_000 * time.Hour}
		m, client := c.open(t, newDSN(), types.Date{})
		c.sync(t, m, client)
		c.ours, c.theirs = 0, 0
		c.sync(t, m, client)
		c.first = c.yesterday().AddDays(-364)
		c.checkNights(t, m, "when the clocks are right")
	})
}

// TestClocksJump: a Sync while a clock is wrong stores no night that is not over by both, and no reservation gets lost. A
// Sync with right clocks then has the copy as it should be, and so it stays.
func TestClocksJump(t *testing.T) {
	t.Parallel()
	const hour, day, year = time.Hour, 24 * time.Hour, 365 * 24 * time.Hour
	type test struct {
		ours, theirs, passed time.Duration
		silent               bool
	}
	var tests []test
	for _, jump := range []time.Duration{-2 * year, -36 * day, -3 * hour, 3 * hour, 36 * day, 2 * year} {
		for _, passed := range []time.Duration{time.Minute, 26 * hour} {
			tests = append(tests, test{jump, 0, passed, false}, test{0, jump, passed, false},
				test{jump, jump, passed, false}, test{jump, -jump, passed, false})
		}
		// When our clock alone was ahead and is not any more, and it is later than it said, nothing tells that.
		tests = append(tests, test{jump, 0, time.Minute, true})
	}
	tests = testkit.Cases(13, tests)
	onEach(t, func(t *testing.T, newDSN func() string) {
		for _, test := range tests {
			t.Run(fmt.Sprintf("ours %v, theirs %v, after %v, silent %v", test.ours, test.theirs, test.passed, test.silent), func(t *testing.T) {
				c := &clocks{at: time.Date(2026, 11, 20, 23, 30, 0, 0, time.UTC), silent: test.silent}
				c.first = c.yesterday().AddDays(-59)
				m, client := c.open(t, newDSN(), c.first)
				c.change(1, "first")
				c.sync(t, m, client)
				c.checkNights(t, m, "before the jump")
				before := copiedNights(t, m)

				c.change(2, "before the jump")
				c.at = c.at.Add(test.passed)
				c.ours, c.theirs = test.ours, test.theirs
				c.change(1, "after the jump")
				got := c.sync(t, m, client)
				c.checkReservations(t, m, "after the jump")
				if difference := test.ours - test.theirs; !test.silent && got.ClockDifference != difference {
					t.Errorf("the clocks differ by %v, want %v", got.ClockDifference, difference)
				}
				wrong := *c
				if wrong.at = c.at.Add(min(c.ours, c.theirs)); c.silent {
					wrong.at = c.at.Add(c.ours)
				}
				for night := range copiedNights(t, m) {
					if _, known := before[night]; !known && night > wrong.yesterday().String() {
						t.Errorf("the night %s is stored before it is over by both clocks", night)
					}
				}

				c.change(3, "while the clocks are wrong")
				c.at = c.at.Add(test.passed)
				c.ours, c.theirs = 0, 0
				c.change(2, "when the clocks are right again")
				c.sync(t, m, client)
				c.checkReservations(t, m, "when the clocks are right again")
				c.checkNights(t, m, "when the clocks are right again")

				c.at = c.at.Add(30 * day)
				c.change(1, "later")
				c.sync(t, m, client)
				c.checkReservations(t, m, "later")
				c.checkNights(t, m, "later")
			})
		}
	})
}
