// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
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
			var got []int
			for request := 1; request <= 7; request++ {
				if test.when(request) {
					got = append(got, request)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("selects %v, want %v", got, test.want)
			}
		})
	}
}

// TestResponses has the faults that send another response, and that the next one is as usual.
func TestResponses(t *testing.T) {
	t.Parallel()
	const (
		json        = "[Content-Type:[application/json]]"
		tooMany     = `{"description":"Too many requests","errors":[],"statusCode":429}`
		unavailable = `{"description":"Service unavailable","errors":[],"statusCode":503}`
		unknown     = `{"description":"Unknown status","errors":[],"statusCode":599}`
		html        = "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head>" +
			"<body><h1>502 Bad Gateway</h1></body></html>\n"
	)
	tests := []struct {
		name   string
		fault  rt.Fault
		status int
		header string
		body   string
	}{
		{"429", rt.TooManyRequests("7"), 429, "[Content-Type:[application/json] Retry-After:[7]]", tooMany},
		{"429 without a header", rt.TooManyRequests(""), 429, json, tooMany},
		{"503", rt.Status(503), 503, json, unavailable},
		{"no name", rt.Status(599), 599, json, unknown},
		{"HTML", rt.HTML(502), 502, "[Content-Type:[text/html; charset=utf-8]]", html},
		{"empty", rt.EmptyBody(), 200, json, ""},
		{"text", rt.Body(202, "text/plain", "null"), 202, "[Content-Type:[text/plain]]", "null"},
		{"redirect", rt.Redirect(301, "https://a.test/b?c=d"), 301, "[Location:[https://a.test/b?c=d]]", ""},
		{"redirect to itself", rt.Redirect(308, ""), 308, "[Location:[" + presenceTarget + "]]", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
				c.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
				srv.Inject(rt.OpPresence, rt.Nth(1), test.fault)
				resp := c.do(c.request("GET", presenceTarget))
				for _, name := range []string{"Connection", "Content-Length", "Date"} {
					resp.Header.Del(name)
				}
				got := fmt.Sprintln(resp.StatusCode, resp.ContentLength, resp.Header, readAll(t, resp), srv.Calls()[0].Status)
				if want := fmt.Sprintln(test.status, len(test.body), "map"+test.header, test.body, test.status); got != want {
					t.Errorf("got the status, length, header, body and recorded status\n%swant\n%s", got, want)
				}
				readDays(t, c.presence())
			})
		})
	}
}

func TestTotalCount(t *testing.T) {
	t.Parallel()
	for want, fault := range map[string]rt.Fault{
		`["-1"]`: rt.TotalCount("-1"), `[""]`: rt.TotalCount(""), `[]`: rt.NoTotalCount(),
	} {
		srv := rt.NewServer(rt.WithBookings(rt.Park(1, 40, day(1), 10)...))
		srv.Inject(rt.OpPresence, rt.Always(), fault)
		resp := inMemory(t, srv).presence("limit=1000")
		if got := fmt.Sprintf("%q", resp.Header.Values("X-Total-Count")); got != want {
			t.Errorf("X-Total-Count is %s, want %s", got, want)
		}
		wantWhole(t, srv, resp)
	}
}

// TestRespond replaces responses to requests that are right, also where the record is not there.
func TestRespond(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	srv.Inject(rt.OpGuest, rt.Always(), rt.Respond(rt.NewGuest(5)))
	srv.Inject(rt.OpCurrentDiscountCodes, rt.Always(), rt.Respond([]types.ReservationDiscountCode{rt.NewDiscountCode(7)}))
	srv.Inject(rt.OpUpdateReservation, rt.Always(), rt.Respond(rt.NewReservation(8)))
	srv.Inject(rt.OpSendVoIPEvent, rt.Always(), rt.Respond(rt.NewVoIPCall(9)))
	c := inMemory(t, srv)
	const codes = "/api/reservation_discount_codes/current?organization=1&reservation=1&reservationToken=token-1"
	guest := read[types.Guest](t, c.send("GET", "/api/guests/1", ""))
	updated := read[types.Ref](t, c.send("PUT", updateTarget, "{}"))
	list := listed(t, srv, codes)
	if !cmp.Equal(guest, rt.NewGuest(5)) || !slices.Equal(list, []int64{7}) || updated.ID != 8 {
		t.Errorf("got the guest %+v, the codes %v and the reservation %d", guest, list, updated.ID)
	}
	wantError(t, c.send("GET", codes+"&x=1", ""), 400, `there is no parameter "x"`)
	malformed := c.send("GET", "/api/guests/x", "")
	wantError(t, malformed, 404, `there is no record with id "x": an id is an integer of at least 1`)
	wantError(t, c.send("POST", voipTarget, `{"reference":""}`), 400, "reference is empty")
	withoutKey := c.send("GET", "/api/guests/1", "", "X-Api-Key", "no")
	wantError(t, withoutKey, 401, "the key in the header X-Api-Key is not known")
}

// TestFaultsNest: the fault that was injected first is outermost.
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
	for _, want := range []string{"200 7 [first last]", "429 7 [first]", "200 0 []"} {
		if want == "200 0 []" {
			srv.ClearFaults()
		}
		order = nil
		resp := inMemory(t, srv).presence()
		if got := fmt.Sprint(resp.StatusCode, " ", resp.Header.Get("X-Total-Count"), " ", order); got != want {
			t.Errorf("got status, total and faults %s, want %s", got, want)
		}
	}
}

// TestFaultsComeBeforeTheKeyIsChecked, and requests of no operation have none.
func TestFaultsComeBeforeTheKeyIsChecked(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer(rt.WithKey("another"))
	srv.Inject(rt.OpPresence, rt.Nth(1), rt.TooManyRequests(""))
	for _, test := range []struct {
		method, path string
		want         int
	}{{"GET", "/api/nothing", 404}, {"PUT", presencePath, 405}, {"GET", presencePath, 429}, {"GET", presencePath, 401}} {
		if got := inMemory(t, srv).send(test.method, test.path, "").StatusCode; got != test.want {
			t.Errorf("%s %s: the status is %d, want %d", test.method, test.path, got, test.want)
		}
	}
}

// TestOwnFault has a fault that changes the request, and one that flushes and aborts.
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
		wantError(t, c.presence(), 401, "the header X-Api-Key is missing")
		wantCutOff(t, c.presence(), "[")
		if first, second := srv.Calls()[0].Header.Get("X-Api-Key"), srv.Calls()[1].Status; first != rt.Key || second != 200 {
			t.Errorf("recorded are the key %q and the status %d, want what was sent", first, second)
		}
	})
}
