// SPDX-License-Identifier: MIT

// Package inbound reads requests as a service does. It takes what an operation accepts from the tags of the params and
// bodies of package reservations, and changes records by the tags of their fields.
package inbound

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

	"github.com/reservationkit/reservations-go/internal/enums"
	"github.com/reservationkit/reservations-go/internal/structtag"
	"github.com/reservationkit/reservations-go/types"
)

// Nothing is the type of the params or of the body of an operation that takes none.
type Nothing struct{}

// Request is a request, and what was read of it.
type Request struct {
	HTTP     *http.Request
	ID       int64          // in the path; 0 when it is no number, so that no record has it
	Changes  map[string]any // the documented fields of the body
	Problems []string       // what is not as documented
}

// Read reads a request into pointers to the params and the body of an operation. The body of the request must be in
// memory.
func Read(from *http.Request, params, body any) *Request {
	r := &Request{HTTP: from}
	r.ID, _ = strconv.ParseInt(from.PathValue("id"), 10, 64)
	query, err := url.ParseQuery(from.URL.RawQuery)
	if err != nil {
		r.Invalid("the query cannot be read: %v", err)
	}
	r.readParams(reflect.ValueOf(params).Elem(), query)
	r.readBody(body)
	return r
}

// Invalid adds a problem.
func (r *Request) Invalid(format string, args ...any) {
	r.Problems = append(r.Problems, fmt.Sprintf(format, args...))
}

// namedField is a field of a struct that is sent in a query or a body.
type namedField struct {
	reflect.StructField
	name string
}

// namedFields returns the fields of a struct that have a name in a tag, json or url. These tags are the only description
// here of what operations take and return.
func namedFields(t reflect.Type, tag string) (fields []namedField) {
	for f := range t.Fields() {
		if name := structtag.Name(f, tag); name != "" {
			fields = append(fields, namedField{f, name})
		}
	}
	return fields
}

// readParams reads the query by the tags of the fields of a params struct.
func (r *Request) readParams(params reflect.Value, query url.Values) {
	for _, f := range namedFields(params.Type(), "url") {
		texts := query[f.name]
		delete(query, f.name)
		field := params.FieldByIndex(f.Index)
		switch {
		case f.Type.Kind() == reflect.Slice:
			field.Set(reflect.MakeSlice(f.Type, len(texts), len(texts)))
			for i, text := range texts {
				r.param(f, text, field.Index(i))
			}
		case len(texts) == 0 || texts[0] == "":
			if f.Tag.Get("param") == "required" {
				r.Invalid("%s is missing", f.name)
			}
		case len(texts) > 1:
			r.Invalid("%s is given %d times", f.name, len(texts))
		default:
			r.param(f, texts[0], field)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		r.Invalid("there is no parameter %.40q", name)
	}
}

// param reads one value of a parameter into v, which is the field or, for a list, an element of it.
func (r *Request) param(f namedField, text string, v reflect.Value) {
	switch target := v.Addr().Interface().(type) {
	case *types.Secret:
		*target = types.NewSecret(text)
	case **bool:
		*target = new(text == "true")
		r.want(text == "true" || text == "false", f.name, text, "true or false")
	case *int64, *int: // an int is the limit or the offset
		least := int64(1)
		if f.name == "offset" {
			least = 0
		}
		n, err := strconv.ParseInt(text, 10, 64)
		v.SetInt(n)
		r.want(err == nil && n >= least, f.name, text, fmt.Sprint("an integer of at least ", least))
	case *time.Time:
		t, err := time.Parse(time.RFC3339, text)
		*target = t
		r.want(err == nil, f.name, text, "a date-time such as 2026-11-20T00:00:00Z")
	case *types.Date: // in the form that the tag names; without one neither the form nor the effect is documented
		d, err := types.ParseDate(text)
		*target = d
		form := map[string]string{"date": "2026-11-20", "date-time": "2026-11-20T00:00:00Z"}[f.Tag.Get("format")]
		r.want(form == "" || err == nil && len(text) >= len(form), f.name, text, "a day such as "+form)
	default: // a string or an enumeration; of another kind it panics: add a case here
		v.SetString(text)
		allowed := enums.KnownValues(v.Type())
		if f.name == "include[]" {
			allowed = []string{"accommodations", "translations"}
		}
		r.wantOneOf(allowed, f.name, text)
	}
}

// want adds a problem if a text is not valid. It says what would be valid.
func (r *Request) want(valid bool, name, text, want string) {
	if !valid {
		r.Invalid("%s is %.40q, want %s", name, text, want)
	}
}

// wantOneOf adds a problem if a text is none of the allowed ones. If allowed is nil, any text is.
func (r *Request) wantOneOf(allowed []string, name, text string) {
	r.want(allowed == nil || slices.Contains(allowed, text), name, text, "one of "+strings.Join(allowed, ", "))
}

// readBody reads the body of a request into a pointer, and keeps its documented fields as Changes. It ignores a field
// that is not documented, because nobody knows what the service does with it.
func (r *Request) readBody(target any) {
	data, _ := io.ReadAll(r.HTTP.Body)
	t := reflect.TypeOf(target).Elem()
	switch none := t == reflect.TypeFor[Nothing](); {
	case len(data) == 0 && t.Kind() == reflect.Struct && !none:
		r.Invalid("the body is missing")
		return
	case len(data) == 0:
		return
	case none:
		r.Invalid("this operation takes no body")
		return
	}
	contentType := r.HTTP.Header.Get("Content-Type")
	mediaType, _, err := mime.ParseMediaType(contentType)
	r.want(err == nil && mediaType == "application/json", "Content-Type", contentType, "application/json")
	if err := json.Unmarshal(data, target); err != nil {
		r.Invalid("the body is not as documented: %v", err)
		return
	}
	r.Changes, _ = merge(t, nil, decode(data)).(map[string]any)
	r.enumerations("", t, r.Changes)
}

// enumerations checks the texts in a body whose types are enumerations.
func (r *Request) enumerations(path string, t reflect.Type, value any) {
	t = structtag.ValueType(t)
	switch value := value.(type) {
	case map[string]any:
		for _, f := range namedFields(t, "json") {
			r.enumerations(path+"."+f.name, f.Type, value[f.name])
		}
	case []any:
		for _, item := range value {
			r.enumerations(path, t.Elem(), item)
		}
	case string:
		r.wantOneOf(enums.KnownValues(t), strings.TrimPrefix(path, "."), value)
	}
}
