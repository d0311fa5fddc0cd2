// SPDX-License-Identifier: MIT

package recording_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest/recording"
	"github.com/reservationkit/reservations-go/types"
)

// What no file may hold, in small letters.
const (
	canary      = "Xanthippe Quill"
	canaryDigit = "860861"
)

var canaries = []string{"xanthippe", "quill", canaryDigit, "1907"}

// TestNothingPersonalIsRecorded serves each operation with a canary in every text that may be
// personal, in fields of other types and in fields that are not documented.
func TestNothingPersonalIsRecorded(t *testing.T) {
	t.Parallel()
	for _, call := range testclient.Calls() {
		returned := call.Method.Type.Out(0)
		if call.Walk || call.ReturnsNothing() {
			continue
		}
		if call.Paged && returned.Kind() == reflect.Pointer { // a page of the night register
			returned = reflect.TypeFor[[]types.PresenceDay]()
		}
		for _, odd := range []bool{false, true} {
			t.Run(fmt.Sprint(call.Name, " odd ", odd), func(t *testing.T) {
				t.Parallel()
				body := withCanaries(returned, odd)
				if returned.Kind() == reflect.Slice {
					body = []any{body, body}
				}
				for _, status := range []int{200, 400, 503} {
					text := recordOne(t, call.Operation.Method, call.Path()+"?limit=3", status, "application/json", encoded(t, body))
					wantNoCanary(t, text)
					if !strings.Contains(text, `"nickName":"`) || !strings.Contains(text, `"shoeSize":`) {
						t.Errorf("the names of fields that are not documented are missing:\n%.2000s", text)
					}
				}
			})
		}
	}
}

// withCanaries returns an object with canaries for a record: every field that types does not print has
// one, and when odd also every other field except those with texts.
func withCanaries(t reflect.Type, odd bool) any {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8 {
		t = t.Elem()
	}
	object := map[string]any{
		"nickName": canary, "shoeSize": json.Number(canaryDigit), canary: canary, canaryDigit: true, "firstSeen": "1907-03-09",
		"nested": map[string]any{canary + "@example.org": []any{canary, json.Number(canaryDigit + ".5"), nil}},
		"site":   "https://quill.example.org/" + canary, "long": strings.Repeat(canary+" ", 20), "note": "0" + canaryDigit,
		"token": canary, "uuid": "860861aa-0000-4000-8000-" + canaryDigit + "abcdef",
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		of := f.Type
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice && of.Elem().Kind() != reflect.Uint8 {
			of = of.Elem()
		}
		isRecord := of.Kind() == reflect.Struct && strings.Contains(of.PkgPath(), "/types") && of.NumField() > 0 &&
			of.Field(0).Tag.Get("json") != ""
		switch {
		case name == "-":
		case name == "birthDate" && !odd:
			object[name] = "1907-03-09T00:00:00Z"
		case name == "municipality" && !odd:
			object[name] = json.Number(canaryDigit)
		case isRecord && !odd:
			object[name] = withCanaries(of, odd)
		case isRecord, odd && of.Kind() != reflect.String, !isPrinted(t, f):
			object[name] = canary
		default:
			object[name] = "harmless"
		}
	}
	return object
}

// isPrinted reports whether package types prints a field with a text, by printing a record in which
// only this field is set.
func isPrinted(record reflect.Type, f reflect.StructField) bool {
	value := reflect.New(record)
	text := `"harmless"`
	if f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.String {
		text = `["harmless"]`
	}
	if json.Unmarshal([]byte(text), value.Elem().FieldByIndex(f.Index).Addr().Interface()) != nil {
		return false
	}
	return strings.Contains(fmt.Sprint(types.Redacted(value.Interface())), "harmless")
}

