package reservations_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/reservationkit/reservations-go"
)

var errorBodies = []string{
	`{"statusCode":404,"description":"Not found","errors":["no such guest","look elsewhere"]}`,
	`{"type":"about:blank","title":"Not there","status":404,"detail":"guest 77","invalid-params":[{"name":"limit","reason":"too big"}]}`,
	`{"error":{"code":7,"message":"boom","inner":{"why":["a",{"b":[true,null,1e5]}]}},"violations":[["x"],"y"]}`,
	`{"Message":"boom","STATUS":"502"}`, `{"id":7,"statusCode":404,"description":"a record"}`, `{"id":null,"statusCode":404,"errors":[]}`,
	`{"statusCode":"4.04e2","description":""}`, `{"description":"M\u00fcller \ud800 \u0000 \u2028","errors":[""]}`, "\ufeff {\"detail\":\"x\"}",
	`<!DOCTYPE html><title> 502 Bad &amp; Gateway </title><p>nginx`, `<html><style>p{}</style><!-- x --><script>alert(1)</script><p>Oops</p>`, `<!--<script><style`, `< 5`,
	`"boom"`, `null`, ``, `[[[["x"]]]]`, `{"description":"cut of`, "\x00\x01\xff\x1b[31mred", `{"errors":{"":{"":{"":["x","y"]}}}}`,
}

// FuzzErrorBodies gives any body to a response that is not a success: the error keeps it,
// says what it says, and is fit for one line of a log.
func FuzzErrorBodies(f *testing.F) {
	for _, body := range errorBodies {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		_, err := over(t, answers(400, "application/json", string(body))).Guests.Get(t.Context(), 7)
		var got *reservations.APIError
		if !errors.As(err, &got) || got.StatusCode != 400 {
			t.Fatalf("got %v, want an APIError with status 400", err)
		}
		if len(body) < 64<<10 && !bytes.Equal(got.Body, body) {
			t.Fatalf("the error keeps %q", got.Body)
		}
		if text := err.Error(); len(text) > 4096 || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) }) {
			t.Fatalf("%q is not fit for a line of a log", text)
		}
		size := len(got.Description)
		for _, text := range got.Errors {
			size += len(text)
		}
		if size > 1024*(1+len(body)) {
			t.Fatalf("a body of %d bytes becomes texts of %d bytes", len(body), size)
		}
		var said struct {
			Description string
			Errors      []string
		}
		fields, ok := foldedFields(body)
		if _, isText := fields["description"].(string); !ok || !isText || json.Unmarshal(jsonOf(body), &said) != nil {
			return
		}
		if want := oneLine(said.Description); want != "" && got.Description != want {
			t.Fatalf("the description is %q, want %q", got.Description, want)
		}
		for _, text := range said.Errors {
			text = oneLine(text)
			if _, isList := fields["errors"].([]any); isList && !slices.Contains(got.Errors, text) && !hasNull(fields["errors"]) {
				t.Fatalf("the errors %q lack %q", got.Errors, text)
			}
		}
	})
}

// FuzzErrorDocuments gives any body to a success that is due to have none: it is an error
// where the body says so, by a reading of the rules that looks at all of it.
func FuzzErrorDocuments(f *testing.F) {
	for _, body := range errorBodies {
		f.Add(false, []byte(body))
		f.Add(true, []byte(body))
	}
	f.Fuzz(func(t *testing.T, isProblem bool, body []byte) {
		fields, ok := foldedFields(body)
		if !json.Valid(jsonOf(body)) || len(body) > 64<<10 || bytes.ContainsRune(body, '\\') || ok && strings.Count(strings.ToLower(string(body)), `"id"`) > 1 {
			return // an escape in a key is not looked for
		}
		contentType := "application/json"
		if isProblem {
			contentType = "application/problem+json"
		}
		want := 0
		if ok && fields["id"] == nil {
			want = statusIn(fields, isProblem)
		}
		err := over(t, answers(200, contentType, string(body))).Webhooks.Delete(t.Context(), 7)
		var got *reservations.APIError
		switch {
		case want == 0 && err != nil:
			t.Fatalf("got %v, want none", err)
		case want != 0 && (!errors.As(err, &got) || got.StatusCode != want || got.HTTPStatus != 200):
			t.Fatalf("got %v, want an APIError with status %d", err, want)
		}
	})
}

// statusIn returns the status that an error document names, and 0 when the fields are none.
func statusIn(fields map[string]any, isProblem bool) int {
	status := func(value any) int {
		text, isText := value.(string)
		if number, isNumber := value.(json.Number); isNumber {
			text = number.String()
		} else if !isText {
			return 0
		}
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || !(n >= 400 && n < 600) {
			return 0
		}
		return int(n)
	}
	if _, isNumber := fields["status"].(json.Number); isNumber && (isProblem || fields["title"] != nil && fields["detail"] != nil) {
		return status(fields["status"])
	}
	if fields["description"] == nil && fields["errors"] == nil {
		return 0
	}
	return status(fields["statuscode"])
}

// foldedFields returns the fields of an object by their names in small letters. It is not ok
// for what is no object, and for names that differ in case alone.
func foldedFields(body []byte) (map[string]any, bool) {
	var document map[string]any
	decoder := json.NewDecoder(bytes.NewReader(jsonOf(body)))
	decoder.UseNumber()
	if decoder.Decode(&document) != nil || document == nil {
		return nil, false
	}
	fields := map[string]any{}
	for name, value := range maps.All(document) {
		fields[strings.ToLower(name)] = value
	}
	return fields, len(fields) == len(document)
}

// oneLine returns the words of a text, of which only what can be seen is kept.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }), " ")
}

func hasNull(value any) bool {
	list, _ := value.([]any)
	return slices.Contains(list, nil)
}

func jsonOf(body []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\ufeff")))
}
