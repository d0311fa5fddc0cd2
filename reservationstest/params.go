package reservationstest

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// params reads the query of a call and collects one message per fault, as strictly as
// the documents allow.
type params struct {
	values url.Values // what nobody has asked for yet
	faults []string
}

func readParams(r *http.Request) *params {
	values, err := url.ParseQuery(r.URL.RawQuery)
	p := &params{values: values}
	if err != nil {
		p.fault("the query cannot be read: %v", err)
	}
	return p
}

func (p *params) fault(format string, args ...any) {
	p.faults = append(p.faults, fmt.Sprintf(format, args...))
}

// take returns the text of a parameter and whether it was given.
func (p *params) take(name string) (text string, given bool) {
	values := p.values[name]
	delete(p.values, name)
	if len(values) == 0 {
		return "", false
	}
	if len(values) > 1 {
		p.fault("%s is given %d times", name, len(values))
	}
	return values[0], true
}

func (p *params) requiredTime(name string) time.Time {
	if !p.values.Has(name) {
		p.fault("%s is missing", name)
	}
	return p.time(name)
}

func (p *params) time(name string) time.Time {
	text, given := p.take(name)
	if !given {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		p.fault("%s is %.40q, want a date-time such as 2026-11-20T00:00:00Z", name, text)
	}
	return t
}

func (p *params) bool(name string) bool {
	text, given := p.take(name)
	if given && text != "true" && text != "false" {
		p.fault("%s is %.40q, want true or false", name, text)
	}
	return text == "true"
}

// integer returns a parameter that must be at least least, or absent when not given.
func (p *params) integer(name string, least, absent int64) int64 {
	text, given := p.take(name)
	if !given {
		return absent
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least {
		p.fault("%s is %.40q, want an integer of at least %d", name, text, least)
	}
	return n
}

// allFaults returns the faults found, those of parameters nobody asked for included.
func (p *params) allFaults() []string {
	for _, name := range slices.Sorted(maps.Keys(p.values)) {
		p.fault("there is no parameter %.40q", name)
	}
	clear(p.values)
	return p.faults
}
