// SPDX-License-Identifier: MIT

// Package faults_test proves what the documentation promises of every method under every fault, and of every way in
// which a connection can end.
package faults_test

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	double "github.com/reservationkit/reservations-go/reservationstest"
)

const (
	host     = "api.example.com" // of testclient.Over
	maxBytes = 64 << 10          // of a body, and of a header
	never    = 1000 * time.Hour  // longer than any test takes
)

// What can happen to a request: the rows of the table of retries in the package
// documentation, and a response that is whole.
const (
	nothing         = ""
	tooManyRequests = "429 Too Many Requests"
	noConnection    = "no connection could be made"
	broken          = "the connection broke, or the attempt timed out"
	damaged         = "the response arrived cut off, or damaged"
	unavailable     = "408, 500, 502, 503, 504"
	anythingElse    = "anything else"
)

// A fault is what the service does to a request.
type fault struct {
	name     string
	respond  double.Fault
	happened string // a row of the table of retries
	error    string // its type when it is not retried; "" is a TransportError
	status   int    // in the error

	acts     bool          // the operation is carried out nevertheless
	ofBody   bool          // it does nothing to a response without a body
	reset    bool          // the throttle takes it for a refusal where the service accepts other requests
	tooLarge bool          // the error is a *http.MaxBytesError
	pending  time.Duration // until the fault can be seen, after the request has arrived

	retryAfter time.Duration
	named      bool // there is a Retry-After that can be read
}

// allFaults are what every method meets. Package transport has more of what net/http cannot read, and package
// calls_test more of what cannot be decoded.
var allFaults = slices.Concat([]fault{
	// Refusals.
	retryAfter("429_retry_after_date", 429, "", 2*time.Second),
	retryAfter("429_retry_after_0", 429, "0", 0),
	retryAfter("429_retry_after_1", 429, "1", time.Second),
	retryAfter("429_retry_after_fraction", 429, "1.5", 1500*time.Millisecond),
	retryAfter("429_retry_after_a_day", 429, "86400", 24*time.Hour),
	retryAfter("503_retry_after_2", 503, "2", 2*time.Second),
	retryAfter("503_retry_after_86400", 503, "86400", 24*time.Hour),
	refused("429_without_retry_after", 429, double.TooManyRequests("")),
	refused("429_retry_after_text", 429, double.TooManyRequests("soon")),

	// Other errors of the service.
	refused("502_html", 502, double.HTML(502)),
	refused("503_without_end", 503, endless(503)),
	refused("403_without_end", 403, endless(403)),
	refused("302_to_no_URL", 302, headed("Location", "https://%zz/?token=secret", 302)),

	// Connections that cannot be made, break, or hang.
	{name: "no_connection", happened: noConnection, respond: asUsual},
	{name: "reset_before", happened: broken, respond: double.Reset(), reset: true},
	{name: "reset_after", happened: broken, respond: double.ResetAfter(), reset: true, acts: true},
	{name: "hang", happened: broken, respond: double.Hang(), pending: never},
	{name: "hang_after", happened: broken, respond: hangAfter, acts: true, pending: never},
	{name: "hang_in_the_body", happened: broken, respond: hangInBody, pending: never},
	{name: "half_a_status_line", happened: broken, respond: raw("HTTP/1.1 20")},
	{name: "half_a_header", happened: broken, respond: raw("HTTP/1.1 200 OK\r\nContent-Ty")},

	// Responses that are slow, cut off, damaged, or too large.
	{name: "late", respond: double.Before(func() { time.Sleep(time.Second) }), acts: true, pending: time.Second},
	{name: "too_late", happened: broken, respond: double.Before(func() { time.Sleep(3 * time.Second) }), acts: true, pending: 3 * time.Second},
	{name: "slow", respond: double.Slow(100 * time.Millisecond), acts: true, ofBody: true, pending: 500 * time.Millisecond},
	{name: "too_slow", happened: broken, respond: double.Slow(time.Second), acts: true, ofBody: true, pending: 10 * time.Second},
	{name: "truncated_at_0", happened: damaged, respond: double.Truncate(0), acts: true, ofBody: true},
	{name: "truncated", happened: damaged, respond: double.Truncate(20), acts: true, ofBody: true},
	{name: "truncated_before_last_byte", happened: damaged, respond: double.Truncate(1 << 30), acts: true, ofBody: true},
	{name: "corrupt_gzip", happened: damaged, respond: corruptGzip, acts: true},
	{name: "no_http", happened: damaged, respond: raw("220 mail.example.test ready\r\n\r\n")},
	{name: "endless", happened: anythingElse, respond: double.Endless(), tooLarge: true},
	{name: "gzip_bomb", happened: anythingElse, respond: gzipBomb, tooLarge: true},
	{name: "header_too_large", happened: anythingElse, respond: headed("X-Large", strings.Repeat("x", 2*maxBytes), 200)},
	{name: "hints_without_end", happened: anythingElse, respond: hintsWithoutEnd, acts: true},

	// Successes that are none.
	{name: "error_document", happened: anythingElse, respond: document(`{"statusCode":403,"description":"no","errors":[]}`),
		error: "APIError", status: 403},
	{name: "problem_document", happened: anythingElse, respond: document(`{"status":503,"title":"down","detail":"for maintenance"}`),
		error: "APIError", status: 503},
	unreadable("html", 200, double.HTML(200)),
	unreadable("empty", 200, document("")),
	unreadable("206_with_a_part", 206, double.Body(206, "application/json", `[{"id":7,"na`)),
	unreadable("brotli", 200, raw("HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n\x0b\x02\x80[]\x03")),
	unreadable("null", 200, document("null")),
	unreadable("a_number", 200, document("42")),
	unreadable("a_text", 200, document(`"ok"`)),
	unreadable("a_list_of_numbers", 200, document("[1,2]")),
	unreadable("a_list_of_null", 200, document("[null]")),
	unreadable("not_json", 200, document("{")),
	unreadable("two_documents", 200, document(`{"id":7}{"id":8}`)),
}, statuses())

