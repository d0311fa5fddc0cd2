// SPDX-License-Identifier: MIT

// Package faults_test proves what the documentation promises of every method under every fault.
package faults_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

const (
	host     = "api.example.test"
	maxBytes = 64 << 10 // of a body, and of a header
)

// allFaults returns what every method meets.
func allFaults() []fault {
	return slices.Concat(limited(), statuses(), redirects(), connections(), ofDamage(), documents(), odd())
}

// limited returns refusals with each kind of Retry-After.
func limited() []fault {
	date := retryAfter("429_retry_after_date", 429, "", 2*time.Second)
	date.respond = func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		reservationstest.TooManyRequests(time.Now().UTC().Add(2*time.Second).Format(http.TimeFormat))(w, r, next)
	}
	return []fault{
		date,
		retryAfter("429_retry_after_0", 429, "0", 0),
		retryAfter("429_retry_after_1", 429, "1", time.Second),
		retryAfter("429_retry_after_fraction", 429, "1.5", 1500*time.Millisecond),
		retryAfter("429_retry_after_a_day", 429, "86400", 24*time.Hour),
		retryAfter("503_retry_after_2", 503, "2", 2*time.Second),
		retryAfter("503_retry_after_86400", 503, "86400", 24*time.Hour),
		refused("429_without_retry_after", 429, reservationstest.TooManyRequests("")),
		refused("429_retry_after_text", 429, reservationstest.TooManyRequests("soon")),
	}
}

// statuses returns other errors of the service.
func statuses() []fault {
	faults := []fault{refused("502_html", 502, reservationstest.HTML(502))}
	for _, status := range []int{408, 500, 502, 503, 504, 400, 401, 403, 404} {
		faults = append(faults, refused(strconv.Itoa(status), status, reservationstest.Status(status)))
	}
	return faults
}

// redirects returns those to another host, to another port, and to the URL of the request.
func redirects() (faults []fault) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		for to, location := range map[string]string{
			"another_host": "https://elsewhere.example.test/api?token=secret",
			"another_port": "https://" + host + ":8443/api?token=secret",
			"itself":       ".",
		} {
			faults = append(faults, refused(fmt.Sprintf("%d_to_%s", status, to), status, headed("Location", location, status)))
		}
	}
	return faults
}

// connections returns connections that cannot be made, break, or hang.
func connections() []fault {
	return []fault{
		{name: "no_connection", happened: noConnection, respond: asUsual},
		{name: "reset_before", happened: broken, respond: reservationstest.Reset(), resent: true},
		{name: "reset_after", happened: broken, respond: reservationstest.ResetAfter(), resent: true, acts: true},
		{name: "hang", happened: broken, respond: reservationstest.Hang(), pending: never},
		{name: "too_slow", happened: broken, respond: reservationstest.Slow(time.Second), acts: true, ofBody: true,
			pending: 10 * time.Second},
		{name: "slow", respond: reservationstest.Slow(100 * time.Millisecond), acts: true, ofBody: true, pending: 500 * time.Millisecond},
	}
}

// ofDamage returns responses that are cut off, damaged, or too large.
func ofDamage() []fault {
	return []fault{
		{name: "truncated_at_0", happened: damaged, respond: reservationstest.Truncate(0), acts: true, ofBody: true},
		{name: "truncated", happened: damaged, respond: reservationstest.Truncate(20), acts: true, ofBody: true},
		{name: "truncated_before_last_byte", happened: damaged, respond: reservationstest.Truncate(1 << 30), acts: true,
			ofBody: true},
		{name: "corrupt_gzip", happened: damaged, respond: corruptGzip, acts: true},
		{name: "endless", happened: anythingElse, respond: reservationstest.Endless(), tooLarge: true},
		{name: "gzip_bomb", happened: anythingElse, respond: gzipBomb, tooLarge: true},
	}
}

// documents returns successes with a body that is not documented.
func documents() []fault {
	faults := []fault{
		unreadable("200_html", 200, reservationstest.HTML(200)),
		unreadable("empty", 200, document("")),
		failure("200_with_an_error_document", 403, `{"statusCode":403,"description":"no","errors":[]}`),
	}
	for name, text := range map[string]string{
		"null": "null", "a_number": "42", "a_text": `"ok"`, "a_list_of_numbers": "[1,2]", "a_list_of_null": "[null]",
		"not_json": "{", "two_documents": `{"id":7}{"id":8}`,
	} {
		faults = append(faults, unreadable("body_"+name, 200, document(text)))
	}
	return faults
}

