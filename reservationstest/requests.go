package reservationstest

import (
	"bytes"
	"encoding/json"
	"mime"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/types"
)

// body checks the body of a request against the type of the request and returns it, also as
// the JSON it came in: {} for none, where none is due. A field that is not documented is
// left out, because what the service does about it is not known.
func body[T any](p *params, required bool) (request T, data []byte) {
	data, p.sent = p.sent, nil
	if len(data) == 0 {
		if required {
			p.invalid("the body is missing")
		}
		return request, []byte("{}")
	}
	contentType := p.call.Header.Get("Content-Type")
	if mediaType, _, err := mime.ParseMediaType(contentType); err != nil || mediaType != "application/json" {
		p.invalid("Content-Type is %.40q, want application/json", contentType)
	}
	if !json.Valid(data) {
		p.invalid("the body is not valid JSON")
		return request, data
	}
	before := len(p.problems)
	p.checkValue("", reflect.TypeFor[T](), bytes.TrimSpace(data))
	if len(p.problems) == before {
		if err := json.Unmarshal(data, &request); err != nil {
			p.invalid("the body cannot be read: %v", err)
		}
		data = documented(reflect.TypeFor[T](), data)
	}
	return request, data
}

// fieldNames returns the names of the fields that a checked body has.
func fieldNames(body []byte) map[string]bool {
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(body, &fields) // it is a valid object
	names := map[string]bool{}
	for name := range fields {
		names[name] = true
	}
	return names
}

// documented returns the JSON of a value without the fields that t does not have.
func documented(t reflect.Type, data json.RawMessage) json.RawMessage {
	var fields map[string]json.RawMessage
	var items []json.RawMessage
	switch {
	case string(data) == "null":
	case t.Kind() == reflect.Pointer:
		return documented(t.Elem(), data)
	case t.Kind() == reflect.Slice && json.Unmarshal(data, &items) == nil:
		for i := range items {
			items[i] = documented(t.Elem(), items[i])
		}
		data, _ = json.Marshal(items)
	case t.Kind() == reflect.Struct && json.Unmarshal(data, &fields) == nil:
		kept := map[string]json.RawMessage{}
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			if value, given := fields[name]; given {
				kept[name] = documented(t.Field(i).Type, value)
			}
		}
		data, _ = json.Marshal(kept)
	}
	return data
}

// checkValue checks one JSON value of a body. A path of "" stands for the whole of it.
func (p *params) checkValue(path string, t reflect.Type, data json.RawMessage) {
	switch {
	case t.Kind() == reflect.Pointer:
		p.checkValue(path, t.Elem(), data)
	case t == reflect.TypeFor[types.Number]():
		p.expect("a number", path, data)
	case t == reflect.TypeFor[types.Decimal]():
		if p.expect("a string", path, data) && json.Unmarshal(data, new(types.Decimal)) != nil {
			p.invalid("%s is %.40s, want a decimal such as 1234.500", path, data)
		}
	case t == reflect.TypeFor[types.Date](), t == reflect.TypeFor[types.DateTime]():
		var d types.DateTime
		_ = json.Unmarshal(data, &d) // it never fails
		if _, ok := d.Time(); p.expect("a string", path, data) && !ok {
			p.invalid("%s is %.40s, want a date such as 2026-11-20 or a date-time such as 2026-11-20T14:00:00Z", path, data)
		}
	case t.Kind() == reflect.Struct:
		if p.expect("an object", path, data) {
			p.checkObject(path, t, data)
		}
	case t.Kind() == reflect.Slice:
		if p.expect("an array", path, data) {
			p.checkItems(path, t.Elem(), data)
		}
	case t.Kind() == reflect.String:
		if p.expect("a string", path, data) {
			p.checkText(path, t, data)
		}
	case t.Kind() == reflect.Bool:
		p.expect("true or false", path, data)
	default:
		p.expect("an integer", path, data)
	}
}

// expect notes when a value is not of the kind it should be, and reports whether it is.
func (p *params) expect(want, path string, data json.RawMessage) bool {
	kind := jsonKind(data)
	if kind == want || kind == "an integer" && want == "a number" {
		return true
	}
	if path == "" {
		path = "the body"
	}
	p.invalid("%s is %.40s, want %s", path, data, want)
	return false
}

// jsonKind names what a valid JSON value is.
func jsonKind(data json.RawMessage) string {
	switch data[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	}
	if _, err := strconv.ParseInt(string(data), 10, 64); err != nil {
		return "a number"
	}
	return "an integer"
}

func (p *params) checkObject(path string, t reflect.Type, data json.RawMessage) {
	var values map[string]json.RawMessage
	_ = json.Unmarshal(data, &values) // it is a valid object
	if path != "" {
		path += "."
	}
	for i := range t.NumField() {
		field := t.Field(i)
		name, option, _ := strings.Cut(field.Tag.Get("json"), ",")
		value, given := values[name]
		switch {
		case name == "-":
		case given && p.update && name != "id" && string(value) == "null":
		case given:
			p.checkValue(path+name, field.Type, value)
		case option == "":
			p.invalid("%s is missing", path+name)
		}
	}
}

func (p *params) checkItems(path string, item reflect.Type, data json.RawMessage) {
	var values []json.RawMessage
	_ = json.Unmarshal(data, &values) // it is a valid array
	for i, value := range values {
		p.checkValue(path+"["+strconv.Itoa(i)+"]", item, value)
	}
}

// requestEnums are the allowed values of the strings that have them.
var requestEnums = map[reflect.Type][]string{
	reflect.TypeFor[types.Salutation]():    {"male", "female", "family"},
	reflect.TypeFor[types.UtilityType]():   {"e", "w", "g"},
	reflect.TypeFor[types.CallEvent]():     {"call", "reservation-change-note"},
	reflect.TypeFor[types.CallStatus]():    {"queued", "starting", "ringing", "ongoing", "busy", "hangup", "no-answer"},
	reflect.TypeFor[types.CallDirection](): {"in", "out"},
}

func (p *params) checkText(path string, t reflect.Type, data json.RawMessage) {
	var text string
	_ = json.Unmarshal(data, &text) // it is a valid string
	if allowed := requestEnums[t]; allowed != nil && !slices.Contains(allowed, text) {
		p.invalid("%s is %.40q, want one of %s", path, text, strings.Join(allowed, ", "))
	}
}
