// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestWhen has which of four requests are selected.
func TestWhen(t *testing.T) {
	t.Parallel()
	for want, whens := range map[string][]rt.When{
		"[1 3]": {rt.Nth(3, 1)}, "[]": {rt.Nth(), rt.Every(0), rt.Every(-1)}, "[2 4]": {rt.Every(2)}, "[1 2 3 4]": {rt.Always()},
	} {
		t.Run(want, func(t *testing.T) {
			for _, when := range whens {
				wantSame(t, want, fmt.Sprint(slices.DeleteFunc([]int{1, 2, 3, 4}, func(request int) bool { return !when(request) })))
			}
		})
	}
}

// TestResponses has the faults that send another response, and that the next one is as usual.
func TestResponses(t *testing.T) {
	t.Parallel()
	const (
		inJSON  = "[Content-Type:[application/json]]"
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
		"429 without a header":     {rt.TooManyRequests(""), 429, inJSON, tooMany},
		"503":                      {rt.Status(503), 503, inJSON, `{"description":"Service unavailable","errors":[],"statusCode":503}`},
		"no name":                  {rt.Status(599), 599, inJSON, `{"description":"Unknown status","errors":[],"statusCode":599}`},
		"HTML":                     {rt.HTML(502), 502, "[Content-Type:[text/html; charset=utf-8]]", html},
		"text":                     {rt.Body(202, "text/plain", "null"), 202, "[Content-Type:[text/plain]]", "null"},
		"value":                    {rt.Respond([]types.ResponseRef{{ID: 7}}), 200, inJSON, `[{"id":7}]`},
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
	srv.Inject("reports.presence", rt.Nth(1, 2), rt.Header("X-Total-Count", "7"))
	srv.Inject("reports.presence", rt.Nth(3), rt.Header("X-Total-Count", ""))
	srv.Inject("reports.presence", rt.Nth(1), rt.Slow(0))
	srv.Inject("reports.presence", rt.Nth(1, 4), rt.Status(429))
	srv.Inject("reports.presence", rt.Nth(2, 5), rt.Status(503))
	for _, want := range []string{`429 ["7"]`, `503 ["7"]`, "200 []", "429 []"} {
		resp := inMemory(t, srv).presence("")
		wantSame(t, want, fmt.Sprintf("%d %q", resp.StatusCode, resp.Header.Values("X-Total-Count")))
	}
	srv.ClearFaults()
	wantSame(t, 200, inMemory(t, srv).presence("").StatusCode)
}

// TestHeld has the faults that change a whole response, also one that never ends.
func TestHeld(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	for i, fault := range []rt.Fault{rt.Replace("items", "item"), rt.Truncate(6), rt.Slow(0)} {
		srv.Inject("reports.presence", rt.Nth(i+1), fault)
	}
	srv.Inject("reports.presence", rt.Nth(2, 3), rt.Endless())
	day := `{"date":"2026-07-06","items":[]}`
	srv.Inject("reports.presence", rt.Nth(1), rt.Body(200, "application/json", "["+day+","+day+"]"))
	wantSame(t, strings.ReplaceAll("["+day+","+day+"]", "items", "item"), readAll(t, inMemory(t, srv).presence("")))
	cut, err := io.ReadAll(inMemory(t, srv).presence("").Body)
	wantSame(t, `[{"ite unexpected EOF`, fmt.Sprintf("%s %v", cut, err))
	wantSame(t, 1<<24, (len(readAll(t, inMemory(t, srv).presence("")))+1<<20-1)>>20<<20)
}

// TestBroken has the faults that break the connection: before a write takes effect, after it, and in the
// body of the response. The others are proved by the matrix of internal/proof/faults, which fails
// when one does not end with its request.
func TestBroken(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		fault  rt.Fault
		err    error
		task   types.TaskStatus
		status int // that is recorded
		bytes  int // of the body
	}{
		{"reset", rt.Reset(), syscall.ECONNRESET, "done", 0, 0},
		{"reset after", rt.ResetAfter(), syscall.ECONNRESET, types.TaskStatusOpen, 0, 0},
		{"truncated at less than 0", rt.Truncate(-1), io.ErrUnexpectedEOF, types.TaskStatusOpen, 200, 0},
		{"truncated", rt.Truncate(7), io.ErrUnexpectedEOF, types.TaskStatusOpen, 200, 7},
		{"truncated after the end", rt.Truncate(math.MaxInt), io.ErrUnexpectedEOF, types.TaskStatusOpen, 200, math.MaxInt},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			overBoth(t, func(t *testing.T, srv *rt.Server, c caller) {
				srv.Put(rt.NewTask(1, func(task *types.Task) { task.Status = "done" }))
				srv.Inject("tasks.reset", rt.Always(), test.fault)
				var body []byte
				resp, err := c.client.Do(c.request("PUT", "/api/tasks/1/reset", ""))
				if err == nil {
					body, err = io.ReadAll(resp.Body)
				}
				task, _ := rt.Get[types.Task](srv, 1)
				whole, _ := json.Marshal(task)
				if want := whole[:min(test.bytes, len(whole)-1)]; !errors.Is(err, test.err) || string(body) != string(want) {
					t.Errorf("got %s and %v, want %s and %v", body, err, want, test.err)
				}
				wantSame(t, test.task, task.Status)
				wantSame(t, test.status, srv.Requests()[0].Status)
			})
		})
	}
}
