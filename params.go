package reservations

import (
	"fmt"
	"net/url"
	"reflect"
	"strings"

	"github.com/google/go-querystring/query"
)

// A validator checks what no single field can tell.
type validator interface{ validate() *ParamError }

// encode checks a params struct and returns its query. A field tagged
// param:"required" must not be zero, and no number may be negative.
func encode(op operation, params any) (url.Values, error) {
	v := reflect.ValueOf(params)
	for i := range v.NumField() {
		field, name := v.Field(i), paramName(v.Type().Field(i))
		if v.Type().Field(i).Tag.Get("param") == "required" && isZero(field) {
			return nil, &ParamError{op.name, name, "is required"}
		}
		if field.CanInt() && field.Int() < 0 {
			return nil, &ParamError{op.name, name, fmt.Sprintf("must not be negative, but is %d", field.Int())}
		}
	}
	if p, ok := params.(validator); ok {
		if err := p.validate(); err != nil {
			err.Operation = op.name
			return nil, err
		}
	}
	return query.Values(params)
}

// isZero asks the value first: a zero time need not be the zero struct.
func isZero(field reflect.Value) bool {
	if v, ok := field.Interface().(interface{ IsZero() bool }); ok {
		return v.IsZero()
	}
	return field.IsZero()
}

func paramName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("url"), ",")
	return name
}
