// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

func TestWhen(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		when rt.When
		want []int
	}{
		{rt.Nth(5, 1), []int{1, 5}}, {rt.Nth(), nil}, {rt.Every(3), []int{3, 6}}, {rt.Every(0), nil}, {rt.Every(-1), nil},
		{rt.Always(), []int{1, 2, 3, 4, 5, 6, 7}},
	} {
		got := slices.DeleteFunc([]int{1, 2, 3, 4, 5, 6, 7}, func(request int) bool { return !test.when(request) })
		if !slices.Equal(got, test.want) {
			t.Errorf("got the requests %v, want %v", got, test.want)
		}
	}
}

// TestResponses has the faults that send another response, and that the next one is as usual.
func TestResponses(t *testing.T) {
	t.Parallel()
	const (
		json    = "[Content-Type:[application/json]]"
		text    = "[Content-Type:[text/plain; charset=utf-8]]"
		tooMany = `{"description":"Too many requests","errors":[],"statusCode":429}`
		html    = "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n"
	)
	for name, test := range map[string]struct {
		fault  rt.Fault
		status int
		header string
		body   string
	}{
		"429":                      {rt.TooManyRequests("7"), 429, "[Content-Type:[application/json] Retry-After:[7]]", tooMany},
		"429 without a header":     {rt.TooManyRequests(""), 429, json, tooMany},
		"503":                      {rt.Status(503), 503, json, `{"description":"Service unavailable","errors":[],"statusCode":503}`},
		"no name":                  {rt.Status(599), 599, json, `{"description":"Unknown status","errors":[],"statusCode":599}`},
		"HTML":                     {rt.HTML(502), 502, "[Content-Type:[text/html; charset=utf-8]]", html},
		"text":                     {rt.Body(202, "text/plain", "null"), 202, "[Content-Type:[text/plain]]", "null"},
		"value":                    {rt.Respond([]types.ResponseRef{{ID: 7}}), 200, json, `[{"id":7}]`},
		"written without a status": {func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { io.WriteString(w, "{}") }, 200, text, "{}"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
				srv.Inject("reports.presence", rt.Nth(1), test.fault)
				resp := c.presence("")
				for _, name := range []string{"Connection", "Content-Length", "Date"} {
					resp.Header.Del(name)
				}
				got := fmt.Sprintln(resp.StatusCode, resp.ContentLength, resp.Header, readAll(t, resp), srv.Requests()[0].Status)
				if want := fmt.Sprintln(test.status, len(test.body), "map"+test.header, test.body, test.status); got != want {
					t.Errorf("got the status, length, header, body and recorded status\n%swant\n%s", got, want)
				}
				wantSame(t, srv.Register(whole), read[[]types.PresenceDay](t, c.presence("&limit=1000")))
			})
		})
	}
}

// TestFaultsNest: the fault that was injected first is outermost, also where it sends a whole response.
func TestFaultsNest(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	var order []string
	note := func(name string) rt.Fault { return rt.Before(func() { order = append(order, name) }) }
	srv.Inject("reports.presence", rt.Always(), note("first"))
	srv.Inject("reports.presence", rt.Every(2), rt.Header("X-Total-Count", "7"))
	srv.Inject("reports.presence", rt.Nth(3), rt.Header("X-Total-Count", ""))
	srv.Inject("reports.presence", rt.Nth(2), rt.Slow(0))
	srv.Inject("reports.presence", rt.Nth(2), rt.TooManyRequests("1"))
	srv.Inject("reports.presence", rt.Nth(2), rt.Status(500))
	srv.Inject("reports.presence", rt.Always(), note("last"))
	for _, want := range []string{"200 [0] [first last]", "429 [7] [first]", "200 [] [first last]", "200 [7] [first last]", "200 [0] []"} {
		if want == "200 [0] []" {
			srv.ClearFaults()
		}
		order = nil
		resp := inMemory(t, srv).presence("")
		if got := fmt.Sprint(resp.StatusCode, " ", resp.Header.Values("X-Total-Count"), " ", order); got != want {
			t.Errorf("got status, total and faults %s, want %s", got, want)
		}
	}
}

func TestTruncate(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		usual := c.presence("")
		body := readAll(t, usual)
		for i, test := range []struct{ n, want int }{{-1, 0}, {0, 0}, {5000, 5000}, {len(body), len(body) - 1}, {math.MaxInt, len(body) - 1}} {
			srv.Inject("reports.presence", rt.Nth(i+2), rt.Truncate(test.n))
			resp := c.presence("")
			got, err := io.ReadAll(resp.Body)
			if !errors.Is(err, io.ErrUnexpectedEOF) || string(got) != body[:test.want] || resp.ContentLength != usual.ContentLength {
				t.Errorf("Truncate(%d) announces %d bytes and ends after %d with %v", test.n, resp.ContentLength, len(got), err)
			}
		}
	})
}

// TestSlow reads a body in virtual time.
func TestSlow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := rt.NewServer(rt.WithBookings(rt.Park(1, 40, day(1), 10)...))
		srv.Inject("reports.presence", rt.Always(), rt.Slow(time.Minute))
		start := time.Now()
		resp := inMemory(t, srv).presence("&limit=1000")
		header := time.Since(start)
		wantSame(t, srv.Register(whole), read[[]types.PresenceDay](t, resp))
		if body := time.Since(start); header != 0 || body != 10*time.Minute {
			t.Errorf("the header and the body took %v and %v, want 0s and 10m", header, body)
		}
	})
}

// TestReset breaks the connection, before the write takes effect or after it.
func TestReset(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
		for i, test := range []struct {
			fault rt.Fault
			want  types.TaskStatus
		}{{rt.Reset(), types.TaskStatus("done")}, {rt.ResetAfter(), types.TaskStatusOpen}} {
			srv.Put(rt.NewTask(1, func(task *types.Task) { task.Status = types.TaskStatus("done") }))
			srv.Inject("tasks.reset", rt.Nth(i+1), test.fault)
			_, err := c.client.Do(c.request("PUT", "/api/tasks/1/reset", ""))
			task, _ := rt.Get[types.Task](srv, 1)
			if !errors.Is(err, syscall.ECONNRESET) || task.Status != test.want || srv.Requests()[i].Status != 0 {
				t.Errorf("got %v, the task is %s, and the request %+v", err, task.Status, srv.Requests()[i])
			}
		}
	})
}

// TestFaultsEnd when the client leaves: synctest fails when a goroutine is left.
func TestFaultsEnd(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]rt.Fault{
		"usual": rt.Before(func() {}), "slow": rt.Slow(time.Hour), "endless": rt.Endless(), "truncated": rt.Truncate(9),
		"an error": rt.Status(500), "hang": rt.Hang(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				srv := rt.NewServer(rt.WithBookings(rt.Park(1, 40, day(1), 10)...))
				srv.Inject("reports.presence", rt.Always(), fault)
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				c := inMemory(t, srv)
				resp, err := c.client.Do(c.request("GET", presenceTarget, "").WithContext(ctx))
				if name == "hang" {
					if !errors.Is(err, context.DeadlineExceeded) || srv.Requests()[0].Status != 0 {
						t.Errorf("got %v and the request %+v", err, srv.Requests()[0])
					}
					return
				}
				body := make([]byte, 60)
				n, _ := io.ReadFull(resp.Body, body)
				if name == "endless" && string(body) != "["+strings.Repeat(`{"items":[]},`, 6)[:n-1] {
					t.Errorf("it begins with %s", body)
				}
				resp.Body.Close()
			})
		})
	}
}
