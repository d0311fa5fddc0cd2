// SPDX-License-Identifier: MIT

package calls_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestErrorBodies holds what is read of the many shapes of an error body.
func TestErrorBodies(t *testing.T) {
	t.Parallel()
	lorem := strings.Repeat("Lorem ipsum dolor sit amet. ", 100)
	type list = []string
	tests := []struct {
		name, body  string
		description string
		errors      list
	}{
		{"documented", `{"statusCode":400,"description":"Bad","errors":["limit","offset"]}`, "Bad", list{"limit", "offset"}},
		{"documented, before others", `{"title":"b","description":"a","errors":["x"],"detail":"a"}`, "a", list{"b", "x"}},
		{"null fields", `{"statusCode":null,"description":null,"errors":null}`, "", nil},
		{"no text", `{"statusCode":400,"description":null,"errors":[null,""]}`, "", nil},
		{"an empty description", `{"description":""}`, "", nil},
		{"no errors", `{"errors":[]}`, "", nil},
		{"no fields", `{"statusCode":400}`, `{"statusCode":400}`, nil},
		{"errors as a text", `{"errors":"bad"}`, "", list{"bad"}},
		{"errors by field", `{"description":7,"errors":{"limit":["too big"]}}`, "7", list{"limit: too big"}},
		{"errors by two fields", `{"message":"Bad","errors":{"email":["required","short"],"dateFrom":"past"}}`, "Bad",
			list{"dateFrom: past", "email: required", "email: short"}},
		{"errors of several kinds", `{"errors":["a",["b"],{"c":1},7,true]}`, "", list{"a", `["b"]`, `{"c":1}`, "7", "true"}},
		{"RFC 9457", `{"type":"about:blank","title":"Not there","status":404,"detail":"guest 77","instance":"/x"}`,
			"Not there", list{"guest 77"}},
		{"RFC 9457, detail", `{"detail":"guest 77"}`, "guest 77", nil},
		{"RFC 9457, detail like the title", `{"title":"guest 77","detail":"guest 77"}`, "guest 77", nil},
		{"RFC 9457, errors", `{"title":"Bad","errors":[{"detail":"too big","pointer":"#/limit"}]}`,
			"Bad", list{`{"detail":"too big","pointer":"#/limit"}`}},
		{"capitals", `{"Description":"boom","ERRORS":["x"]}`, "boom", list{"x"}},
		{"a message", `{"message":"boom","code":7}`, "boom", nil},
		{"another object", `{"info":"boom"}`, `{"info":"boom"}`, nil},
		{"control characters", `{"description":"a\nb\u001b[31m"}`, "a b [31m", nil},
		{"byte order mark", "\ufeff{\"title\":\"boom\"}", "boom", nil},
		{"null", "null", "null", nil},
		{"empty", "", "", nil},
		{"a list", `["x"]`, `["x"]`, nil},
		{"a text in JSON", `"boom"`, `"boom"`, nil},
		{"cut off", `{"description":"boo`, `{"description":"boo`, nil},
		{"text", "  no\r\nsuch\tguest ", "no such guest", nil},
		{"text of a sum", "1 < 2 and 3 > 2", "1 < 2 and 3 > 2", nil},
		{"binary", "\x00\x01\xff\x1b[31mred", "? [31mred", nil},
		{"long", lorem, lorem[:200] + "...", nil},
		{"long, of two bytes a letter", strings.Repeat("é", 300), strings.Repeat("é", 200) + "...", nil},
		{"HTML title", `<!DOCTYPE html><html><head><TITLE lang="en"> 502 Bad &amp; Gateway </TITLE></head><body>nginx`,
			"502 Bad & Gateway", nil},
		{"HTML title of two lines", "<title>502\nBad Gateway</title>", "502 Bad Gateway", nil},
		{"HTML without title", "\ufeff\n <html><p>Oops</p>", "", nil},
		{"HTML, empty title", `<title> </title><p>down`, "", nil},
		{"HTML, open title", `<title>down`, "", nil},
		{"XML", `<?xml version="1.0"?><Error><Code>Denied</Code></Error>`, "", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := testclient.Over(t, testclient.Responds(400, "application/json", test.body))
			_, err := c.Guests.Get(t.Context(), 77)
			var got *reservations.APIError
			if !errors.As(err, &got) {
				t.Fatalf("got %v, want an APIError", err)
			}
			if diff := cmp.Diff(test.description, got.Description); diff != "" {
				t.Errorf("description (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.errors, got.Errors); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
			if string(got.Body) != test.body {
				t.Errorf("the body is %q", got.Body)
			}
			for _, text := range append(test.errors, test.description) {
				if !strings.Contains(err.Error(), text) {
					t.Errorf("%q is not in %q", text, err)
				}
			}
			if strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Errorf("%q is more than a line of text", err)
			}
		})
	}
}

