// SPDX-License-Identifier: MIT

package doctor

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go/types"
)

var dateTimeForm = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}:?(\d{2})?)?$`)

// dateTimes counts the offsets of all date-times.
func dateTimes(p *probe) finding {
	utc, local, none := 0, 0, 0
	for _, r := range p.responses() {
		for _, text := range textsOf(r.Body) {
			switch match := dateTimeForm.FindStringSubmatch(text); {
			case match == nil:
			case match[3] == "":
				none++
			case strings.Trim(match[3], "Z+-:0") == "":
				utc++
			default:
				local++
			}
		}
	}
	evidence := say("%d in UTC, %d with another offset, %d without offset", utc, local, none)
	switch {
	case none > 0:
		return contradicted(say("%d [date-time has|date-times have] no offset", none),
			"They name a time of the clock: use the written date, and do not compare them with instants.").because(evidence)
	case utc+local == 0:
		return undetermined(say("there are no date-times"))
	}
	return confirmed(say("all %d have one", utc+local)).because(evidence)
}

// textsOf returns the strings of a JSON document, without the names of fields.
func textsOf(body []byte) (texts []string) {
	var document any
	if json.NewDecoder(bytes.NewReader(body)).Decode(&document) != nil {
		return nil
	}
	var visit func(any)
	visit = func(value any) {
		switch value := value.(type) {
		case string:
			texts = append(texts, value)
		case []any:
			for _, inner := range value {
				visit(inner)
			}
		case map[string]any:
			for _, inner := range value {
				visit(inner)
			}
		}
	}
	visit(document)
	return texts
}

// A field is one that the SDK does not know, and the path to the records that have it.
type field struct{ records, name string }

// unknown counts records by the path to them, and the unknown fields in them.
type unknown struct {
	records map[string]int
	fields  map[field]int
}

// undocumented shows the fields that the SDK does not know.
func undocumented(p *probe) finding {
	found := unknown{map[string]int{}, map[field]int{}}
	for _, r := range p.responses() {
		found.collect("", reflect.ValueOf(r.value))
	}
	switch {
	case len(found.records) == 0:
		return undetermined(say("there are no records"))
	case len(found.fields) == 0:
		return confirmed(say("none"))
	}
	const most = 40
	var shown []name
	for f, n := range found.fields {
		if isNameOfField(f.name, n, found.records[f.records]) {
			shown = append(shown, name(join(f.records, f.name)))
		}
	}
	slices.Sort(shown)
	shown = shown[:min(most, len(shown))]
	answer := confirmed(say("%d [field|fields], %d of them shown", len(found.fields), len(shown)))
	answer.meaning = "Read them from Extra, and tell us their names so that they can be documented."
	for _, n := range shown {
		answer = answer.because(list("field", []name{n}))
	}
	return answer
}

// collect counts what is in a value. The path to it has documented names only.
func (u unknown) collect(path string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		u.collect(path, v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			u.collect(path+"[]", v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			about := v.Type().Field(i)
			if !about.IsExported() {
				continue
			}
			if extra, ok := reflect.TypeAssert[types.Extra](v.Field(i)); ok {
				u.records[path]++
				for name := range extra {
					u.fields[field{path, name}]++
				}
				continue
			}
			name, _, _ := strings.Cut(about.Tag.Get("json"), ",")
			u.collect(join(path, name), v.Field(i))
		}
	}
}

func join(path, name string) string {
	if path == "" || name == "" {
		return path + name
	}
	return path + "." + name
}

// fieldName is the form of the name of a field. Names with more than two digits, such as ids and
// dates, may be data.
var fieldName = regexp.MustCompile(`^[a-z]([a-zA-Z_]*[0-9]?){0,2}$`)

// isNameOfField reports whether a name can be shown. It must look like the name of a field and not like data, and
// most records must have it: where a record has data in the place of names, each has its own.
func isNameOfField(name string, have, records int) bool {
	const enough = 10
	return have >= enough && 2*have > records && len(name) <= 40 && fieldName.MatchString(name)
}
