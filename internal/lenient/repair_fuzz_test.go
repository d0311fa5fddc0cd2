// SPDX-License-Identifier: MIT

package lenient

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/jsonlex"
)

func FuzzRepair(f *testing.F) {
	for _, seed := range []string{
		`{"id":"12","count":12.0,"name":7,"must":1,"price":"","line":[],"some":[],"lines":[null]}`,
		`{"lines":[{"id":1e3},{"id":2,"count":"x"}],"pointers":["",{"id":1}],"table":[[1],["2"]],"some":{"id":"3"}}`,
		`{"parent":{"parent":{"some":[{"id":"1","must":"no"}]}},"ID":1,"id":2}`,
		`{"day":"soon","at":[],"flag":"true","raw":"","object":"","secret":1}`,
		` [ {"id" : -0.0e-9 } , {"noTag":1,"born":"9223372036854775808"} ] `,
		`"12"`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		checkProperties[record](t, string(body))
		checkProperties[[]record](t, string(body))
		checkProperties[[]*line](t, string(body))
		checkProperties[int64](t, string(body))
	})
}

// checkProperties checks what is true of the repair of every body.
func checkProperties[T any](t *testing.T, body string) {
	repaired, warnings, err := repairAs[T](body)
	limits := jsonlex.Lexer{Body: []byte(body)}
	if limits.Skip(); limits.Err != nil {
		return // such as a number of too many digits
	}
	var strict T
	strictErr := json.Unmarshal([]byte(body), &strict)
	if err != nil {
		switch unreadable, isUnreadable := errors.AsType[*Error](err); {
		case !isUnreadable && json.Valid([]byte(body)):
			t.Fatalf("valid JSON is refused as none: %v", err)
		case isUnreadable && unreadable.Raw != "null" && strictErr == nil:
			t.Fatalf("a readable document is refused: %v", err)
		}
		return
	}
	var got T
	if err := json.Unmarshal(repaired, &got); err != nil {
		t.Fatalf("the repaired document %s does not decode: %v", repaired, err)
	}
	if len(warnings) == 0 && string(repaired) != body {
		t.Fatalf("changed to %s without a warning", repaired)
	}
	isNull := func(w Warning) bool { return w.Raw == "null" || w.Problem == repeated || w.Problem == sentExactly }
	if strictErr == nil && !slices.ContainsFunc(warnings, isNull) && !reflect.DeepEqual(got, strict) {
		t.Fatalf("a readable document reads as %+v after repair, and as %+v before", got, strict)
	}
	if hasInvalidText(repaired) {
		return // such text stays, and so does its warning
	}
	again, more, err := repairAs[T](string(repaired))
	if diff := cmp.Diff(string(repaired), string(again)); err != nil || len(more) > 0 || diff != "" {
		t.Fatalf("repairing again: %v, error %v, changes (-first +second):\n%s", more, err, diff)
	}
}
