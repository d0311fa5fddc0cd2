package lenient

import (
	"bytes"
	"reflect"

	"github.com/reservationkit/reservations-go/types"
)

// keep stores the unknown fields of a document in the records that were decoded from it.
// The JSON is copied, so that a record does not hold on to its whole document.
func (s *scan) keep(root reflect.Value) {
	for _, u := range s.unknown {
		v, ok := follow(root, u.steps)
		if !ok {
			continue
		}
		extra := v.Addr().Interface().(*types.Extra)
		if *extra == nil {
			*extra = types.Extra{}
		}
		(*extra)[u.key] = bytes.Clone(u.raw)
	}
}

// follow returns the value that steps lead to. It is not ok where a repeated key has
// replaced the value, and for the values of maps, which cannot be changed in place.
func follow(v reflect.Value, steps []step) (reflect.Value, bool) {
	for _, st := range steps {
		if v = pointed(v); !v.IsValid() || st.inMap {
			return v, false
		}
		switch {
		case st.field == nil && st.index >= v.Len():
			return v, false
		case st.field == nil:
			v = v.Index(st.index)
		default:
			var err error
			if v, err = v.FieldByIndexErr(st.field.index); err != nil {
				return v, false
			}
		}
	}
	return v, true
}

// pointed returns what v points to. It is not valid when that is nothing.
func pointed(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v
}
