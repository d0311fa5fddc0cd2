package reservations_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// answers is a service that always answers the same.
func answers(status int, contentType, body string, header ...string) roundTripFunc {
	return func(r *http.Request) (*http.Response, error) {
		h := http.Header{"Content-Type": {contentType}}
		for i := 0; i < len(header); i += 2 {
			h.Set(header[i], header[i+1])
		}
		return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
	}
}

func page(t *testing.T, rt http.RoundTripper, opts ...reservations.CallOption) (*reservations.PresencePage, error) {
	t.Helper()
	p, _ := days(2)
	return over(t, rt).Reports.PresencePage(t.Context(), p, opts...)
}

func TestUnreadableAnswers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status                     int
		contentType, body, snippet string
	}{
		"empty":                    {200, "application/json", "", ""},
		"blank":                    {200, "application/json", " \n", ""},
		"no content":               {204, "", "", ""},
		"null":                     {200, "application/json", "null", ""},
		"object":                   {200, "application/json", `{"a":1}`, ""},
		"text":                     {200, "application/json", `"a"`, ""},
		"number":                   {200, "application/json", "7", ""},
		"cut off":                  {200, "application/json", `[{"date":"2026-07-06"`, ""},
		"two documents":            {200, "application/json", `[][]`, ""},
		"html":                     {200, "text/html", "<html>\x1b[31mLogin</html>", "<html> [31mLogin</html>"},
		"long html":                {200, "text/html", strings.Repeat("é", 300), strings.Repeat("é", 128)},
		"broken JSON behind a BOM": {200, "application/json", "\ufeff{\"name\":\"Jansen\"", ""},
		"JSON behind a space":      {200, "application/json", "\u00a0{\"name\":\"Jansen\"}", ""},
		"JSON behind a zero":       {200, "application/json", "\x00[\"Jansen\"]", ""},
		"JSON behind a guard":      {200, "application/json", ")]}',\n[\"Jansen\"]", ""},
		"JSON behind a number":     {200, "application/json", "7[\"Jansen\"]", ""},
		"JSON behind a warning":    {200, "application/json", "Warning: x\n[{\"name\":\"Jansen\"}]", "Warning: x ["},
		"PHP warning":              {200, "application/json", "Warning: x\n[]", "Warning: x []"},
		"items of no list":         {200, "application/json", `[{"date":"2026-07-06","items":{"0":{}}}]`, ""},
		"fraction persons":         {200, "application/json", `[{"items":[{"numOfPersons":1.5}]}]`, ""},
		"id beyond int64":          {200, "application/json", `[{"items":[{"reservationId":9223372036854775808}]}]`, ""},
		"number bomb":              {200, "application/json", `[{"items":[{"reservationId":1` + strings.Repeat("0", 300) + `}]}]`, ""},
		"element bomb":             {200, "application/json", `[` + strings.Repeat(`{},`, 200_000) + `{}]`, ""},
		"nested for ever":          {200, "application/json", strings.Repeat(`[`, 20_000), ""},
	} {
		_, err := page(t, answers(test.status, test.contentType, test.body, "X-Total-Count", "2"))
		var bad *reservations.DecodeError
		if !errors.As(err, &bad) {
			t.Errorf("%s: got %v, want a DecodeError", name, err)
			continue
		}
		if says := map[string]string{"empty": "the body is empty", "blank": "the body is empty", "no content": "the body is empty", "null": "the body is null"}[name]; !strings.Contains(err.Error(), says) {
			t.Errorf("%s: got %v, want %s", name, err, says)
		}
		if bad.Snippet != test.snippet || bad.StatusCode != test.status || bad.ContentType != test.contentType || bad.Err == nil || bad.Name != "reports.presence" {
			t.Errorf("%s: got %+v, want snippet %q", name, *bad, test.snippet)
		}
	}
}

