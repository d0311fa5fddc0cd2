// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
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

// whole is the register that presenceTarget asks for, without paging.
var whole = reservations.PresenceParams{DateFrom: day(1), DateTo: day(10)}

// startOfTime is when a synctest bubble begins.
var startOfTime = types.NewDateTime(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC))

func day(n int) types.Date { return types.NewDate(2026, time.November, n) }

// november returns an instant of November 2026, such as november("03 14:30").
func november(text string) time.Time {
	t, err := time.Parse("2006-01 02 15:04", "2026-11 "+text)
	if err != nil {
		panic(err)
	}
	return t
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

// overBoth runs a test with a client on loopback and with one in memory, each with a server of its own.
func overBoth(t *testing.T, test func(t *testing.T, srv *rt.Server, c caller)) {
	for _, name := range []string{"loopback", "memory"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := rt.NewServer(rt.WithBookings(rt.Park(1, 40, day(1), 10)...))
			t.Cleanup(srv.Close)
			c := inMemory(t, srv)
			if name == "loopback" {
				c = caller{t, &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}, srv.URL()}
			}
			test(t, srv, c)
		})
	}
}

func (c caller) request(method, target, body string) *http.Request {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.base+target, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("X-Api-Key", rt.Key)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// send returns the response to a request, which can have another header; the body is closed with the test.
func (c caller) send(method, target, body string, header ...string) *http.Response {
	c.t.Helper()
	r := c.request(method, target, body)
	if len(header) == 2 {
		r.Header.Set(header[0], header[1])
	}
	resp, err := c.client.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { resp.Body.Close() })
	return resp
}

// presence asks for the register of 1 to 10 November with further parameters.
func (c caller) presence(params string) *http.Response {
	return c.send("GET", presenceTarget+params, "")
}

// call returns the response of status 200 to a request in memory.
func call[T any](t testing.TB, srv *rt.Server, method, target, body string) T {
	t.Helper()
	return read[T](t, inMemory(t, srv).send(method, target, body))
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

func readAll(t testing.TB, resp *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func decoded[T any](t testing.TB, data string) (value T) {
	t.Helper()
	if err := json.Unmarshal([]byte(data), &value); err != nil {
		t.Fatalf("%v: %s", err, data)
	}
	return value
}

func encoded(t testing.TB, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// nights writes a register without its empty days, and days that are alike as one:
// "03-05: R1 Adults 2, R1 Children 1; 06: R1 Adults 2".
func nights(days []types.PresenceDay) string {
	var nights []string
	last := ""
	for _, d := range days {
		var items []string
		for _, item := range d.Items {
			groups := strings.Fields(fmt.Sprint(item.ReservationNumber, " ", item.AgeGroupSpecificationDescription, " ", *item.NumOfPersons))
			items = append(items, strings.Join(groups, " "))
		}
		text := strings.Join(items, ", ")
		switch {
		case text == "":
		case text == last:
			nights[len(nights)-1] = fmt.Sprintf("%.2s-%02d: %s", nights[len(nights)-1], d.Date.Day, text)
		default:
			nights = append(nights, fmt.Sprintf("%02d: %s", d.Date.Day, text))
		}
		last = text
	}
	return strings.Join(nights, "; ")
}

// stocked returns a server with one of everything under id 1, which belongs to reservation 1.
func stocked(opts ...rt.Option) *rt.Server {
	srv := rt.NewServer(opts...)
	srv.Put(rt.OfReservation(1, rt.OneOfEach(1)...))
	return srv
}

func wantSame(t testing.TB, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
