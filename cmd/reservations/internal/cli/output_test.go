// SPDX-License-Identifier: MIT

package cli

import (
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
