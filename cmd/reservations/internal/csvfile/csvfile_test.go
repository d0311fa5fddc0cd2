// SPDX-License-Identifier: MIT

package csvfile

import (
	"strings"
	"testing"
)

// TestWrite: a text is never a formula, and a number stays a number.
func TestWrite(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, want string
		form       Form
		cells      []Cell
	}{
		{"texts", "de Wit,\"a,b\",'=1+1,'-x\n", Form{}, []Cell{Text("de Wit"), Text("a,b"), Text("=1+1"), Text("-x")}},
		{"numbers", "-12.50,\n", Form{}, []Cell{Number("-12.50"), Number("")}},
		{"for Excel", "\ufeff1.5;-12,50;\"a;b\"\n", Form{Semicolon: true, BOM: true}, []Cell{Text("1.5"), Number("-12.50"), Text("a;b")}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			w, err := test.form.NewWriter(&out)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Write(test.cells...); err != nil {
				t.Fatal(err)
			}
			if err := w.Flush(); err != nil || out.String() != test.want {
				t.Errorf("got %q and error %v, want %q", out.String(), err, test.want)
			}
		})
	}
}
