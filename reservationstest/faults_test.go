package reservationstest_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	rt "github.com/reservationkit/reservations-go/reservationstest"
)

func TestWhen(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		when rt.When
		want []int
	}{
		{"Nth(2)", rt.Nth(2), []int{2}},
		{"Nth(5, 1)", rt.Nth(5, 1), []int{1, 5}},
		{"Nth()", rt.Nth(), nil},
		{"Every(3)", rt.Every(3), []int{3, 6}},
		{"Every(1)", rt.Every(1), []int{1, 2, 3, 4, 5, 6, 7}},
		{"Every(0)", rt.Every(0), nil},
		{"Every(-1)", rt.Every(-1), nil},
		{"From(6)", rt.From(6), []int{6, 7}},
		{"Always()", rt.Always(), []int{1, 2, 3, 4, 5, 6, 7}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv := rt.NewServer()
			srv.Inject(rt.OpPresence, test.when, rt.Status(500))
			c := inMemory(t, srv)
			var got []int
			for call := 1; call <= 7; call++ {
				if c.presence().StatusCode == 500 {
					got = append(got, call)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("calls %v failed, want %v", got, test.want)
			}
		})
	}
}

// TestResponses has the faults that send another response, over loopback and in memory.
func TestResponses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		fault       rt.Fault
		status      int
		contentType string
		body        string
		retryAfter  []string
	}{
		{"429 in seconds", rt.TooManyRequests("7"), 429, "application/json", `{"description":"Too many requests","errors":[],"statusCode":429}`, []string{"7"}},
		{"429 with a date", rt.TooManyRequests("Fri, 20 Nov 2026 12:00:00 GMT"), 429, "application/json", `{"description":"Too many requests","errors":[],"statusCode":429}`, []string{"Fri, 20 Nov 2026 12:00:00 GMT"}},
		{"429 with garbage", rt.TooManyRequests("soon"), 429, "application/json", `{"description":"Too many requests","errors":[],"statusCode":429}`, []string{"soon"}},
		{"429 with a huge wait", rt.TooManyRequests("9223372037"), 429, "application/json", `{"description":"Too many requests","errors":[],"statusCode":429}`, []string{"9223372037"}},
		{"429 without a header", rt.TooManyRequests(""), 429, "application/json", `{"description":"Too many requests","errors":[],"statusCode":429}`, nil},
		{"503", rt.Status(503), 503, "application/json", `{"description":"Service unavailable","errors":[],"statusCode":503}`, nil},
		{"a status without a name", rt.Status(599), 599, "application/json", `{"description":"Unknown status","errors":[],"statusCode":599}`, nil},
		{"HTML", rt.HTML(502), 502, "text/html; charset=utf-8", "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n", nil},
		{"empty", rt.EmptyBody(), 200, "application/json", "", nil},
		{"text", rt.Body(202, "text/plain", "null"), 202, "text/plain", "null", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
				srv.Inject(rt.OpPresence, rt.Nth(1), test.fault)
				resp := c.presence()
				if body := readAll(t, resp); resp.StatusCode != test.status || body != test.body {
					t.Errorf("%d %s, want %d %s", resp.StatusCode, body, test.status, test.body)
				}
				if got := resp.Header.Get("Content-Type"); got != test.contentType {
					t.Errorf("Content-Type %q, want %q", got, test.contentType)
				}
				if got := resp.Header.Values("Retry-After"); !slices.Equal(got, test.retryAfter) {
					t.Errorf("Retry-After %q, want %q", got, test.retryAfter)
				}
				if got := resp.ContentLength; got != int64(len(test.body)) {
					t.Errorf("ContentLength %d, want %d", got, len(test.body))
				}
				if got := srv.Calls()[0].Status; got != test.status {
					t.Errorf("status %d was recorded", got)
				}
				if got := c.presence().StatusCode; got != http.StatusOK {
					t.Errorf("status %d after the fault", got)
				}
			})
		})
	}
}

func TestTotalCount(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"0", "-1", "1000000", "many", ""} {
		t.Run(fmt.Sprintf("%q", value), func(t *testing.T) {
			t.Parallel()
			overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
				srv.Inject(rt.OpPresence, rt.Always(), rt.TotalCount(value))
				wantTotalAndWhole(t, srv, c, []string{value})
			})
		})
	}
	t.Run("none", func(t *testing.T) {
		t.Parallel()
		overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
			srv.Inject(rt.OpPresence, rt.Always(), rt.NoTotalCount())
			wantTotalAndWhole(t, srv, c, nil)
		})
	})
}

