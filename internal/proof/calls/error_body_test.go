// SPDX-License-Identifier: MIT

package calls_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestErrorBodies holds what is read of the many shapes of an error body.
func TestErrorBodies(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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
