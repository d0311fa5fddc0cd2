// SPDX-License-Identifier: MIT

package hostile_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

var errorBodies = []string{
	`{"statusCode":404,"description":"Not found","errors":["no such guest","look elsewhere"]}`,
	`{"type":"about:blank","title":"Not there","status":404,"detail":"guest 77","errors":[{"detail":"too big"}]}`,
	`{"error":{"code":7,"message":"boom"},"errors":[["x"],{"why":["a",{"b":[true,null,1e5]}]},null,""]}`,
	`{"Message":"boom","STATUS":"502"}`, `{"id":7,"statusCode":404,"description":"a record"}`,
	`{"id":null,"statusCode":404,"errors":[]}`, `{"statusCode":"4.04e2","description":""}`, `{"errors":"x"}`,
	`{"description":"M\u00fcller \ud800 \u0000 \u2028","errors":[""]}`, "\ufeff {\"detail\":\"x\"}",
	`<!DOCTYPE html><title> 502 Bad &amp; Gateway </title><p>nginx`, `<title><title`, `< 5`,
	`{"statusCode":400,"description":"x"}`, `{"statusCode":599,"errors":["x"]}`, `{"statusCode":"404","description":"x"}`,
	`{"statusCode":404.0,"description":"x"}`, `{"StatusCode":404,"Description":"x"}`, `{"description":"","statusCode":404}`,
	`{"statusCode":404,"description":null,"errors":["x"]}`, "\ufeff" + `{"statusCode":404,"description":"x"}`,
	`{"type":"about:blank","title":"x","detail":"y","status":404}`, `{"title":"x","status":404}`, `{"status":404}`,
	`{"statusCode":404,"description":"x","errors":[],"id":7}`, `{"id":"7","responseStatusCode":404,"description":"x"}`,
	`{"last":{"statusCode":404,"description":"x"}}`, `[{"statusCode":404,"description":"x"}]`, `{"statusCode":404}`,
	`{"statusCode":200,"description":"OK"}`, `{"statusCode":399,"description":"x"}`, `{"statusCode":600,"description":"x"}`,
	`{"statusCode":4040,"description":"x"}`, `{"statusCode":"gone","description":"x"}`, `{"statusCode":null,"description":"x"}`,
	`{"id":7,"title":"x","detail":"y","status":404}`, `{"title":"x","detail":"y","status":404,"ID":"7"}`,
	`{"title":"x","detail":"y","status":"404"}`, `{"title":"x","details":"y","status":404}`,
	`{"title":"x","detail":null,"status":404}`, `{"detail":"x","status":404}`,
	`"boom"`, `null`, ``, `[[[["x"]]]]`, `{"description":"cut of`, "\x00\x01\xff\x1b[31mred",
}

// FuzzErrorBodies gives any body to a response that is not a success: the error keeps it,
// says what it says, and is fit for one line of a log.
func FuzzErrorBodies(f *testing.F) {
	for _, body := range errorBodies {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		_, err := testclient.Over(t, testclient.Responds(400, "application/json", string(body))).Guests.Get(t.Context(), 7)
		var got *reservations.APIError
		if !errors.As(err, &got) || got.StatusCode != 400 {
			t.Fatalf("got %v, want an APIError with status 400", err)
		}
		if len(body) < 64<<10 && !bytes.Equal(got.Body, body) {
			t.Fatalf("the error keeps %q", got.Body)
		}
		isHidden := func(r rune) bool { return !unicode.IsGraphic(r) }
		for _, text := range append([]string{err.Error(), got.Description}, got.Errors...) {
			if strings.ContainsFunc(text, isHidden) || len(text) > 3*len(body)+4096 {
				t.Fatalf("%q is not fit for a line of a log", text)
			}
		}
		if len(err.Error()) > 4096 {
			t.Fatalf("the text has %d bytes", len(err.Error()))
		}
		fields := foldedFields(body)
		if said, _ := fields["description"].(string); oneLine(said) != "" && got.Description != oneLine(said) {
			t.Fatalf("the description is %q, want %q", got.Description, oneLine(said))
		}
		list, _ := fields["errors"].([]any)
		for _, element := range list {
			if said, _ := element.(string); oneLine(said) != "" && !slices.Contains(got.Errors, oneLine(said)) {
				t.Fatalf("the errors %q lack %q", got.Errors, oneLine(said))
			}
		}
	})
}

// FuzzErrorDocuments gives any body to a success: it is an error where the body says so, by a reading of the
// rules that looks at all of it.
func FuzzErrorDocuments(f *testing.F) {
	for _, body := range errorBodies {
		f.Add(false, []byte(body))
		f.Add(true, []byte(body))
	}
	f.Fuzz(func(t *testing.T, isProblem bool, body []byte) {
		fields := foldedFields(body)
		if fields == nil || len(body) > 64<<10 || bytes.ContainsAny(body, `\ſK`) ||
			strings.Count(strings.ToLower(string(body)), `"id"`) > 1 {
			return // an escape in a name is not looked for, nor letters that JSON takes for s and k
		}
		contentType := "application/json"
		if isProblem {
			contentType = "application/problem+json; charset=utf-8"
		}
		want := 0
		if fields["id"] == nil {
			want = statusIn(fields, isProblem)
		}
		var read any
		err := testclient.Over(t, testclient.Responds(200, contentType, string(body))).
			Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/new"}, &read)
		got, is := errors.AsType[*reservations.APIError](err)
		switch {
		case want == 0 && is:
			t.Fatalf("got %v, want none", err)
		case want != 0 && (!is || got.StatusCode != want || got.HTTPStatus != 200):
			t.Fatalf("got %v, want an APIError with status %d", err, want)
		}
	})
}

// statusIn returns the status that an error document names, and 0 when the fields are none.
func statusIn(fields map[string]any, isProblem bool) int {
	value := any(nil)
	if fields["description"] != nil || fields["errors"] != nil {
		value = fields["statuscode"]
	}
	isProblem = isProblem || fields["title"] != nil && fields["detail"] != nil
	if status, isNumber := fields["status"].(json.Number); isNumber && isProblem {
		value = status
	}
	text, isText := value.(string)
	if number, isNumber := value.(json.Number); isNumber {
		text = number.String()
	} else if !isText {
		return 0
	}
	status, err := strconv.ParseFloat(text, 64)
	if err != nil || !(status >= 400 && status < 600) {
		return 0
	}
	return int(status)
}

// foldedFields returns the fields of an object by their names in small letters. It returns nil
// for what is no object, and for names that differ in case alone.
func foldedFields(body []byte) map[string]any {
	var document map[string]any
	body = bytes.Trim(body, "\ufeff \t\r\n")
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if !json.Valid(body) || decoder.Decode(&document) != nil {
		return nil
	}
	fields := map[string]any{}
	for name, value := range document {
		fields[strings.ToLower(name)] = value
	}
	if len(fields) != len(document) {
		return nil
	}
	return fields
}

// oneLine returns the words of a text, of which only what can be seen is kept.
func oneLine(text string) string {
	isBlank := func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }
	return strings.Join(strings.FieldsFunc(text, isBlank), " ")
}