// odd returns faults in how a response is written. Package transport has more of what net/http cannot read, and
// package calls_test more of what cannot be decoded.
func odd() []fault {
	faults := []fault{
		{name: "late", respond: actsLate(time.Second), acts: true, pending: time.Second},
		{name: "too_late", happened: broken, respond: actsLate(3 * time.Second), acts: true, pending: 3 * time.Second},
		{name: "hang_after", happened: broken, respond: hangAfter, acts: true, pending: never},
		{name: "hang_in_the_body", happened: broken, respond: hangInBody, pending: never},
		{name: "half_a_status_line", happened: broken, respond: raw("HTTP/1.1 20")},
		{name: "half_a_header", happened: broken, respond: raw("HTTP/1.1 200 OK\r\nContent-Ty")},
		{name: "no_http", respond: raw("220 mail.example.test ready\r\n\r\n"), happened: damaged},
		{name: "header_too_large", respond: headed("X-Large", strings.Repeat("x", 2*maxBytes), 200), happened: anythingElse},
		{name: "hints_without_end", respond: hintsWithoutEnd, happened: anythingElse, acts: true},
		refused("503_without_end", 503, endless(503)),
		refused("403_without_end", 403, endless(403)),
		refused("302_to_no_URL", 302, headed("Location", "https://%zz/?token=secret", 302)),
		failure("200_with_problem_document", 503, `{"status":503,"title":"down","detail":"for maintenance"}`),
		unreadable("206_with_a_part", 206, reservationstest.Body(206, "application/json", `[{"id":7,"na`)),
		unreadable("brotli", 200, raw("HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n\x0b\x02\x80[]\x03")),
	}
	for _, status := range []int{304, 399, 405, 407, 409, 410, 416, 422, 425, 451, 501, 505, 511, 600, 999} {
		faults = append(faults, refused(strconv.Itoa(status), status, raw(fmt.Sprintf("HTTP/1.1 %d Odd\r\nContent-Length: 0\r\n\r\n", status))))
	}
	return faults
}

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

// never is longer than any test takes.
const never = 1000 * time.Hour

// A fault is what the service does to a request.
type fault struct {
	name     string
	respond  reservationstest.Fault
	happened string // a row of the table of retries
	error    string // its type when it is not retried; "" is a TransportError
	status   int    // in the error

	acts     bool          // the operation is carried out nevertheless
	ofBody   bool          // it does nothing to a response without a body
	resent   bool          // by net/http itself, for a read on a connection that was used before
	tooLarge bool          // the error is a *http.MaxBytesError
	pending  time.Duration // until the fault can be seen, after the request has arrived

	retryAfter time.Duration
	named      bool // there is a Retry-After that can be read
	tooLong    bool // it is longer than RetryPolicy.MaxRetryAfter
}

// on returns the fault as it is for a call: where no body is expected, nothing is read of it but a page of HTML,
// which a proxy sends, and what says of itself that it is a part, or packed in a way that cannot be read.
func (f fault) on(c testclient.Call) fault {
	always := slices.Contains([]string{"200_html", "206_with_a_part", "brotli"}, f.name)
	if c.ReturnsNothing() && (f.ofBody || f.error == "DecodeError") && !always {
		f.happened, f.pending = nothing, 0
	}
	return f
}

// refusal reports whether the throttle takes the fault for a refusal of a read, like a 429,
// while the service accepts other requests: a 503, and a reset.
func (f fault) refusal() bool {
	return f.happened == unavailable && f.status == 503 || f.happened == broken && strings.HasPrefix(f.name, "reset_")
}

// refused is a response with this status.
func refused(name string, status int, respond reservationstest.Fault) fault {
	f := fault{name: name, respond: respond, happened: anythingElse, error: "APIError", status: status}
	for _, row := range []string{tooManyRequests, unavailable} {
		if strings.Contains(row, strconv.Itoa(status)) {
			f.happened = row
		}
	}
	return f
}

// retryAfter is a response with this status and this Retry-After, which asks for a wait.
func retryAfter(name string, status int, value string, wait time.Duration) fault {
	f := refused(name, status, headed("Retry-After", value, status))
	f.named, f.retryAfter, f.tooLong = true, wait, wait > time.Hour
	return f
}

// unreadable is a success whose body cannot be decoded.
func unreadable(name string, status int, respond reservationstest.Fault) fault {
	return fault{name: name, respond: respond, happened: anythingElse, error: "DecodeError", status: status}
}

// failure is a success whose document says with which status the call has failed, which is not retried.
func failure(name string, status int, text string) fault {
	return fault{name: name, respond: document(text), happened: anythingElse, error: "APIError", status: status}
}
