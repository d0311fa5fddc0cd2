package reservationstest_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

func TestKeyIsChecked(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		keys    []string
		message string
	}{
		{"missing", nil, "the header X-Api-Key is missing"},
		{"empty", []string{""}, "the key in the header X-Api-Key is not known"},
		{"wrong", []string{"canary"}, "the key in the header X-Api-Key is not known"},
		{"default although another was set", []string{rt.Key}, "the key in the header X-Api-Key is not known"},
		{"twice", []string{"k2", "k2"}, "the header X-Api-Key is given more than once"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := inMemory(t, rt.NewServer(rt.WithKey("k2")))
			r := c.request("GET", presencePath+"?dateFrom=2026-11-01T00:00:00Z")
			r.Header["X-Api-Key"] = test.keys
			wantError(t, c.do(r), 401, "Unauthorized", test.message)

			r = c.request("GET", presencePath+"?dateFrom=2026-11-01T00:00:00Z")
			r.Header.Set("X-Api-Key", "k2")
			if resp := c.do(r); resp.StatusCode != http.StatusOK {
				t.Errorf("status %d with the right key", resp.StatusCode)
			}
		})
	}
}

// TestUnmatched names the method and the URL of a request that matches no operation.
func TestUnmatched(t *testing.T) {
	t.Parallel()
	long := "/api/" + strings.Repeat("n", 400)
	tests := []struct {
		method, target string
		want, allow    string // want is the target where it is empty
	}{
		{method: "GET", target: "/"},
		{method: "GET", target: "/api"},
		{method: "GET", target: "/api/reports"},
		{method: "GET", target: presencePath + "/"},
		{method: "GET", target: "/api/reports//presence"},
		{method: "GET", target: "/API/reports/presence"},
		{method: "GET", target: "/x" + presencePath + "?grouped=true&limit=5"},
		{method: "GET", target: "/api/nope?x=1"},
		{method: "POST", target: "/api/nope%2F7/%C3%A9?x=%20&x=2&y"},
		{method: "DELETE", target: "/api/nope?token=canary&x=1&reservationToken=canary&API_KEY=canary",
			want: "/api/nope?token=REDACTED&x=1&reservationToken=REDACTED&API_KEY=REDACTED"},
		{method: "GET", target: long, want: long[:200]},
		{method: "POST", target: presencePath, allow: "GET"},
		{method: "DELETE", target: presencePath + "?token=canary", want: presencePath + "?token=REDACTED", allow: "GET"},
		{method: "OPTIONS", target: "/api/reservation_additional_guests/7", allow: "PUT, GET"},
		{method: "GET", target: "/api/voip/webhook", allow: "POST"},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%s %.40s", test.method, test.target), func(t *testing.T) {
			t.Parallel()
			resp := inMemory(t, rt.NewServer()).send(test.method, test.target, "")
			target := test.target
			if test.want != "" {
				target = test.want
			}
			message := test.method + " " + target + " matches no operation"
			if test.allow == "" {
				wantError(t, resp, 404, "Not found", message)
			} else {
				wantError(t, resp, 405, "Method not allowed", message+": this path takes "+test.allow)
			}
			if got := resp.Header.Get("Allow"); got != test.allow {
				t.Errorf("Allow %q, want %q", got, test.allow)
			}
		})
	}
}

