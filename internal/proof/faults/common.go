// SPDX-License-Identifier: MIT

package faults

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// Host is the host of the service in the matrix.
const Host = "api.example.test"

// Common returns the faults that package reservationstest has.
func Common() []Fault {
	return slices.Concat(limited(), statuses(), redirects(), connections(), damaged(), documents())
}

// limited returns refusals with each kind of Retry-After.
func limited() []Fault {
	date := retryAfter("429_retry_after_date", 429, "", 2*time.Second)
	date.Respond = func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		reservationstest.TooManyRequests(time.Now().UTC().Add(2*time.Second).Format(http.TimeFormat))(w, r, next)
	}
	return []Fault{
		date,
		retryAfter("429_retry_after_0", 429, "0", 0),
		retryAfter("429_retry_after_1", 429, "1", time.Second),
		retryAfter("429_retry_after_fraction", 429, "1.5", 1500*time.Millisecond),
		retryAfter("429_retry_after_date_passed", 429, "Fri, 01 Jan 1999 00:00:00 GMT", 0),
		retryAfter("429_retry_after_a_day", 429, "86400", 24*time.Hour),
		retryAfter("429_retry_after_huge", 429, "9223372037000000000000", Never),
		retryAfter("503_retry_after_2", 503, "2", 2*time.Second),
		retryAfter("503_retry_after_86400", 503, "86400", 24*time.Hour),
		refused("429_without_retry_after", 429, reservationstest.TooManyRequests("")),
		refused("429_retry_after_negative", 429, reservationstest.TooManyRequests("-1")),
		refused("429_retry_after_text", 429, reservationstest.TooManyRequests("soon")),
	}
}

// retryAfter is a response with this status and this Retry-After, which asks for a wait.
func retryAfter(name string, status int, value string, wait time.Duration) Fault {
	f := refused(name, status, headed("Retry-After", value, status))
	f.Named, f.RetryAfter, f.TooLong = true, wait, wait > time.Hour
	return f
}

// headed responds with a status and a field in its header.
func headed(field, value string, status int) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		w.Header().Set(field, value)
		reservationstest.Status(status)(w, r, next)
	}
}

// refused is a response with this status.
func refused(name string, status int, respond reservationstest.Fault) Fault {
	return Fault{Name: name, Respond: respond, Happened: happened(status), Error: APIError, Status: status}
}

// statuses returns other errors of the service.
func statuses() []Fault {
	faults := []Fault{refused("502_html", 502, reservationstest.HTML(502))}
	for _, status := range []int{408, 500, 502, 503, 504, 400, 401, 403, 404} {
		faults = append(faults, refused(strconv.Itoa(status), status, reservationstest.Status(status)))
	}
	return faults
}

// redirects returns those to another host, to another port, and to the URL of the request.
func redirects() (faults []Fault) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		for to, location := range map[string]string{
			"another_host": "https://elsewhere.example.test/api?token=secret",
			"another_port": "https://" + Host + ":8443/api?token=secret",
			"itself":       ".",
		} {
			faults = append(faults, refused(fmt.Sprintf("%d_to_%s", status, to), status, headed("Location", location, status)))
		}
	}
	return faults
}

// connections returns connections that cannot be made, break, or hang.
func connections() []Fault {
	return []Fault{
		{Name: "no_connection", Happened: NoConnection, Respond: reservationstest.Before(func() {})},
		{Name: "reset_before", Happened: Broken, Respond: reservationstest.Reset(), Resent: true},
		{Name: "reset_after", Happened: Broken, Respond: reservationstest.ResetAfter(), Resent: true, Acts: true},
		{Name: "hang", Happened: Broken, Respond: reservationstest.Hang(), Pending: Never},
		{Name: "too_slow", Happened: Broken, Respond: reservationstest.Slow(time.Second), Acts: true, OfBody: true,
			Pending: 10 * time.Second},
		{Name: "slow", Respond: reservationstest.Slow(100 * time.Millisecond), Acts: true, OfBody: true, Pending: 500 * time.Millisecond},
	}
}

// damaged returns responses that are cut off, damaged, or too large.
func damaged() []Fault {
	return []Fault{
		{Name: "truncated_at_0", Happened: Damaged, Respond: reservationstest.Truncate(0), Acts: true, OfBody: true},
		{Name: "truncated", Happened: Damaged, Respond: reservationstest.Truncate(20), Acts: true, OfBody: true},
		{Name: "truncated_before_last_byte", Happened: Damaged, Respond: reservationstest.Truncate(1 << 30), Acts: true,
			OfBody: true},
		{Name: "corrupt_gzip", Happened: Damaged, Respond: rewrite(corruptGzip), Acts: true},
		{Name: "two_content_lengths", Happened: Damaged, Acts: true, Respond: rewrite(func(body string) string {
			return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\nContent-Length: %d\r\n%s%s", len(body), len(body)+1, headerEnd, body)
		})},
		{Name: "endless", Happened: AnythingElse, Respond: reservationstest.Endless(), TooLarge: true},
		{Name: "gzip_bomb", Happened: AnythingElse, Respond: gzipBomb, TooLarge: true},
	}
}

// documents returns successes with a body that is not documented, and additions to the right
// response.
func documents() []Fault {
	faults := []Fault{
		{Name: "early_hints", Respond: rewrite(as(hint+"HTTP/1.1 200 OK\r\n", "%s")), Acts: true},
		{Name: "many_early_hints", Respond: rewrite(as(strings.Repeat(hint, 50)+"HTTP/1.1 200 OK\r\n", "%s")), Acts: true},
		{Name: "trailer", Acts: true, Respond: rewrite(func(body string) string {
			return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Checksum\r\n" + headerEnd + chunk(body) + "0\r\nX-Checksum: abc\r\n\r\n"
		})},
		unreadable("200_html", 200, reservationstest.HTML(200)),
		unreadable("empty", 200, reservationstest.Body(200, "application/json", "")),
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
