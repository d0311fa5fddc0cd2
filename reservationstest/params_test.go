// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestParameters has one wrong parameter of each type, and several at once.
func TestParameters(t *testing.T) {
	t.Parallel()
	const (
		from        = presencePath + "?dateFrom=2026-11-01T00:00:00Z"
		summaries   = summariesPath + "?organization=1&dateFrom=2026-11-01T12:00:00Z"
		supplements = "/api/supplements/?organization=1"
		aDateTime   = ", want a date-time such as 2026-11-20T00:00:00Z"
		aFlag       = ", want true or false"
		fromZero    = ", want an integer of at least 0"
		fromOne     = ", want an integer of at least 1"
	)
	tests := []struct{ target, want string }{ // want has the errors with a semicolon between them
		{presencePath + "?dateFrom=2026-11-01", `dateFrom is "2026-11-01"` + aDateTime},
		{presencePath + "?dateFrom=2026-02-30T00:00:00Z", `dateFrom is "2026-02-30T00:00:00Z"` + aDateTime},
		{presencePath + "?dateFrom=2026-11-01T00:00:00+01:00", `dateFrom is "2026-11-01T00:00:00 01:00"` + aDateTime},
		{presencePath + "?datefrom=2026-11-01T00:00:00Z", `dateFrom is missing; there is no parameter "datefrom"`},
		{from + "&dateTo=", `dateTo is ""` + aDateTime},
		{from + "&dateTo=2026-10-31T23:59:59Z", `dateTo is before dateFrom`},
		{from + "&dateTo=0001-01-01T00:00:00Z", `dateTo is before dateFrom`},
		{summaries + "&dateTo=2026-11-01T11:59:59Z", `dateTo is before dateFrom`},
		{from + "&grouped=1", `grouped is "1"` + aFlag},
		{from + "&grouped=", `grouped is ""` + aFlag},
		{from + "&includeCancelled=True", `includeCancelled is "True"` + aFlag},
		{from + "&accommodationCategory=chalet", `accommodationCategory is "chalet"` + fromOne},
		{from + "&accommodationCategory=-1", `accommodationCategory is "-1"` + fromOne},
		{from + "&accommodationCategory=%2B301", `accommodationCategory is "+301"` + fromOne},
		{from + "&offset=-1", `offset is "-1"` + fromZero},
		{from + "&offset=%2B5", `offset is "+5"` + fromZero},
		{from + "&offset=-0", `offset is "-0"` + fromZero},
		{from + "&offset=1.0", `offset is "1.0"` + fromZero},
		{from + "&limit=01", `limit is "01"` + fromOne},
		{from + "&limit=0", `limit is "0"` + fromOne},
		{from + "&limit=-25", `limit is "-25"` + fromOne},
		{from + "&limit=9223372036854775808", `limit is "9223372036854775808"` + fromOne},
		{from + "&limit=5&limit=5", `limit is given 2 times`},
		{from + "&limit=%zz", `the query cannot be read: invalid URL escape "%zz"`},
		{from + "&organization=1&page=2", `there is no parameter "organization"; there is no parameter "page"`},
		{presencePath + "?dateFrom=x&limit=z", `dateFrom is "x"` + aDateTime + `; limit is "z"` + fromOne},
		{"/api/supplements/", `organization is missing`},
		{"/api/supplements/?organization=", `organization is empty`},
		{supplements + "&include[]=translations&include[]=other", `include[] is "other", want translations`},
		{"/api/accommodation_units/1?include[]=", `include[] is "", want accommodations`},
		{"/api/accommodation_units/x?settings=y", `id is "x"` + fromOne + `; settings is "y"` + aFlag},
		{"/api/guests/x?y=z", `there is no parameter "y"`},
	}
	for _, test := range tests {
		t.Run(test.target, func(t *testing.T) {
			t.Parallel()
			wantError(t, inMemory(t, stocked()).send("GET", test.target, ""), 400, strings.Split(test.want, "; ")...)
		})
	}
}

func TestParametersThatAreAccepted(t *testing.T) {
	t.Parallel()
	for _, target := range []string{
		"/api/supplements/?organization=1&include[]=translations&include[]=translations",
		"/api/supplements/?organization=1&description=&orderBy=x&date=soon&token=",
		"/api/facilities/filter?organization=1&selection=&locale=de&division=7",
		summariesPath + "?organization=1&dateFrom=2026-11-01T00:00:00%2B01:00&dateTo=2026-11-01T00:00:00%2B01:00",
		november30 + "&referenceDate=x",
	} {
		if resp := inMemory(t, stocked()).send("GET", target, ""); resp.StatusCode != 200 {
			t.Errorf("%s: the status is %d: %s", target, resp.StatusCode, readAll(t, resp))
		}
	}
}

// TestPresenceParameters compares what the parameters select with the truth.
func TestPresenceParameters(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer(rt.WithBookings(rt.Park(3, 60, day(1), 10)...))
	tests := []struct {
		param string
		want  rt.PresenceQuery
	}{
		{"grouped=false", rt.PresenceQuery{DateFrom: day(1), DateTo: day(10)}},
		{"grouped=true", rt.PresenceQuery{DateFrom: day(1), DateTo: day(10), Grouped: true}},
		{"includeCancelled=true", rt.PresenceQuery{DateFrom: day(1), DateTo: day(10), IncludeCancelled: true}},
		{"accommodationCategory=102", rt.PresenceQuery{DateFrom: day(1), DateTo: day(10), AccommodationCategory: 102}},
		{"dateTo=2026-11-04T23:00:00+01:00", rt.PresenceQuery{DateFrom: day(1), DateTo: day(4)}},
		{"dateFrom=2026-11-04T00:30:00+01:00", rt.PresenceQuery{DateFrom: day(3), DateTo: day(10)}},
	}
	for _, test := range tests {
		t.Run(test.param, func(t *testing.T) {
			t.Parallel()
			got := readDays(t, inMemory(t, srv).presence("limit=1000", test.param))
			if diff := cmp.Diff(srv.Register(test.want), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestOrganization(t *testing.T) {
	t.Parallel()
	c := inMemory(t, rt.NewServer(rt.WithOrganization(5), rt.WithRecords(rt.NewCategory(1))))
	const path = "/api/accommodation_categories/1?organization="
	wantError(t, c.send("GET", path+"6", ""), 400, "organization is 6, but this server holds only organization 5")
	read[types.AccommodationCategory](t, c.send("GET", path+"5", ""))
	read[[]types.StaffMemberSpecification](t, c.send("GET", "/api/staff_members/?taskCategory=6", "")) // no organization
}

func TestKey(t *testing.T) {
	t.Parallel()
	const unknown = "the key in the header X-Api-Key is not known"
	tests := []struct {
		keys []string
		want string
	}{
		{nil, "the header X-Api-Key is missing"},
		{[]string{""}, unknown},
		{[]string{rt.Key}, unknown},
		{[]string{"k2", "k2"}, "the header X-Api-Key is given more than once"},
	}
	c := inMemory(t, rt.NewServer(rt.WithKey("k2")))
	for _, test := range tests {
		r := c.request("GET", presenceTarget)
		r.Header["X-Api-Key"] = test.keys
		wantError(t, c.do(r), 401, test.want)
	}
	readDays(t, c.send("GET", presenceTarget, "", "X-Api-Key", "k2"))
}