// TestKeyInAnErrorBody is cut out, also where only decoding or cutting brings it to light.
func TestKeyInAnErrorBody(t *testing.T) {
	t.Parallel()
	const key = "canary-key-1" // its first letter is written as an escape below
	for name, body := range map[string]string{
		"escapes":     `{"description":"\u0063anary-key-1"}`,
		"nested":      `{"error":{"canary-key-1":["canary-key-1"]}}`,
		"entities":    `<title>&#99;anary-key-1</title>`,
		"at the cut":  strings.Repeat("x", 196) + key,
		"detail":      `{"title":"a","detail":"\u0063anary-key-1"}`,
		"errors":      `{"errors":[{"name":"\u0063anary-key-1"}]}`,
		"other field": `{"debug":"\u0063anary-key-1"}`,
	} {
		t.Run(name, func(t *testing.T) {
			rt := testclient.Responds(400, "", body, "X-Request-Id", "id-"+key)
			c, err := reservations.NewClient("https://api.example.com", key,
				reservations.WithHTTPClient(&http.Client{Transport: rt}))
			if err != nil {
				t.Fatal(err)
			}
			_, err = c.Guests.Get(t.Context(), 77)
			var got *reservations.APIError
			if !errors.As(err, &got) {
				t.Fatalf("got %v, want an APIError", err)
			}
			shown := fmt.Sprintln(err, got.Description, got.Errors, got.RequestID, got.Header, string(got.Body))
			if strings.Contains(shown, key[:4]) {
				t.Errorf("the key is shown:\n%s", shown)
			}
		})
	}
}

// TestShortKeyLeavesTheErrorReadable, although it is in the words of the response.
func TestShortKeyLeavesTheErrorReadable(t *testing.T) {
	t.Parallel()
	rt := testclient.Responds(400, "application/json", `{"statusCode":400,"description":"no dates","errors":["x"]}`)
	c, err := reservations.NewClient("https://api.example.com", "e",
		reservations.WithHTTPClient(&http.Client{Transport: rt}))
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Guests.Get(t.Context(), 77)
	var got *reservations.APIError
	if !errors.As(err, &got) || got.Description != "no dates" || len(got.Errors) != 1 {
		t.Errorf("got %+v", got)
	}
}

// TestErrorDocumentWithASuccess is an error whatever is called, and no record is taken for one.
func TestErrorDocumentWithASuccess(t *testing.T) {
	t.Parallel()
	const document = ` {"statusCode":404,"description":"Not found","errors":["no such thing"]}`
	c := testclient.Over(t, testclient.Responds(200, "application/json", document, "X-Total-Count", "1"))
	for _, call := range testclient.Calls() {
		t.Run(call.Name, func(t *testing.T) {
			_, err := call.Do(t.Context(), c)
			var got *reservations.APIError
			if !errors.As(err, &got) || !errors.Is(err, reservations.ErrNotFound) {
				t.Fatalf("got %v, want an APIError that is ErrNotFound", err)
			}
			if got.StatusCode != 404 || got.HTTPStatus != 200 || got.Description != "Not found" {
				t.Errorf("got %+v", got)
			}
			if want := "404 Not Found: no such thing (sent with HTTP status 200"; !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %s in it", err, want)
			}
		})
	}
}

// TestFailuresWhereNoBodyIsDue: Delete, and Do without a target, do not take a document that says that the call
// has failed for done.
func TestFailuresWhereNoBodyIsDue(t *testing.T) {
	t.Parallel()
	for body, status := range map[string]int{
		`{"success":false}`: 200, `{"ok":false,"message":"busy"}`: 200, `{"error":"locked"}`: 200, `{"errors":{"id":["unknown"]}}`: 200,
		`{"status":"error"}`: 200, `{"code":404,"message":"gone"}`: 404, `{"status":409}`: 409, `{"statusCode":404}`: 404,
		`{}`: 0, `{"success":true}`: 0, `{"status":"ok","code":200,"errors":[]}`: 0, `{"id":7,"status":"failed"}`: 0, `{"error":null}`: 0,
		`{"statusCode":200,"description":"deleted"}`: 0,
	} {
		t.Run(body, func(t *testing.T) {
			c := testclient.Over(t, testclient.Responds(200, "application/json", body))
			for name, err := range map[string]error{
				"Delete": c.Webhooks.Delete(t.Context(), 7),
				"Do":     c.Do(t.Context(), reservations.Request{Method: "POST", Path: "/api/later"}, nil),
			} {
				got, ok := errors.AsType[*reservations.APIError](err)
				if ok != (status != 0) || ok && (got.StatusCode != status || !reservations.MayHaveWritten(err)) {
					t.Errorf("%s: got %v, want an APIError with %d", name, err, status)
				}
			}
		})
	}
}

// TestErrorDocumentsForDo: Do returns an APIError for an error document with status 200 up to a length, and returns a
// record that looks like one as a record. FuzzErrorDocuments has the many forms of error documents.
func TestErrorDocumentsForDo(t *testing.T) {
	t.Parallel()
	long := func(n int) string { return `{"statusCode":404,"description":"` + strings.Repeat("x", n) + `"}` }
	for name, test := range map[string]struct {
		body   string
		status int // of the error, 0 for none
	}{
		"the longest one": {long(64<<10 - 35), 404},
		"very large":      {long(64<<10 - 34), 0},
		"a record":        {`{"id":7,"statusCode":404,"description":"Broken link","errors":[]}`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			c := testclient.Over(t, testclient.Responds(200, "application/json", test.body))
			var out any
			err := c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/things/7"}, &out)
			var got *reservations.APIError
			if errors.As(err, &got) != (test.status != 0) || got != nil && got.StatusCode != test.status {
				t.Errorf("got %v, want an APIError of %d", err, test.status)
			}
		})
	}
}
