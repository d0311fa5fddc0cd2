package reservations_test

import (
	"fmt"
	"net/http"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// faultKind is what the table of retries in the README says of a fault.
type faultKind int

const (
	harmless  faultKind = iota // the response is whole
	limited                    // a 429: reads and writes are retried
	unsent                     // no connection could be made: reads and writes are retried
	transient                  // reads are retried
	final                      // nothing is retried
)

// errorForm is the type of the error in which a fault ends.
type errorForm int

const (
	asAPIError errorForm = iota
	asTransportError
	asDecodeError
)

// matrixFault is one fault with what the documentation promises of it.
type matrixFault struct {
	name     string
	fault    func() reservationstest.Fault // is called in the bubble, for times
	kind     faultKind
	form     errorForm
	status   int           // in the error
	tooLarge bool          // the error is a *http.MaxBytesError
	acts     bool          // the operation is carried out nevertheless
	ofBody   bool          // it does nothing to a response without a body
	resent   bool          // by net/http itself, for a read on a connection that was used before
	pending  time.Duration // until the fault shows, after the request has arrived
	after    time.Duration // the Retry-After
	named    bool          // there is a Retry-After that can be read
	tooLong  bool          // it is longer than RetryPolicy.MaxRetryAfter
}

const never = 1000 * time.Hour

// everyTime makes the same fault for every bubble.
func everyTime(f reservationstest.Fault) func() reservationstest.Fault {
	return func() reservationstest.Fault { return f }
}

// tooManyRequests are the rows of a 429 with each kind of Retry-After.
func tooManyRequests() []matrixFault {
	inTwoSeconds := func() reservationstest.Fault {
		return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			reservationstest.TooManyRequests(time.Now().UTC().Add(2*time.Second).Format(http.TimeFormat))(w, r, next)
		}
	}
	rows := []matrixFault{
		{name: "429_without_retry_after", fault: everyTime(reservationstest.TooManyRequests(""))},
		{name: "429_retry_after_0", fault: everyTime(reservationstest.TooManyRequests("0")), named: true},
		{name: "429_retry_after_1", fault: everyTime(reservationstest.TooManyRequests("1")), named: true, after: time.Second},
		{name: "429_retry_after_fraction", fault: everyTime(reservationstest.TooManyRequests("1.5")), named: true, after: 1500 * time.Millisecond},
		{name: "429_retry_after_date", fault: inTwoSeconds, named: true, after: 2 * time.Second},
		{name: "429_retry_after_date_passed", fault: everyTime(reservationstest.TooManyRequests("Fri, 01 Jan 1999 00:00:00 GMT")), named: true},
		{name: "429_retry_after_a_day", fault: everyTime(reservationstest.TooManyRequests("86400")), named: true, after: 24 * time.Hour, tooLong: true},
		{name: "429_retry_after_huge", fault: everyTime(reservationstest.TooManyRequests("9223372037000000000000")), named: true, after: never, tooLong: true},
		{name: "429_retry_after_negative", fault: everyTime(reservationstest.TooManyRequests("-1"))},
		{name: "429_retry_after_text", fault: everyTime(reservationstest.TooManyRequests("soon"))},
	}
	for i := range rows {
		rows[i].kind, rows[i].status = limited, http.StatusTooManyRequests
	}
	return rows
}

// refusals are the rows of other statuses.
func refusals() (rows []matrixFault) {
	for _, status := range []int{408, 500, 502, 503, 504} {
		rows = append(rows, matrixFault{name: fmt.Sprint(status), fault: everyTime(reservationstest.Status(status)), kind: transient, status: status})
	}
	for _, status := range []int{400, 401, 403, 404} {
		rows = append(rows, matrixFault{name: fmt.Sprint(status), fault: everyTime(reservationstest.Status(status)), kind: final, status: status})
	}
	retryAfter := func(text string) func() reservationstest.Fault {
		return everyTime(func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			w.Header().Set("Retry-After", text)
			reservationstest.Status(http.StatusServiceUnavailable)(w, r, next)
		})
	}
	return append(rows,
		matrixFault{name: "502_html", fault: everyTime(reservationstest.HTML(502)), kind: transient, status: 502},
		matrixFault{name: "503_retry_after_2", fault: retryAfter("2"), kind: transient, status: 503, after: 2 * time.Second},
		matrixFault{name: "503_retry_after_a_day", fault: retryAfter("86400"), kind: transient, status: 503, after: 24 * time.Hour, tooLong: true},
	)
}

