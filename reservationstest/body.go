// SPDX-License-Identifier: MIT

package reservationstest

import (
	"cmp"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
	"github.com/reservationkit/reservations-go/internal/source"
	"github.com/reservationkit/reservations-go/types"
)

// fields are the fields of a JSON object.
type fields map[string]any

func (f fields) has(name string) bool {
	_, has := f[name]
	return has
}

// readBody reads the body of a request into a pointer to the type that the method of package
// reservations takes, and notes the documented fields that it has. A field that is not documented
// is ignored, because what the service does about it is not known.
func (c *check) readBody(target any) {
	data, _ := io.ReadAll(c.http.Body) // from memory, see logCall
	t := reflect.TypeOf(target).Elem()
	none := t == reflect.TypeFor[nothing]()
	switch {
	case len(data) == 0:
		if t.Kind() == reflect.Struct && !none {
			c.invalid("the body is missing")
		}
		return
	case none:
		c.invalid("this operation takes no body")
		return
	}
	contentType := c.http.Header.Get("Content-Type")
	if mediaType, _, err := mime.ParseMediaType(contentType); err != nil || mediaType != "application/json" {
		c.invalid("Content-Type is %.40q, want application/json", contentType)
	}
	if !json.Valid(data) {
		c.invalid("the body is not valid JSON")
		return
	}
	value, before := decode(data), len(c.problems)
	c.value("", t, value)
	if len(c.problems) == before {
		_ = json.Unmarshal(data, target) // every value in it has the type of its field
		c.changes = documented(t, value).(map[string]any)
	}
}

// value checks one JSON value of a body. The path of the whole body is "".
func (c *check) value(path string, t reflect.Type, value any) {
	t = tag.ValueType(t)
	want, got := jsonOfType(t), jsonOfValue(value)
	if got != want && (got != "an integer" || want != "a number") {
		text, _ := json.Marshal(value) // it was read from JSON
		c.invalid("%s is %.40s, want %s", cmp.Or(path, "the body"), text, want)
		return
	}
	switch value := value.(type) {
	case map[string]any:
		c.object(path, t, value)
	case []any:
		for i, item := range value {
			c.value(path+"["+strconv.Itoa(i)+"]", t.Elem(), item)
		}
	case string:
		c.string(path, t, value)
	}
}

// jsonNames names the JSON that values of a kind are written as.
var jsonNames = map[reflect.Kind]string{
	reflect.Struct: "an object",
	reflect.Map:    "an object",
	reflect.Slice:  "an array",
	reflect.String: "a string",
	reflect.Bool:   "true or false",
	reflect.Int:    "an integer",
	reflect.Int64:  "an integer",
}

// jsonOfType names the JSON of a type of a body.
func jsonOfType(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[types.Number]():
		return "a number"
	case reflect.TypeFor[types.Decimal](), reflect.TypeFor[types.Date](), reflect.TypeFor[types.DateTime]():
		return "a string"
	}
	return jsonNames[t.Kind()]
}

// jsonOfValue names what a JSON value is.
func jsonOfValue(value any) string {
	number, isNumber := value.(json.Number)
	switch {
	case value == nil:
		return "null"
	case !isNumber:
		return jsonNames[reflect.TypeOf(value).Kind()]
	}
	if _, err := number.Int64(); err != nil {
		return "a number"
	}
	return "an integer"
}

// object checks the fields of an object. In an update null clears a field.
func (c *check) object(path string, t reflect.Type, object map[string]any) {
	if path != "" {
		path += "."
	}
	for _, f := range fieldsOf(t, "json") {
		value, given := object[f.name]
		switch {
		case given && value == nil && c.operation.Method == http.MethodPut && f.name != "id":
		case given:
			c.value(path+f.name, f.Type, value)
		case !f.optional:
			c.invalid("%s is missing", path+f.name)
		}
	}
}

func (c *check) string(path string, t reflect.Type, text string) {
	switch t {
	case reflect.TypeFor[types.Decimal]():
		if _, err := types.ParseDecimal(text); err != nil {
			c.invalid("%s is %.40q, want a decimal such as 1234.500", path, text)
		}
	case reflect.TypeFor[types.Date](), reflect.TypeFor[types.DateTime]():
		d, _ := types.ParseDateTime(text) // it has no instant when it cannot be read
		if _, ok := d.Time(); !ok {
			const want = "want a date such as 2026-11-20 or a date-time such as 2026-11-20T14:00:00Z"
			c.invalid("%s is %.40q, %s", path, text, want)
		}
	default:
		if allowed := source.KnownValues(t); allowed != nil && !slices.Contains(allowed, text) {
			c.invalid("%s is %.40q, want one of %s", path, text, strings.Join(allowed, ", "))
		}
	}
}
