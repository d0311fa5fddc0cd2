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
	"github.com/reservationkit/reservations-go/internal/testkit"
)

type api = reservations.APIError
type lost = reservations.TransportError

const guestPath = "/v2/api/guests/77"

// apiError returns an error of a guest, with a status.
func apiError(status int) *api {
	return &api{Operation: guestOperation, URLPath: guestPath, StatusCode: status}
}

// TestEveryErrorSaysWhatFailedInOneLine: a log has the fields of LogAttrs first, which hold no text of the service. Behind the
// bar are those of the error alone. Joined errors have the fields of the one that may have written, or of the first.
func TestEveryErrorSaysWhatFailedInOneLine(t *testing.T) {
	const guest, ofGuest = "GET " + guestPath + ": ", " operation=guests.get method=GET path=/api/guests/{id}"
	const redirects = "; redirects are not followed: check scheme, host and path of the base URL"
	const at, forbidden = " | url_path=" + guestPath, "; check the API key and what it may do"
	const temporary, final = " temporary=true may_have_written=false", " temporary=false may_have_written=false"
	const wrote, unclear = " temporary=false may_have_written=true", " temporary=true may_have_written=true"
	const kind, wait = `kind="error response"`, 1500400 * time.Microsecond
	long := &api{StatusCode: 400, Description: strings.Repeat("é", 300), Errors: []string{strings.Repeat("x", 300)}}
	for _, test := range []struct {
		err       error
		want, log string // the log is not looked at if it is ""
	}{
		{err: apiError(404), want: guest + "404 Not Found", log: kind + ofGuest + " status=404" + final + at},
		{err: apiError(429), want: guest + "429 Too Many Requests"},
		{err: apiError(300), want: guest + "300 Multiple Choices" + redirects},
		{err: apiError(399), want: guest + "399" + redirects},
		{err: apiError(407), want: guest + "407 Proxy Authentication Required; a proxy asks for credentials: give them in its URL"},
		{err: &api{Operation: guestOperation, URLPath: guestPath, StatusCode: 403, HTTPStatus: 200, RequestID: "r-7", Attempts: 2,
			RetryAfter: wait, Description: "No\naccess", Errors: []string{"a", "", "b"}, Body: []byte("Anna")},
			want: guest + "403 Forbidden: No access; a; b (sent with HTTP status 200, request id r-7, after 2 attempts)" + forbidden,
			log:  kind + ofGuest + " status=403 request_id=r-7 attempts=2 retry_after=1.5004s" + final + at + ` description="No\naccess" errors="[a  b]"`},
		{err: &api{StatusCode: 401}, want: "401 Unauthorized" + forbidden, log: kind + " status=401" + final + " |"},
		{err: &api{StatusCode: 409, HTTPStatus: 200}, want: "409 Conflict (sent with HTTP status 200)", log: kind + " status=409" + wrote + " |"},
		{err: &api{StatusCode: 200, HTTPStatus: 200}, want: "200 OK (the body says that the call has failed)"},
		{err: &api{URLPath: "/api/api/7", StatusCode: 404}, want: "/api/api/7: 404 Not Found; every path begins with /api: leave it out of the base URL"},
		{err: &api{Operation: guestOperation, StatusCode: 500}, want: "GET /api/guests/{id}: 500 Internal Server Error"},
		{err: &api{URLPath: "/a\u202e\u2028b", StatusCode: 404}, want: "/a b: 404 Not Found"},
		{err: long, want: "400 Bad Request: " + strings.Repeat("é", 300) + "; " + strings.Repeat("x", 210) + "..."},
		{err: &api{StatusCode: 429, RetryAfter: wait}, want: "429 Too Many Requests; the service asks to wait 1.5s"},
		{err: &api{StatusCode: 502, RetryAfter: 1}, want: "502 Bad Gateway", log: kind + " status=502 retry_after=1ns" + unclear + " |"},
		{err: &lost{Operation: guestOperation, URLPath: guestPath, Attempts: 1, NotRetried: "why", Err: io.EOF},
			want: guest + "no response: EOF; not retried: why",
			log:  `kind="no response"` + ofGuest + " attempts=1 not_retried=why" + temporary + at + ` cause=EOF`},
		{err: &lost{Operation: guestOperation, URLPath: guestPath}, want: guest + "not sent: <nil>", log: `kind="not sent"` + ofGuest + temporary + at},
		{err: &lost{Operation: guestOperation, URLPath: guestPath, StatusCode: 200, RequestID: "r", Attempts: 5, Err: io.EOF},
			want: guest + "no whole response (request id r, after 5 attempts): EOF",
			log:  `kind="no whole response"` + ofGuest + " status=200 request_id=r attempts=5" + temporary + at + " cause=EOF"},
		{err: &lost{Attempts: 1, Err: apiError(503)}, want: "not sent again: " + guest + "503 Service Unavailable"},
		{err: noResponse(1, errors.New("odd")), want: "no response: odd", log: `kind="no response" attempts=1` + wrote + " | cause=odd"},
		{err: &reservations.DecodeError{Operation: guestOperation, URLPath: guestPath, StatusCode: 200, ContentType: "text/html",
			RequestID: "r", Attempts: 2, Field: "[0].id", Snippet: "<html>", Err: io.EOF},
			want: guest + `cannot read the response (status 200, content type "text/html", request id r, after 2 attempts): EOF; ` +
				`it begins "<html>", so it is a page and not from the service: check the base URL, and what is in front of it`,
			log: `kind="unreadable response"` + ofGuest + " status=200 request_id=r attempts=2 field=[0].id" + final + at +
				" content_type=text/html snippet=<html> cause=EOF"},
		{err: &reservations.IncompleteError{URLPath: "/a", Reason: "odd", Passes: 3, Pages: 6, Totals: []int{61, 62}, Attempts: 8},
			want: "/a: incomplete (passes: 3, pages: 6, totals: [61 62]): odd",
			log:  `kind="incomplete pages" attempts=8 passes=3 pages=6` + temporary + ` | url_path=/a reason=odd totals="[61 62]"`},
		{err: &reservations.IncompleteError{Reason: "none"}, want: "incomplete (passes: 0, pages: 0): none"},
		{err: &reservations.ParamError{Operation: reservations.Operation{Name: "With"}, Param: "opts", Reason: "is odd"},
			want: "With: opts is odd", log: `kind="invalid parameter" operation=With param=opts` + final + ` | reason="is odd"`},
		{err: struct{ *api }{&api{StatusCode: 503}}, want: "503 Service Unavailable", log: kind + " status=503" + unclear + " |"},
		{err: fmt.Errorf("Anna: %w", fs.ErrExist), want: "Anna: file already exists", log: "kind=*errors.errorString" + final},
		{err: fmt.Errorf("Anna: %w", (*lost)(nil)), want: "Anna: <nil>", log: "kind=*reservations.TransportError" + final},
		{err: errors.Join(io.EOF, &api{StatusCode: 404}, &api{StatusCode: 429}), want: "EOF\n404 Not Found\n429 Too Many Requests", log: kind + " status=404" + temporary},
		{err: errors.Join(apiError(429), noResponse(1, io.EOF)), want: guest + "429 Too Many Requests\nno response: EOF", log: `kind="no response" attempts=1` + unclear},
	} {
		t.Run(test.want, func(t *testing.T) {
			if got := test.err.Error(); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			attrs := logged(func(log *slog.Logger) { log.LogAttrs(t.Context(), 0, "", reservations.LogAttrs(test.err)...) })
			got := attrs
			if _, ok := test.err.(slog.LogValuer); ok {
				got += " |" + strings.TrimPrefix(logged(func(log *slog.Logger) { log.Info("", "err", test.err) }), attrs)
			}
			if test.log != "" && got != test.log {
				t.Errorf("logged as %s\nwant      %s", got, test.log)
			}
		})
	}
	if got := reservations.LogAttrs(nil); got != nil || judge(nil) != (verdict{}) {
		t.Errorf("nil is logged as %v, and judged as %+v", got, judge(nil))
	}
}

