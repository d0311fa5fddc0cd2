// SPDX-License-Identifier: MIT

package faults

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// Host is the host of the service in the matrix.
const Host = "api.example.test"

// Common returns the faults that package reservationstest has.
func Common() []Fault {
	return slices.Concat(limited(), statuses(), redirects(), connections(), damaged(), documents())
}

// refused is a response with this status.
func refused(name string, status int, respond reservationstest.Fault) Fault {
	return Fault{Name: name, Respond: respond, Happened: happened(status), Status: status}
}

// limited returns a 429 with each kind of Retry-After.
func limited() (faults []Fault) {
	inTwoSeconds := func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		reservationstest.TooManyRequests(time.Now().UTC().Add(2*time.Second).Format(http.TimeFormat))(w, r, next)
	}
	for _, row := range []struct {
		name, retryAfter string
		wait             time.Duration
	}{
		{"0", "0", 0},
		{"1", "1", time.Second},
		{"fraction", "1.5", 1500 * time.Millisecond},
		{"date", "", 2 * time.Second},
		{"date_passed", "Fri, 01 Jan 1999 00:00:00 GMT", 0},
		{"a_day", "86400", 24 * time.Hour},
		{"huge", "9223372037000000000000", Never},
	} {
		f := refused("429_retry_after_"+row.name, 429, reservationstest.TooManyRequests(row.retryAfter))
		f.Named, f.RetryAfter, f.TooLong = true, row.wait, row.wait > time.Hour
		if row.name == "date" {
			f.Respond = inTwoSeconds
		}
		faults = append(faults, f)
	}
	return append(faults,
		refused("429_without_retry_after", 429, reservationstest.TooManyRequests("")),
		refused("429_retry_after_negative", 429, reservationstest.TooManyRequests("-1")),
		refused("429_retry_after_text", 429, reservationstest.TooManyRequests("soon")))
}

// statuses returns other errors of the service.
func statuses() (faults []Fault) {
	for _, status := range []int{408, 500, 502, 503, 504, 400, 401, 403, 404} {
		faults = append(faults, refused(strconv.Itoa(status), status, reservationstest.Status(status)))
	}
	for name, wait := range map[string]time.Duration{"2": 2 * time.Second, "86400": 24 * time.Hour} {
		f := refused("503_retry_after_"+name, 503, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			w.Header().Set("Retry-After", name)
			reservationstest.Status(503)(w, r, next)
		})
		f.Named, f.RetryAfter, f.TooLong = true, wait, wait > time.Hour
		faults = append(faults, f)
	}
	return append(faults, refused("502_html", 502, reservationstest.HTML(502)))
}

// redirects returns those to another host, to another port, and to the URL of the request.
func redirects() (faults []Fault) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		for to, location := range map[string]string{
			"another_host": "https://elsewhere.example.test/api?token=secret",
			"another_port": "https://" + Host + ":8443/api?token=secret",
			"itself":       "",
		} {
			name := fmt.Sprintf("%d_to_%s", status, to)
			faults = append(faults, refused(name, status, reservationstest.Redirect(status, location)))
		}
	}
	return faults
}

// connections returns connections that cannot be made, break, or hang.
func connections() []Fault {
	faults := []Fault{
		{Name: "no_connection", Respond: reservationstest.Before(func() {}), Happened: NoConnection},
		{Name: "reset_before", Respond: reservationstest.Reset(), Resent: true},
		{Name: "reset_after", Respond: reservationstest.ResetAfter(), Resent: true, Acts: true},
		{Name: "hang", Respond: reservationstest.Hang(), Pending: Never},
		{Name: "too_slow", Respond: reservationstest.Slow(time.Second), Acts: true, OfBody: true, Pending: 10 * time.Second},
	}
	for i := range faults {
		faults[i].Error = TransportError
		if faults[i].Happened == Nothing {
			faults[i].Happened = Broken
		}
	}
	return append(faults, Fault{Name: "slow", Respond: reservationstest.Slow(100 * time.Millisecond),
		Acts: true, OfBody: true, Pending: 500 * time.Millisecond})
}

// damaged returns responses that are cut off, damaged, or too large.
func damaged() []Fault {
	faults := []Fault{
		{Name: "truncated_at_0", Respond: reservationstest.Truncate(0), OfBody: true},
		{Name: "truncated", Respond: reservationstest.Truncate(20), OfBody: true},
		{Name: "truncated_before_last_byte", Respond: reservationstest.Truncate(1 << 30), OfBody: true},
		{Name: "corrupt_gzip", Respond: reservationstest.CorruptGzip()},
		{Name: "two_content_lengths", Respond: reservationstest.TwoContentLengths()},
	}
	for i := range faults {
		faults[i].Happened, faults[i].Error, faults[i].Acts = Damaged, TransportError, true
	}
	return append(faults,
		tooLarge("endless", reservationstest.Endless()),
		tooLarge("gzip_bomb", reservationstest.GzipBomb(1<<30)))
}

func tooLarge(name string, respond reservationstest.Fault) Fault {
	return Fault{Name: name, Respond: respond, Happened: AnythingElse, Error: TransportError, TooLarge: true}
}

// documents returns successes with a body that is not documented, and additions to the right
// response.
func documents() []Fault {
	faults := []Fault{
		{Name: "early_hints", Respond: reservationstest.EarlyHints(1), Acts: true},
		{Name: "many_early_hints", Respond: reservationstest.EarlyHints(50), Acts: true},
		{Name: "trailer", Respond: reservationstest.Trailer("X-Checksum", "abc"), Acts: true},
		unreadable("200_html", 200, reservationstest.HTML(200)),
		unreadable("empty", 200, reservationstest.EmptyBody()),
		refused("200_with_an_error_document", 403, document(`{"statusCode":403,"description":"no","errors":[]}`)),
	}
	for name, text := range map[string]string{
		"null": "null", "a_number": "42", "a_text": `"ok"`, "a_list_of_numbers": "[1,2]", "a_list_of_null": "[null]",
		"not_json": "{", "two_documents": `{"id":7}{"id":8}`,
	} {
		faults = append(faults, unreadable("body_"+name, 200, document(text)))
	}
	return faults
}

// unreadable is a success whose body cannot be decoded.
func unreadable(name string, status int, respond reservationstest.Fault) Fault {
	return Fault{Name: name, Respond: respond, Happened: AnythingElse, Error: DecodeError, Status: status}
}

func document(text string) reservationstest.Fault {
	return reservationstest.Body(200, "application/json", text)
}
