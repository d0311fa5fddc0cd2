// SPDX-License-Identifier: MIT

package contract

import (
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/structtag"
)

// updates returns the schema of each update, with the schema of the record that it changes, or "". An update is a body that is
// not sent by POST, or a field of that body such as guest in ReservationUpdate.
func updates(doc *openapi3.T) map[string]string {
	changed := map[string]string{}
	eachOperation(doc, func(o reservations.Operation, op *openapi3.Operation) {
		if op.RequestBody == nil || o.Method == http.MethodPost {
			return
		}
		_, update, _ := strings.Cut(bodyOf(op), "types.")
		_, record, _ := strings.Cut(recordOf(op), "types.")
		changed[update] = record
		for key, field := range properties(doc, update) {
			if name := describeSchema(field).Type; strings.HasSuffix(name, "Update") && !strings.HasPrefix(name, "list of ") {
				changed[name] = ""
				if part := properties(doc, record)[key]; part != nil {
					changed[name] = describeSchema(part).Type
				}
			}
		}
	})
	return changed
}

// properties returns the fields of a schema. There are none if there is no such schema.
func properties(doc *openapi3.T, schema string) openapi3.Schemas {
	if ref := doc.Components.Schemas[schema]; ref != nil {
		return ref.Value.Properties
	}
	return nil
}

// TestFieldsThatCanBeClearedAreNullable: a field of an update is a Nullable, unless the field is required in its record, or
// is a list or another update. Bodies that create something, and the elements of lists, have nothing to clear.
func TestFieldsThatCanBeClearedAreNullable(t *testing.T) {
	t.Parallel()
	doc, seen := load(t), 0
	changed := updates(doc)
	for name, typ := range reachable(t) {
		record, isUpdate := changed[name]
		if !isUpdate && strings.HasSuffix(name, "Update") && !strings.HasSuffix(name, "LineUpdate") {
			t.Errorf("types.%s is an update by its name, but it is neither a body that is sent by PUT or PATCH nor a field of one", name)
		}
		for _, f := range reflect.VisibleFields(typ) {
			key, _ := nameOf(f)
			if key == "-" || key == "" {
				continue
			}
			want, why := canBeCleared(doc, changed, name, key), ""
			if isUpdate && isRequired(doc, record, key) {
				why = ", because the record requires it"
			}
			if got := structtag.IsNullable(f.Type); got != want {
				t.Errorf("types.%s.%s is a Nullable: %t, want %t%s", name, f.Name, got, want, why)
			}
			if want {
				seen++
			}
		}
	}
	if seen < 30 {
		t.Errorf("got %d fields that can be cleared, want at least 30", seen)
	}
}

// canBeCleared reports whether a field of a schema is to be a Nullable. changed is what updates returns.
func canBeCleared(doc *openapi3.T, changed map[string]string, schema, key string) bool {
	record, isUpdate := changed[schema]
	field := properties(doc, schema)[key]
	if !isUpdate || field == nil || isRequired(doc, record, key) {
		return false
	}
	typ := describeSchema(field).Type
	_, isPart := changed[typ]
	return !isPart && !strings.HasPrefix(typ, "list of ")
}

// isRequired reports whether a field is required in a schema. It is not if there is no such schema.
func isRequired(doc *openapi3.T, schema, key string) bool {
	ref := doc.Components.Schemas[schema]
	return ref != nil && slices.Contains(ref.Value.Required, key)
}
