package reservations_test

import (
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// oddMethods are methods of each kind.
var oddMethods = []string{
	"UpdateReservation", "CreateUtilityMeterReport", "DeleteWebhook", "Guest", "StaffMembers", "WebhookEvent", "AllSummaries", "Presence",
}

// oddFaults are faults beyond those that package reservationstest has.
func oddFaults() []matrixFault {
	return slices.Concat(oddButWhole(), oddButTransient(), oddStatuses(), oddBodies(), notHTTP())
}

func oddButWhole() []matrixFault {
	return []matrixFault{
		{name: "late", fault: everyTime(actsLate(time.Second)), acts: true, pending: time.Second},
		{name: "http_1_0_without_length", fault: everyTime(rewrite("HTTP/1.0 200 OK", as("\r\n%s"))), acts: true},
		{name: "one_length_twice", fault: everyTime(rewrite("HTTP/1.1 200 OK", func(body string) string {
			return fmt.Sprintf("Content-Length: %d\r\nContent-Length: %d\r\n\r\n%s", len(body), len(body), body)
		})), acts: true},
		{name: "length_and_chunks", fault: everyTime(rewrite("HTTP/1.1 200 OK", func(body string) string {
			return "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(body) + "0\r\n\r\n"
		})), acts: true},
		{name: "trailer_that_is_not_announced", fault: everyTime(rewrite("HTTP/1.1 200 OK", func(body string) string {
			return "Transfer-Encoding: chunked\r\n\r\n" + chunk(body) + "0\r\nX-Checksum: abc\r\n\r\n"
		})), acts: true},
		{name: "201", fault: everyTime(rewrite("HTTP/1.1 201 Created", as("\r\n%s"))), acts: true},
		{name: "102_before", fault: everyTime(rewrite("HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK", as("\r\n%s"))), acts: true},
		{name: "byte_order_mark", fault: everyTime(rewrite("HTTP/1.1 200 OK", as("\r\n\ufeff%s"))), acts: true},
		{name: "encoding_that_was_not_applied", fault: everyTime(rewrite("HTTP/1.1 200 OK", as("Content-Encoding: br\r\n\r\n%s"))), acts: true},
		{name: "wrong_content_type", fault: everyTime(rewrite("HTTP/1.1 200 OK\r\nContent-Type: text/html", as("\r\n%s"))), acts: true},
	}
}

func oddButTransient() []matrixFault {
	rows := []matrixFault{
		{name: "too_late", fault: everyTime(actsLate(3 * time.Second)), acts: true, pending: 3 * time.Second},
		{name: "hang_after", fault: everyTime(hangAfter), acts: true, pending: never},
		{name: "hang_in_the_body", fault: everyTime(hangInBody), pending: never},
		{name: "half_a_status_line", fault: everyTime(raw("HTTP/1.1 20"))},
		{name: "half_a_header", fault: everyTime(raw("HTTP/1.1 200 OK\r\nContent-Ty"))},
		{name: "length_too_large", fault: everyTime(rewrite("HTTP/1.1 200 OK", func(body string) string {
			return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body)+10, body)
		})), acts: true},
		{name: "chunks_cut_off", fault: everyTime(rewrite("HTTP/1.1 200 OK", func(body string) string {
			return "Transfer-Encoding: chunked\r\n\r\n" + chunk(body)
		})), acts: true},
		{name: "no_gzip", fault: everyTime(rewrite("HTTP/1.1 200 OK", as("Content-Encoding: gzip\r\n\r\nx%s"))), acts: true},
		{name: "damaged_gzip", fault: everyTime(raw("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff"))},
		{name: "gzip_cut_off", fault: everyTime(raw("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x00\x00\x00"))},
	}
	for i := range rows {
		rows[i].kind, rows[i].form = transient, asTransportError
	}
	return append(rows,
		matrixFault{name: "429_without_end", fault: everyTime(endlessRefusal(429)), kind: limited, status: 429},
		matrixFault{name: "503_without_end", fault: everyTime(endlessRefusal(503)), kind: transient, status: 503},
		matrixFault{name: "500_html", fault: everyTime(reservationstest.HTML(500)), kind: transient, status: 500},
	)
}

func oddStatuses() (rows []matrixFault) {
	for _, status := range []int{405, 407, 409, 410, 416, 422, 425, 451, 501, 505, 511, 600, 999} {
		rows = append(rows, matrixFault{name: fmt.Sprint(status), fault: everyTime(reservationstest.Status(status)), kind: final, status: status})
	}
	for name, location := range map[string]string{"300": "Location: /a\r\n", "304": "", "302": "Location: https://%zz/?token=secret\r\n", "307": "", "399": ""} {
		status, _ := strconv.Atoi(name)
		text := fmt.Sprintf("HTTP/1.1 %d Odd\r\n%sContent-Length: 0\r\n\r\n", status, location)
		rows = append(rows, matrixFault{name: name + "_odd", fault: everyTime(raw(text)), kind: final, status: status})
	}
	for name, document := range map[string]string{
		"error_document":   `{"statusCode":503,"description":"down"}`,
		"problem_document": `{"status":503,"title":"down","detail":"for maintenance"}`,
	} {
		rows = append(rows, matrixFault{name: "200_with_" + name, fault: everyTime(reservationstest.Body(200, "application/json", document)), kind: final, status: 503})
	}
	return append(rows, matrixFault{name: "403_without_end", fault: everyTime(endlessRefusal(403)), kind: final, status: 403})
}

