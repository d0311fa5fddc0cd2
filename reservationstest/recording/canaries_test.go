// SPDX-License-Identifier: MIT

package recording_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
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

// TestNothingPersonalIsRecorded serves each operation with a canary in every text, in fields of other
// types, in fields that are not documented and in keys of maps.
func TestNothingPersonalIsRecorded(t *testing.T) {
	t.Parallel()
	for _, call := range testkit.Cases(3, testclient.Calls()) {
		returned := call.Method.Type.Out(0)
		if call.Walk || call.ReturnsNothing() {
			continue
		}
		if call.Paged && returned.Kind() == reflect.Pointer { // a page of the night register
			returned = reflect.TypeFor[[]types.PresenceDay]()
		}
		for i, text := range []string{canary, "xanthippe", canary, "quill-xanthippe"} {
			odd := i > 1
			t.Run(fmt.Sprint(call.Name, " with ", text, " odd ", odd), func(t *testing.T) {
				t.Parallel()
				body := withCanaries(returned, text, odd)
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

// withCanaries returns an object for a record that has text in every string and where keys are data.
// Fields of other kinds have it too when odd.
func withCanaries(t reflect.Type, text string, odd bool) any {
	t = elementOf(t)
	anything := map[string]any{
		"quill": text, canary: []any{text, map[string]any{"xanthippe": text}}, canaryDigit: json.Number(canaryDigit + ".5"),
		canary + "@example.org": nil,
	}
	object := map[string]any{
		"nickName": text, "shoeSize": json.Number(canaryDigit), canary: text, canaryDigit: true, "firstSeen": "1907-03-09",
		"nested": anything, "site": "https://quill.example.org/" + text, "long": strings.Repeat(text+" ", 20),
		"note": "0" + canaryDigit, "token": text, "uuid": "860861aa-0000-4000-8000-" + canaryDigit + "abcdef",
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		of := elementOf(f.Type)
		isRecord := of.Kind() == reflect.Struct && strings.Contains(of.PkgPath(), "/types") && of.NumField() > 0 &&
			of.Field(0).Tag.Get("json") != ""
		switch {
		case name == "-":
		case odd:
			object[name] = text
		case name == "birthDate":
			object[name] = "1907-03-09T00:00:00Z"
		case name == "municipality":
			object[name] = json.Number(canaryDigit)
		case of == reflect.TypeFor[types.Object]():
			object[name] = anything
		case isRecord:
			object[name] = withCanaries(of, text, odd)
		case f.Type.Kind() == reflect.Slice:
			object[name] = []any{text, text}
		default:
			object[name] = text
		}
	}
	return object
}

// elementOf returns what a type points to, or what is in its lists.
func elementOf(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8 {
		t = t.Elem()
	}
	return t
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
	unfinished, err := filepath.Glob(path + ".*.tmp")
	if err != nil || len(unfinished) != 1 || !strings.Contains(content(t, unfinished[0]), `"method"`) {
		t.Fatalf("while recording there are the files %v, error %v", unfinished, err)
	}
	wantNoCanary(t, content(t, unfinished[0]))
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
		{"a constant", "/api/reservations/summaries", "", `[{"status":"open"}]`, `"body":[{"status":"open"}]`},
		{"no constant", "/api/reservations/summaries", "", `[{"status":"Quill A"}]`, `"body":[{"status":"meqaquw"}]`},
		{"a time of day", "/api/supplements/", "", `[{"checkinTime":"16:30"}]`, `[{"checkinTime":"16:30"}]`},
		{"no time of day", "/api/supplements/", "", `[{"checkinTime":"16:30 quill"}]`, `"body":[{"checkinTime":"`},
		{"a locale", "/api/guests/1", "", `{"locale":"nl-NL"}`, `{"locale":"nl-NL"}`},
		{"another locale", "/api/guests/1", "", `{"locale":"quill"}`, `"body":{"locale":"`},
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
