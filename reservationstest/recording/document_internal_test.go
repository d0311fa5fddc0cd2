// SPDX-License-Identifier: MIT

package recording

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzDocument holds every document to keep its form: the kinds of its values, the order and the
// number of its fields and elements, and its form in a recording of the recording.
func FuzzDocument(f *testing.F) {
	for _, seed := range []string{
		`null`, `"x"`, `[]`, `{}`, `-0`, `1e999`, `[0.10,-12.50E+3,9007199254740993,123456789012345678901234567890]`,
		`{"a":1,"a":"\ud800","A b":null,"id":7.00,"token":12,"nested":[[[{"x@y":true}]]]}`, `{"id":"7","firstName":"Æ\u0000ß 1"}`,
		`{"birthDate":"2026-02-30","created":"2026-11-20 14:30","modified":"0000-00-00 00:00:00","verified":"1"}`,
		`["https://a.b/c","00000000-aaaa-4000-8000-00000000000A","2026-11-20t14:30:00.123z","a@b","@","12:30"]`,
	} {
		for operation := range operations {
			f.Add([]byte(seed), operation)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, operation string) {
		if !json.Valid(data) || len(data) > 1<<12 {
			return
		}
		body := operations[operation].body
		first := redactor{newInvention(nil)}.document(data, body)
		if diff := cmp.Diff(kinds(t, data), kinds(t, first)); diff != "" {
			t.Fatalf("%s has become %s:\n%s", data, first, diff)
		}
		second := redactor{newInvention(nil)}.document(first, body)
		if diff := cmp.Diff(kinds(t, first), kinds(t, second)); diff != "" {
			t.Fatalf("%s has become %s:\n%s", first, second, diff)
		}
	})
}

// kinds lists the tokens of a document by their types.
func kinds(t *testing.T, data []byte) (kinds []string) {
	t.Helper()
	if !json.Valid(data) {
		t.Fatalf("this is no JSON: %s", data)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	for {
		token, err := decoder.Token()
		if err != nil {
			return kinds
		}
		kinds = append(kinds, fmt.Sprintf("%T", token))
	}
}