// wantTotalAndWhole checks that only the total is wrong: the page is as it should be.
func wantTotalAndWhole(t *testing.T, srv *rt.Server, c caller, total []string) {
	t.Helper()
	resp := c.presence("limit=1000")
	if got := resp.Header.Values("X-Total-Count"); !slices.Equal(got, total) {
		t.Errorf("X-Total-Count %q, want %q", got, total)
	}
	if diff := cmp.Diff(srv.Register(whole), readDays(t, resp)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestBefore(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		srv.SetBookings(rt.Booking{ID: 1, DateFrom: day(1), DateTo: day(2)})
		srv.Inject(rt.OpPresence, rt.Nth(2), rt.Before(func() {
			srv.InsertBooking(0, rt.Booking{ID: 2, DateFrom: day(1), DateTo: day(2)})
		}))
		srv.Inject(rt.OpPresence, rt.Nth(4), rt.Before(func() { srv.RemoveBooking(2) }))
		var got []string
		for range 4 {
			got = append(got, c.presence().Header.Get("X-Total-Count"))
		}
		if want := []string{"1", "2", "2", "1"}; !slices.Equal(got, want) {
			t.Errorf("totals %v, want %v", got, want)
		}
	})
}

func TestReset(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		srv.Inject(rt.OpPresence, rt.Nth(1), rt.Reset())
		_, err := c.client.Do(c.request("GET", presencePath))
		if !errors.Is(err, syscall.ECONNRESET) {
			t.Errorf("error %v, want a connection reset", err)
		}
		if got := srv.Calls()[0].Status; got != 0 {
			t.Errorf("status %d was recorded", got)
		}
		readDays(t, c.presence())
	})
}

// TestFaultsNest tells that the fault injected first is outermost.
func TestFaultsNest(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	var order []string
	note := func(name string) rt.Fault { return rt.Before(func() { order = append(order, name) }) }
	srv.Inject(rt.OpPresence, rt.Always(), note("first"))
	srv.Inject(rt.OpPresence, rt.Always(), rt.TotalCount("7"))
	srv.Inject(rt.OpPresence, rt.Nth(2), rt.TooManyRequests("1"))
	srv.Inject(rt.OpPresence, rt.Nth(2), rt.Status(500))
	srv.Inject(rt.OpPresence, rt.Always(), note("last"))
	c := inMemory(t, srv)
	for call, want := range []struct {
		status int
		total  string
		order  []string
	}{{200, "7", []string{"first", "last"}}, {429, "7", []string{"first"}}} {
		order = nil
		resp := c.presence()
		if resp.StatusCode != want.status || resp.Header.Get("X-Total-Count") != want.total || !slices.Equal(order, want.order) {
			t.Errorf("call %d: status %d, total %s, faults %v; want %v", call+1, resp.StatusCode, resp.Header.Get("X-Total-Count"), order, want)
		}
	}
	srv.ClearFaults()
	if resp := c.presence(); resp.StatusCode != http.StatusOK || resp.Header.Get("X-Total-Count") != "0" {
		t.Errorf("after ClearFaults: status %d, total %s", resp.StatusCode, resp.Header.Get("X-Total-Count"))
	}
}

func TestFaultsComeBeforeTheKeyCheck(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer(rt.WithKey("another"))
	srv.Inject(rt.OpPresence, rt.Nth(1), rt.TooManyRequests(""))
	c := inMemory(t, srv)
	if first, second := c.presence().StatusCode, c.presence().StatusCode; first != 429 || second != 401 {
		t.Errorf("status %d, then %d; want 429, then 401", first, second)
	}
}

func TestCallsThatAreNoOperationHaveNoFaults(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	srv.Inject(rt.OpPresence, rt.Nth(1), rt.Status(500))
	c := inMemory(t, srv)
	for _, want := range []struct {
		method, path string
		status       int
	}{{"GET", "/api/nothing", 404}, {"PUT", presencePath, 405}, {"GET", presencePath, 500}} {
		if got := c.do(c.request(want.method, want.path)).StatusCode; got != want.status {
			t.Errorf("%s %s: status %d, want %d", want.method, want.path, got, want.status)
		}
	}
}

func TestInjectIntoAnUnknownOperation(t *testing.T) {
	t.Parallel()
	defer func() {
		if text := fmt.Sprint(recover()); !strings.Contains(text, `"reports.absence"`) {
			t.Errorf("panic %q, want one that names the operation", text)
		}
	}()
	rt.NewServer().Inject("reports.absence", rt.Always(), rt.Status(500))
}

// TestOwnFault shows that a fault of one's own can change the request, flush and abort.
func TestOwnFault(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		srv.Inject(rt.OpPresence, rt.Nth(1), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			r.Header.Del("X-Api-Key")
			next.ServeHTTP(w, r)
		})
		srv.Inject(rt.OpPresence, rt.Nth(2), func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
			fmt.Fprint(w, "[")
			if err := http.NewResponseController(w).Flush(); err != nil {
				t.Error(err)
			}
			panic(http.ErrAbortHandler)
		})
		if got := c.presence().StatusCode; got != 401 {
			t.Errorf("status %d, want 401", got)
		}
		if got := srv.Calls()[0].Header.Get("X-Api-Key"); got != rt.Key {
			t.Errorf("the key %q was recorded, want what was sent", got)
		}
		wantBrokenOff(t, c.presence(), "[")
		if got := srv.Calls()[1].Status; got != 200 {
			t.Errorf("status %d was recorded", got)
		}
	})
}
