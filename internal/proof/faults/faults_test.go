// SPDX-License-Identifier: MIT

// Package faults_test proves what the documentation promises of every method under every fault, and of every end of a connection.
package faults_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	double "github.com/reservationkit/reservations-go/reservationstest"
)

// The times are virtual.
const (
	ms         = time.Millisecond
	host       = "api.example.com" // of testclient.Over
	maxBytes   = 64 << 10          // of a body, and of a header
	latency    = ms                // from the arrival of a request to its response
	timeout    = 2 * time.Second   // of an attempt
	maxElapsed = 20 * time.Second  // from the start of a call to its last retry
	never      = 1000 * time.Hour  // longer than any test takes
)

// ends has when the context of a call ends: before the first retry, or with a deadline after a 429 before the second.
var ends = map[string]time.Duration{"none": never, "deadline": 260 * ms, "cancelled": 60 * ms}

// What can happen to a request: the rows of the table of retries in doc.go, and a response that is whole.
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
	name       string
	respond    double.Fault
	happened   string        // a row of the table of retries
	error      string        // its type when it is not retried; "" is a TransportError
	status     int           // in the error
	acts       bool          // the operation is carried out nevertheless
	ofBody     bool          // it does nothing to a response without a body
	reset      bool          // the throttle takes it for a refusal where the service accepts other requests
	tooLarge   bool          // the error is a *http.MaxBytesError
	pending    time.Duration // until the fault can be seen, after the request has arrived
	retryAfter time.Duration
	named      bool // there is a Retry-After that can be read
}

// allFaults are what every method meets. Package calls_test has more of what cannot be decoded.
var allFaults = slices.Concat([]fault{
	// Refusals, and other responses that are no success.
	retryAfter("429_retry_after_0", 429, 0),
	retryAfter("429_retry_after_2", 429, 2*time.Second),
	retryAfter("429_retry_after_a_day", 429, 24*time.Hour),
	retryAfter("503_retry_after_2", 503, 2*time.Second),
	retryAfter("503_retry_after_a_day", 503, 24*time.Hour),
	refused("429_without_retry_after", 429, double.TooManyRequests("")),
	refused("503_without_end", 503, with(503, "Content-Type", "text/plain", double.Endless())),
	// Connections that cannot be made, break, or hang.
	{name: "no_connection", happened: noConnection, respond: asUsual},
	{name: "reset_before", happened: broken, respond: double.Reset(), reset: true},
	{name: "reset_after", happened: broken, respond: double.ResetAfter(), reset: true, acts: true},
	{name: "hang", happened: broken, respond: double.Hang(), pending: never},
	{name: "hang_in_the_body", happened: broken, pending: never, respond: with(200, "Content-Length", "9", double.Hang()), status: 200},
	{name: "half_a_status_line", happened: broken, respond: raw("HTTP/1.1 20")},
	// Responses that are slow, cut off, damaged, or too large.
	{name: "late", respond: double.Before(func() { time.Sleep(time.Second) }), acts: true, pending: time.Second},
	{name: "too_late", happened: broken, respond: double.Before(func() { time.Sleep(3 * time.Second) }), acts: true, pending: 3 * time.Second},
	{name: "too_slow", happened: broken, respond: double.Slow(time.Second), acts: true, ofBody: true, pending: 10 * time.Second, status: 200},
	{name: "truncated", happened: damaged, respond: double.Truncate(20), acts: true, ofBody: true, status: 200},
	{name: "no_gzip", happened: damaged, respond: raw("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nabcdefghij"), status: 200},
	{name: "no_http", happened: damaged, respond: raw("220 mail.example.test ready\r\n\r\n")},
	{name: "endless", happened: anythingElse, respond: double.Endless(), tooLarge: true, status: 200},
	{name: "gzip_bomb", happened: anythingElse, respond: with(200, "Content-Encoding", "gzip", gzipBomb), tooLarge: true, status: 200},
	{name: "large_header", happened: anythingElse, respond: with(200, "X", strings.Repeat("x", 2*maxBytes), noBody)},
	// Successes that are none.
	spoiled("error_document", "APIError", 403, inJSON(`{"statusCode":403,"description":"no","errors":[]}`)),
	spoiled("problem_document", "APIError", 503, inJSON(`{"status":503,"title":"down","detail":"for maintenance"}`)),
	spoiled("html", "DecodeError", 200, double.HTML(200)),
	spoiled("206_with_a_part", "DecodeError", 206, double.Body(206, "application/json", `[{"id":7,"na`)),
	spoiled("brotli", "DecodeError", 200, raw("HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n\x0b\x02\x80[]\x03")),
}, generated())