// oddBodies are bodies that cannot be read, in responses that are successes.
func oddBodies() []matrixFault {
	rows := []matrixFault{
		{name: "204", fault: everyTime(raw("HTTP/1.1 204 No Content\r\n\r\n")), status: 204},
		{name: "204_with_a_body", fault: everyTime(raw("HTTP/1.1 204 No Content\r\nContent-Length: 8\r\nConnection: close\r\n\r\n{\"id\":7}")), status: 204},
		{name: "206_with_a_part", fault: everyTime(reservationstest.Body(206, "application/json", `[{"id":7,"na`)), status: 206},
		{name: "http_1_0_cut_off", fault: everyTime(raw("HTTP/1.0 200 OK\r\n\r\n[{\"id\":7,\"na")), status: 200},
		{name: "length_too_small", fault: everyTime(raw("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 3\r\n\r\n[{\"id\":7}]")), status: 200},
		{name: "brotli", fault: everyTime(raw("HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n\x0b\x02\x80[]\x03")), status: 200},
		{name: "deep", fault: everyTime(reservationstest.Body(200, "application/json", strings.Repeat("[", 50_000))), status: 200},
		{name: "zero_bytes", fault: everyTime(reservationstest.Body(200, "application/json", "\x00\x00\x00")), status: 200},
		{name: "text_behind_the_document", fault: everyTime(reservationstest.Body(200, "application/json", `[{"id":7}] and so on`)), status: 200},
	}
	for i := range rows {
		rows[i].kind, rows[i].form = final, asDecodeError
	}
	return rows
}

// notHTTP is what net/http refuses to read. It cannot tell it from the beginning of a
// response whose connection broke.
func notHTTP() (rows []matrixFault) {
	for name, text := range map[string]string{
		"no_http":                   "220 mail.example.test ready\r\n\r\n",
		"negative_length":           "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n[]",
		"length_that_is_no_number":  "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n[]",
		"unknown_transfer_encoding": "HTTP/1.1 200 OK\r\nTransfer-Encoding: other\r\n\r\n[]",
		"field_without_a_colon":     "HTTP/1.1 200 OK\r\nContent-Type application/json\r\n\r\n[]",
	} {
		rows = append(rows, matrixFault{name: name, fault: everyTime(raw(text)), kind: transient, form: asTransportError})
	}
	large := "HTTP/1.1 200 OK\r\nX-Large: " + strings.Repeat("x", 2*matrixMaxBytes) + "\r\n\r\n[]"
	return append(rows,
		matrixFault{name: "header_too_large", fault: everyTime(raw(large)), kind: final, form: asTransportError},
		matrixFault{name: "hints_without_end", fault: everyTime(reservationstest.EarlyHints(math.MaxInt)), kind: final, form: asTransportError, acts: true})
}

// raw writes a text to the connection in place of a response, and closes it.
func raw(text string) reservationstest.Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		defer conn.Close()
		io.WriteString(conn, text)
	}
}

// rewrite carries out the operation, and writes its response anew: with this beginning, its
// header without the length, and what end makes of its body.
func rewrite(beginning string, end func(body string) string) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		resp := httptest.NewRecorder()
		next.ServeHTTP(resp, r)
		resp.Header().Del("Content-Length")
		var text strings.Builder
		text.WriteString(beginning + "\r\n")
		resp.Header().Write(&text)
		text.WriteString(end(resp.Body.String()))
		raw(text.String())(w, r, next)
	}
}

// as writes a body in this format.
func as(format string) func(string) string {
	return func(body string) string { return fmt.Sprintf(format, body) }
}

// chunk returns text as one chunk, and nothing for none, which would end the body.
func chunk(text string) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf("%x\r\n%s\r\n", len(text), text)
}

// actsLate carries out the operation after a while.
func actsLate(delay time.Duration) reservationstest.Fault {
	return reservationstest.Before(func() { time.Sleep(delay) })
}

// hangAfter carries out the operation, and never responds.
func hangAfter(w http.ResponseWriter, r *http.Request, next http.Handler) {
	next.ServeHTTP(httptest.NewRecorder(), r)
	reservationstest.Hang()(w, r, next)
}

// hangInBody sends a header and the beginning of a body.
func hangInBody(w http.ResponseWriter, r *http.Request, next http.Handler) {
	w.Header().Set("Content-Length", "1000")
	io.WriteString(w, "[{")
	http.NewResponseController(w).Flush()
	reservationstest.Hang()(w, r, next)
}

// endlessRefusal responds with this status and a body that never ends.
func endlessRefusal(status int) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		w.WriteHeader(status)
		reservationstest.Endless()(w, r, next)
	}
}
