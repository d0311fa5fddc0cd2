// SPDX-License-Identifier: MIT

package contract

import (
	"cmp"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// samples has the JSON of a value for the Go types whose values need a certain form. A text is a date, because many
// texts must be dates.
var samples = map[reflect.Type]string{
	reflect.TypeFor[int]():            `2`,
	reflect.TypeFor[string]():         `"2026-11-20"`,
	reflect.TypeFor[time.Time]():      `"2026-11-20T12:00:00+01:00"`,
	reflect.TypeFor[types.Decimal]():  `"-12.345"`,
	reflect.TypeFor[types.Number]():   `-12.345`,
	reflect.TypeFor[types.DateTime](): `"2026-11-20T14:30:00.5+0200"`,
	reflect.TypeFor[types.Date]():     `"2026-11-20"`,
	reflect.TypeFor[types.Scalar]():   `"21.0"`,
	reflect.TypeFor[types.Object]():   `{"free":{"form":1}}`,
}

// sampleID is the id of every sample. It has more digits than a float64 holds.
const sampleID int64 = 9007199254740993

// fieldSamples has the JSON of the fields that cannot take the sample of their type.
var fieldSamples = map[string]string{
	"WebhookEvent.id": `"9007199254740993"`,
}

// eachCall runs f twice for every operation: with samples in all fields, and with samples only in the required fields.
func eachCall(t *testing.T, f func(*testing.T, testclient.Call)) {
	eachOperation(load(t), func(o reservations.Operation, op *openapi3.Operation) {
		for name, all := range map[string]bool{"all": true, "required": false} {
			t.Run(o.Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				f(t, sampleCall(t, o, op, all))
			})
		}
	})
}

// sampleCall returns the call of an operation with samples.
func sampleCall(t *testing.T, o reservations.Operation, op *openapi3.Operation, all bool) testclient.Call {
	t.Helper()
	include := ""
	if p := op.Parameters.GetByInAndName("query", "include[]"); p != nil {
		include = encoded(t, p.Schema.Value.Items.Value.Enum)
	}
	call := callOf(t, o.Name)
	call.Args = samplesFor(t, all, include)
	return call
}

// samplesFor returns arguments with samples in all fields, or, if all is false, only in the required fields.
func samplesFor(t *testing.T, all bool, include string) testclient.Args {
	fill := func(of reflect.Type, f reflect.StructField, value reflect.Value) bool {
		name, required := nameOf(f)
		text := cmp.Or(map[string]string{"include[]": include}[name], fieldSamples[of.Name()+"."+name], samples[f.Type])
		needed := required || strings.HasSuffix(of.Name(), "Create") || of.Name() == "RequestRef" // these must not be empty
		switch {
		case name == "-", !needed && !all:
			return true
		case text != "":
			set(t, value, text)
		}
		return text != ""
	}
	return testclient.Args{ID: sampleID, All: all, Fill: fill}
}

func set(t *testing.T, value reflect.Value, text string) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), value.Addr().Interface()); err != nil {
		t.Fatalf("the sample %s in sample_test.go is no %v: %v", text, value.Type(), err)
	}
}
