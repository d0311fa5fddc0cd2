// SPDX-License-Identifier: MIT

package recording

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/source"
	"github.com/reservationkit/reservations-go/types"
)

// TestRuleIsThatOfPrints compares which texts of records may stay with which are printed.
func TestRuleIsThatOfPrints(t *testing.T) {
	t.Parallel()
	compared := map[reflect.Type]bool{}
	shown, hidden := 0, 0
	var compare func(record reflect.Type)
	compare = func(record reflect.Type) {
		if compared[record] || !(place{typ: record, shown: true}).isRecord() {
			return
		}
		compared[record] = true
		for i := range record.NumField() {
			f, value := record.Field(i), reflect.New(record)
			compare(elementOf(f.Type))
			if f.Type.Kind() != reflect.String {
				continue
			}
			value.Elem().Field(i).SetString("harmless")
			want := strings.Contains(fmt.Sprint(types.Redacted(value.Interface())), "harmless")
			if shows(f) != want {
				t.Errorf("%v.%s is shown: %v, want %v", record, f.Name, !want, want)
			}
			if want {
				shown++
			} else {
				hidden++
			}
		}
	}
	for _, described := range operations {
		compare(elementOf(described.body))
	}
	if shown < 50 || hidden < 50 {
		t.Errorf("%d shown and %d hidden texts are compared, want at least 50 of each", shown, hidden)
	}
}

// TestNoOtherValueBecomesAConstant replaces the unknown values of an enumeration whose constants
// are single letters.
func TestNoOtherValueBecomesAConstant(t *testing.T) {
	t.Parallel()
	v, taken := newInvention(nil), map[string]bool{}
	for letter := 'a'; letter <= 'z'; letter++ {
		invented := v.label(string(letter))
		if source.IsKnownValue(invented) || taken[invented] {
			t.Errorf("%c is replaced by %q, which is another value", letter, invented)
		}
		taken[invented] = true
	}
}