// redirects are the rows of redirects to another host, to another port, and to the URL of
// the request.
func redirects() (rows []matrixFault) {
	for _, code := range []int{301, 302, 303, 307, 308} {
		for to, location := range map[string]string{
			"another_host": "https://elsewhere.example.test/api?token=secret",
			"another_port": "https://" + matrixHost + ":8443/api?token=secret",
			"itself":       "",
		} {
			rows = append(rows, matrixFault{
				name: fmt.Sprintf("%d_to_%s", code, to), fault: everyTime(reservationstest.Redirect(code, location)), kind: final, status: code,
			})
		}
	}
	return rows
}

// brokenConnections are the rows in which no whole response comes.
func brokenConnections() []matrixFault {
	return []matrixFault{
		{name: "no_connection", fault: everyTime(reservationstest.Before(func() {})), kind: unsent, form: asTransportError},
		{name: "reset_before", fault: everyTime(reservationstest.Reset()), kind: transient, form: asTransportError, resent: true},
		{name: "reset_after", fault: everyTime(reservationstest.ResetAfter()), kind: transient, form: asTransportError, resent: true, acts: true},
		{name: "truncated_at_0", fault: everyTime(reservationstest.Truncate(0)), kind: transient, form: asTransportError, acts: true, ofBody: true},
		{name: "truncated", fault: everyTime(reservationstest.Truncate(20)), kind: transient, form: asTransportError, acts: true, ofBody: true},
		{name: "truncated_before_last_byte", fault: everyTime(reservationstest.Truncate(1 << 30)), kind: transient, form: asTransportError, acts: true, ofBody: true},
		{name: "hang", fault: everyTime(reservationstest.Hang()), kind: transient, form: asTransportError, pending: never},
		{name: "slow", fault: everyTime(reservationstest.Slow(100 * time.Millisecond)), kind: harmless, acts: true, ofBody: true, pending: 500 * time.Millisecond},
		{name: "too_slow", fault: everyTime(reservationstest.Slow(time.Second)), kind: transient, form: asTransportError, acts: true, ofBody: true, pending: 10 * time.Second},
		{name: "corrupt_gzip", fault: everyTime(reservationstest.CorruptGzip()), kind: transient, form: asTransportError, acts: true},
		{name: "two_content_lengths", fault: everyTime(reservationstest.TwoContentLengths()), kind: transient, form: asTransportError, acts: true},
		{name: "endless", fault: everyTime(reservationstest.Endless()), kind: final, form: asTransportError, tooLarge: true},
		{name: "gzip_bomb", fault: everyTime(reservationstest.GzipBomb(1 << 30)), kind: final, form: asTransportError, tooLarge: true},
	}
}

// bodies are the rows of responses that are whole, with a body that is not documented, and
// of additions to the right response.
func bodies() []matrixFault {
	rows := []matrixFault{
		{name: "early_hints", fault: everyTime(reservationstest.EarlyHints(1)), acts: true},
		{name: "many_early_hints", fault: everyTime(reservationstest.EarlyHints(50)), acts: true},
		{name: "trailer", fault: everyTime(reservationstest.Trailer("X-Checksum", "abc")), acts: true},
		{name: "200_html", fault: everyTime(reservationstest.HTML(200))},
		{name: "empty", fault: everyTime(reservationstest.EmptyBody())},
	}
	for name, text := range map[string]string{
		"null": "null", "a_number": "42", "a_text": `"ok"`, "a_list_of_numbers": "[1,2]", "not_json": "{", "two_documents": `{"id":7}{"id":8}`,
	} {
		rows = append(rows, matrixFault{name: "body_" + name, fault: everyTime(reservationstest.Body(200, "application/json", text))})
	}
	for i := range rows {
		if !rows[i].acts {
			rows[i].kind, rows[i].form, rows[i].status = final, asDecodeError, http.StatusOK
		}
	}
	return append(rows, matrixFault{
		name:  "200_with_an_error_document",
		fault: everyTime(reservationstest.Body(200, "application/json", `{"statusCode":403,"description":"no","errors":[]}`)),
		kind:  final, status: http.StatusForbidden,
	})
}
