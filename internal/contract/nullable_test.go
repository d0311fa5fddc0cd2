// SPDX-License-Identifier: MIT

package contract

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/reservationkit/reservations-go/internal/structtag"
	"github.com/reservationkit/reservations-go/types"
)

// changed names the records that show what each update changes. A field of an update is looked up in the first of these
// records that has the field.
var changed = map[reflect.Type][]string{
	reflect.TypeFor[types.ReservationUpdate]():                {"Reservation", "ReservationSummary"},
	reflect.TypeFor[types.ReservationGuestUpdate]():           {"GuestContact"},
	reflect.TypeFor[types.ReservationAdditionalGuestUpdate](): {"ReservationAdditionalGuest"},
}

// TestFieldsThatCanBeClearedAreNullable: a field of an update is a Nullable, unless the field is required in its record, or
// is a list or another update. Bodies that create something, and the elements of lists, have nothing to clear.
func TestFieldsThatCanBeClearedAreNullable(t *testing.T) {
	t.Parallel()
	schemas, seen := load(t).Components.Schemas, 0
	for name, typ := range reachable(t) {
		isUpdate := changed[typ] != nil
		if !isUpdate && strings.HasSuffix(name, "Update") && !strings.HasSuffix(name, "LineUpdate") {
			t.Errorf("types.%s is an update: name the record that it changes in nullable_test.go", name)
		}
		for _, f := range reflect.VisibleFields(typ) {
			key, _ := nameOf(f)
			if key == "-" || key == "" {
				continue
			}
			want := isUpdate && f.Type.Kind() != reflect.Slice && changed[structtag.ValueType(f.Type)] == nil &&
				!isRequired(schemas, changed[typ], key)
			if got := structtag.IsNullable(f.Type); got != want {
				t.Errorf("types.%s.%s is a Nullable: %t, want %t", name, f.Name, got, want)
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

// isRequired reports whether a field is required in the first of the records that has the field.
func isRequired(schemas openapi3.Schemas, records []string, key string) bool {
	for _, record := range records {
		if schema := schemas[record].Value; schema.Properties[key] != nil {
			return slices.Contains(schema.Required, key)
		}
	}
	return false
}