// logged returns the fields that are written, without the name of an error before those of it.
func logged(write func(*slog.Logger)) string {
	var log bytes.Buffer
	write(slog.New(slog.NewTextHandler(&log, nil)))
	_, fields, _ := strings.Cut(strings.TrimSpace(log.String()), `msg="" `)
	return strings.ReplaceAll(" "+fields, " err.", " ")[1:]
}

// TestAStatusHasAtMostOneKind: 404 is ErrNotFound, for example, and no other of the errors that errors.Is finds.
func TestAStatusHasAtMostOneKind(t *testing.T) {
	for kind, is := range map[error]struct{ first, last int }{
		reservations.ErrBadRequest: {400, 400}, reservations.ErrUnauthorized: {401, 401},
		reservations.ErrForbidden: {403, 403}, reservations.ErrNotFound: {404, 404},
		reservations.ErrRateLimited: {429, 429}, reservations.ErrServer: {500, 599},
	} {
		for status := range 700 {
			if got := errors.Is(apiError(status), kind); got != (is.first <= status && status <= is.last) {
				t.Errorf("%d is %v: %t", status, kind, got)
			}
		}
	}
}

// verdict says of a failure what the two predicates are.
type verdict struct{ mayHaveWritten, isTemporary bool }

func judge(err error) verdict {
	return verdict{reservations.MayHaveWritten(err), reservations.IsTemporary(err)}
}