// generated returns statuses without a body, redirects, bodies that cannot be decoded, and chunks that cannot be read.
func generated() (faults []fault) {
	for _, status := range []int{304, 399, 400, 401, 403, 404, 405, 407, 408, 409, 410, 416, 422, 425, 451,
		500, 501, 502, 503, 504, 505, 511, 600, 999} {
		empty := raw(fmt.Sprintf("HTTP/1.1 %d Odd\r\nContent-Length: 0\r\n\r\n", status))
		faults = append(faults, refused(strconv.Itoa(status), status, empty))
	}
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, to := range []string{"https://elsewhere.example.test", "https://" + host + ":8443", ".", "https://%zz"} {
			faults = append(faults, refused(fmt.Sprint(status, "_to_", to), status, with(status, "Location", to, noBody)))
		}
	}
	for _, text := range []string{"", "null", "42", "[1,2]", "[null]", "{", `{"id":7}{"id":8}`} {
		faults = append(faults, spoiled("body_"+text, "DecodeError", 200, inJSON(text)))
	}
	const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
	for name, chunks := range map[string]string{
		"no_number_for_a_length": "2\r\n[{\r\nzz\r\n", "no_length": "2\r\n[{\r\n\r\n", "no_trailer": "0\r\n",
		"a_long_length": strings.Repeat("1", 5000), "more_than_its_length": "2\r\n[{}]\r\n0\r\n\r\n",
		"a_bare_LF": "2\n[{\r\n", "a_bare_CR": "2\r3\r\n[{\r\n", "a_large_length": strings.Repeat("1", 17) + "\r\n",
		"an_odd_trailer": "0\r\nodd\r\n\r\n", "half_a_trailer": "0\r\nA:\r\n",
	} {
		faults = append(faults, fault{name: "chunks_" + name, happened: damaged, respond: raw(chunked + chunks), status: 200})
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

// retryAfter is a response with this status that asks for a wait.
func retryAfter(name string, status int, wait time.Duration) fault {
	f := refused(name, status, with(status, "Retry-After", fmt.Sprint(wait.Seconds()), noBody))
	f.named, f.retryAfter = true, wait
	return f
}

// spoiled is a success that is an error of this type.
func spoiled(name, error string, status int, respond double.Fault) fault {
	return fault{name: name, respond: respond, happened: anythingElse, error: error, status: status}
}

func inJSON(text string) double.Fault { return double.Body(200, "application/json", text) }

// with sends a status and a field of the header, and then what rest sends.
func with(status int, field, value string, rest double.Fault) double.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		w.Header().Set(field, value)
		w.WriteHeader(status)
		_ = http.NewResponseController(w).Flush()
		rest(w, r, next)
	}
}

var asUsual = double.Before(func() {})

func noBody(http.ResponseWriter, *http.Request, http.Handler) {}

// gzipBomb sends a body without end that unpacks to a thousand times as much.
func gzipBomb(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
	packed := gzip.NewWriter(w)
	for err := error(nil); err == nil; err = http.NewResponseController(w).Flush() {
		_, _ = packed.Write(make([]byte, 2*maxBytes))
		_ = packed.Flush()
	}
}

// raw writes a text to the connection in place of a response, and closes it.
func raw(text string) double.Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		conn, _, _ := http.NewResponseController(w).Hijack()
		defer conn.Close()
		_, _ = io.WriteString(conn, text)
	}
}