func encoded(t *testing.T, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// recordOne records one request with canaries everywhere, and returns the file.
func recordOne(t *testing.T, method, target string, status int, contentType, body string) string {
	t.Helper()
	service := testkit.RoundTripper(func(*http.Request) (*http.Response, error) {
		w := httptest.NewRecorder()
		for _, name := range []string{
			"Set-Cookie", "X-Request-Id", "Etag", "X-Total-Count", "Retry-After", "Ratelimit", "Ratelimit-Policy",
			"X-Ratelimit-Limit", "Ratelimit-Quill", "Location", "Date", canary,
		} {
			w.Header().Add(name, canary)
			w.Header().Add(name, "1907 "+canaryDigit+" GMT q")
		}
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = w.WriteString(body)
		return w.Result(), nil
	})
	path := t.TempDir() + "/recording.jsonl"
	recorder, err := recording.NewRecorder(path, service)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(method, "https://api.example.com"+target, strings.NewReader(canary))
	query := r.URL.Query()
	for _, name := range []string{
		"token", "reservationToken", "organization", "reservation", "description", "number", "selection", "nickName", "Quill Xanthippe",
	} {
		query.Add(name, canary)
		query.Add(name, canaryDigit)
	}
	r.URL.RawQuery = query.Encode()
	r.Header.Set("X-Api-Key", canary)
	resp, err := recorder.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != status || !strings.Contains(content(t, path), `"method"`) {
		t.Fatalf("status %d, recorded %s", resp.StatusCode, content(t, path))
	}
	return content(t, path)
}

func wantNoCanary(t *testing.T, text string) {
	t.Helper()
	small := strings.ToLower(text)
	for _, canary := range canaries {
		if i := strings.Index(small, canary); i >= 0 {
			t.Fatalf("%q is recorded: ...%s...", canary, text[max(0, i-80):min(len(text), i+80)])
		}
	}
}

// TestOtherBodiesAreReplaced has bodies that are not those of an operation.
func TestOtherBodiesAreReplaced(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, target, contentType, body, want string }{
		{"HTML", "/api/guests/860861", "text/html", "<p>" + canary, `"text":"<!DOCTYPE html>`},
		{"XML", "/api/guests/860861", "text/xml", "<?xml v?><quill>", `"text":"<?xml`},
		{"text", "/api/guests/860861", "text/plain; charset=quill", canary, `"text":"Invented text"`},
		{"a broken type", "/api/guests/860861", "quill/xanthippe", "{}", `"body":{}`},
		{"JSON that is cut short", "/api/guests/860861", "application/json", `{"email":"` + canary, `"text":"{"`},
		{"two documents", "/api/guests/860861", "application/json", `["Quill"]["Quill"]`, `"text":"["`},
		{"a string", "/api/guests/860861", "application/json", `"` + canary + `"`, `"body":"`},
		{"a list for a record", "/api/guests/860861", "application/json", `[{"id":860861,"email":"Quill"}]`, `"body":[{"id":`},
		{"a record for a list", "/api/supplements/", "application/json", `{"description":"Quill","id":860861}`, `"body":{"description":"`},
		{"an unknown path", "/api/Quill/860861/xanthippe%20Quill", "application/json", `{"name":"Quill"}`, `"body":{"name":"`},
		{"an unknown escaped path", "/quill@860861/", "application/json", `null`, `"body":null`},
		{"nothing", "/api/guests/860861", "", "", `"status":200}`},
		{"a tax rate that is a number", "/api/supplements/", "application/json", `[{"taxRate":21,"type":860861}]`, `[{"taxRate":21,"type":1`},
		{"odd values that are shown", "/api/guests/1", "", `{"id":"1.0","verified":1,"created":"2026-11-20"}`, `"1.0","verified":1,"created":"2026-11-20"}`},
		{"the key in a title", "/api/facility_groups/", "application/json", `[{"type":"` + canary + `"}]`, `"body":[{"type":"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			text := recordOne(t, http.MethodGet, test.target, 200, test.contentType, test.body)
			wantNoCanary(t, text)
			if !strings.Contains(text, test.want) {
				t.Errorf("recorded %s, want %s in it", text, test.want)
			}
		})
	}
}

// TestRuleIsThatOfPrints compares which texts of records are recorded as they are with which are
// printed.
func TestRuleIsThatOfPrints(t *testing.T) {
	t.Parallel()
	texts := 0
	for _, call := range testclient.Calls() {
		returned := call.Method.Type.Out(0)
		if call.Walk || call.ReturnsNothing() || returned.Kind() == reflect.Pointer && returned.Elem().Name() == "PresencePage" {
			continue
		}
		body := withCanaries(returned, false)
		if returned.Kind() == reflect.Slice {
			body = []any{body}
		}
		kept := strings.Count(recordOne(t, call.Operation.Method, call.Path(), 200, "application/json", encoded(t, body)), `"harmless"`)
		sent := encoded(t, body)
		for _, code := range []string{"uuid", "number", "accommodationUnitNumber", "id"} {
			sent = strings.ReplaceAll(sent, `"`+code+`":"harmless"`, "")
		}
		if want := strings.Count(sent, `"harmless"`); kept != want {
			t.Errorf("%s: %d shown texts are recorded as they are, want %d", call.Name, kept, want)
		}
		texts += kept
	}
	if texts < 50 {
		t.Errorf("%d texts are compared, want at least 50", texts)
	}
}
