package reservations_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestWithQuery adds to what the params say, on a single call, on each page and in Do.
func TestWithQuery(t *testing.T) {
	t.Parallel()
	extra := []reservations.CallOption{
		reservations.WithQuery("expand", "a b&c=d"), reservations.WithQuery("tag[]", "1"), reservations.WithQuery("tag[]", "2"), reservations.WithQuery("empty", ""),
	}
	want := url.Values{"expand": {"a b&c=d"}, "tag[]": {"1", "2"}, "empty": {""}}
	var srv http.RoundTripper = reservationstest.NewServer(reservationstest.WithBookings(present(60)...))
	for key := range want {
		srv = dropParam(srv, key) // it refuses parameters that it does not know
	}
	for name, call := range map[string]func(*reservations.Client) error{
		"a call without params": func(c *reservations.Client) error {
			_, err := c.TaxProfiles.Get(t.Context(), "1", extra...)
			return err
		},
		"a call with params": func(c *reservations.Client) error {
			_, err := c.Accommodations.Category(t.Context(), 7, reservations.CategoryParams{Organization: 3}, extra...)
			return err
		},
		"a register": func(c *reservations.Client) error {
			p, _ := days(1)
			_, err := c.Reports.Presence(t.Context(), p, extra...)
			return err
		},
		"Do": func(c *reservations.Client) error {
			return c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/x", Query: url.Values{"own": {"1"}}}, nil, extra...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var sent []url.Values
			rt := roundTripFunc(func(r *http.Request) (*http.Response, error) {
				sent = append(sent, r.URL.Query())
				return srv.RoundTrip(r)
			})
			if err := call(over(t, rt, reservations.WithMaxConcurrency(1))); err != nil && !errors.Is(err, reservations.ErrNotFound) {
				t.Fatal(err)
			}
			for i, query := range sent {
				for key, values := range want {
					if diff := gocmp.Diff(values, query[key]); diff != "" {
						t.Errorf("request %d, %s (-want +got):\n%s", i+1, key, diff)
					}
				}
			}
			if len(sent) == 0 {
				t.Error("nothing was sent")
			}
			switch first := sent[0]; {
			case name == "a call with params" && first.Get("organization") != "3", name == "Do" && first.Get("own") != "1", name == "a register" && first.Get("dateFrom") == "":
				t.Errorf("the operation's own query is lost: %v", first)
			}
		})
	}
}

// TestWithQueryRefuses the keys that an operation sets, also those that are not set this time.
func TestWithQueryRefuses(t *testing.T) {
	t.Parallel()
	c := over(t, roundTripFunc(func(*http.Request) (*http.Response, error) {
		t.Error("a request was sent")
		return nil, io.EOF
	}), reservations.WithOrganization(1))
	own := url.Values{"own": {"1"}}
	for _, test := range []struct {
		name, key, operation string
		call                 func(reservations.CallOption) error
	}{
		{"no key", "", "taxProfiles.get", func(o reservations.CallOption) error {
			_, err := c.TaxProfiles.Get(t.Context(), "1", o)
			return err
		}},
		{"default organization", "organization", "accommodations.category", func(o reservations.CallOption) error {
			_, err := c.Accommodations.Category(t.Context(), 7, reservations.CategoryParams{}, o)
			return err
		}},
		{"offset of the first page", "offset", "supplements.list", func(o reservations.CallOption) (err error) {
			for _, err = range c.Supplements.All(t.Context(), reservations.SupplementsParams{}, o) {
			}
			return err
		}},
		{"a param that is not set", "grouped", "reports.presence", func(o reservations.CallOption) error {
			p, _ := days(1)
			_, err := c.Reports.Presence(t.Context(), p, o)
			return err
		}},
		{"a list that is not set", "include[]", "accommodations.unit", func(o reservations.CallOption) error {
			_, err := c.Accommodations.Unit(t.Context(), 7, reservations.UnitParams{}, o)
			return err
		}},
		{"a list without its brackets", "include", "accommodations.unit", func(o reservations.CallOption) error {
			_, err := c.Accommodations.Unit(t.Context(), 7, reservations.UnitParams{}, o)
			return err
		}},
		{"limit of a register", "limit", "reports.presence", func(o reservations.CallOption) error {
			p, _ := days(1)
			_, err := c.Reports.Presence(t.Context(), p, o)
			return err
		}},
		{"the query of Do", "own", "Do", func(o reservations.CallOption) error {
			return c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/x", Query: own}, nil, o)
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			check(t, test.call(reservations.WithQuery(test.key, "9")), test.operation, "WithQuery", []string{test.key})
		})
	}
	if fmt.Sprint(own) != "map[own:[1]]" {
		t.Errorf("the caller's query is now %v", own)
	}
}

// TestMissingParamsSayWhereToSetThem.
func TestMissingParamsSayWhereToSetThem(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	nothing := time.Time{}.In(time.FixedZone("", 3600))
	for want, p := range map[string]reservations.SummariesParams{
		"organization is required: set it here, or for all calls with WithOrganization": {DateFrom: now, DateTo: now},
		"dateFrom is required": {Organization: 1, DateFrom: nothing, DateTo: now},
		"dateTo is required":   {Organization: 1, DateFrom: now},
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			_, err := over(t, roundTripFunc(nil)).Reservations.SummariesPage(t.Context(), p)
			if err == nil || err.Error() != "reservations.summaries: "+want {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestFirstAndLastInstantThatCanBeSent(t *testing.T) {
	t.Parallel()
	first, last := time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
	c := over(t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
		if q := r.URL.Query(); q.Get("dateFrom") != "0000-01-01T00:00:00Z" || q.Get("dateTo") != "9999-12-31T23:59:59Z" {
			t.Errorf("sent %s", r.URL.RawQuery)
		}
		return answers(200, "application/json", `[]`)(r)
	}))
	if _, err := c.Reservations.SummariesPage(t.Context(), reservations.SummariesParams{Organization: 1, DateFrom: first, DateTo: last}); err != nil {
		t.Error(err)
	}
}

// TestInstantsThatCannotBeSent: RFC 3339 has four digits for the year.
func TestInstantsThatCannotBeSent(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]time.Time{
		"before year 0":   time.Date(-1, 12, 31, 0, 0, 0, 0, time.UTC),
		"after year 9999": time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := reservationstest.NewServer()
			c := over(t, srv, reservations.WithOrganization(1))
			_, err := c.Reservations.SummariesPage(t.Context(), reservations.SummariesParams{DateFrom: at, DateTo: at})
			var bad *reservations.ParamError
			if !errors.As(err, &bad) || bad.Param != "dateFrom" || !strings.Contains(bad.Reason, "year") || len(srv.Calls()) != 0 {
				t.Errorf("got %v after %d requests, want a ParamError for dateFrom", err, len(srv.Calls()))
			}
		})
	}
}
