// SPDX-License-Identifier: MIT

package reservationstest

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
	"github.com/reservationkit/reservations-go/internal/source"
	"github.com/reservationkit/reservations-go/types"
)

// A check reads the id in the path, the query and the body of a request, and collects one message
// per problem.
type check struct {
	http           *http.Request
	responseHeader http.Header
	organization   int64 // that the server holds, or 0 for any

	id       int64          // in the path; 0 when it is no number, so that no record has it
	changes  map[string]any // the documented fields of the body
	problems []string
}

func (c *check) invalid(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}

// read reads a request into the params and the body that the method of package reservations takes.
func (c *check) read(params, body any) {
	c.id, _ = strconv.ParseInt(c.http.PathValue("id"), 10, 64)
	query, err := url.ParseQuery(c.http.URL.RawQuery)
	if err != nil {
		c.invalid("the query cannot be read: %v", err)
	}
	c.readParams(reflect.ValueOf(params).Elem(), query)
	c.readBody(body)
}

// A field is a field of a struct that is sent in a query or a body.
type field struct {
	reflect.StructField
	name string
}

// fieldsOf returns the fields of a struct to which the given tag, json or url, gives a name. These tags
// are the only description here of what the operations take and return.
func fieldsOf(t reflect.Type, tag string) (fields []field) {
	for field0 := range t.Fields() {
		if name, _, _ := strings.Cut(field0.Tag.Get(tag), ","); name != "" && name != "-" {
			fields = append(fields, field{field0, name})
		}
	}
	return fields
}

// readParams reads the query by the tags of the fields of a params struct.
func (c *check) readParams(params reflect.Value, query url.Values) {
	for _, f := range fieldsOf(params.Type(), "url") {
		texts := query[f.name]
		delete(query, f.name)
		field := params.FieldByIndex(f.Index)
		switch {
		case f.Type.Kind() == reflect.Slice:
			field.Set(reflect.MakeSlice(f.Type, len(texts), len(texts)))
			for i, text := range texts {
				c.param(f, text, field.Index(i))
			}
		case len(texts) == 0 || texts[0] == "":
			if f.Tag.Get("param") == "required" {
				c.invalid("%s is missing", f.name)
			}
		case len(texts) > 1:
			c.invalid("%s is given %d times", f.name, len(texts))
		default:
			c.param(f, texts[0], field)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		c.invalid("there is no parameter %.40q", name)
	}
}

// param reads the value of one parameter into its field, or an item of a list into v.
func (c *check) param(f field, text string, v reflect.Value) {
	switch target := v.Addr().Interface().(type) {
	case *types.Secret:
		*target = types.NewSecret(text)
	case **bool:
		*target = new(text == "true")
		c.want(text == "true" || text == "false", f.name, text, "true or false")
	case *int64, *int: // an int is the limit or the offset
		least := int64(1)
		if f.name == "offset" {
			least = 0
		}
		n, err := strconv.ParseInt(text, 10, 64)
		v.SetInt(n)
		c.want(err == nil && n >= least, f.name, text, fmt.Sprint("an integer of at least ", least))
		if f.name == "organization" && c.organization != 0 && n != c.organization {
			c.invalid("organization is %.40s, but this server holds only organization %d", text, c.organization)
		}
	case *time.Time:
		t, err := time.Parse(time.RFC3339, text)
		*target = t
		c.want(err == nil, f.name, text, "a date-time such as 2026-11-20T00:00:00Z")
	case *types.Date: // in the form that the tag names; without one neither the form nor the effect is documented
		d, err := types.ParseDate(text)
		*target = d
		form := map[string]string{"date": "2026-11-20", "date-time": "2026-11-20T00:00:00Z"}[f.Tag.Get("format")]
		c.want(form == "" || err == nil && len(text) >= len(form), f.name, text, "a day such as "+form)
	default: // a string or an enumeration; of another kind it panics: add a case here
		v.SetString(text)
		allowed := source.KnownValues(v.Type())
		if f.name == "include[]" {
			allowed = []string{"accommodations", "translations"}
		}
		c.wantOneOf(allowed, f.name, text)
	}
}

// want notes a text that is not valid, and what is.
func (c *check) want(valid bool, name, text, want string) {
	if !valid {
		c.invalid("%s is %.40q, want %s", name, text, want)
	}
}

// wantOneOf checks the value of an enumeration, for which nil allows any text.
func (c *check) wantOneOf(allowed []string, name, text string) {
	c.want(allowed == nil || slices.Contains(allowed, text), name, text, "one of "+strings.Join(allowed, ", "))
}

// has reports whether the body has a documented field.
func (c *check) has(name string) bool {
	_, has := c.changes[name]
	return has
}

// readBody reads the body of a request into a pointer to the type that the method of package
// reservations takes, and notes the documented fields that it has. A field that is not documented
// is ignored, because what the service does about it is not known.
func (c *check) readBody(target any) {
	data, _ := io.ReadAll(c.http.Body) // from memory, see record
	t := reflect.TypeOf(target).Elem()
	switch none := t == reflect.TypeFor[nothing](); {
	case len(data) == 0 && t.Kind() == reflect.Struct && !none:
		c.invalid("the body is missing")
		return
	case len(data) == 0:
		return
	case none:
		c.invalid("this operation takes no body")
		return
	}
	contentType := c.http.Header.Get("Content-Type")
	mediaType, _, err := mime.ParseMediaType(contentType)
	c.want(err == nil && mediaType == "application/json", "Content-Type", contentType, "application/json")
	if err := json.Unmarshal(data, target); err != nil {
		c.invalid("the body is not as documented: %v", err)
		return
	}
	c.changes, _ = merge(t, nil, decode(data)).(map[string]any)
	c.enumerations("", t, c.changes)
}

// enumerations checks the texts of a body that may have only certain values.
func (c *check) enumerations(path string, t reflect.Type, value any) {
	t = tag.ValueType(t)
	switch value := value.(type) {
	case map[string]any:
		for _, f := range fieldsOf(t, "json") {
			c.enumerations(path+"."+f.name, f.Type, value[f.name])
		}
	case []any:
		for _, item := range value {
			c.enumerations(path, t.Elem(), item)
		}
	case string:
		c.wantOneOf(source.KnownValues(t), strings.TrimPrefix(path, "."), value)
	}
}
