// SPDX-License-Identifier: MIT

package faults

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// MaxBytes bounds a body, and a header, in the matrix.
const MaxBytes = 64 << 10

// Odd returns faults beyond those that package reservationstest has. They concern how a
// response is read, which is the same for all calls of a kind.
func Odd() []Fault {
	return slices.Concat(oddButWhole(), oddTransient(), oddStatuses(), oddBodies(), notHTTP())
}

func oddButWhole() []Fault {
	const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
	faults := []Fault{{Name: "late", Respond: actsLate(time.Second), Acts: true, Pending: time.Second}}
	for name, text := range map[string]func(body string) string{
		"http_1_0_without_length": as("HTTP/1.0 200 OK\r\n", "%s"),
		"one_length_twice": func(body string) string {
			length := fmt.Sprintf("Content-Length: %d\r\n", len(body))
			return "HTTP/1.1 200 OK\r\n" + length + length + headerEnd + body
		},
		"length_and_chunks": func(body string) string {
			return chunked + "Content-Length: 3\r\n" + headerEnd + chunk(body) + "0\r\n\r\n"
		},
		"trailer_that_is_not_announced": func(body string) string {
			return chunked + headerEnd + chunk(body) + "0\r\nX-Checksum: abc\r\n\r\n"
		},
		"201":                as("HTTP/1.1 201 Created\r\n", "%s"),
		"102_before":         as("HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\n", "%s"),
		"byte_order_mark":    as("HTTP/1.1 200 OK\r\n", "\ufeff%s"),
		"encoding_of_none":   as("HTTP/1.1 200 OK\r\nContent-Encoding: identity\r\n", "%s"),
		"wrong_content_type": as("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", "%s"),
	} {
		faults = append(faults, Fault{Name: name, Respond: rewrite(text), Acts: true})
	}
	return faults
}

func oddTransient() []Fault {
	const gzip = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x00\x00\x00"
	return []Fault{
		{Name: "too_late", Happened: Broken, Respond: actsLate(3 * time.Second), Acts: true, Pending: 3 * time.Second},
		{Name: "hang_after", Happened: Broken, Respond: hangAfter, Acts: true, Pending: Never},
		{Name: "hang_in_the_body", Happened: Broken, Respond: hangInBody, Pending: Never},
		{Name: "half_a_status_line", Happened: Broken, Respond: raw("HTTP/1.1 20")},
		{Name: "half_a_header", Happened: Broken, Respond: raw("HTTP/1.1 200 OK\r\nContent-Ty")},
		{Name: "length_too_large", Happened: Damaged, Acts: true, Respond: rewrite(func(body string) string {
			return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n%s%s", len(body)+10, headerEnd, body)
		})},
		{Name: "chunks_cut_off", Happened: Damaged, Acts: true, Respond: rewrite(func(body string) string {
			return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n" + headerEnd + chunk(body)
		})},
		{Name: "no_gzip", Happened: Damaged, Acts: true,
			Respond: rewrite(as("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n", "x%s"))},
		{Name: "damaged_gzip", Happened: Damaged, Respond: raw(gzip + "\x00\x00\xff\xff\xff\xff")},
		{Name: "gzip_cut_off", Happened: Damaged, Respond: raw(gzip)},
		refused("429_without_end", 429, endless(429)),
		refused("503_without_end", 503, endless(503)),
		refused("500_html", 500, reservationstest.HTML(500)),
	}
}

func oddStatuses() []Fault {
	faults := []Fault{
		refused("403_without_end", 403, endless(403)),
		failure("200_with_error_document", `{"statusCode":503,"description":"down"}`),
		failure("200_with_problem_document", `{"status":503,"title":"down","detail":"for maintenance"}`),
	}
	for _, status := range []int{405, 407, 409, 410, 416, 422, 425, 451, 501, 505, 511, 600, 999} {
		faults = append(faults, refused(strconv.Itoa(status), status, reservationstest.Status(status)))
	}
	for status, location := range map[int]string{
		300: "Location: /a\r\n", 302: "Location: https://%zz/?token=secret\r\n", 304: "", 307: "", 399: "",
	} {
		text := fmt.Sprintf("HTTP/1.1 %d Odd\r\n%sContent-Length: 0\r\n\r\n", status, location)
		faults = append(faults, refused(fmt.Sprintf("%d_odd", status), status, raw(text)))
	}
	return faults
}

// failure is a success whose document says that the service is down, which is not retried.
func failure(name, text string) Fault {
	return Fault{Name: name, Respond: document(text), Happened: AnythingElse, Error: APIError, Status: 503}
}

// oddBodies returns bodies that cannot be read, in responses that are successes.
func oddBodies() []Fault {
	const close = "Connection: close\r\n"
	return []Fault{
		unreadable("204", 204, raw("HTTP/1.1 204 No Content\r\n\r\n")),
		unreadable("204_with_a_body", 204, raw("HTTP/1.1 204 No Content\r\nContent-Length: 8\r\n"+close+"\r\n{\"id\":7}")),
		unreadable("206_with_a_part", 206, reservationstest.Body(206, "application/json", `[{"id":7,"na`)),
		unreadable("http_1_0_cut_off", 200, raw("HTTP/1.0 200 OK\r\n\r\n[{\"id\":7,\"na")),
		unreadable("length_too_small", 200, raw("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n"+close+"\r\n[{\"id\":7}]")),
		unreadable("brotli", 200, raw("HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n\x0b\x02\x80[]\x03")),
		unreadable("deep", 200, document(strings.Repeat("[", 50_000))),
		unreadable("zero_bytes", 200, document("\x00\x00\x00")),
		unreadable("text_after_the_document", 200, document(`[{"id":7}] and so on`)),
	}
}

// notHTTP returns what net/http refuses to read. It cannot tell it from the beginning of a
// response whose connection broke.
func notHTTP() []Fault {
	large := "HTTP/1.1 200 OK\r\nX-Large: " + strings.Repeat("x", 2*MaxBytes) + "\r\n\r\n[]"
	faults := []Fault{
		{Name: "header_too_large", Respond: raw(large), Happened: AnythingElse},
		{Name: "hints_without_end", Respond: hintsWithoutEnd, Happened: AnythingElse, Acts: true},
	}
	for name, text := range map[string]string{
		"no_http":                   "220 mail.example.test ready\r\n\r\n",
		"negative_length":           "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n[]",
		"length_that_is_no_number":  "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n[]",
		"unknown_transfer_encoding": "HTTP/1.1 200 OK\r\nTransfer-Encoding: other\r\n\r\n[]",
		"field_without_a_colon":     "HTTP/1.1 200 OK\r\nContent-Type application/json\r\n\r\n[]",
	} {
		faults = append(faults, Fault{Name: name, Respond: raw(text), Happened: Damaged})
	}
	return faults
}
