// SPDX-License-Identifier: MIT

package doctor

import (
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/internal/structtag"
	"github.com/reservationkit/reservations-go/types"
)

// rateLimit looks for a refusal, and for the headers that announce one.
func rateLimit(p *probe, _ []string) finding {
	all := p.responses()
	last := all[len(all)-1]
	switch {
	case isBusy(last.StatusCode):
		return contradicted("Another program may use the same key; see docs/errors-and-retries.md.",
			say("request %d was refused with status %d", p.sent, last.StatusCode))
	case slices.ContainsFunc(all, announcesLimit):
		return confirmed(say("it announces one"))
	}
	return confirmed(say("no"))
}

var limitHeader = regexp.MustCompile(`^((X-)?Rate-?limit|Retry-After$)`)

func announcesLimit(r *reply) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(r.Header)), limitHeader.MatchString)
}

// errorForm looks at the bodies of all errors.
func errorForm(p *probe, _ []string) finding {
	seen, other := 0, 0
	for _, r := range p.responses() {
		if r.StatusCode < http.StatusBadRequest {
			continue
		}
		seen++
		var documented struct {
			StatusCode  *int      `json:"statusCode"`
			Description *string   `json:"description"`
			Errors      *[]string `json:"errors"`
		}
		if json.Unmarshal(r.Body, &documented) != nil || documented.StatusCode == nil || documented.Description == nil {
			other++
		}
	}
	switch {
	case seen == 0:
		return undetermined(say("no request was refused"))
	case other > 0:
		return contradicted("Decide by the status.", say("%d of %d have another form", other, seen))
	}
	return confirmed(say("yes"), say("errors: %d", seen))
}

// clock compares the Date of the responses with the clock of this machine.
func clock(p *probe, _ []string) finding {
	known, ahead, uncertain := false, time.Duration(0), time.Duration(0)
	for _, r := range p.responses() {
		date, err := http.ParseTime(r.Header.Get("Date"))
		if err != nil {
			continue
		}
		// The Date is cut to the second, and was written at any time between request and response.
		skew := date.Add(500 * time.Millisecond).Sub(r.sent.Add(r.took / 2))
		if !known || skew > ahead { // the latest Date counts, because a cache can only make it older
			known, ahead, uncertain = true, skew, r.took/2+time.Second
		}
	}
	evidence := say("seconds that the service is ahead: %d", int(ahead.Round(time.Second).Seconds()))
	switch {
	case !known:
		return undetermined(say("no response has a Date"))
	case ahead.Abs() <= uncertain+time.Second:
		return confirmed(say("within two seconds, as far as can be seen"))
	}
	return contradicted("Let reads of changes overlap by more than that, and set your clock.", say("they do not agree"), evidence)
}

// dateTime is a text of a JSON document with a date and a time, and perhaps an offset.
var dateTime = regexp.MustCompile(`"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(Z|[+-]\d{2}:?(?:\d{2})?)?"`)

// dateTimes counts the offsets of all date-times.
func dateTimes(p *probe, _ []string) finding {
	utc, local, none := 0, 0, 0
	for _, r := range p.responses() {
		for _, match := range dateTime.FindAllSubmatch(r.Body, -1) {
			switch offset := string(match[1]); {
			case offset == "":
				none++
			case strings.Trim(offset, "Z+-:0") == "":
				utc++
			default:
				local++
			}
		}
	}
	evidence := say("in UTC: %d, with another offset: %d, without offset: %d", utc, local, none)
	switch {
	case none > 0:
		return contradicted("Those without name a time of the clock: use the written date, and do not compare them with instants.",
			say("no"), evidence)
	case utc+local == 0:
		return undetermined(say("there are no date-times"))
	}
	return confirmed(say("all have one"), evidence)
}

// unknown counts records by the path to them, and the unknown fields in them.
type unknown struct {
	records map[string]int
	fields  map[[2]string]int // by the path to the records and the name
}

// undocumented shows the fields that the SDK does not know.
func undocumented(p *probe, _ []string) finding {
	found := unknown{map[string]int{}, map[[2]string]int{}}
	for _, r := range p.responses() {
		found.collect("", reflect.ValueOf(r.value))
	}
	var shown []phrase
	for path, n := range found.fields {
		if isNameOfField(path[1], n, found.records[path[0]]) {
			shown = append(shown, field(path))
		}
	}
	slices.Sort(shown)
	switch {
	case len(found.records) == 0:
		return undetermined(say("there are no records"))
	case len(found.fields) == 0:
		return confirmed(say("none"))
	}
	answer := confirmed(say("fields: %d, shown below: %d", len(found.fields), len(shown)), shown...)
	answer.Meaning = "Read them from Extra, and tell us their names so that they can be documented."
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
		for about, inner := range v.Fields() {
			if !about.IsExported() {
				continue
			}
			u.collect(strings.Trim(path+"."+structtag.Name(about, "json"), "."), inner)
			if extra, ok := reflect.TypeAssert[types.Extra](inner); ok {
				u.records[path]++
				for name := range extra {
					u.fields[[2]string{path, name}]++
				}
			}
		}
	}
}

// field names a field for which isNameOfField is true.
func field(path [2]string) phrase {
	return phrase("field " + strings.TrimPrefix(path[0]+"."+path[1], "."))
}

// fieldName is the form of the name of a field. Names with more than two digits, such as ids and dates, may be data.
var fieldName = regexp.MustCompile(`^[a-z]([a-zA-Z_]*[0-9]?){0,2}$`)

// isNameOfField reports whether a name can be shown. It must look like the name of a field and not like data, and
// most records must have it: where a record has data in the place of names, each has its own.
func isNameOfField(name string, have, records int) bool {
	const enough = 10
	return have >= enough && 2*have > records && len(name) <= 40 && fieldName.MatchString(name)
}