// TestUnmatchedError shows what a client with a wrong base URL tells its user.
func TestUnmatchedError(t *testing.T) {
	t.Parallel()
	client, err := reservations.NewClient("https://api.example.test/v2", rt.Key,
		reservations.WithHTTPClient(&http.Client{Transport: rt.NewServer()}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Guests.Get(t.Context(), 77); err == nil || !strings.Contains(err.Error(), "GET /v2/api/guests/77 matches no operation") {
		t.Errorf("error %v, want one that names the method and the URL", err)
	}
	_, err = client.Reservations.GroupReservations(t.Context(), 7, reservations.GroupReservationsParams{Organization: 1, Token: rt.Token(7)})
	if err == nil || !strings.Contains(err.Error(), "GET /v2/api/reservations/7/group_reservations_list?organization=1&token=REDACTED matches no operation") {
		t.Errorf("error %v, want one that names the method and the URL without the token", err)
	}
}

func TestParametersAreChecked(t *testing.T) {
	t.Parallel()
	const from = "dateFrom=2026-11-01T00:00:00Z"
	tests := []struct {
		query string
		want  []string
	}{
		{"", []string{`dateFrom is missing`}},
		{"dateFrom=", []string{`dateFrom is empty`}},
		{"dateFrom=2026-11-01", []string{`dateFrom is "2026-11-01", want a date-time such as 2026-11-20T00:00:00Z`}},
		{"dateFrom=2026-11-01T00:00:00+01:00", []string{`dateFrom is "2026-11-01T00:00:00 01:00", want a date-time such as 2026-11-20T00:00:00Z`}},
		{"dateFrom=2026-02-30T00:00:00Z", []string{`dateFrom is "2026-02-30T00:00:00Z", want a date-time such as 2026-11-20T00:00:00Z`}},
		{"datefrom=2026-11-01T00:00:00Z", []string{`dateFrom is missing`, `there is no parameter "datefrom"`}},
		{from + "&" + from, []string{`dateFrom is given 2 times`}},
		{from + "&dateTo=tomorrow", []string{`dateTo is "tomorrow", want a date-time such as 2026-11-20T00:00:00Z`}},
		{from + "&dateTo=2026-10-31T23:59:59Z", []string{`dateTo is before dateFrom`}},
		{from + "&grouped=1", []string{`grouped is "1", want true or false`}},
		{from + "&grouped=", []string{`grouped is "", want true or false`}},
		{from + "&includeCancelled=True", []string{`includeCancelled is "True", want true or false`}},
		{from + "&accommodationCategory=chalet", []string{`accommodationCategory is "chalet", want an integer of at least 1`}},
		{from + "&accommodationCategory=-1", []string{`accommodationCategory is "-1", want an integer of at least 1`}},
		{from + "&offset=-1", []string{`offset is "-1", want an integer of at least 0`}},
		{from + "&offset=%2B5", []string{`offset is "+5", want an integer of at least 0`}},
		{from + "&offset=-0", []string{`offset is "-0", want an integer of at least 0`}},
		{from + "&limit=01", []string{`limit is "01", want an integer of at least 1`}},
		{from + "&accommodationCategory=%2B301", []string{`accommodationCategory is "+301", want an integer of at least 1`}},
		{from + "&dateTo=0001-01-01T00:00:00Z", []string{`dateTo is before dateFrom`}},
		{from + "&offset=1.0", []string{`offset is "1.0", want an integer of at least 0`}},
		{from + "&limit=0", []string{`limit is "0", want an integer of at least 1`}},
		{from + "&limit=-25", []string{`limit is "-25", want an integer of at least 1`}},
		{from + "&limit=9223372036854775808", []string{`limit is "9223372036854775808", want an integer of at least 1`}},
		{from + "&limit=5&limit=5", []string{`limit is given 2 times`}},
		{from + "&organization=1&page=2", []string{`there is no parameter "organization"`, `there is no parameter "page"`}},
		{from + "&limit=%zz", []string{`the query cannot be read: invalid URL escape "%zz"`}},
		{"dateFrom=x&dateTo=y&limit=z", []string{
			`dateFrom is "x", want a date-time such as 2026-11-20T00:00:00Z`,
			`dateTo is "y", want a date-time such as 2026-11-20T00:00:00Z`,
			`limit is "z", want an integer of at least 1`,
		}},
	}
	for _, test := range tests {
		t.Run(test.query, func(t *testing.T) {
			t.Parallel()
			c := inMemory(t, rt.NewServer())
			wantError(t, c.do(c.request("GET", presencePath+"?"+test.query)), 400, "Bad request", test.want...)
		})
	}
}

func TestParametersAreHonoured(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer(rt.WithBookings(rt.Park(3, 60, day(1), 10)...))
	c := inMemory(t, srv)
	tests := map[string]rt.PresenceQuery{
		"grouped=false":                        whole,
		"grouped=true":                         {Grouped: true},
		"includeCancelled=true":                {IncludeCancelled: true},
		"accommodationCategory=102":            {AccommodationCategory: 102},
		"dateTo=2026-11-04T23:00:00%2B01:00":   {DateTo: day(4)},
		"dateFrom=2026-11-04T00:30:00%2B01:00": {DateFrom: day(3)},
	}
	for param, query := range tests {
		if query.DateFrom.IsZero() {
			query.DateFrom = whole.DateFrom
		}
		if query.DateTo.IsZero() {
			query.DateTo = whole.DateTo
		}
		got := readDays(t, c.presence("limit=1000", strings.ReplaceAll(param, "%2B", "+")))
		if diff := cmp.Diff(srv.Register(query), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", param, diff)
		}
	}
}

// TestLimit tells how many of 40 reservations a page covers.
func TestLimit(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		max    int
		params []string
		want   int
	}{
		{"default", 0, nil, 25},
		{"as asked", 0, []string{"limit=7"}, 7},
		{"more than there are", 0, []string{"limit=9223372036854775807"}, 40},
		{"the rest", 0, []string{"offset=30"}, 10},
		{"beyond the end", 0, []string{"offset=9223372036854775807"}, 0},
		{"clamped", 10, []string{"limit=39"}, 10},
		{"default clamped", 10, nil, 10},
		{"below the clamp", 10, []string{"limit=9"}, 9},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv := rt.NewServer(rt.WithMaxLimit(test.max))
			for i := range 40 {
				srv.AddBooking(rt.Booking{ID: int64(i + 1), Stays: []rt.Stay{adults(1, november("01 12:00"), never)}})
			}
			resp := inMemory(t, srv).presence(test.params...)
			if got := resp.Header.Get("X-Total-Count"); got != "40" {
				t.Errorf("X-Total-Count %s", got)
			}
			if got := len(readDays(t, resp)[0].Items); got != test.want {
				t.Errorf("the page covers %d reservations, want %d", got, test.want)
			}
		})
	}
}

