// SPDX-License-Identifier: MIT

package register_test

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestPagesThatAreRead holds the requests of a reading: pages that overlap, the proof of the end,
// and what it costs to learn that the service serves less than asked for.
func TestPagesThatAreRead(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name              string
		size, most, total int // most is the largest page of the service, 0 for any
		want              string
	}{
		{"nobody", 0, 0, 0, "0+100"},
		{"a page that proves itself", 0, 0, 25, "0+100"},
		{"one page and its end", 0, 0, 60, "0+100 30+100"},
		{"the default size", 0, 0, 250, "0+100 99+100 249+100 198+100"},
		{"smaller pages", 25, 0, 60, "0+25 24+25 59+25 48+25"},
		{"a full last page", 25, 0, 49, "0+25 24+25 48+25"},
		{"as many as asked for", 20, 0, 20, "0+20 19+19 20+25"},
		{"a service that serves 25", 0, 25, 60, "0+100 30+100 24+25 59+25 48+25"},
		{"a service that serves 40", 0, 40, 60, "0+100 30+100 39+40 59+40"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv := serve(test.total, reservationstest.WithMaxLimit(test.most))
			complete(t, srv, testclient.Over(t, srv, reservations.WithMaxConcurrency(1)), days(3, test.size))
			if got := pagesRead(srv.Requests()); got != test.want {
				t.Errorf("requests %s, want %s", got, test.want)
			}
		})
	}
}

// pagesRead returns offset and limit of every request.
func pagesRead(calls []reservationstest.Request) string {
	var pages []string
	for _, call := range calls {
		pages = append(pages, cmp.Or(call.Query.Get("offset"), "0")+"+"+call.Query.Get("limit"))
	}
	return strings.Join(pages, " ")
}

// TestServedSizeIsRemembered: only the first reading pays for finding out, those of clients that
// were derived from its client included.
func TestServedSizeIsRemembered(t *testing.T) {
	t.Parallel()
	refusing := serve(60)
	inject(refusing, reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if number(r.URL.Query(), "limit") > 25 {
			r.URL.RawQuery = "limit=none" // the server refuses that
		}
		next.ServeHTTP(w, r)
	})
	less := serve(60, reservationstest.WithMaxLimit(25))
	for name, srv := range map[string]*reservationstest.Server{"serves less": less, "refuses": refusing} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first := testclient.Over(t, srv, reservations.WithMaxConcurrency(1))
			derived, err := first.With()
			if err != nil {
				t.Fatal(err)
			}
			complete(t, srv, first, days(1, 0))
			if n := len(srv.Requests()); n > 6 {
				t.Errorf("the first reading took %d requests", n)
			}
			for _, c := range []*reservations.Client{first, derived} {
				before := len(srv.Requests())
				complete(t, srv, c, days(1, 0))
				if got, want := pagesRead(srv.Requests()[before:]), "0+25 24+25 59+25 48+25"; got != want {
					t.Errorf("requests %s, want %s", got, want)
				}
			}
		})
	}
}

// TestSecondReadingAsksCachesNotToAnswer, or they would confirm the pages of the first one.
func TestSecondReadingAsksCachesNotToAnswer(t *testing.T) {
	t.Parallel()
	srv := serve(3)
	p := days(1, 0)
	p.Confirm = true
	complete(t, srv, testclient.Over(t, srv), p)
	first, second := srv.Requests()[0].Header.Get("Cache-Control"), srv.Requests()[1].Header.Get("Cache-Control")
	if first != "" || second != "no-cache" {
		t.Errorf("Cache-Control is %q and then %q, want no-cache for the second reading alone", first, second)
	}
}

// TestOffsetsAfterTheTotalMayBeRefused: that says the same as an empty page.
func TestOffsetsAfterTheTotalMayBeRefused(t *testing.T) {
	t.Parallel()
	for _, status := range []int{400, 404, 403} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			t.Parallel()
			srv := serve(30)
			refused := false
			c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				if number(r.URL.Query(), "offset") >= 30 {
					refused = true
					return testclient.Responds(status, "", "")(r)
				}
				return srv.RoundTrip(r)
			}), reservations.WithMaxConcurrency(1))
			if status != 403 {
				complete(t, srv, c, days(1, 10))
			} else if _, err := c.Reports.Presence(t.Context(), days(1, 10)); !errors.Is(err, reservations.ErrForbidden) {
				t.Errorf("got %v, want ErrForbidden", err)
			}
			if !refused {
				t.Error("no request was refused")
			}
		})
	}
}

func TestProgressCoversEveryReservation(t *testing.T) {
	t.Parallel()
	for total, want := range map[int]string{
		7:  "[{Covered:7 Total:7 Walk:1}]",
		60: "[{Covered:25 Total:60 Walk:1} {Covered:49 Total:60 Walk:1} {Covered:60 Total:60 Walk:1}]",
	} {
		t.Run(strconv.Itoa(total), func(t *testing.T) {
			var got []reservations.PresenceProgress
			p := days(2, 25)
			p.Progress = func(at reservations.PresenceProgress) { got = append(got, at) }
			c := testclient.Over(t, serve(total), reservations.WithMaxConcurrency(1))
			if _, err := c.Reports.Presence(t.Context(), p); err != nil {
				t.Fatal(err)
			}
			if fmt.Sprintf("%+v", got) != want {
				t.Errorf("got %+v, want %s", got, want)
			}
		})
	}
}

// TestRequestsAtATime are as many as the option allows, and eight by default.
func TestRequestsAtATime(t *testing.T) {
	t.Parallel()
	tests := map[int64][]reservations.Option{
		1: {reservations.WithMaxConcurrency(1)}, 2: {reservations.WithMaxConcurrency(2)},
		8: nil, 11: {reservations.WithMaxConcurrency(11)},
	}
	for most, opts := range tests {
		t.Run(strconv.FormatInt(most, 10), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				srv := serve(2500)
				var now, peak atomic.Int64
				inject(srv, reservationstest.Always(), reservationstest.Before(func() {
					peak.Store(max(peak.Load(), now.Add(1)))
					time.Sleep(time.Second) // virtual
					now.Add(-1)
				}))
				complete(t, srv, testclient.Over(t, srv, opts...), days(1, 25))
				if peak.Load() != most {
					t.Errorf("%d requests were under way at a time, want %d", peak.Load(), most)
				}
			})
		})
	}
}
