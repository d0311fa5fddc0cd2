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

	"github.com/reservationkit/reservations-go"
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