func TestBookingsCanBeChanged(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer(rt.WithBookings(rt.Booking{ID: 1}, rt.Booking{ID: 2}))
	wantIDs := func(want ...int64) {
		t.Helper()
		var got []int64
		for _, r := range srv.Bookings() {
			got = append(got, r.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("reservations %v, want %v", got, want)
		}
	}
	wantIDs(1, 2)
	srv.AddBooking(rt.Booking{ID: 3})
	srv.InsertBooking(0, rt.Booking{ID: 4})
	srv.InsertBooking(2, rt.Booking{ID: 5})
	wantIDs(4, 1, 5, 2, 3)
	if !srv.RemoveBooking(5) {
		t.Error("RemoveBooking did not find 5")
	}
	if srv.RemoveBooking(5) {
		t.Error("RemoveBooking found 5 again")
	}
	wantIDs(4, 1, 2, 3)
	srv.SetBookings(rt.Booking{ID: 9})
	wantIDs(9)
	srv.SetBookings()
	wantIDs()
}

func TestBookingsAreCopied(t *testing.T) {
	t.Parallel()
	mine := []rt.Booking{booked("R1", adults(1, november("03 14:00"), never))}
	srv := rt.NewServer(rt.WithBookings(mine...))
	srv.AddBooking(mine[0])
	srv.InsertBooking(0, mine[0])
	mine[0].Stays[0].Persons = 9
	srv.Bookings()[0].Stays[0].Persons = 9
	want := []string{"03: R1 Adults 1, R1 Adults 1, R1 Adults 1"}
	if diff := cmp.Diff(want, lines(srv.Register(rt.PresenceQuery{DateFrom: day(3)}))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestConcurrentUse is for the race detector; each change is one that a response shows.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer(rt.WithBookings(rt.Park(1, 20, day(1), 10)...))
	t.Cleanup(srv.Close)
	c := caller{t, &http.Client{}, srv.URL()}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			id := int64(100 + i)
			srv.InsertBooking(i, rt.Booking{ID: id, DateFrom: day(1), DateTo: day(2)})
			srv.Inject(rt.OpPresence, rt.Nth(1000), rt.Reset())
			resp, err := c.client.Do(c.request("GET", presencePath+"?dateFrom=2026-11-01T00:00:00Z"))
			if err != nil {
				t.Error(err)
				return
			}
			resp.Body.Close()
			srv.Register(whole)
			srv.Calls()
			srv.AddBooking(rt.Booking{ID: id, DateFrom: day(1), DateTo: day(2)})
			srv.RemoveBooking(id)
		})
	}
	all.Wait()
	if got := len(srv.Bookings()); got != 20 {
		t.Errorf("%d reservations are left, want 20", got)
	}
	if got := len(srv.Calls()); got != 8 {
		t.Errorf("%d calls, want 8", got)
	}
}

func TestURL(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	if first, second := srv.URL(), srv.URL(); first != second || !strings.HasPrefix(first, "http://127.0.0.1:") {
		t.Errorf("URL is %s, then %s", first, second)
	}
	c := caller{t, &http.Client{}, srv.URL()}
	readDays(t, c.presence())
	srv.Close()
	srv.Close()
	for name, c := range map[string]caller{"loopback": c, "memory": inMemory(t, srv)} {
		var refused *net.OpError
		_, err := c.client.Do(c.request("GET", presencePath))
		if !errors.As(err, &refused) || refused.Op != "dial" {
			t.Errorf("%s: a request after Close ended with %v, want a refused connection", name, err)
		}
	}
	if got := len(srv.Calls()); got != 1 {
		t.Errorf("%d calls after Close, want the 1 before it", got)
	}
}

func TestCloseWithoutURL(t *testing.T) {
	t.Parallel()
	rt.NewServer().Close()
}

// TestServeHTTP shows that a Server is a handler that others can wrap or serve.
func TestServeHTTP(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "/backend"+presencePath+"?dateFrom=2026-11-03T00:00:00Z", nil)
	r.Header.Set("X-Api-Key", rt.Key)
	http.StripPrefix("/backend", rt.NewServer()).ServeHTTP(w, r)
	want := fmt.Sprintf(`[{"date":"%s","items":[]}]`, types.NewDate(2026, 11, 3))
	if w.Code != http.StatusOK || w.Body.String() != want {
		t.Errorf("%d %s, want 200 %s", w.Code, w.Body, want)
	}
}
