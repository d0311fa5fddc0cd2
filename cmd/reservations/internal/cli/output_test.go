// SPDX-License-Identifier: MIT

package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	tests := []struct{ name, cell, want string }{
		{"text", "Anna de Vries", "Anna de Vries"},
		{"letters of other languages", "Łukasz Šćepanović 王", "Łukasz Šćepanović 王"},
		{"several lines and tabs", "late\narrival\tand more", "late arrival and more"},
		{"an escape sequence", "Anna\x1b[2J", "Anna\uFFFD[2J"},
		{"a carriage return", "Anna\rBram", "Anna Bram"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got strings.Builder
			if err := (Table{Header: []string{"NAME"}, Rows: [][]string{{test.cell}}}).Write(&got); err != nil {
				t.Fatal(err)
			}
			if want := "NAME\n" + test.want + "\n"; got.String() != want {
				t.Errorf("got %q, want %q", got.String(), want)
			}
		})
	}
}

// TestJSONIsHarmless writes texts of a service that would change the colours of a terminal or turn its text.
func TestJSONIsHarmless(t *testing.T) {
	const text, want = "É王\u009b31m\u202e\x7f\x1b", "{\n  \"name\": \"É王\\u009b31m\\u202e\\u007f\\u001b\"\n}\n"
	var value, document strings.Builder
	if err := WriteJSON(&value, map[string]string{"name": text}); err != nil || value.String() != want {
		t.Errorf("a value: got %q and error %v, want %q", value.String(), err, want)
	}
	sent := `{"name":"` + strings.ReplaceAll(text, "\x1b", `\u001b`) + `"}`
	if err := WriteJSON(&document, json.RawMessage(sent)); err != nil || document.String() != want {
		t.Errorf("a document: got %q and error %v, want %q", document.String(), err, want)
	}
}