// retryTable is the table in doc.go of what is retried, by its rows.
var retryTable = func() map[string]struct{ reads, writes bool } {
	text, _ := os.ReadFile("../../../doc.go")
	table := map[string]struct{ reads, writes bool }{}
	rows := regexp.MustCompile(`(?m)^//\t(\S.*?)  +(retried|not retried)  +(retried|not retried)$`)
	for _, row := range rows.FindAllStringSubmatch(string(text), -1) {
		table[row[1]] = struct{ reads, writes bool }{row[2] == "retried", row[3] == "retried"}
	}
	return table
}()

// expectation is what the documentation promises of a cell.
type expectation struct {
	outcome  string // one of these
	attempts int    // in an error; 0 where the number is not fixed
	executed int    // by the service, where the method writes
	early    bool   // the error says why the call was not retried
	refusal  bool   // the error of the context holds the refusal after which the call waited
}

const aValue, theError, theContext = "a value", "the error", "the error of the context, at the moment in which it ends"

// The defaults of docs/errors-and-retries.md: "every wait varies by a quarter", so a wait can be a quarter shorter.
const (
	maxAttempts   = 5                // RetryPolicy.MaxAttempts
	maxRetryAfter = 60 * time.Second // RetryPolicy.MaxRetryAfter
	shortestWait  = 500 * ms * 3 / 4 // before the first retry, RetryPolicy.MinWait
	shortestPause = 125 * ms * 3 / 4 // after a 429: "Without a Retry-After the wait begins at an eighth of a second"
)

// expect returns what the documentation promises of a cell. The sentences are from docs/errors-and-retries.md.
func (c cell) expect() expectation {
	f, e := c.happens(), expectation{outcome: theError, attempts: 1}
	if f.acts {
		e.executed = 1
	}
	row, end, isAPIError := retryTable[f.happened], ends[c.timing], f.error == "APIError"
	again := row.reads && !c.call.Writes() || row.writes && c.call.Writes()
	wait := shortestWait
	if f.named {
		wait = f.retryAfter
	} else if f.happened == tooManyRequests {
		wait = shortestPause
	}
	switch seen := min(latency+f.pending, timeout); {
	case seen > end: // "A call ends at its deadline or before." "A call that is cancelled ends at that moment"
		e.outcome = theContext
	case f.happened == nothing:
		e.outcome = aValue
	case !again: // "not retried" in the table
	case wait > maxRetryAfter, wait > end && c.timing == "deadline": // "the call does not wait: it returns its last failure at once"
		e.early = true
	case wait > end: // "ends at that moment, also while it waits"
		e.outcome, e.refusal = theContext, isAPIError
	case !c.always: // "A read returns its value in spite of one failure that is retried, also a 429." So does a write.
		e.outcome, e.executed = aValue, 1
	case c.timing == "cancelled": // "ends at that moment, also while it waits"
		e.outcome, e.attempts, e.refusal = theContext, 0, isAPIError
	case f.happened == tooManyRequests: // doc.go: "MaxAttempts and Budget do not count a 429, but MaxElapsed bounds the time"
		e.attempts, e.early = 0, true
	default: // "how many attempts of one call may fail"
		e.attempts = maxAttempts
	}
	return e
}

// happens returns the fault as it is for the call.
func (c cell) happens() fault {
	f := c.fault
	fails := slices.Contains([]string{"html", "206_with_a_part", "brotli"}, f.name) // also a call that needs no body
	others := c.call.Walk && !c.always                                              // the first page of the walk was a success
	switch {
	case c.call.ReturnsNothing() && (f.ofBody || f.error == "DecodeError") && !fails: // the body is not read
		f.happened, f.pending = nothing, 0
	case others && f.tooLarge: // the records are read again in smaller pages
		f.happened = nothing
	case others && (f.status == 503 && f.happened == unavailable || f.reset):
		// doc.go: "While other requests succeed, any 503 and a reset connection are refusals too", as a 429 is.
		f.happened = tooManyRequests
	}
	return f
}
