// SPDX-License-Identifier: MIT

package lenient_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/lenient"
)

func FuzzRepair(f *testing.F) {
	for _, seed := range []string{
		`{"id":"12","count":12.0,"name":7,"must":1,"price":"","unit":[],"labels":[],"lines":[null]}`,
		`{"lines":[{"id":1e3},{"id":2,"count":"x"}],"pointers":["",{"id":1}],"table":[[1],["2"]],"pair":[1,2,"3"]}`,
		`{"parent":{"parent":{"units":{"a":{"id":"1","active":"no"}}}},"ID":1,"id":2}`,
		`{"day":"soon","at":[],"discount":true,"raw":[],"any":"","bytes":[1],"byNumber":{"x":1},"secret":1}`,
		` [ {"id" : -0.0e-9 } , {"author":1,"auditName":"9223372036854775808"} ] `,
		`{"a":{"id":1},"b":null}`,
		`"12"`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		checkProperties[record](t, body)
		checkProperties[[]record](t, body)
		checkProperties[map[string]unit](t, body)
		checkProperties[[]*line](t, body)
		checkProperties[int64](t, body)
	})
}

// checkProperties holds what Repair makes of body, for a T, to what is true of every body.
func checkProperties[T any](t *testing.T, body []byte) {
	target := reflect.TypeFor[T]()
	repaired, warnings, err := lenient.Repair(body, target)
	if err != nil {
		var unreadable *lenient.Error
		var strict T
		switch isUnreadable := errors.As(err, &unreadable); {
		case !isUnreadable && json.Valid(body):
			t.Fatalf("valid JSON is refused as none: %v", err)
		case isUnreadable && unreadable.Raw != "null" && json.Unmarshal(body, &strict) == nil:
			t.Fatalf("a readable document is refused: %v", err)
		}
		return
	}
	var got T
	if err := json.Unmarshal(repaired, &got); err != nil {
		t.Fatalf("the repaired document %s does not decode: %v", repaired, err)
	}
	if len(warnings) == 0 && string(repaired) != string(body) {
		t.Fatalf("changed to %s without a warning", repaired)
	}
	var strict T
	isNull := func(o lenient.Warning) bool { return o.Raw == "null" || o.Problem == repeated }
	if json.Unmarshal(body, &strict) == nil &&
		!slices.ContainsFunc(warnings, isNull) && !reflect.DeepEqual(got, strict) {
		t.Fatalf("a readable document reads as %+v after repair, and as %+v before", got, strict)
	}
	again, more, err := lenient.Repair(repaired, target)
	if diff := cmp.Diff(string(repaired), string(again)); err != nil || len(more) > 0 || diff != "" {
		t.Fatalf("repairing again: %v, error %v, changes (-first +second):\n%s", more, err, diff)
	}
	for _, o := range warnings {
		if len(o.Path) > 203 || len(o.Raw) > 103 {
			t.Fatalf("warning is too long: %+v", o)
		}
	}
}