// statuses returns those without a body, and redirects to another host, to another port, and to the URL of the request.
func statuses() (faults []fault) {
	for _, status := range []int{304, 399, 400, 401, 403, 404, 405, 407, 408, 409, 410, 416, 422, 425, 451,
		500, 501, 502, 503, 504, 505, 511, 600, 999} {
		empty := raw(fmt.Sprintf("HTTP/1.1 %d Odd\r\nContent-Length: 0\r\n\r\n", status))
		faults = append(faults, refused(strconv.Itoa(status), status, empty))
	}
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, location := range []string{"https://elsewhere.example.test/api?token=secret", "https://" + host + ":8443/api?token=secret", "."} {
			faults = append(faults, refused(fmt.Sprint(status, "_to_", location), status, headed("Location", location, status)))
		}
	}
	return faults
}

// refused is a response with this status.
func refused(name string, status int, respond double.Fault) fault {
	f := fault{name: name, respond: respond, happened: anythingElse, error: "APIError", status: status}
	for _, row := range []string{tooManyRequests, unavailable} {
		if strings.Contains(row, strconv.Itoa(status)) {
			f.happened = row
		}
	}
	return f
}

// retryAfter is a response with this status and a Retry-After that asks for a wait: this value, or for "" the time when it ends.
func retryAfter(name string, status int, value string, wait time.Duration) fault {
	f := refused(name, status, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		headed("Retry-After", cmp.Or(value, time.Now().UTC().Add(wait).Format(http.TimeFormat)), status)(w, r, next)
	})
	f.named, f.retryAfter = true, wait
	return f
}

// unreadable is a success whose body cannot be decoded.
func unreadable(name string, status int, respond double.Fault) fault {
	return fault{name: name, respond: respond, happened: anythingElse, error: "DecodeError", status: status}
}

// cell is one method under one fault.
type cell struct {
	call   testclient.Call
	fault  fault
	always bool
	timing string // "none", "deadline" or "cancelled"
}

// TestFaultMatrix holds every method to what the documentation promises under every fault.
func TestFaultMatrix(t *testing.T) {
	t.Parallel()
	reads := testclient.Server(7, 8, 9, 10, 11, 12, 13, 14)
	reads.SetBookings(testclient.Present(8)...)
	values := valuesOf(t, reads)
	var all []cell
	for _, call := range testclient.Calls() {
		for _, fault := range allFaults {
			for _, always := range []bool{false, true} {
				for _, timing := range []string{"none", "deadline", "cancelled"} {
					all = append(all, cell{call, fault, always, timing})
				}
			}
		}
	}
	for _, c := range testkit.Cases(10, all) {
		t.Run(fmt.Sprintf("%s/%s/always=%t/%s", c.call.Name, c.fault.name, c.always, c.timing), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c.run(t, reads).check(t, values[c.call.Name])
			})
		})
	}
}

// valuesOf returns what each method returns when nothing fails, as JSON.
func valuesOf(t *testing.T, reads *double.Server) map[string]string {
	t.Helper()
	values := map[string]string{}
	synctest.Test(t, func(t *testing.T) {
		for _, call := range testclient.Calls() {
			s := cell{call: call, fault: fault{respond: asUsual}}.run(t, reads)
			if s.err != nil {
				t.Fatalf("%s without a fault: %v", call.Name, s.err)
			}
			values[call.Name] = asJSON(s.value)
		}
	})
	return values
}

// run makes the call of a cell. The fault applies to the first request, or to the second one of a walk. All cells of reads
// share a store.
func (c cell) run(t *testing.T, reads *double.Server) *service {
	s := &service{cell: c, store: reads, applies: double.Nth(1)}
	switch {
	case c.always:
		s.applies = double.Always()
	case c.call.Walk:
		s.applies = double.Nth(2)
	}
	if c.call.Writes() {
		s.store = testclient.Server(c.call.ID)
	}
	client := s.client(t)
	ctx, cancel := context.WithTimeout(t.Context(), c.end())
	if c.timing == "cancelled" {
		ctx, cancel = context.WithCancel(t.Context())
		time.AfterFunc(cancelled, cancel)
	}
	defer cancel()
	start := time.Now()
	s.value, s.err = c.call.Do(ctx, client)
	s.took = time.Since(start)
	s.close(t)
	return s
}
