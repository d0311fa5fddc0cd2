// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

func TestScalarKeepsWhatWasSent(t *testing.T) {
	t.Parallel()
	tests := []struct {
		sent    string
		want    types.Scalar
		decimal string // "" for none
	}{
		{`21`, types.Scalar{Text: "21"}, "21"},
		{`"21"`, types.Scalar{Text: "21", Quoted: true}, "21"},
		{`21.00`, types.Scalar{Text: "21.00"}, "21.00"},
		{`9007199254740993`, types.Scalar{Text: "9007199254740993"}, "9007199254740993"},
		{`"high"`, types.Scalar{Text: "high", Quoted: true}, ""},
		{`""`, types.Scalar{Quoted: true}, ""},
		{`true`, types.Scalar{Text: "true"}, ""},
		{`"a \"b\" é"`, types.Scalar{Text: `a "b" é`, Quoted: true}, ""},
		{`{"id":1}`, types.Scalar{Text: `{"id":1}`}, ""},
		{`null`, types.Scalar{}, ""},
	}
	for _, test := range tests {
		t.Run(test.sent, func(t *testing.T) {
			t.Parallel()
			s := types.Scalar{Text: "before", Quoted: true}
			if err := json.Unmarshal([]byte(" "+test.sent+" "), &s); err != nil || s != test.want || s.String() != test.want.Text {
				t.Errorf("it reads as %#v, %v; want %#v", s, err, test.want)
			}
			if got := string(encode(t, s)); got != test.sent {
				t.Errorf("it is written again as %s", got)
			}
			if got := s.Decimal(); got.String() != test.decimal || got.Given() != (test.decimal != "") {
				t.Errorf("its decimal is %q, given: %v; want %q", got, got.Given(), test.decimal)
			}
		})
	}
	if got := read[types.Scalar](t, `{ "id" : 1 }`); got.Text != `{"id":1}` {
		t.Errorf("an object with spaces reads as %v", got)
	}
	if new(types.Scalar).UnmarshalJSON([]byte(`{`)) == nil {
		t.Error("half a value was read")
	}
}

// TestScalarIsNeverInvalid: whatever a program puts into one, it is written as JSON.
func TestScalarIsNeverInvalid(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"high": `"high"`, "21 %": `"21 %"`, "01": `"01"`, "{": `"{"`, "a\nb": `"a\nb"`, "21": `21`, "": `null`, "tru": `"tru"`, "\xff": `"\ufffd"`,
	} {
		got := encode(t, types.Scalar{Text: text})
		if diff := cmp.Diff(parse(t, []byte(want)), parse(t, got)); diff != "" { // Go 1.27 escapes less
			t.Errorf("%q is written as %s (-want +got):\n%s", text, got, diff)
		}
	}
}
