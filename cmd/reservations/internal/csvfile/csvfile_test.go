// SPDX-License-Identifier: MIT

package csvfile

import (
	"fmt"
	"strings"
	"testing"
)

func TestNewReader(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, file, want string }{
		{"commas", "a,b\n1;2, 3\n", "[[a b] [1;2 3]]"},
		{"semicolons and a byte-order mark", "\ufeffa;b\r\n1,5; 3\r\n", "[[a b] [1,5 3]]"},
		{"a comment and an empty line first", "# a; b\n\na,b\n", "[[a b]]"},
		{"a comment with a comma before semicolons", "# a, b\na;b\n", "[[a b]]"},
		{"nothing", "", "[]"},
		{"another encoding", "a,b\n\xe9,1\n", "the file is not in UTF-8"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := ""
			if r, err := NewReader(strings.NewReader(test.file)); err != nil {
				got = err.Error()
			} else if rows, err := r.ReadAll(); err != nil {
				t.Error(err)
			} else {
				got = fmt.Sprint(rows)
			}
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
