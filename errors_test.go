package reservations_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

var guestOperation = reservations.Operation{Name: "guests.get", Method: "GET", Path: "/api/guests/{id}", Class: reservations.ReadClass}

// TestErrorTexts holds the one line that every kind of error is, of programs that make
// such errors for their tests too.
func TestErrorTexts(t *testing.T) {
	t.Parallel()
	const urlPath = "/v2/api/guests/77"
	for name, test := range map[string]struct {
		err  error
		want string
	}{
		"API":                      {&reservations.APIError{Operation: guestOperation, URLPath: urlPath, StatusCode: 404}, "GET /v2/api/guests/77: 404 Not Found"},
		"API without a text":       {&reservations.APIError{Operation: guestOperation, URLPath: urlPath, StatusCode: 599}, "GET /v2/api/guests/77: 599"},
		"API without an operation": {&reservations.APIError{StatusCode: 429}, "429 Too Many Requests"},
		"API without a URL path":   {&reservations.APIError{Operation: guestOperation, StatusCode: 500}, "GET /api/guests/{id}: 500 Internal Server Error"},
		"API with all": {&reservations.APIError{Operation: guestOperation, URLPath: urlPath, StatusCode: 403, HTTPStatus: 200, Description: "No\naccess", Errors: []string{"a", "", "b"}, RequestID: "r-7", Attempts: 2},
			"GET /v2/api/guests/77: 403 Forbidden: No access; a; b (sent with HTTP status 200, request id r-7, after 2 attempts); check the API key and what it may do"},
		"API 429":        {&reservations.APIError{Operation: guestOperation, URLPath: urlPath, StatusCode: 429, HTTPStatus: 429, RetryAfter: 90 * time.Second}, "GET /v2/api/guests/77: 429 Too Many Requests; the service asks to wait 1m30s"},
		"API long":       {&reservations.APIError{StatusCode: 400, Description: strings.Repeat("é", 300), Errors: []string{strings.Repeat("x", 300)}}, "400 Bad Request: " + strings.Repeat("é", 300) + "; " + strings.Repeat("x", 210) + "..."},
		"API as long":    {&reservations.APIError{StatusCode: 400, Description: strings.Repeat("é", 512)}, "400 Bad Request: " + strings.Repeat("é", 512)},
		"API 429 rounds": {&reservations.APIError{Operation: guestOperation, URLPath: urlPath, StatusCode: 429, RetryAfter: 1500*time.Millisecond + 400*time.Microsecond}, "GET /v2/api/guests/77: 429 Too Many Requests; the service asks to wait 1.5s"},
		"API redirect":   {&reservations.APIError{Operation: guestOperation, URLPath: urlPath, StatusCode: 301, HTTPStatus: 301}, "GET /v2/api/guests/77: 301 Moved Permanently; redirects are not followed: check scheme, host and path of the base URL"},
		"API 300":        {&reservations.APIError{Operation: guestOperation, URLPath: urlPath, StatusCode: 300}, "GET /v2/api/guests/77: 300 Multiple Choices; redirects are not followed: check scheme, host and path of the base URL"},
		"API 399":        {&reservations.APIError{Operation: guestOperation, URLPath: urlPath, StatusCode: 399}, "GET /v2/api/guests/77: 399; redirects are not followed: check scheme, host and path of the base URL"},
		"API 101":        {&reservations.APIError{Operation: guestOperation, URLPath: urlPath, StatusCode: 101}, "GET /v2/api/guests/77: 101 Switching Protocols"},
		"API 503":        {&reservations.APIError{Operation: guestOperation, URLPath: urlPath, StatusCode: 503, RetryAfter: time.Second}, "GET /v2/api/guests/77: 503 Service Unavailable"},
		"API proxy":      {&reservations.APIError{Operation: guestOperation, URLPath: urlPath, StatusCode: 407}, "GET /v2/api/guests/77: 407 Proxy Authentication Required; a proxy asks for credentials: give them in its URL"},
		"transport":      {&reservations.TransportError{Operation: guestOperation, URLPath: urlPath, Attempts: 1, Err: io.ErrUnexpectedEOF}, "GET /v2/api/guests/77: no whole response: unexpected EOF"},
		"not sent":       {&reservations.TransportError{Operation: guestOperation, URLPath: urlPath, Err: context.Canceled}, "GET /v2/api/guests/77: not sent: context canceled"},
		"transport late": {&reservations.TransportError{Operation: guestOperation, URLPath: urlPath, RequestID: "r", Attempts: 5, Err: io.EOF}, "GET /v2/api/guests/77: no whole response (request id r, after 5 attempts): EOF"},
		"decode": {&reservations.DecodeError{Operation: guestOperation, URLPath: urlPath, StatusCode: 200, ContentType: "text/html", RequestID: "r", Attempts: 2, Snippet: "<html>", Err: io.EOF},
			`GET /v2/api/guests/77: cannot read the response (status 200, content type "text/html", request id r, after 2 attempts): EOF; it begins "<html>"`},
		"decode JSON": {&reservations.DecodeError{Operation: guestOperation, URLPath: urlPath, StatusCode: 200, ContentType: "application/json", Attempts: 1, Err: io.EOF},
			`GET /v2/api/guests/77: cannot read the response (status 200, content type "application/json"): EOF`},
		"incomplete without totals": {&reservations.IncompleteError{Operation: presenceOperation, Reason: "pages differ", Walks: 1, Pages: 2}, "GET /api/reports/presence: incomplete (walks: 1, pages: 2): pages differ"},
		"param":                     {&reservations.ParamError{Operation: guestOperation, Param: "id", Reason: "must be positive"}, "guests.get: id must be positive"},
		"incomplete": {&reservations.IncompleteError{Operation: presenceOperation, URLPath: "/v2/api/reports/presence", Reason: "pages differ", Walks: 3, Pages: 6, Totals: []int{61, 62}},
			"GET /v2/api/reports/presence: incomplete (walks: 3, pages: 6, totals: [61 62]): pages differ"},
		"control characters": {&reservations.APIError{Operation: reservations.Operation{Method: "GET"}, URLPath: "/a\u202e\u2028b", StatusCode: 404}, "GET /a b: 404 Not Found"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := test.err.Error(); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestErrorsLogAsFields holds what a log record of an error shows.
func TestErrorsLogAsFields(t *testing.T) {
	t.Parallel()
	const at = "err.operation=guests.get err.method=GET err.path=/api/guests/{id} err.url_path=/api/guests/77 "
	for name, test := range map[string]struct {
		err  error
		want string
	}{
		"API": {&reservations.APIError{Operation: guestOperation, URLPath: "/api/guests/77", StatusCode: 429, HTTPStatus: 429, RequestID: "r", Attempts: 2, RetryAfter: time.Second, Description: "slow", Errors: []string{"a"}},
			at + "err.status=429 err.request_id=r err.attempts=2 err.retry_after=1s err.description=slow err.errors=[a]"},
		"API without more": {&reservations.APIError{Operation: guestOperation, URLPath: "/api/guests/77", StatusCode: 404, Attempts: 1}, at + "err.status=404 err.attempts=1"},
		"transport":        {&reservations.TransportError{Operation: guestOperation, URLPath: "/api/guests/77", RequestID: "r", Attempts: 1, Err: io.EOF}, at + "err.request_id=r err.attempts=1 err.cause=EOF"},
		"no cause":         {&reservations.TransportError{Operation: guestOperation, URLPath: "/api/guests/77"}, strings.TrimSpace(at)},
		"decode": {&reservations.DecodeError{Operation: guestOperation, URLPath: "/api/guests/77", StatusCode: 200, RequestID: "r", Attempts: 1, ContentType: "text/html", Field: "[0].id", Snippet: "<", Err: io.EOF},
			at + "err.status=200 err.request_id=r err.attempts=1 err.content_type=text/html err.field=[0].id err.snippet=< err.cause=EOF"},
		"param":      {&reservations.ParamError{Operation: reservations.Operation{Name: "NewClient"}, Param: "apiKey", Reason: "empty"}, "err.operation=NewClient err.param=apiKey err.reason=empty"},
		"incomplete": {&reservations.IncompleteError{Operation: guestOperation, URLPath: "/api/guests/77", Reason: "odd", Walks: 1, Pages: 2, Totals: []int{3}, Attempts: 4}, at + `err.reason=odd err.walks=1 err.pages=2 err.attempts=4 err.totals=[3]`},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			slog.New(slog.NewTextHandler(&log, nil)).Info("failed", "err", test.err)
			if _, got, _ := strings.Cut(strings.TrimSpace(log.String()), "msg=failed "); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestErrorsNameTheRecord: each kind of failure of a call says which record it is about.
func TestErrorsNameTheRecord(t *testing.T) {
	t.Parallel()
	for name, rt := range map[string]roundTripFunc{
		"API":       answers(404, "application/json", "{}"),
		"decode":    answers(200, "text/html", "<html>"),
		"transport": func(*http.Request) (*http.Response, error) { return nil, io.ErrClosedPipe },
	} {
		t.Run(name, func(t *testing.T) {
			client, err := reservations.NewClient("https://api.example.com/v2/", "the-key", reservations.WithHTTPClient(&http.Client{Transport: rt}),
				reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 1}))
			if err != nil {
				t.Fatal(err)
			}
			_, err = client.Guests.Get(t.Context(), 77)
			if err == nil || !strings.HasPrefix(err.Error(), "GET /v2/api/guests/77: ") {
				t.Errorf("got %v", err)
			}
			operation, urlPath := failedAt(err)
			if operation != guestOperation || urlPath != "/v2/api/guests/77" {
				t.Errorf("got %+v at %s", operation, urlPath)
			}
			_, err = client.TaxProfiles.Get(t.Context(), "a/b c")
			if _, urlPath := failedAt(err); urlPath != "/v2/api/tax_profiles/a%2Fb%20c" {
				t.Errorf("got %s", urlPath)
			}
		})
	}
}

func failedAt(err error) (reservations.Operation, string) {
	var (
		api       *reservations.APIError
		transport *reservations.TransportError
		decode    *reservations.DecodeError
	)
	switch {
	case errors.As(err, &api):
		return api.Operation, api.URLPath
	case errors.As(err, &transport):
		return transport.Operation, transport.URLPath
	case errors.As(err, &decode):
		return decode.Operation, decode.URLPath
	}
	return reservations.Operation{}, ""
}

// TestErrorKinds holds the ranges of the statuses.
func TestErrorKinds(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]bool{499: false, 500: true, 599: true, 600: false} {
		if err := (&reservations.APIError{StatusCode: status}); errors.Is(err, reservations.ErrServer) != want || errors.Is(err, io.EOF) {
			t.Errorf("%d is ErrServer: %v, or io.EOF", status, !want)
		}
	}
	if err := (&reservations.DecodeError{Err: io.EOF}); !errors.Is(err, io.EOF) {
		t.Errorf("%v does not wrap its cause", err)
	}
}

// TestErrorBodies holds what is read of the many shapes of an error body.
func TestErrorBodies(t *testing.T) {
	t.Parallel()
	const long = "Lorem ipsum dolor sit amet. "
	for name, test := range map[string]struct {
		body        string
		description string
		errors      []string
	}{
		"error":               {`{"error":"boom"}`, "boom", nil},
		"message":             {`{"message":"boom","code":7}`, "boom", nil},
		"error object":        {`{"error":{"code":7,"message":"boom"}}`, "code: 7; message: boom", nil},
		"error flag":          {`{"error":true,"message":"boom"}`, "boom", nil},
		"OAuth":               {`{"error":"invalid_grant","error_description":"expired"}`, "expired", []string{"invalid_grant"}},
		"capitals":            {`{"Message":"boom"}`, "boom", nil},
		"RFC 9457":            {`{"type":"about:blank","title":"Not there","status":404,"detail":"guest 77","instance":"/x"}`, "Not there", []string{"guest 77"}},
		"RFC 9457 detail":     {`{"detail":"guest 77"}`, "guest 77", nil},
		"violations":          {`{"title":"Bad","violations":[{"message":"too big"}]}`, "Bad", []string{"message: too big"}},
		"said twice":          {`{"title":"a","detail":"b","message":"b","error":"a"}`, "a", []string{"b"}},
		"status":              {`{"status":400,"reason":"boom"}`, "reason: boom", nil},
		"RFC 9457 params":     {`{"title":"Bad","invalid-params":[{"name":"limit","reason":"too big"}]}`, "Bad", []string{"name: limit", "reason: too big"}},
		"documented first":    {`{"title":"b","description":"a","errors":{"limit":["x"]},"detail":"a"}`, "a", []string{"b", "limit: x"}},
		"unknown fields":      {`{"statusCode":400,"reason":"boom","id":1234567}`, "id: 1234567; reason: boom", nil},
		"capitals again":      {`{"a":1,"A":0,"B":0,"b":1,"c":1,"C":0,"D":0,"d":1,"e":1,"E":0,"F":0,"f":1}`, "a: 1; b: 1; c: 1; d: 1; e: 1; f: 1", nil},
		"text":                {"  no\r\nsuch\tguest ", "no such guest", nil},
		"text of a sum":       {"1 < 2 and 3 > 2", "1 < 2 and 3 > 2", nil},
		"text in JSON":        {`"boom"`, `"boom"`, nil},
		"HTML title":          {`<!DOCTYPE html><html><head><TITLE lang="en"> 502 Bad &amp; Gateway </TITLE></head><body>nginx</body></html>`, "502 Bad & Gateway", nil},
		"HTML without title":  {`<html><style>p{}</style><!-- x --><script>alert(1)</script><p>Oops &ndash; <b>down</b></p></html>`, "Oops – down", nil},
		"HTML, empty title":   {`<title> </title><p>down`, "down", nil},
		"HTML comment":        {`<p>a<!-- <b>x</b> -->b</p>`, "a b", nil},
		"HTML, open script":   {`<p>a<script>x</p>`, "a", nil},
		"HTML, open tag":      {`<p>a<b`, "a <b", nil},
		"names of names":      {`{"errors":{"a":{"b":["c","d"]}}}`, "", []string{"a: b: c", "a: b: d"}},
		"long names":          {`{"errors":{"` + strings.Repeat("x", 193) + `":{"abcde":"c","abcdef":"d"}}}`, "", []string{strings.Repeat("x", 193) + ": abcde: c", strings.Repeat("x", 193) + ": d"}},
		"HTML after blanks":   {"\ufeff\n <p>down</p>", "down", nil},
		"HTML without blanks": {`<p>Oops<br>down<!-- x -->now</p>`, "Oops down now", nil},
		"XML":                 {`<?xml version="1.0"?><Error><Code>Denied</Code></Error>`, "Denied", nil},
		"cut off":             {`{"description":"boo`, `{"description":"boo`, nil},
		"binary":              {"\x00\x01\xff\x1b[31mred", "? [31mred", nil},
		"long":                {strings.Repeat(long, 100), strings.Repeat(long, 100)[:200] + "...", nil},
		"long runes":          {strings.Repeat("é", 300), strings.Repeat("é", 200) + "...", nil},
		"byte-order mark":     {"\ufeff{\"error\":\"boom\"}", "boom", nil},
		"null":                {"null", "", nil},
		"empty":               {"", "", nil},
		"no text":             {`{"statusCode":400,"description":null,"errors":[]}`, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := over(t, answers(400, "application/json", test.body)).Guests.Get(t.Context(), 77)
			var got *reservations.APIError
			if !errors.As(err, &got) {
				t.Fatalf("got %v, want an APIError", err)
			}
			if diff := gocmp.Diff(test.description, got.Description); diff != "" {
				t.Errorf("description (-want +got):\n%s", diff)
			}
			if diff := gocmp.Diff(test.errors, got.Errors); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
			for _, text := range append(test.errors, test.description) {
				if !strings.Contains(err.Error(), text) {
					t.Errorf("%q is not in %q", text, err)
				}
			}
		})
	}
}

// TestSecretsAreCutOutOfDecodedTexts, also where only decoding or cutting brings them to light.
func TestSecretsAreCutOutOfDecodedTexts(t *testing.T) {
	t.Parallel()
	const key = "canary-key-1" // its first letter is written as an escape below
	for name, body := range map[string]string{
		"escapes":     `{"error":"\u0063anary-key-1"}`,
		"nested":      `{"error":{"canary-key-1":["canary-key-1"]}}`,
		"entities":    `<title>&#99;anary-key-1</title>`,
		"at the cut":  strings.Repeat("x", 196) + key,
		"detail":      `{"title":"a","detail":"\u0063anary-key-1"}`,
		"parameters":  `{"invalid-params":["\u0063anary-key-1"]}`,
		"other field": `{"debug":"\u0063anary-key-1"}`,
	} {
		t.Run(name, func(t *testing.T) {
			client, err := reservations.NewClient("https://api.example.com", key,
				reservations.WithHTTPClient(&http.Client{Transport: answers(400, "", body, "X-Request-Id", "id-"+key)}))
			if err != nil {
				t.Fatal(err)
			}
			var out watch
			_, err = client.Guests.Get(t.Context(), 77)
			out.printError(err)
			slog.New(slog.NewJSONHandler(&out, nil)).Info("failed", "err", err)
			if strings.Contains(out.String(), key[:4]) {
				t.Errorf("the key is shown:\n%s", out.String())
			}
		})
	}
}

// TestAnErrorDocumentWithASuccessIsAnError whatever is called, and no record is taken for one.
func TestAnErrorDocumentWithASuccessIsAnError(t *testing.T) {
	t.Parallel()
	const document = ` {"statusCode":404,"description":"Not found","errors":["no such thing"]}`
	c := over(t, answers(200, "application/json", document, "X-Total-Count", "1"))
	from := types.NewDate(2026, time.July, 6)
	for name, call := range map[string]func(context.Context) error{
		"record": func(ctx context.Context) error { _, err := c.Guests.Get(ctx, 77); return err },
		"list":   func(ctx context.Context) error { _, err := c.Accommodations.FacilityGroups(ctx); return err },
		"walk": func(ctx context.Context) error {
			for _, err := range c.Reservations.AllRegistrationNumberEntries(ctx, reservations.RegistrationNumberEntriesParams{}) {
				return err
			}
			return nil
		},
		"delete": func(ctx context.Context) error { return c.Webhooks.Delete(ctx, 7) },
		"event":  func(ctx context.Context) error { _, err := c.Webhooks.Event(ctx, 7); return err },
		"register": func(ctx context.Context) error {
			p, _ := days(from.Day - 5)
			_, err := c.Reports.Presence(ctx, p)
			return err
		},
		"Do": func(ctx context.Context) error {
			return c.Do(ctx, reservations.Request{Method: "POST", Path: "/api/things"}, nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			err := call(t.Context())
			var got *reservations.APIError
			if !errors.As(err, &got) || !errors.Is(err, reservations.ErrNotFound) {
				t.Fatalf("got %v, want an APIError that is ErrNotFound", err)
			}
			if got.StatusCode != 404 || got.HTTPStatus != 200 || got.Description != "Not found" || !strings.Contains(err.Error(), "404 Not Found: no such thing (sent with HTTP status 200") {
				t.Errorf("got %+v: %v", *got, err)
			}
		})
	}
}

// TestFormsOfAnErrorDocument that comes with a success.
func TestFormsOfAnErrorDocument(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ contentType, body string }{
		"a text as status":    {"application/json", `{"statusCode":"404","description":"x"}`},
		"a fraction":          {"application/json", `{"statusCode":404.0,"description":"x"}`},
		"other letters":       {"application/json", `{"StatusCode":404,"Description":"x"}`},
		"errors alone":        {"application/json", `{"statusCode":404,"description":null,"errors":["x"]}`},
		"a byte order mark":   {"application/json", "\ufeff" + `{"statusCode":404,"description":"x"}`},
		"RFC 9457":            {"application/json", `{"type":"about:blank","title":"x","detail":"y","status":404}`},
		"RFC 9457 by header":  {"application/problem+json; charset=utf-8", `{"title":"x","status":404}`},
		"RFC 9457, no status": {"application/problem+json", `{"statusCode":404,"description":"x"}`},
		"RFC 9457, no text":   {"application/problem+json", `{"status":404}`},
		"an id of null":       {"application/json", `{"id": null,"statusCode":404,"description":"x"}`},
		"capital letters":     {"application/json", `{"STATUSCODE":404,"DESCRIPTION":"x"}`},
		"an empty text":       {"application/json", `{"description":"","statusCode":404}`},
		"the longest one":     {"application/json", `{"statusCode":404,"description":"` + strings.Repeat("x", 64<<10-35) + `"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := over(t, answers(200, test.contentType, test.body)).Webhooks.Delete(t.Context(), 7)
			if !errors.Is(err, reservations.ErrNotFound) {
				t.Errorf("got %v, want ErrNotFound", err)
			}
		})
	}
}

// TestBoundsOfErrorDocuments holds the first and the last status of an error.
func TestBoundsOfErrorDocuments(t *testing.T) {
	t.Parallel()
	for body, status := range map[string]int{
		`{"statusCode":400,"description":"x"}`: 400,
		`{"statusCode":599,"errors":["x"]}`:    599,
	} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			_, err := over(t, answers(200, "application/json", body)).Guests.Get(t.Context(), 77)
			var got *reservations.APIError
			if !errors.As(err, &got) || got.StatusCode != status {
				t.Errorf("got %v; want an APIError with status %d", err, status)
			}
		})
	}
}

// TestNoRecordIsTakenForAnErrorDocument holds the bodies that only look like one.
func TestNoRecordIsTakenForAnErrorDocument(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"a record":                  `{"id":7,"statusCode":404,"description":"Broken link","errors":[]}`,
		"an event":                  `{"id":"7","responseStatusCode":404,"description":"x"}`,
		"a nested one":              `{"last":{"statusCode":404,"description":"x"}}`,
		"in a list":                 `[{"statusCode":404,"description":"x"}]`,
		"a success":                 `{"statusCode":200,"description":"OK"}`,
		"a status that is no such":  `{"statusCode":4040,"description":"x"}`,
		"a status below errors":     `{"statusCode":399,"description":"x"}`,
		"a status above errors":     `{"statusCode":600,"description":"x"}`,
		"a status of no number":     `{"statusCode":"gone","description":"x"}`,
		"a null":                    `{"statusCode":null,"description":"x"}`,
		"no description":            `{"statusCode":404}`,
		"a record with its id last": `{"statusCode":404,"description":"Broken link","errors":[],"id":7}`,
		"a problem with an id last": `{"title":"Leaking tap","detail":"x","status":404,"ID":"7"}`,
		"a title and details":       `{"title":"Leaking tap","details":"x","status":404}`,
		"a problem with an id":      `{"id":7,"title":"Leaking tap","detail":"x","status":404}`,
		"a title and a number":      `{"title":"Leaking tap","status":404}`,
		"a detail and a number":     `{"detail":"x","status":404}`,
		"a problem without number":  `{"title":"Leaking tap","detail":"x","status":"404"}`,
		"a text":                    `"{\"statusCode\":404,\"description\":\"x\"}"`,
		"very large":                `{"statusCode":404,"description":"` + strings.Repeat("x", 64<<10-34) + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			var out any
			if err := over(t, answers(200, "application/json", body)).Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/things/7"}, &out); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestRequestID holds where the name of a request is read from, and where it is shown.
func TestRequestID(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		header []string
		want   string
	}{
		"none":            {nil, ""},
		"X-Request-Id":    {[]string{"X-Correlation-Id", "b", "X-Request-Id", "a"}, "a"},
		"correlation":     {[]string{"X-Amzn-Trace-Id", "c", "X-Correlation-Id", "b"}, "b"},
		"Request-Id":      {[]string{"Request-Id", "c"}, "c"},
		"Amazon, older":   {[]string{"X-Amzn-Requestid", "d", "X-Amzn-Trace-Id", "c"}, "d"},
		"Cloudflare":      {[]string{"Cf-Ray", "7d0a-AMS"}, "7d0a-AMS"},
		"Amazon":          {[]string{"X-Amzn-Trace-Id", "Root=1-67891233-abcdef"}, "Root=1-67891233-abcdef"},
		"an empty one":    {[]string{"X-Request-Id", " ", "Request-Id", "c"}, "c"},
		"unprintable":     {[]string{"X-Request-Id", "a\u202eb\x1bc"}, "a b c"},
		"a very long one": {[]string{"X-Request-Id", strings.Repeat("a", 5000)}, strings.Repeat("a", 128) + "..."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var attempts []reservations.Attempt
			var log bytes.Buffer
			hooks := reservations.WithHooks(reservations.Hooks{AttemptEnd: func(_ context.Context, a reservations.Attempt) { attempts = append(attempts, a) }})
			logger := reservations.WithLogger(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
			var (
				refused *reservations.APIError
				odd     *reservations.DecodeError
				broken  *reservations.TransportError
			)
			var resp reservations.Response
			_, err := over(t, answers(404, "", "{}", test.header...), hooks, logger).Guests.Get(t.Context(), 77, reservations.WithResponseInto(&resp))
			if !errors.As(err, &refused) || refused.RequestID != test.want || resp.RequestID != test.want {
				t.Errorf("APIError: got %+v", err)
			}
			_, err = over(t, answers(200, "", "no", test.header...)).Guests.Get(t.Context(), 77)
			if !errors.As(err, &odd) || odd.RequestID != test.want {
				t.Errorf("DecodeError: got %+v", err)
			}
			synctest.Test(t, func(t *testing.T) {
				_, err = over(t, brokenOff(test.header...)).Guests.Get(t.Context(), 77)
			})
			if !errors.As(err, &broken) || broken.RequestID != test.want {
				t.Errorf("TransportError: got %+v", err)
			}
			if len(attempts) != 1 || attempts[0].RequestID != test.want {
				t.Errorf("attempts: got %+v", attempts)
			}
			if strings.Contains(log.String(), "request_id=") != (test.want != "") || !strings.Contains(log.String(), "url_path=/api/guests/77") {
				t.Errorf("log: %s", log.String())
			}
		})
	}
}

// brokenOff is a service whose responses end in the middle of the body.
func brokenOff(header ...string) roundTripFunc {
	return func(r *http.Request) (*http.Response, error) {
		resp, err := answers(200, "application/json", `{"id":`, header...)(r)
		resp.Body = io.NopCloser(io.MultiReader(resp.Body, failing{io.ErrUnexpectedEOF}))
		return resp, err
	}
}

type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }

// TestOdditiesNameTheRecord in the log, as errors and attempts do.
func TestOdditiesNameTheRecord(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	c := over(t, answers(200, "application/json", `{"id":"77"}`, "X-Request-Id", "r"), reservations.WithLogger(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))))
	if _, err := c.Guests.Get(t.Context(), 77); err != nil {
		t.Fatal(err)
	}
	const at = `msg="reservations oddity" operation=guests.get method=GET path=/api/guests/{id} url_path=/api/guests/77 server=https://api.example.com `
	if want := at + "request_id=r field=id "; !strings.Contains(log.String(), want) {
		t.Errorf("got  %s\nwant %s", log.String(), want)
	}
	log.Reset()
	c = over(t, answers(200, "application/json", `{"id":"77"}`), reservations.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	if _, err := c.Guests.Get(t.Context(), 77); err != nil {
		t.Fatal(err)
	}
	if want := at + "field=id "; !strings.Contains(log.String(), want) {
		t.Errorf("without a request id: got  %s\nwant %s", log.String(), want)
	}
}

// TestIncompleteErrorsNameTheirPath, with the path of the base URL.
func TestIncompleteErrorsNameTheirPath(t *testing.T) {
	t.Parallel()
	list := &offsetList{n: 60, ignoreOffset: true}
	for path, test := range map[string]struct {
		rt   http.RoundTripper
		walk func(context.Context, *reservations.Client) error
	}{
		"/v2/api/registration_number_entries/": {list, func(ctx context.Context, c *reservations.Client) error {
			return last(c.Reservations.AllRegistrationNumberEntries(ctx, reservations.RegistrationNumberEntriesParams{Limit: 25}))
		}},
		"/v2/api/reports/presence": {answers(200, "application/json", "[]"), func(ctx context.Context, c *reservations.Client) error {
			p, _ := days(1)
			_, err := c.Reports.Presence(ctx, p)
			return err
		}},
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			c, err := reservations.NewClient("https://api.example.com/v2", "k", reservations.WithHTTPClient(&http.Client{Transport: test.rt}))
			if err != nil {
				t.Fatal(err)
			}
			var incomplete *reservations.IncompleteError
			if err := test.walk(t.Context(), c); !errors.As(err, &incomplete) || incomplete.URLPath != path {
				t.Errorf("got %+v", err)
			}
		})
	}
}