func TestCallOptions(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer(reservationstest.WithBookings(present(60)...))
	var resp reservations.Response
	p, _ := days(2)
	c := over(t, srv, reservations.WithUserAgent("nightaudit/2.1"))
	if _, err := c.Reports.Presence(t.Context(), p, reservations.WithResponseInto(&resp), reservations.WithHeader("x-trace", "6"), reservations.WithHeader("X-Other", "o"), reservations.WithHeader("X-Trace", "7")); err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != 200 || resp.Attempts != 1 || resp.Header.Get("X-Total-Count") != "60" || !json.Valid(resp.Body) {
		t.Errorf("got %+v with %d bytes", resp, len(resp.Body))
	}
	for _, call := range srv.Calls() {
		if call.Header.Get("X-Other") != "o" {
			t.Errorf("a header beside another one is lost: %v", call.Header)
		}
	}
	large := p
	large.Limit = 50
	for _, p := range []reservations.PresenceParams{p, large} {
		if _, err := c.Reports.Presence(t.Context(), p, reservations.WithResponseInto(&resp), reservations.WithHeader("X-Trace", "7")); err != nil {
			t.Fatal(err)
		}
		var first []types.PresenceDay
		if err := json.Unmarshal(resp.Body, &first); err != nil || len(first[0].Items) != cmp.Or(p.Limit, 60) || first[0].Items[0].ReservationID != 1 {
			t.Errorf("page size %d: the response is not the first page (%v)", p.Limit, err)
		}
	}
	for _, call := range srv.Calls() {
		if len(call.Header["X-Trace"]) != 1 || call.Header.Get("X-Trace") != "7" || call.Header.Get("Accept") != "application/json" || call.Header.Get("Content-Type") != "" {
			t.Errorf("headers sent: %v", call.Header)
		}
		if agent := call.Header.Get("User-Agent"); !strings.HasPrefix(agent, "nightaudit/2.1 reservations-go/"+reservations.Version) {
			t.Errorf("user agent %q", agent)
		}
	}
	if got := fmt.Sprintf("%+v %v %s", resp, &resp, struct{ R any }{resp}); strings.Contains(got, "Adults") || !strings.Contains(got, "status 200") {
		t.Errorf("printed as %s", got)
	}
	for name, opt := range map[string]reservations.CallOption{
		"nil": nil, "nowhere": reservations.WithResponseInto(nil), "no timeout": reservations.WithCallTimeout(0),
		"key": reservations.WithHeader("x-api-key", "other"), "name": reservations.WithHeader("a b", "c"), "no name": reservations.WithHeader("", "c"),
		"line break": reservations.WithHeader("a", "b\r\nc: d"), "a name with /": reservations.WithHeader("a/", "c"), "a name with :": reservations.WithHeader("a:", "c"),
		"a name with @": reservations.WithHeader("a@", "c"), "a name with [": reservations.WithHeader("a[", "c"), "a name with {": reservations.WithHeader("a{", "c"),
	} {
		sent := len(srv.Calls())
		_, walkErr := c.Reports.Presence(t.Context(), p, opt)
		_, pageErr := c.Reports.PresencePage(t.Context(), p, opt)
		for _, err := range []error{walkErr, pageErr} {
			var bad *reservations.ParamError
			if !errors.As(err, &bad) || bad.Name != "reports.presence" || len(srv.Calls()) != sent {
				t.Errorf("%s: got %v, want a ParamError and nothing sent", name, err)
			}
		}
	}
}

// TestCallOptionsTakeTheirBounds: the first and the last of what is accepted.
func TestCallOptionsTakeTheirBounds(t *testing.T) {
	t.Parallel()
	var sent http.Header
	c := over(t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
		sent = r.Header
		return answers(200, "", "7")(r)
	}), reservations.WithMaxResponseBytes(1), reservations.WithAttemptTimeout(time.Hour))
	for _, name := range []string{"aAzZ09", "!~"} {
		var out int
		err := c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/x"}, &out, reservations.WithHeader(name, "~ ~"))
		if err != nil || out != 7 || sent.Get(name) != "~ ~" {
			t.Errorf("the header %s was sent as %q, error %v", name, sent.Get(name), err)
		}
	}
}

