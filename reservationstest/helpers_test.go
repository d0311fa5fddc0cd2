// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const (
	presencePath   = "/api/reports/presence"
	presenceTarget = presencePath + "?dateFrom=2026-11-01T00:00:00Z&dateTo=2026-11-10T00:00:00Z"
)

// november returns an instant of November 2026, such as november("03 14:30").
func november(text string) time.Time {
	return at("2026-11-" + strings.Replace(text, " ", "T", 1) + ":00Z")
}

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

func day(n int) types.Date { return types.NewDate(2026, time.November, n) }

// lines writes a register in the form that the tables of these tests have:
// "03: R1 Adults 2, R1 Children 1".
func lines(days []types.PresenceDay) []string {
	lines := []string{}
	for _, d := range days {
		var items []string
		for _, item := range d.Items {
			items = append(items, strings.TrimSpace(fmt.Sprintf("%s %s", item.ReservationNumber,
				item.AgeGroupSpecificationDescription))+fmt.Sprintf(" %d", *item.NumOfPersons))
		}
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%02d: %s", d.Date.Day, strings.Join(items, ", "))))
	}
	return lines
}

// overBoth runs a test with a client on loopback and with one in memory, each with a
// server of its own.
func overBoth(t *testing.T, test func(t *testing.T, srv *rt.Server, call caller)) {
	t.Run("loopback", func(t *testing.T) {
		t.Parallel()
		srv := rt.NewServer(rt.WithBookings(rt.Park(1, 40, day(1), 10)...))
		t.Cleanup(srv.Close)
		test(t, srv, caller{t, &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}, srv.URL()})
	})
	t.Run("memory", func(t *testing.T) {
		t.Parallel()
		srv := rt.NewServer(rt.WithBookings(rt.Park(1, 40, day(1), 10)...))
		test(t, srv, inMemory(t, srv))
	})
}

// caller calls a server with its key.
type caller struct {
	t      testing.TB
	client *http.Client
	base   string
}

func inMemory(t testing.TB, srv *rt.Server) caller {
	return caller{t, &http.Client{Transport: srv}, "http://api.example.test"}
}

func (c caller) request(method, target string) *http.Request {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.base+target, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("X-Api-Key", rt.Key)
	return r
}

// do sends a request and returns its response; the body is closed with the test.
func (c caller) do(r *http.Request) *http.Response {
	c.t.Helper()
	resp, err := c.client.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { resp.Body.Close() })
	return resp
}

// send calls an operation with a body, as JSON unless a header says otherwise, or without
// one for "".
func (c caller) send(method, target, body string, header ...string) *http.Response {
	c.t.Helper()
	r := c.request(method, target)
	if body != "" {
		r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		r.Header.Set("Content-Type", "application/json")
	}
	if len(header) == 2 {
		r.Header.Set(header[0], header[1])
	}
	return c.do(r)
}

// read reads a response of status 200.
func read[T any](t testing.TB, resp *http.Response) T {
	t.Helper()
	text := readAll(t, resp)
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("the status is %d: %s", resp.StatusCode, text)
	}
	return decoded[T](t, text)
}

// decoded returns what is read of JSON.
func decoded[T any](t testing.TB, data string) (value T) {
	t.Helper()
	if err := json.Unmarshal([]byte(data), &value); err != nil {
		t.Fatalf("%v: %s", err, data)
	}
	return value
}

// presence asks for the register of 1 to 10 November with further parameters.
func (c caller) presence(params ...string) *http.Response {
	c.t.Helper()
	query := url.Values{"dateFrom": {"2026-11-01T00:00:00Z"}, "dateTo": {"2026-11-10T00:00:00Z"}}
	for _, param := range params {
		name, value, _ := strings.Cut(param, "=")
		query.Set(name, value)
	}
	return c.do(c.request(http.MethodGet, presencePath+"?"+query.Encode()))
}

// whole is the register that presence asks for, without paging.
var whole = reservations.PresenceParams{DateFrom: day(1), DateTo: day(10)}

func readAll(t testing.TB, resp *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// wantWhole checks that a response has the whole register that presence asks for.
func wantWhole(t testing.TB, srv *rt.Server, resp *http.Response) {
	t.Helper()
	wantSame(t, srv.Register(whole), read[[]types.PresenceDay](t, resp))
}

// stocked returns a server with one of everything under id 1, which belongs to reservation 1.
func stocked(opts ...rt.Option) *rt.Server {
	srv := rt.NewServer(opts...)
	srv.Put(rt.OfReservation(1, rt.OneOfEach(1)...))
	return srv
}

// held is all that a server holds of reservations.
func held(srv *rt.Server) []any {
	return []any{rt.All[types.Reservation](srv), rt.All[types.ReservationAdditionalGuest](srv), rt.All[types.ReservationSummary](srv), srv.Bookings()}
}

func wantSame(t testing.TB, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// wantError checks a response with an error body of the documented form.
func wantError(t testing.TB, resp *http.Response, status int, errors ...string) {
	t.Helper()
	type document struct {
		StatusCode  int      `json:"statusCode"`
		Description string   `json:"description"`
		Errors      []string `json:"errors"`
	}
	got := decoded[document](t, readAll(t, resp))
	name := http.StatusText(status)
	want := document{status, name[:1] + strings.ToLower(name[1:]), append([]string{}, errors...)}
	if diff := cmp.Diff(want, got); diff != "" || resp.StatusCode != status {
		t.Errorf("the status is %d, the body (-want +got):\n%s", resp.StatusCode, diff)
	}
	if got := resp.Header.Get("Content-Type"); got != "application/json" {
		t.Errorf("Content-Type is %q", got)
	}
}
