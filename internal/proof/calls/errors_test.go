// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

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
	const guest = "GET " + guestPath + ": "
	const redirects = "; redirects are not followed: check scheme, host and path of the base URL"
	const at = "err.operation=guests.get err.method=GET err.path=/api/guests/{id} err.url_path=" + guestPath
	waits := func(d time.Duration) func(*reservations.APIError) {
		return func(e *reservations.APIError) { e.RetryAfter = d }
	}
	path := func(path string) func(*reservations.APIError) {
		return func(e *reservations.APIError) { e.URLPath = path }
	}
	long := func(e *reservations.APIError) {
		e.Description, e.Errors = strings.Repeat("é", 300), []string{strings.Repeat("x", 300)}
	}
	all := func(e *reservations.APIError) {
		e.HTTPStatus, e.Description, e.Errors = 200, "No\naccess", []string{"a", "", "b"}
		e.RequestID, e.Attempts, e.RetryAfter = "r-7", 2, time.Second
	}
	for _, test := range []struct {
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
		{"API, a success that failed", &reservations.APIError{StatusCode: 200, HTTPStatus: 200}, "200 OK (the body says that the call has failed)", ""},
		{"API, /api twice", apiError(404, path("/api/api/guests/77")),
			"GET /api/api/guests/77: 404 Not Found; every path begins with /api: leave it out of the base URL", ""},
		{"API without an operation", &reservations.APIError{StatusCode: 401}, "401 Unauthorized; check the API key and what it may do", "err.status=401"},
		{"API without a path", apiError(500, path("")), "GET /api/guests/{id}: 500 Internal Server Error", ""},
		{"API, control characters", apiError(404, path("/a\u202e\u2028b")), "GET /a b: 404 Not Found", ""},
		{"API, too long", apiError(400, long),
			guest + "400 Bad Request: " + strings.Repeat("é", 300) + "; " + strings.Repeat("x", 210) + "...", ""},
		{"API, a wait is rounded", apiError(429, waits(1500400*time.Microsecond)),
			guest + "429 Too Many Requests; the service asks to wait 1.5s", ""},
		{"API, a wait of another status", apiError(503, waits(time.Second)), guest + "503 Service Unavailable", ""},
		{"API 300", apiError(300), guest + "300 Multiple Choices" + redirects, ""},
		{"API 399", apiError(399), guest + "399" + redirects, ""},
		{"API 407", apiError(407), guest +
			"407 Proxy Authentication Required; a proxy asks for credentials: give them in its URL", ""},

		{"transport", &reservations.TransportError{Operation: guestOperation, URLPath: guestPath, Attempts: 1,
			Err: io.ErrUnexpectedEOF}, guest + "no response: unexpected EOF",
			at + ` err.attempts=1 err.cause="unexpected EOF"`},
		{"transport, not sent", &reservations.TransportError{Operation: guestOperation, URLPath: guestPath},
			guest + "not sent: <nil>", at},
		{"transport, late", &reservations.TransportError{Operation: guestOperation, URLPath: guestPath, RequestID: "r",
			Attempts: 5, Err: io.EOF}, guest + "no whole response (request id r, after 5 attempts): EOF",
			at + " err.request_id=r err.attempts=5 err.cause=EOF"},
		{"decode", &reservations.DecodeError{Operation: guestOperation, URLPath: guestPath, StatusCode: 200,
			ContentType: "text/html", RequestID: "r", Attempts: 2, Field: "[0].id", Snippet: "<html>", Err: io.EOF},
			guest + `cannot read the response (status 200, content type "text/html", request id r, after 2 attempts): ` +
				`EOF; it begins "<html>"`, at + " err.status=200 err.request_id=r err.attempts=2 " +
				"err.content_type=text/html err.field=[0].id err.snippet=<html> err.cause=EOF"},
		{"incomplete", &reservations.IncompleteError{Operation: guestOperation, URLPath: guestPath,
			Reason: "pages differ", Walks: 3, Pages: 6, Totals: []int{61, 62}, Attempts: 8},
			guest + "incomplete (walks: 3, pages: 6, totals: [61 62]): pages differ",
			at + ` err.reason="pages differ" err.walks=3 err.pages=6 err.attempts=8 err.totals="[61 62]"`},
		{"param", &reservations.ParamError{Operation: reservations.Operation{Name: "NewClient"}, Param: "apiKey",
			Reason: "is odd"}, "NewClient: apiKey is odd", `err.operation=NewClient err.param=apiKey err.reason="is odd"`},
	} {
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

// TestStatuses: each has its kind of error, and the HTTP status decides, not that of the body. Every other field of an
// APIError is as the response says.
func TestStatuses(t *testing.T) {
	kinds := []error{
		reservations.ErrBadRequest, reservations.ErrUnauthorized, reservations.ErrForbidden,
		reservations.ErrNotFound, reservations.ErrRateLimited, reservations.ErrServer,
	}
	const body = `{"statusCode":200,"description":"OK"}`
	for status, want := range map[int]error{
		301: nil, 400: kinds[0], 401: kinds[1], 402: nil, 403: kinds[2], 404: kinds[3], 429: kinds[4], 499: nil,
		500: kinds[5], 599: kinds[5], 600: nil,
	} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			c := testclient.Over(t, testclient.Responds(status, "text/plain", body), reservations.WithRetry(reservations.NoRetry()))
			_, err := c.Guests.Get(t.Context(), 77)
			for _, kind := range kinds {
				if errors.Is(err, kind) != (kind == want) {
					t.Errorf("it is %v: %t", kind, errors.Is(err, kind))
				}
			}
			api := &reservations.APIError{
				Operation: guestOperation, URLPath: "/api/guests/77", StatusCode: status, HTTPStatus: status,
				Attempts: 1, Description: "OK", Header: http.Header{"Content-Type": {"text/plain"}}, Body: []byte(body),
			}
			if diff := cmp.Diff(error(api), err); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestErrorBodies holds what is read of the many shapes of an error body.
func TestErrorBodies(t *testing.T) {
	type list = []string
	for _, test := range []struct {
		name, body  string
		description string
		errors      list
	}{
		{"documented", `{"statusCode":400,"description":"Bad","errors":["limit","offset"]}`, "Bad", list{"limit", "offset"}},
		{"documented, before others", `{"title":"b","description":"a","errors":["x"],"detail":"a"}`, "a", list{"b", "x"}},
		{"no text", `{"statusCode":400,"description":null,"errors":[null,""]}`, "", nil},
		{"no fields", `{"statusCode":400}`, `{"statusCode":400}`, nil},
		{"errors as a text", `{"errors":"bad"}`, "", list{"bad"}},
		{"errors by field", `{"message":"Bad","errors":{"email":["required","short"],"dateFrom":"past"}}`, "Bad",
			list{"dateFrom: past", "email: required", "email: short"}},
		{"errors of several kinds", `{"description":7,"errors":["a",["b"],{"c":1},7,true]}`, "7", list{"a", `["b"]`, `{"c":1}`, "7", "true"}},
		{"RFC 9457", `{"type":"about:blank","title":"Not there","status":404,"detail":"guest 77"}`, "Not there", list{"guest 77"}},
		{"capitals", `{"Description":"boom","ERRORS":["x"]}`, "boom", list{"x"}},
		{"another object", `{"info":"boom"}`, `{"info":"boom"}`, nil},
		{"control characters", `{"description":"a\nb\u001b[31m"}`, "a b [31m", nil},
		{"byte order mark", "\ufeff{\"title\":\"boom\"}", "boom", nil},
		{"empty", "", "", nil},
		{"no object", `["x"]`, `["x"]`, nil},
		{"cut off", `{"description":"boo`, `{"description":"boo`, nil},
		{"text", "  no\r\nsuch\tguest \xff", "no such guest ?", nil},
		{"long", strings.Repeat("é", 300), strings.Repeat("é", 200) + "...", nil},
		{"HTML title", "<!DOCTYPE html><html><head><TITLE lang=\"en\"> 502\nBad &amp; Gateway </TITLE></head><body>nginx",
			"502 Bad & Gateway", nil},
		{"HTML without title", "\ufeff\n <html><p>Oops</p>", "", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := testclient.Over(t, testclient.Responds(400, "application/json", test.body))
			got, ok := errors.AsType[*reservations.APIError](get(t, c))
			if !ok || got.Description != test.description || string(got.Body) != test.body {
				t.Fatalf("got %+v, want the description %q", got, test.description)
			}
			if diff := cmp.Diff(test.errors, got.Errors); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
			if said := strings.Join(append(list{test.description}, test.errors...), "; "); !strings.Contains(got.Error(), strings.TrimPrefix(said, "; ")) {
				t.Errorf("%q is not in %q", said, got)
			}
		})
	}
}

// TestErrorDocumentWithASuccess is an error whatever is called, and a record that looks like one is a record. Where no
// body is due, a document that says in any other way that the call has failed is an error too.
func TestErrorDocumentWithASuccess(t *testing.T) {
	long := func(n int) string { return `{"statusCode":404,"description":"` + strings.Repeat("x", n) + `"}` }
	for body, want := range map[string]struct{ record, noBody int }{ // the status of the error, 0 for none
		`{"statusCode":404,"description":"x"}`: {404, 404}, `{"title":"a","detail":"b","status":503}`: {503, 503},
		long(64<<10 - 35): {404, 404}, long(64<<10 - 34): {0, 0},
		`{"id":7,"statusCode":404,"description":"Broken link","errors":[]}`: {0, 0},

		`{"success":false}`: {0, 200}, `{"ok":false,"message":"busy"}`: {0, 200}, `{"error":"locked"}`: {0, 200},
		`{"errors":{"id":["unknown"]}}`: {0, 200}, `{"status":"error"}`: {0, 200}, `{"code":404,"message":"gone"}`: {0, 404},
		`{"status":409}`: {0, 409}, `{"statusCode":404}`: {0, 404},
		`{}`: {0, 0}, `{"success":true}`: {0, 0}, `{"status":"ok","code":200,"errors":[]}`: {0, 0}, `{"id":7,"status":"failed"}`: {0, 0},
		`{"error":null}`: {0, 0}, `{"statusCode":200,"description":"deleted"}`: {0, 0},
	} {
		t.Run(body[:min(len(body), 50)], func(t *testing.T) {
			c := testclient.Over(t, testclient.Responds(200, "application/json", body))
			do := func(out any) error {
				return c.Do(t.Context(), reservations.Request{Method: "POST", Path: "/api/later"}, out)
			}
			for name, call := range map[string]struct {
				err    error
				status int
			}{
				"a record": {do(new(any)), want.record}, "Delete": {c.Webhooks.Delete(t.Context(), 7), want.noBody}, "no body": {do(nil), want.noBody},
			} {
				got, ok := errors.AsType[*reservations.APIError](call.err)
				if ok != (call.status != 0) || ok && (got.StatusCode != call.status || got.HTTPStatus != 200 || !reservations.MayHaveWritten(got)) {
					t.Errorf("%s: got %v, want an APIError with %d", name, call.err, call.status)
				}
			}
		})
	}
}
