// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
)

const guestPath = "/v2/api/guests/77"

// apiError returns an error of a guest, with a status.
func apiError(status int) *reservations.APIError {
	return &reservations.APIError{Operation: guestOperation, URLPath: guestPath, StatusCode: status}
}

// TestErrorTexts holds the one line that every error is, also of those that programs make for their tests, and the fields of a
// log record. Those of LogAttrs come first, and hold no text of the service. In a log the error has its texts, too.
func TestErrorTexts(t *testing.T) {
	const guest, ofGuest = "GET " + guestPath + ": ", " operation=guests.get method=GET path=/api/guests/{id}"
	const redirects = "; redirects are not followed: check scheme, host and path of the base URL"
	const long, final, at = " temporary=true may_have_written=false", " temporary=false may_have_written=false", "url_path=" + guestPath
	const wait = 1500400 * time.Microsecond
	for _, test := range []struct {
		name         string
		err          error
		want         string
		attrs, texts string // of the log; not looked at if attrs is ""
	}{
		{"API", apiError(404), guest + "404 Not Found", `kind="error response"` + ofGuest + " status=404" + final, at},
		{"API with all", &reservations.APIError{
			Operation: guestOperation, URLPath: guestPath, StatusCode: 403, HTTPStatus: 200, Description: "No\naccess", Errors: []string{"a", "", "b"},
			RequestID: "r-7", Attempts: 2, RetryAfter: time.Second, Body: []byte("Anna"), Header: http.Header{"Anna": nil},
		}, guest + "403 Forbidden: No access; a; b (sent with HTTP status 200, request id r-7, after 2 attempts); check the API key and what it may do",
			`kind="error response"` + ofGuest + " status=403 request_id=r-7 attempts=2 retry_after=1s" + final,
			at + ` description="No\naccess" errors="[a  b]"`},
		{"API, a success that failed", &reservations.APIError{StatusCode: 200, HTTPStatus: 200},
			"200 OK (the body says that the call has failed)", "", ""},
		{"API, /api twice", &reservations.APIError{URLPath: "/api/api/guests/77", StatusCode: 404},
			"/api/api/guests/77: 404 Not Found; every path begins with /api: leave it out of the base URL", "", ""},
		{"API without an operation", &reservations.APIError{StatusCode: 401}, "401 Unauthorized; check the API key and what it may do",
			`kind="error response" status=401` + final, ""},
		{"API without a wait", apiError(429), guest + "429 Too Many Requests", "", ""},
		{"API without a path", &reservations.APIError{Operation: guestOperation, StatusCode: 500}, "GET /api/guests/{id}: 500 Internal Server Error", "", ""},
		{"API, control characters", &reservations.APIError{URLPath: "/a\u202e\u2028b", StatusCode: 404}, "/a b: 404 Not Found", "", ""},
		{"API, too long", &reservations.APIError{StatusCode: 400, Description: strings.Repeat("é", 300), Errors: []string{strings.Repeat("x", 300)}},
			"400 Bad Request: " + strings.Repeat("é", 300) + "; " + strings.Repeat("x", 210) + "...", "", ""},
		{"API, a wait is rounded", &reservations.APIError{StatusCode: 429, RetryAfter: wait}, "429 Too Many Requests; the service asks to wait 1.5s", "", ""},
		{"API, a wait of another status", &reservations.APIError{StatusCode: 503, RetryAfter: wait}, "503 Service Unavailable", "", ""},
		{"API 300", apiError(300), guest + "300 Multiple Choices" + redirects, "", ""},
		{"API 399", apiError(399), guest + "399" + redirects, "", ""},
		{"API 407", apiError(407), guest + "407 Proxy Authentication Required; a proxy asks for credentials: give them in its URL", "", ""},

		{"transport", &reservations.TransportError{Operation: guestOperation, URLPath: guestPath, Attempts: 1, NotRetried: "why", Err: io.ErrUnexpectedEOF},
			guest + "no response: unexpected EOF; not retried: why",
			`kind="no response"` + ofGuest + " attempts=1 not_retried=why" + long, at + ` cause="unexpected EOF"`},
		{"transport, not sent", &reservations.TransportError{Operation: guestOperation, URLPath: guestPath}, guest + "not sent: <nil>",
			`kind="not sent"` + ofGuest + long, at},
		{"transport, late", &reservations.TransportError{Operation: guestOperation, URLPath: guestPath, RequestID: "r", Attempts: 5, Err: io.EOF},
			guest + "no whole response (request id r, after 5 attempts): EOF",
			`kind="no whole response"` + ofGuest + " request_id=r attempts=5" + long, at + " cause=EOF"},
		{"decode", &reservations.DecodeError{Operation: guestOperation, URLPath: guestPath, StatusCode: 200, ContentType: "text/html",
			RequestID: "r", Attempts: 2, Field: "[0].id", Snippet: "<html>", Err: io.EOF},
			guest + `cannot read the response (status 200, content type "text/html", request id r, after 2 attempts): EOF; it begins "<html>", ` +
				`so it is a page and not from the service: check the base URL, and what is in front of it`,
			`kind="unreadable response"` + ofGuest + " status=200 request_id=r attempts=2 field=[0].id" + final,
			at + " content_type=text/html snippet=<html> cause=EOF"},
		{"incomplete", &reservations.IncompleteError{Operation: guestOperation, URLPath: guestPath, Reason: "pages differ", Walks: 3, Pages: 6,
			Totals: []int{61, 62}, Attempts: 8}, guest + "incomplete (walks: 3, pages: 6, totals: [61 62]): pages differ",
			`kind="incomplete pages"` + ofGuest + " attempts=8 walks=3 pages=6" + long, at + ` reason="pages differ" totals="[61 62]"`},
		{"incomplete, no totals", &reservations.IncompleteError{URLPath: "/a", Reason: "none"}, "/a: incomplete (walks: 0, pages: 0): none",
			`kind="incomplete pages"` + long, "url_path=/a reason=none"},
		{"param", &reservations.ParamError{Operation: reservations.Operation{Name: "NewClient"}, Param: "apiKey", Reason: "is odd"},
			"NewClient: apiKey is odd", `kind="invalid parameter" operation=NewClient param=apiKey` + final, `reason="is odd"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.err.Error(); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			attrs, all := attrsOf(test.err), logged(func(log *slog.Logger) { log.Info("", "err", test.err) })
			if test.attrs != "" && (attrs != test.attrs || all != strings.TrimSpace(attrs+" "+test.texts)) {
				t.Errorf("logged as %s\nand       %s\nwant      %s\nand       %s", attrs, all, test.attrs, test.texts)
			}
		})
	}
}

// logged returns the fields that are written, without the name of an error before those of it.
func logged(write func(*slog.Logger)) string {
	var log bytes.Buffer
	write(slog.New(slog.NewTextHandler(&log, nil)))
	_, fields, _ := strings.Cut(strings.TrimSpace(log.String()), `msg="" `)
	return strings.ReplaceAll(" "+fields, " err.", " ")[1:]
}

// TestLogAttrsOfSeveral: of several errors the one that may have written is told, or the first.
func TestLogAttrsOfSeveral(t *testing.T) {
	odd, refused, write := errors.New("Anna"), apiError(404), noResponse(1, io.EOF)
	for _, test := range []struct {
		err  error
		want string
	}{
		{nil, ""},
		{fmt.Errorf("Anna: %w", &fs.PathError{}), "kind=*fs.PathError temporary=false may_have_written=false"},
		{fmt.Errorf("Anna: %w", refused), attrsOf(refused)},
		{errors.Join(odd, refused, apiError(429)), strings.Replace(attrsOf(refused), "temporary=false", "temporary=true", 1)},
		{errors.Join(apiError(429), write), attrsOf(write)},
	} {
		if got := attrsOf(test.err); got != test.want {
			t.Errorf("of %v got  %s\nwant %s", test.err, got, test.want)
		}
	}
}

func attrsOf(err error) string {
	return logged(func(log *slog.Logger) {
		log.LogAttrs(context.Background(), slog.LevelInfo, "", reservations.LogAttrs(err)...)
	})
}

// TestKindsOfAPIError: a status has at most one.
func TestKindsOfAPIError(t *testing.T) {
	for kind, is := range map[error]func(status int) bool{
		reservations.ErrBadRequest:   func(status int) bool { return status == 400 },
		reservations.ErrUnauthorized: func(status int) bool { return status == 401 },
		reservations.ErrForbidden:    func(status int) bool { return status == 403 },
		reservations.ErrNotFound:     func(status int) bool { return status == 404 },
		reservations.ErrRateLimited:  func(status int) bool { return status == 429 },
		reservations.ErrServer:       func(status int) bool { return 500 <= status && status <= 599 },
	} {
		for status := range 700 {
			if got := errors.Is(apiError(status), kind); got != is(status) {
				t.Errorf("%d is %v: %t", status, kind, got)
			}
		}
	}
}

// verdict says of a failure of a write what the two predicates are.
type verdict struct{ mayHaveWritten, isTemporary bool }

func judge(err error) verdict {
	return verdict{reservations.MayHaveWritten(err), reservations.IsTemporary(err)}
}

var writing = reservations.Operation{Class: reservations.ClassWrite}

func refusedWrite(status int) error {
	return &reservations.APIError{Operation: writing, StatusCode: status}
}

func statuses(all ...int) (errs []error) {
	for _, each := range all {
		errs = append(errs, refusedWrite(each))
	}
	return errs
}

// noResponse returns an error of a write.
func noResponse(attempts int, cause error) error {
	return &reservations.TransportError{Operation: writing, Attempts: attempts, Err: cause}
}

// TestFailures: what the table in docs/errors-and-retries.md says of a failure of a write is so. Its rows are named by their
// beginnings. That calls return such errors is for the fault matrix.
func TestFailures(t *testing.T) {
	page := must(os.ReadFile("../../../docs/errors-and-retries.md"))
	rows := regexp.MustCompile(`(?m)^\| (.+) \| (yes|no) \| (yes|no) \|$`).FindAllStringSubmatch(string(page), -1)
	mistrusted, notTLS := &net.OpError{Op: "dial", Err: &tls.CertificateVerificationError{}}, &net.OpError{Op: "dial", Err: tls.RecordHeaderError{}}
	failures := map[string][]error{
		"The write was not sent":                    {noResponse(0, context.DeadlineExceeded)},
		"No connection could be made":               {noResponse(1, &net.OpError{Op: "dial", Err: io.EOF}), noResponse(1, &net.DNSError{IsNotFound: true})},
		"The certificate was not valid":             {noResponse(1, mistrusted), noResponse(1, notTLS)},
		"The call ended while it waited":            {noResponse(2, errors.Join(context.Canceled, refusedWrite(429)))},
		"The service refused it with 425":           statuses(425, 429),
		"The service responded with 408":            statuses(408),
		"The service refused it with another 4xx":   statuses(400, 401, 403, 404, 405, 407, 409, 410, 422, 451, 499),
		"The service responded with 501":            statuses(501, 505, 511),
		"The service responded with another 5xx":    statuses(500, 502, 503, 504, 506, 520, 599),
		"The service responded with a redirect":     statuses(300, 301, 302, 303, 307, 308, 399),
		"Anything else happened":                    statuses(0, 101, 600),
		"The connection broke, or the attempt took": {noResponse(1, io.EOF), noResponse(1, context.DeadlineExceeded)},
		"The context ended after":                   {noResponse(1, context.Canceled)},
		"The response arrived cut off":              {&reservations.TransportError{Operation: writing, Attempts: 1, RequestID: "r", Err: io.ErrUnexpectedEOF}},
		"The response was too large":                {noResponse(1, &http.MaxBytesError{Limit: 3})},
		"The response was a success whose body":     {&reservations.DecodeError{Operation: writing}},
		"A parameter is not valid":                  {&reservations.ParamError{Operation: writing}},
	}
	for begins, errs := range failures {
		t.Run(begins, func(t *testing.T) {
			i := slices.IndexFunc(rows, func(row []string) bool { return strings.HasPrefix(row[1], begins) })
			if i < 0 {
				t.Fatal("the page has no such row")
			}
			want := verdict{rows[i][2] == "yes", rows[i][3] == "yes"}
			for _, err := range errs {
				if got := judge(err); got != want {
					t.Errorf("got %+v of %v, and the page says %+v", got, err, want)
				}
			}
			rows = slices.Delete(rows, i, i+1)
		})
	}
	if len(rows) > 0 {
		t.Errorf("of the page these rows are not tested: %q", rows)
	}
}

// TestErrorsOfPrograms: errors that programs make for their tests, or wrap, are judged by their fields.
func TestErrorsOfPrograms(t *testing.T) {
	unavailable := &reservations.APIError{StatusCode: 503}
	for name, test := range map[string]struct {
		err  error
		want verdict
	}{
		"nil":                             {nil, verdict{}},
		"nil of a type, wrapped":          {fmt.Errorf("saving: %w", (*reservations.TransportError)(nil)), verdict{}},
		"an error of the program":         {context.Canceled, verdict{}},
		"in an error of the program":      {struct{ *reservations.APIError }{unavailable}, verdict{true, true}},
		"503 of a read":                   {apiError(503), verdict{false, true}},
		"503 without an operation":        {unavailable, verdict{true, true}},
		"an error document that says 403": {&reservations.APIError{StatusCode: 403, HTTPStatus: 200}, verdict{true, false}},
		"a success that failed":           {&reservations.APIError{Operation: writing, StatusCode: 200, HTTPStatus: 200}, verdict{true, false}},
		"no response, of a read":          {&reservations.TransportError{Operation: guestOperation, Attempts: 1, Err: io.EOF}, verdict{false, true}},
		"no response, cause not known":    {noResponse(1, errors.New("odd")), verdict{true, false}},
		"unreadable, of a read":           {&reservations.DecodeError{Operation: guestOperation}, verdict{}},
		"a list":                          {&reservations.IncompleteError{Operation: guestOperation}, verdict{false, true}},
		"one of several":                  {fmt.Errorf("saving: %w", errors.Join(io.EOF, refusedWrite(404), refusedWrite(500))), verdict{true, true}},
		"one for each":                    {fmt.Errorf("%w and %w", refusedWrite(429), refusedWrite(501)), verdict{true, true}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := judge(test.err); got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}
