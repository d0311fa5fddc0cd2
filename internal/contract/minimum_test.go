// SPDX-License-Identifier: MIT

package contract

import (
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestMinimumsOfParameters: the client sends each parameter with its minimum, and refuses a number below the minimum.
func TestMinimumsOfParameters(t *testing.T) {
	t.Parallel()
	sent := errors.New("it is sent")
	client := over(t, testkit.RoundTripper(func(*http.Request) (*http.Response, error) { return nil, sent }))
	eachOperation(load(t), func(o reservations.Operation, op *openapi3.Operation) {
		for _, p := range op.Parameters {
			name, schema := p.Value.Name, p.Value.Schema.Value
			if !schema.Type.Is(openapi3.TypeInteger) {
				continue
			}
			if schema.Min == nil {
				t.Errorf("%s: give %s a minimum in openapi.yaml, such as minimum: 1", o.Name, name)
				continue
			}
			for _, value := range []int64{int64(*schema.Min), int64(*schema.Min) - 1} {
				call := callOf(t, o.Name)
				params := call.Params
				if p.Value.In == openapi3.ParameterInPath {
					call.ID = value // all parameters of the path have it, and the client refuses the first
					_, rest, _ := strings.Cut(o.Path, "{")
					name, _, _ = strings.Cut(rest, "}")
				}
				if body := signatureOf(t, o.Name).body; body != nil {
					call.Body = reflect.Zero(body).Interface() // no body, because a reference in it would have the same id
				}
				call.Fill = func(of reflect.Type, field reflect.StructField, at reflect.Value) bool {
					key, _ := nameOf(field)
					isIt := of == params && key == name
					if isIt {
						at.SetInt(value)
					}
					return isIt
				}
				_, err := call.Do(t.Context(), client, reservations.WithEmptyUpdate())
				bad, isBad := errors.AsType[*reservations.ParamError](err)
				if isBad && bad.Param != name || isBad != (value < int64(*schema.Min)) || !isBad && !errors.Is(err, sent) {
					t.Errorf("%s with the %s %d: got %v; the minimum is %v", o.Name, name, value, err, *schema.Min)
				}
			}
		}
	})
}

// TestMinimumsOfFields: no number in a record or a body has a minimum, except the persons and the total of the register,
// which are at least 0, and the id in a reference of a body, which is at least 1.
func TestMinimumsOfFields(t *testing.T) {
	t.Parallel()
	doc := load(t)
	wants := map[string]float64{"PresenceItem.numOfPersons": 0, "RequestRef.id": 1}
	for name, schema := range doc.Components.Schemas {
		for key, property := range schema.Value.Properties {
			want, refused := wants[name+"."+key]
			switch low := property.Value.Min; {
			case low != nil && !refused:
				t.Errorf("take out the minimum of %s.%s: a number in a record has none", name, key)
			case refused && (low == nil || *low != want):
				t.Errorf("%s.%s needs the minimum %v", name, key, want)
			}
		}
	}
	if low := doc.Components.Headers["totalCount"].Value.Schema.Value.Min; low == nil || *low != 0 {
		t.Error("the header X-Total-Count has no minimum 0")
	}
}
