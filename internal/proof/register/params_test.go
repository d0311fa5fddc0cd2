// SPDX-License-Identifier: MIT

package register_test

import (
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// sentDay returns a date as it is read from a response.
func sentDay(text string) (d types.Date) {
	_ = json.Unmarshal([]byte(`"`+text+`"`), &d) // it never fails
	return d
}

// TestParamsThatCannotBeSent are refused before anything is sent, by a page as by the register.
func TestParamsThatCannotBeSent(t *testing.T) {
	t.Parallel()
	from, to := testclient.ParkFrom, testclient.ParkFrom.AddDays(1)
	type params = reservations.PresenceParams
	tests := []struct {
		name, param, reason string
		params              params
	}{
		{"no first day", "dateFrom", "", params{DateTo: to}},
		{"days in reverse", "dateTo", "", params{DateFrom: to, DateTo: from}},
		{"limit", "limit", "", params{DateFrom: from, Limit: -1}},
		{"offset", "offset", "", params{DateFrom: from, Offset: -1}},
		{"category", "accommodationCategory", "", params{DateFrom: from, AccommodationCategory: -1}},
		{"unreadable", "dateFrom", "not a day", params{DateFrom: sentDay("next spring")}},
		{"30 February", "dateFrom", "not a day", params{DateFrom: types.Date{Year: 2026, Month: 2, Day: 30}}},
		{"month 0", "dateTo", "not a day", params{DateFrom: from, DateTo: types.Date{Year: 2027, Day: 1}}},
		{"year 10000", "dateTo", "not a day", params{DateFrom: from, DateTo: types.NewDate(10_000, 1, 1)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			srv := serve(0)
			c, p := testclient.Over(t, srv), test.params
			_, register := c.Reports.Presence(t.Context(), p)
			_, page := c.Reports.PresencePage(t.Context(), p)
			for _, err := range []error{register, page} {
				var bad *reservations.ParamError
				if !errors.As(err, &bad) || bad.Param != test.param || bad.Name != "reports.presence" ||
					bad.Reason == "" || !strings.Contains(bad.Reason, test.reason) {
					t.Errorf("got %v, want a ParamError for %s", err, test.param)
				}
			}
			if n := len(srv.Requests()); n != 0 {
				t.Errorf("%d requests were sent", n)
			}
		})
	}
}

// TestRegisterHasNoOffset: it would leave reservations out. A page has one.
func TestRegisterHasNoOffset(t *testing.T) {
	t.Parallel()
	srv := serve(9)
	p := days(2, 0)
	p.Offset = 3
	_, err := testclient.Over(t, srv).Reports.Presence(t.Context(), p)
	var bad *reservations.ParamError
	if !errors.As(err, &bad) || bad.Param != "offset" || len(srv.Requests()) != 0 {
		t.Errorf("got %v after %d requests, want a ParamError for offset", err, len(srv.Requests()))
	}
	page, err := testclient.Over(t, srv).Reports.PresencePage(t.Context(), p)
	if err != nil || page.Total != 9 || len(page.Days[0].Items) != 6 {
		t.Errorf("got %+v, %v; want one page with 6 of 9", page, err)
	}
}

// TestParamsThatAreSent are those of the call and the size of a page, and of a single page what
// is set alone.
func TestParamsThatAreSent(t *testing.T) {
	t.Parallel()
	srv := serve(0)
	p := days(2, 0)
	p.DateFrom = sentDay("2026-07-06T00:00:00+02:00") // a form that would shift the day when it is converted
	p.Grouped, p.IncludeCancelled, p.AccommodationCategory = new(false), new(true), 9007199254740993
	if _, err := testclient.Over(t, srv).Reports.Presence(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	want := url.Values{
		"dateFrom": {"2026-07-06T00:00:00Z"}, "dateTo": {"2026-07-07T00:00:00Z"}, "limit": {"100"},
		"grouped": {"false"}, "includeCancelled": {"true"}, "accommodationCategory": {"9007199254740993"},
	}
	if diff := gocmp.Diff(want, srv.Requests()[0].Query); diff != "" {
		t.Errorf("a register (-want +got):\n%s", diff)
	}
	minimal := reservations.PresenceParams{DateFrom: testclient.ParkFrom}
	if _, err := testclient.Over(t, srv).Reports.PresencePage(t.Context(), minimal); err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff([]string{"dateFrom"}, slices.Collect(maps.Keys(srv.Requests()[1].Query))); diff != "" {
		t.Errorf("a page with nothing else set (-want +got):\n%s", diff)
	}
}

// TestDaysThatWereReadWithATime select the same register as plain ones.
func TestDaysThatWereReadWithATime(t *testing.T) {
	t.Parallel()
	srv, p := serve(60), days(3, 0)
	p.DateFrom, p.DateTo = sentDay("2026-07-06T12:30:00+02:00"), sentDay("2026-07-08T12:30:00Z")
	got, err := testclient.Over(t, srv).Reports.Presence(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	isRegister(t, srv, days(3, 0), got)
}
