// SPDX-License-Identifier: MIT

package mirror_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// clocks are a service and a copy of it, whose clocks can be wrong. One person is present every night that is over.
type clocks struct {
	at           time.Time     // in truth
	ours, theirs time.Duration // how far the clocks are ahead
	silent       bool          // the service does not tell its time
	list         []types.ReservationSummary
}

func (c *clocks) yesterday() types.Date { return types.DateOf(c.at.UTC()).AddDays(-1) }

// change adds or changes a reservation, at the time of the service.
func (c *clocks) change(id int, name string) {
	c.list = append(c.list[:min(id-1, len(c.list))], append([]types.ReservationSummary{
		{ID: int64(id), Name: name, Modified: types.NewDateTime(c.at.Add(c.theirs))},
	}, c.list[min(id, len(c.list)):]...)...)
}

func (c *clocks) RoundTrip(r *http.Request) (*http.Response, error) {
	query, header := r.URL.Query(), http.Header{"Content-Type": {"application/json"}}
	list := []any{}
	if strings.HasSuffix(r.URL.Path, "/summaries") {
		after, _ := time.Parse(time.RFC3339, query.Get("modifiedSince"))
		for _, record := range c.list {
			if at, _ := record.Modified.Time(); !at.Before(after) && query.Get("offset") == "" {
				list = append(list, record)
			}
		}
	} else {
		header.Set("X-Total-Count", "1")
		to := query.Get("dateTo")[:len(time.DateOnly)]
		for night := must(types.ParseDate(query.Get("dateFrom")[:len(time.DateOnly)])); night.String() <= to; night = night.AddDays(1) {
			day := types.PresenceDay{Date: night, Items: []types.PresenceItem{}}
			if night.Compare(c.yesterday()) <= 0 {
				day.Items = append(day.Items, types.PresenceItem{ReservationID: 1, NumOfPersons: new(1)})
			}
			list = append(list, day)
		}
	}
	body, err := json.Marshal(list)
	if !c.silent {
		header.Set("Date", c.at.Add(c.theirs).UTC().Format(http.TimeFormat))
	}
	return &http.Response{StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r, Header: header,
		ContentLength: int64(len(body)), Body: io.NopCloser(strings.NewReader(string(body)))}, err
}

// TestClocksJump copies while a clock is wrong, and when it is right again. No reservation and no night gets lost.
func TestClocksJump(t *testing.T) {
	t.Parallel()
	const hour, aDay, year = time.Hour, 24 * time.Hour, 365 * 24 * time.Hour
	tests := []struct {
		ours, theirs time.Duration
		silent       bool
	}{
		{36 * aDay, 0, false}, {2 * year, 0, false}, {-2 * year, 0, false}, {0, 36 * aDay, false}, {0, 2 * year, false}, {0, -3 * hour, false},
		{0, -2 * year, false}, {2 * year, -2 * year, false}, {2 * year, 2 * year, false}, {36 * aDay, 0, true},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		for _, test := range tests {
			t.Run(fmt.Sprintf("ours %v, theirs %v, silent %v", test.ours, test.theirs, test.silent), func(t *testing.T) {
				c := &clocks{at: time.Date(2026, 11, 20, 23, 30, 0, 0, time.UTC), silent: test.silent}
				first := c.yesterday().AddDays(-39)
				client, err := reservations.NewClient("https://api.example.test", reservationstest.Key, reservations.WithOrganization(1),
					reservations.WithHTTPClient(&http.Client{Transport: c}), reservations.WithRetry(reservations.NoRetry()))
				if err != nil {
					t.Fatal(err)
				}
				m := openMirror(t, newDSN(), mirror.Config{RegisterFrom: first})
				m.SetClock(func() time.Time { return c.at.Add(c.ours) })
				check := func(when string) {
					t.Helper()
					sync(t, m, client)
					want, got := map[any]any{}, map[any]any{}
					for _, r := range c.list {
						want[r.ID] = r.Name
					}
					for _, row := range query(t, m.DB(), "SELECT id, name FROM reservations") {
						got[row["id"]] = row["name"]
					}
					if c.ours == 0 && c.theirs == 0 {
						for night := first; night.Compare(c.yesterday()) <= 0; night = night.AddDays(1) {
							want[night.String()] = int64(1)
						}
						for _, row := range query(t, m.DB(), "SELECT d.day, num_of_persons AS n FROM register_days d LEFT JOIN register_items i ON i.day = d.day") {
							got[day(row["day"])] = row["n"]
						}
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("%s (-source +copy):\n%s", when, diff)
					}
				}
				c.change(1, "first")
				check("before the jump")
				c.change(2, "before the jump")
				c.at, c.ours, c.theirs = c.at.Add(26*hour), test.ours, test.theirs
				c.change(1, "after the jump")
				check("after the jump")
				c.change(3, "while the clock is wrong")
				c.at, c.ours, c.theirs = c.at.Add(26*hour), 0, 0
				c.change(2, "when the clock is right again")
				check("when the clock is right again")
				c.at = c.at.Add(30 * aDay)
				c.change(1, "later")
				check("later")
			})
		}
	})
}
