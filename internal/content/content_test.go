// SPDX-License-Identifier: MIT

package content

import (
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/redact"
)

// TestTextsAreFoundInErrorBodies of many shapes.
func TestTextsAreFoundInErrorBodies(t *testing.T) {
	type list = []string
	for _, test := range []struct {
		name, body  string
		description string
		errors      list
	}{
		{"documented", `{"statusCode":400,"description":"Bad","errors":["limit","offset"]}`, "Bad", list{"limit", "offset"}},
		{"documented, before others", `{"title":"b","description":"a","errors":["x"],"detail":"a"}`, "a", list{"b", "x"}},
		{"no text", `{"statusCode":400,"description":null,"errors":[null,""]}`, "", nil},
		{"no description", `{"description":""}`, "", nil},
		{"no errors", `{"errors":[]}`, "", nil},
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
			description, errors := Describe([]byte(test.body), new(redact.Keys).Scrubber())
			if description != test.description || !slices.Equal(errors, test.errors) {
				t.Errorf("got %q and %q, want %q and %q", description, errors, test.description, test.errors)
			}
		})
	}
}

// TestARecordIsNoErrorDocument: an error document is a failure whatever operation sends it, and a record that looks like one is not.
// Where no body is documented, any other sign of a failure counts too.
func TestARecordIsNoErrorDocument(t *testing.T) {
	const none = -1
	for body, want := range map[string]struct{ documented, noBody int }{
		`{"statusCode":400,"description":"x"}`: {400, 400}, ` {"title":"a","detail":"b","status":599}`: {599, 599},
		`{"statusCode":399,"description":"x"}`: {none, none}, `{"title":"a","detail":"b","status":600}`: {none, none},
		`{"id":7,"statusCode":404,"description":"Broken link","errors":[]}`: {none, none},
		`{"id":null,"statusCode":404,"errors":[]}`:                          {404, 404},

		`{"success":false}`: {none, 0}, `{"ok":false,"message":"busy"}`: {none, 0}, `{"error":"locked"}`: {none, 0},
		`{"errors":{"id":["unknown"]}}`: {none, 0}, `{"status":"error"}`: {none, 0}, `{"status":"Failed"}`: {none, 0}, `{"code":"fail"}`: {none, 0}, `{"status":"failure"}`: {none, 0}, `{"code":404,"message":"gone"}`: {none, 404},
		`{"status":400}`: {none, 400}, `{"statusCode":599}`: {none, 599}, `{"status":399}`: {none, none}, `{"code":600}`: {none, none},
		`{"status":"ok","code":200,"errors":[]}`: {none, none},
		`{}`:                                     {none, none}, `{"success":true}`: {none, none}, `{"id":7,"status":"failed"}`: {none, none},
		`{"ok":0}`: {none, 0}, `{"error":0,"errors":{}}`: {none, none}, `{"error":false}`: {none, none}, `{"error":""}`: {none, none},
		`{"error":null}`: {none, none}, `{"statusCode":200,"description":"deleted"}`: {none, none},
	} {
		t.Run(body[:min(len(body), 50)], func(t *testing.T) {
			for noBody, want := range map[bool]int{false: want.documented, true: want.noBody} {
				if status, failed := Failure("application/json", []byte(body), noBody); failed != (want != none) || failed && status != want {
					t.Errorf("no body is documented: %t; got %d, %t; want %d", noBody, status, failed, want)
				}
			}
		})
	}
	record := []byte(`{"id":7,"detail":"x","statusCode":404}`)
	if n := testing.AllocsPerRun(10, func() { Failure("application/json", record, false) }); n > 0 {
		t.Errorf("a record that begins with its id is decoded twice: it takes %v allocations", n)
	}
	if status, failed := Failure("application/problem+json; x=y", []byte(`{"status":409}`), false); status != 409 || !failed {
		t.Errorf("got %d, %t of a problem by its content type", status, failed)
	}
}

// TestTextIsConvertedToUTF8, if the content type says which characters it has.
func TestTextIsConvertedToUTF8(t *testing.T) {
	for _, test := range []struct{ charset, text, want string }{
		{"; charset=ISO-8859-1", "\xd6sterreich", "Österreich"},
		{`;Charset="iso_8859-1"`, "\xc5sterreich \xff", "Åsterreich ÿ"},
		{"; charset=latin1", "\x80\x81\x9f\xa0", "€\u0081Ÿ\u00a0"},
		{"; charset=Windows-1252; x=y", "\x92", "’"},
		{"; charset=cp1252", "\xc3", "Ã"},
		{"; charset=iso-8859-1", "Österreich \ufffd", "Österreich \ufffd"},
		{"; charset=utf-8", "\xd6", "\xd6"},
		{"; charset=iso-8859-2", "\xfc", "\xfc"},
		{"", "\xfc", "\xfc"},
	} {
		if got := string(InUTF8("application/json"+test.charset, []byte(test.text))); got != test.want {
			t.Errorf("%s: got %q of %q, want %q", test.charset, got, test.text, test.want)
		}
	}
}