func TestResponseIntoOfAFailure(t *testing.T) {
	t.Parallel()
	var resp reservations.Response
	if _, err := page(t, answers(404, "text/plain", "gone"), reservations.WithResponseInto(&resp)); !errors.Is(err, reservations.ErrNotFound) {
		t.Fatal(err)
	}
	if resp.StatusCode != 404 || string(resp.Body) != "gone" {
		t.Errorf("got status %d, body %q", resp.StatusCode, resp.Body)
	}
}

func TestDo(t *testing.T) {
	t.Parallel()
	var got *http.Request
	var body string
	rt := roundTripFunc(func(r *http.Request) (*http.Response, error) {
		got, body = r, ""
		if r.Body != nil {
			data, _ := io.ReadAll(r.Body)
			body = string(data)
		}
		return answers(200, "application/json", `{"id":7}`)(r)
	})
	c := over(t, rt)
	var out struct{ ID int }
	if err := c.Do(t.Context(), reservations.Request{Method: "POST", Path: "/api/things/a%2Fb/", Query: url.Values{"b[]": {"1", "2"}}, Body: map[string]int{"a": 1}}, &out); err != nil || out.ID != 7 {
		t.Fatalf("got %+v, %v", out, err)
	}
	if got.Method != "POST" || got.URL.String() != "https://api.example.com/api/things/a%2Fb/?b%5B%5D=1&b%5B%5D=2" || body != `{"a":1}` || got.Header.Get("Content-Type") != "application/json" || got.Header.Get("X-Api-Key") != reservationstest.Key {
		t.Errorf("sent %s %s %v with %s", got.Method, got.URL, got.Header, body)
	}
	if err := c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/~{id}"}, nil); err != nil || got.URL.Path != "/api/~{id}" {
		t.Errorf("got %v for %s, want the path as it is", err, got.URL)
	}
	if err := c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/things"}, nil); err != nil || got.Body != nil || got.Header.Get("Content-Type") != "" {
		t.Errorf("got %v; a nil body sent %v with %v", err, got.Body, got.Header)
	}
	got = nil
	for _, path := range []string{"", "api", "//evil.example.com/api", "https://evil.example.com/", "/a/../b", "/a/./b", "/a/%2e%2e/b", "/a?b=c", "/a#b", "/%zz"} {
		var bad *reservations.ParamError
		if err := c.Do(t.Context(), reservations.Request{Method: "GET", Path: path}, nil); !errors.As(err, &bad) || bad.Name != "Do" || bad.Param != "Path" || got != nil {
			t.Errorf("path %q: got %v, want a ParamError and nothing sent", path, err)
		}
	}
	var bad *reservations.ParamError
	if err := c.Do(t.Context(), reservations.Request{Method: "POST", Path: "/a", Body: make(chan int)}, nil); !errors.As(err, &bad) || bad.Param != "body" || bad.Name != "Do" {
		t.Errorf("got %v, want a ParamError for the body", err)
	}
	for _, method := range []string{"", "NO METHOD", "GÉT"} {
		if err := c.Do(t.Context(), reservations.Request{Method: method, Path: "/a"}, nil); !errors.As(err, &bad) || bad.Param != "Method" || got != nil {
			t.Errorf("method %q: got %v, want a ParamError and nothing sent", method, err)
		}
	}
	for _, out := range []any{out, (*int)(nil), map[string]any{}} {
		if err := c.Do(t.Context(), reservations.Request{Method: "POST", Path: "/a"}, out); !errors.As(err, &bad) || bad.Param != "out" || got != nil {
			t.Errorf("out %T: got %v, want a ParamError and nothing sent", out, err)
		}
	}
	var undecodable *reservations.DecodeError
	for body, want := range map[string]string{"null": "the body is null", " \n": "the body is empty"} {
		err := over(t, answers(200, "", body)).Do(t.Context(), reservations.Request{Method: "GET", Path: "/a"}, &out)
		if !errors.As(err, &undecodable) || undecodable.Err.Error() != want {
			t.Errorf("body %q: got %v, want a DecodeError that says %q", body, err, want)
		}
	}
}

