// SPDX-License-Identifier: MIT

// Package inbound reads requests as a service does: the struct tags of params and bodies say what an operation accepts. It
// also changes a record as a request asks: with {"number":"C7"} a unit gets another number. And it makes examples of records.
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

// Nothing is the type of the params of an operation without params, and of the body of an operation without a body.
type Nothing struct{}

// Request is a request, with what Read has read from it.
type Request struct {
	HTTP     *http.Request
	ID       int64          // the id in the path, or 0 if it is no number; no record has the id 0
	Changes  map[string]any // the documented fields of the body
	Problems []string       // each says what is not as documented, such as "limit is missing"
}

// Read reads a request into params and body, which point to zero values of their types. The body
// of the request must be in memory, because Read ignores the errors of reading it.
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

// Invalid adds a problem to the Problems of r.
func (r *Request) Invalid(format string, args ...any) {
	r.Problems = append(r.Problems, fmt.Sprintf(format, args...))
}

// namedField is a struct field that is sent in a query or a body.
type namedField struct {
	reflect.StructField
	name string
}

// namedFields returns the fields of a struct that have a name in the given tag, which is json or url.
func namedFields(t reflect.Type, tag string) (fields []namedField) {
	for f := range t.Fields() {
		if name := structtag.Name(f, tag); name != "" {
			fields = append(fields, namedField{f, name})
		}
	}
	return fields
}

// readParams reads the query into params. A parameter that is wrong, unknown, repeated, or required but missing is a problem.
func (r *Request) readParams(params reflect.Value, query url.Values) {
	for _, f := range namedFields(params.Type(), "url") {
		texts := query[f.name]
		delete(query, f.name)
		field := params.FieldByIndex(f.Index)
		switch {
		case f.Type.Kind() == reflect.Slice:
			field.Set(reflect.MakeSlice(f.Type, len(texts), len(texts)))
			for i, text := range texts {
				r.readParam(f, text, field.Index(i))
			}
		case len(texts) == 0 || texts[0] == "":
			if f.Tag.Get("param") == "required" {
				r.Invalid("%s is missing", f.name)
			}
		case len(texts) > 1:
			r.Invalid("%s is given %d times", f.name, len(texts))
		default:
			r.readParam(f, texts[0], field)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		r.Invalid("there is no parameter %.40q", name)
	}
}

// readParam reads one value of a parameter into v, which is the field or, for a list, an element of the field.
func (r *Request) readParam(f namedField, text string, v reflect.Value) {
	switch target := v.Addr().Interface().(type) {
	case *types.Secret:
		*target = types.NewSecret(text)
	case **bool:
		*target = new(text == "true")
		r.require(text == "true" || text == "false", f.name, text, "true or false")
	case *int64, *int: // an id, a limit or an offset
		least := int64(1)
		if f.name == "offset" {
			least = 0
		}
		n, err := strconv.ParseInt(text, 10, 64)
		v.SetInt(n)
		r.require(err == nil && n >= least, f.name, text, fmt.Sprint("an integer of at least ", least))
	case *time.Time:
		t, err := time.Parse(time.RFC3339, text)
		*target = t
		r.require(err == nil, f.name, text, "a date-time such as 2026-11-20T00:00:00Z")
	case *types.Date:
		d, err := types.ParseDate(text)
		*target = d
		// Without the tag format, form is empty: any text is valid, because no form is documented.
		form := map[string]string{"date": "2026-11-20", "date-time": "2026-11-20T00:00:00Z"}[f.Tag.Get("format")]
		r.require(form == "" || err == nil && len(text) >= len(form), f.name, text, "a day such as "+form)
	default: // a string or an enumeration; for any other kind, SetString panics
		v.SetString(text)
		allowed := enums.KnownValues(v.Type())
		if f.name == "include[]" {
			allowed = []string{"accommodations", "translations"}
		}
		r.requireOneOf(allowed, f.name, text)
	}
}

// require adds a problem if a text is not valid. want says which texts are valid, such as "true or false".
func (r *Request) require(valid bool, name, text, want string) {
	if !valid {
		r.Invalid("%s is %.40q, want %s", name, text, want)
	}
}

// requireOneOf adds a problem if a text is not in allowed. If allowed is nil, every text is valid.
func (r *Request) requireOneOf(allowed []string, name, text string) {
	r.require(allowed == nil || slices.Contains(allowed, text), name, text, "one of "+strings.Join(allowed, ", "))
}

// readBody reads the body of a request into target, and the documented fields of the body into Changes. It ignores other
// fields, because nobody knows what the service does with them.
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
	r.require(err == nil && mediaType == "application/json", "Content-Type", contentType, "application/json")
	if err := json.Unmarshal(data, target); err != nil {
		r.Invalid("the body is not as documented: %v", err)
		return
	}
	r.Changes, _ = mergeValue(t, nil, decode(data)).(map[string]any)
	r.checkEnumerations("", t, r.Changes)
}

// checkEnumerations adds a problem for each text in a body that is not a value of its enumeration.
func (r *Request) checkEnumerations(path string, t reflect.Type, value any) {
	t = structtag.ValueType(t)
	switch value := value.(type) {
	case map[string]any:
		for _, f := range namedFields(t, "json") {
			r.checkEnumerations(path+"."+f.name, f.Type, value[f.name])
		}
	case []any:
		for _, item := range value {
			r.checkEnumerations(path, t.Elem(), item)
		}
	case string:
		r.requireOneOf(enums.KnownValues(t), strings.TrimPrefix(path, "."), value)
	}
}
