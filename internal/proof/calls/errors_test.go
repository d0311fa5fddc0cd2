// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

var presenceOperation = testclient.CallOf("Reports.Presence").Operation

const guestPath = "/v2/api/guests/77"

// apiError returns an error of a guest, with a status.
func apiError(status int, changes ...func(*reservations.APIError)) *reservations.APIError {
	err := &reservations.APIError{Operation: guestOperation, URLPath: guestPath, StatusCode: status}
	for _, change := range changes {
		change(err)
	}
	return err
}

// TestErrorTexts holds the one line that every error is, also of those that programs make for
// their tests, and of one of each type the fields of a log record.
func TestErrorTexts(t *testing.T) {
	t.Parallel()
	const guest = "GET " + guestPath + ": "
	const redirects = "; redirects are not followed: check scheme, host and path of the base URL"
	const at = "err.operation=guests.get err.method=GET err.path=/api/guests/{id} err.url_path=" + guestPath
	longest := func(e *reservations.APIError) { e.Description = strings.Repeat("é", 512) }
	waits := func(d time.Duration) func(*reservations.APIError) {
		return func(e *reservations.APIError) { e.RetryAfter = d }
	}
	long := func(e *reservations.APIError) {
		e.Description, e.Errors = strings.Repeat("é", 300), []string{strings.Repeat("x", 300)}
	}
	all := func(e *reservations.APIError) {
		e.HTTPStatus, e.Description, e.Errors = 200, "No\naccess", []string{"a", "", "b"}
		e.RequestID, e.Attempts, e.RetryAfter = "r-7", 2, time.Second
	}
	tests := []struct {
		name string
		err  error
		want string
		log  string // not looked at if it is ""
	}{
		{"API", apiError(404), guest + "404 Not Found", at + " err.status=404"},
		{"API with all", apiError(403, all), guest + "403 Forbidden: No access; a; b " +
			"(sent with HTTP status 200, request id r-7, after 2 attempts); check the API key and what it may do",
			at + ` err.status=403 err.request_id=r-7 err.attempts=2 err.retry_after=1s ` +
				`err.description="No\naccess" err.errors="[a  b]"`},
		{"API, a status without a name", apiError(599), guest + "599", ""},
		{"API, a success that failed", &reservations.APIError{StatusCode: 200, HTTPStatus: 200}, "200 OK (the body says that the call has failed)", ""},
		{"API, /api twice", apiError(404, func(e *reservations.APIError) { e.URLPath = "/api/api/guests/77" }),
			"GET /api/api/guests/77: 404 Not Found; every path begins with /api: leave it out of the base URL", ""},
		{"API without an operation", &reservations.APIError{StatusCode: 429}, "429 Too Many Requests", "err.status=429"},
		{"API without a path", apiError(500, func(e *reservations.APIError) { e.URLPath = "" }),
			"GET /api/guests/{id}: 500 Internal Server Error", ""},
		{"API, control characters", apiError(404, func(e *reservations.APIError) { e.URLPath = "/a\u202e\u2028b" }),
			"GET /a b: 404 Not Found", ""},
		{"API, too long", apiError(400, long),
			guest + "400 Bad Request: " + strings.Repeat("é", 300) + "; " + strings.Repeat("x", 210) + "...", ""},
		{"API, as long as can be", apiError(400, longest), guest + "400 Bad Request: " + strings.Repeat("é", 512), ""},
		{"API, a wait", apiError(429, waits(90*time.Second)),
			guest + "429 Too Many Requests; the service asks to wait 1m30s", ""},
		{"API, a wait is rounded", apiError(429, waits(1500400*time.Microsecond)),
			guest + "429 Too Many Requests; the service asks to wait 1.5s", ""},
		{"API, a wait of another status", apiError(503, waits(time.Second)), guest + "503 Service Unavailable", ""},
		{"API 101", apiError(101), guest + "101 Switching Protocols", ""},
		{"API 300", apiError(300), guest + "300 Multiple Choices" + redirects, ""},
		{"API 399", apiError(399), guest + "399" + redirects, ""},
		{"API 407", apiError(407), guest +
			"407 Proxy Authentication Required; a proxy asks for credentials: give them in its URL", ""},

		{"transport", &reservations.TransportError{Operation: guestOperation, URLPath: guestPath, Attempts: 1,
			Err: io.ErrUnexpectedEOF}, guest + "no response: unexpected EOF",
			at + ` err.attempts=1 err.cause="unexpected EOF"`},
		{"transport, not sent", &reservations.TransportError{Operation: guestOperation, URLPath: guestPath,
			Err: context.Canceled}, guest + "not sent: context canceled", ""},
		{"transport, late", &reservations.TransportError{Operation: guestOperation, URLPath: guestPath, RequestID: "r",
			Attempts: 5, Err: io.EOF}, guest + "no whole response (request id r, after 5 attempts): EOF",
			at + " err.request_id=r err.attempts=5 err.cause=EOF"},
		{"transport without a cause", &reservations.TransportError{Operation: guestOperation, URLPath: guestPath},
			guest + "not sent: <nil>", at},
		{"decode", &reservations.DecodeError{Operation: guestOperation, URLPath: guestPath, StatusCode: 200,
			ContentType: "text/html", RequestID: "r", Attempts: 2, Field: "[0].id", Snippet: "<html>", Err: io.EOF},
			guest + `cannot read the response (status 200, content type "text/html", request id r, after 2 attempts): ` +
				`EOF; it begins "<html>"`, at + " err.status=200 err.request_id=r err.attempts=2 " +
				"err.content_type=text/html err.field=[0].id err.snippet=<html> err.cause=EOF"},
		{"decode without a snippet", &reservations.DecodeError{Operation: guestOperation, URLPath: guestPath,
			StatusCode: 200, ContentType: "application/json", Attempts: 1, Err: io.EOF},
			guest + `cannot read the response (status 200, content type "application/json"): EOF`, ""},
		{"incomplete", &reservations.IncompleteError{Operation: guestOperation, URLPath: guestPath,
			Reason: "pages differ", Walks: 3, Pages: 6, Totals: []int{61, 62}, Attempts: 8},
			guest + "incomplete (walks: 3, pages: 6, totals: [61 62]): pages differ",
			at + ` err.reason="pages differ" err.walks=3 err.pages=6 err.attempts=8 err.totals="[61 62]"`},
		{"incomplete without totals", &reservations.IncompleteError{Operation: presenceOperation, Reason: "pages differ",
			Walks: 1, Pages: 2}, "GET /api/reports/presence: incomplete (walks: 1, pages: 2): pages differ", ""},
		{"param", &reservations.ParamError{Operation: reservations.Operation{Name: "NewClient"}, Param: "apiKey",
			Reason: "is odd"}, "NewClient: apiKey is odd", `err.operation=NewClient err.param=apiKey err.reason="is odd"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.err.Error(); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			var log bytes.Buffer
			slog.New(slog.NewTextHandler(&log, nil)).Info("failed", "err", test.err)
			_, got, _ := strings.Cut(strings.TrimSpace(log.String()), "msg=failed ")
			if test.log != "" && got != test.log {
				t.Errorf("logged as %s\nwant      %s", got, test.log)
			}
		})
	}
}

// TestStatuses: each has its kind of error, and where it helps its message says what to do. The
// HTTP status decides, and not that of the body.
func TestStatuses(t *testing.T) {
	t.Parallel()
	kinds := []error{
		reservations.ErrBadRequest, reservations.ErrUnauthorized, reservations.ErrForbidden,
		reservations.ErrNotFound, reservations.ErrRateLimited, reservations.ErrServer, io.EOF,
	}
	tests := []struct {
		status int
		kind   error // of the error, nil for none
		says   string
	}{
		{301, nil, "301 Moved Permanently: OK; redirects are not followed"},
		{400, reservations.ErrBadRequest, "400 Bad Request"},
		{401, reservations.ErrUnauthorized, "401 Unauthorized: OK; check the API key"},
		{402, nil, "402 Payment Required"},
		{403, reservations.ErrForbidden, "403 Forbidden: OK; check the API key"},
		{404, reservations.ErrNotFound, "404 Not Found: OK"},
		{405, nil, "405 Method Not Allowed"},
		{418, nil, "418 I'm a teapot"},
		{429, reservations.ErrRateLimited, "429 Too Many Requests"},
		{430, nil, "430"},
		{499, nil, "499"},
		{500, reservations.ErrServer, "500 Internal Server Error"},
		{599, reservations.ErrServer, "599"},
		{600, nil, "600"},
	}
	const body = `{"statusCode":200,"description":"OK"}`
	for _, test := range tests {
		t.Run(http.StatusText(test.status)+test.says[:3], func(t *testing.T) {
			rt := testclient.Responds(test.status, "text/plain", body)
			c := testclient.Over(t, rt, reservations.WithRetry(reservations.NoRetry()))
			_, err := c.Guests.Get(t.Context(), 77)
			var got *reservations.APIError
			if !errors.As(err, &got) {
				t.Fatalf("got %v, want an APIError", err)
			}
			for _, kind := range kinds {
				if errors.Is(err, kind) != (kind == test.kind) {
					t.Errorf("it is %v: %t", kind, errors.Is(err, kind))
				}
			}
			want := &reservations.APIError{
				Operation: guestOperation, URLPath: "/api/guests/77", StatusCode: test.status, HTTPStatus: test.status,
				Attempts: 1, Description: "OK", Header: http.Header{"Content-Type": {"text/plain"}}, Body: []byte(body),
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if !strings.Contains(err.Error(), test.says) {
				t.Errorf("%v does not say %q", err, test.says)
			}
		})
	}
}

// TestErrorsNameTheRecord: each kind of failure says which record it is about, with the path of the
// base URL.
func TestErrorsNameTheRecord(t *testing.T) {
	t.Parallel()
	for name, rt := range map[string]http.RoundTripper{
		"API":                                   testclient.Responds(404, "application/json", "{}"),
		"decode":                                testclient.Responds(200, "text/html", "<html>"),
		"transport":                             fails(io.ErrClosedPipe),
		"a total of records that are not there": testclient.Responds(200, "", "[]", "X-Total-Count", "3"),
	} {
		t.Run(name, func(t *testing.T) {
			c, err := reservations.NewClient("https://api.example.com/v2/", "the-key",
				reservations.WithHTTPClient(&http.Client{Transport: rt}), reservations.WithRetry(reservations.NoRetry()))
			if err != nil {
				t.Fatal(err)
			}
			_, err = c.TaxProfiles.Get(t.Context(), "a/b c")
			if _, urlPath := failedAt(err); urlPath != "/v2/api/tax_profiles/a%2Fb%20c" {
				t.Errorf("got %s", urlPath)
			}
			for _, method := range []string{"Guests.Get", "Reports.Presence", "Supplements.All"} {
				call := testclient.CallOf(method)
				_, err := call.Do(t.Context(), c)
				op, urlPath := failedAt(err)
				if op != call.Operation || urlPath != "/v2"+call.Path() || !strings.HasPrefix(err.Error(), "GET "+urlPath+": ") {
					t.Errorf("%s: got %+v at %s, and %v", method, op, urlPath, err)
				}
			}
		})
	}
}

// failedAt returns what an error says that it is about.
func failedAt(err error) (reservations.Operation, string) {
	fields := reflect.ValueOf(err).Elem()
	return fields.FieldByName("Operation").Interface().(reservations.Operation), fields.FieldByName("URLPath").String()
}