// TestBodiesThatAreNotRead lets only a page of a proxy spoil a success whose body nobody needs.
func TestBodiesThatAreNotRead(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		contentType, body string
		page              bool
	}{
		"none":                {"", "", false},
		"none of type HTML":   {"text/html", "", false},
		"white space":         {"text/html", " \n", false},
		"null":                {"application/json", "null", false},
		"an object":           {"application/json", `{"id":7}`, false},
		"JSON of type HTML":   {"text/html", `[]`, false},
		"text":                {"text/plain", "deleted <7>", false},
		"HTML":                {"text/html; charset=utf-8", "<!DOCTYPE html><title>Log in</title>", true},
		"HTML of type JSON":   {"application/json", "\ufeff\n <html>", true},
		"HTML without a type": {"", "<!-- x --><html>", true},
		"XML":                 {"application/xml", "<?xml version='1.0'?><login/>", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := over(t, answers(200, test.contentType, test.body))
			calls := map[string]error{
				"Delete": c.Webhooks.Delete(t.Context(), 7),
				"Do":     c.Do(t.Context(), reservations.Request{Method: "DELETE", Path: "/api/things/7"}, nil),
			}
			for call, err := range calls {
				var undecodable *reservations.DecodeError
				if test.page && (!errors.As(err, &undecodable) || undecodable.StatusCode != 200 || undecodable.Snippet == "") {
					t.Errorf("%s: got %v, want a DecodeError that quotes the page", call, err)
				}
				if !test.page && err != nil {
					t.Errorf("%s: %v", call, err)
				}
			}
		})
	}
}

// TestLargeBodyNamesItsOption in the words of a response.
func TestLargeBodyNamesItsOption(t *testing.T) {
	t.Parallel()
	c := over(t, answers(200, "application/json", strings.Repeat(" ", 101)), reservations.WithMaxResponseBytes(100))
	_, err := c.TaxProfiles.Get(t.Context(), "1")
	var tooLarge *http.MaxBytesError
	if !errors.As(err, &tooLarge) || tooLarge.Limit != 100 {
		t.Fatalf("got %v, want a *http.MaxBytesError of 100 bytes", err)
	}
	if text := err.Error(); !strings.Contains(text, "response body is larger than 100 bytes (WithMaxResponseBytes)") || strings.Contains(text, "request body") {
		t.Errorf("got %q", text)
	}
}

// TestDefaultLimitOfABody: 16 MiB are read, and one byte more is not.
func TestDefaultLimitOfABody(t *testing.T) {
	t.Parallel()
	const limit = 16 * 1024 * 1024
	body := strings.Repeat(" ", limit) + "7"
	var out int
	if err := over(t, answers(200, "application/json", body[1:])).Do(t.Context(), reservations.Request{Method: "GET", Path: "/a"}, &out); err != nil || out != 7 {
		t.Errorf("got %d, %v of the largest body", out, err)
	}
	var tooLarge *http.MaxBytesError
	err := over(t, answers(200, "application/json", body)).Do(t.Context(), reservations.Request{Method: "GET", Path: "/a"}, &out)
	if !errors.As(err, &tooLarge) || tooLarge.Limit != limit {
		t.Errorf("got %v of a body of one byte more, want a *http.MaxBytesError of 16 MiB", err)
	}
}

// TestFramesOfACall counts the functions of this module between a caller and its RoundTripper. A
// reader who follows a request has to know them all.
func TestFramesOfACall(t *testing.T) {
	t.Parallel()
	const most = 7
	var own []string
	c := over(t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
		callers := make([]uintptr, 100)
		frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
		for frame, more := frames.Next(); more; frame, more = frames.Next() {
			if _, name, ok := strings.Cut(frame.Function, "/reservations-go"); ok && !strings.HasPrefix(name, "_test") && !strings.HasPrefix(name, "/internal/testkit") {
				own = append(own, frame.Function)
			}
		}
		return answers(200, "application/json", `{"id":77}`)(r)
	}))
	if _, err := c.Guests.Get(t.Context(), 77); err != nil {
		t.Fatal(err)
	}
	if len(own) > most || len(own) < 3 {
		t.Errorf("%d frames, want at most %d:\n%s", len(own), most, strings.Join(own, "\n"))
	}
}