var writing = reservations.Operation{Class: reservations.ClassWrite}

// refusals and noResponse return errors of a write.
func refusals(statuses ...int) (errs []error) {
	for _, status := range statuses {
		errs = append(errs, &api{Operation: writing, StatusCode: status})
	}
	return errs
}

func noResponse(attempts int, cause error) error {
	return &lost{Operation: writing, Attempts: attempts, Err: cause}
}

// TestFailuresOfAWriteAreAsTheDocumentationSays: in the table of docs/errors-and-retries.md. Folder faults has calls that fail so.
func TestFailuresOfAWriteAreAsTheDocumentationSays(t *testing.T) {
	page := testkit.Must(os.ReadFile("../../../docs/errors-and-retries.md"))
	rows := regexp.MustCompile(`(?m)^\| (.+) \| (yes|no) \| (yes|no) \|$`).FindAllStringSubmatch(string(page), -1)
	dial := func(err error) error { return &net.OpError{Op: "dial", Err: err} }
	cutOff := &lost{Operation: writing, Attempts: 1, StatusCode: 200, Err: io.ErrUnexpectedEOF}
	mistrusted, notTLS := dial(&tls.CertificateVerificationError{}), dial(tls.RecordHeaderError{})
	failures := map[string][]error{
		"The write was not sent":                    {noResponse(0, context.DeadlineExceeded)},
		"No connection could be made":               {noResponse(1, dial(io.EOF)), noResponse(1, new(net.DNSError))},
		"The certificate was not valid":             {noResponse(1, mistrusted), noResponse(1, notTLS)},
		"The call ended while it waited":            {noResponse(2, errors.Join(context.Canceled, refusals(429)[0]))},
		"The service refused it with 425":           refusals(425, 429),
		"The service responded with 408":            refusals(408),
		"The service refused it with another 4xx":   refusals(400, 401, 403, 404, 405, 407, 409, 410, 422, 451, 499),
		"The service responded with 501":            refusals(501, 505, 511),
		"The service responded with another 5xx":    refusals(500, 502, 503, 504, 506, 520, 599),
		"The service responded with a redirect":     refusals(300, 301, 302, 303, 307, 308, 399),
		"Anything else happened":                    refusals(0, 101, 600),
		"The connection broke, or the attempt took": {noResponse(1, io.EOF), noResponse(1, context.DeadlineExceeded)},
		"The context ended after":                   {noResponse(1, context.Canceled)},
		"The response arrived cut off":              {cutOff},
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
