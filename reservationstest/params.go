package reservationstest

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// params reads the id in the path, the query and the body of a request, and collects one
// message per problem, as strictly as the documentation allows.
type params struct {
	server   *Server
	call     *http.Request
	values   url.Values // what nobody has asked for yet
	sent     []byte     // the body, as long as nobody has asked for it
	update   bool       // a null in the body clears a field
	problems []string
}

func (s *Server) params(r *http.Request) *params {
	values, err := url.ParseQuery(r.URL.RawQuery)
	p := &params{server: s, call: r, values: values}
	if err != nil {
		p.invalid("the query cannot be read: %v", err)
	}
	p.sent, _ = io.ReadAll(r.Body) // from memory, see logCall
	return p
}

func (p *params) invalid(format string, args ...any) {
	p.problems = append(p.problems, fmt.Sprintf(format, args...))
}

// id returns the number at {id} in the path.
func (p *params) id() int64 { return p.atLeast("id", p.call.PathValue("id"), 1) }

// take returns the text of a parameter and whether it was given.
func (p *params) take(name string) (text string, given bool) {
	values := p.values[name]
	delete(p.values, name)
	if len(values) == 0 {
		return "", false
	}
	if len(values) > 1 {
		p.invalid("%s is given %d times", name, len(values))
	}
	return values[0], true
}

// require notes when a parameter is missing.
func (p *params) require(name string) {
	if !p.values.Has(name) {
		p.invalid("%s is missing", name)
	}
}

func (p *params) time(name string) time.Time {
	text, given := p.take(name)
	if !given {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		p.invalid("%s is %.40q, want a date-time such as 2026-11-20T00:00:00Z", name, text)
	}
	return t
}

// timeRange reads the parameters dateFrom, which is required, and dateTo.
func (p *params) timeRange() (from, to time.Time) {
	p.require("dateFrom")
	from, to = p.time("dateFrom"), p.time("dateTo")
	if !to.IsZero() && to.Before(from) {
		p.invalid("dateTo is before dateFrom")
	}
	return from, to
}

func (p *params) bool(name string) bool {
	text, given := p.take(name)
	if given && text != "true" && text != "false" {
		p.invalid("%s is %.40q, want true or false", name, text)
	}
	return text == "true"
}

// requiredText returns a string that must not be empty.
func (p *params) requiredText(name string) string {
	p.require(name)
	text, given := p.take(name)
	if given && text == "" {
		p.invalid("%s is empty", name)
	}
	return text
}

// integer returns a parameter that must be at least least, or absent when not given.
func (p *params) integer(name string, least, absent int64) int64 {
	text, given := p.take(name)
	if !given {
		return absent
	}
	return p.atLeast(name, text, least)
}

func (p *params) atLeast(name, text string, least int64) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least {
		p.invalid("%s is %.40q, want an integer of at least %d", name, text, least)
	}
	return n
}

func (p *params) requiredID(name string) int64 {
	p.require(name)
	return p.integer(name, 1, 0)
}

// organization checks the required parameter of this name.
func (p *params) organization() {
	id, only := p.requiredID("organization"), p.server.organization
	if id != 0 && only != 0 && id != only {
		p.invalid("organization is %d, but this server holds only organization %d", id, only)
	}
}

// include checks the parameter include[], which may be given any number of times.
func (p *params) include(allowed string) {
	for _, value := range p.values["include[]"] {
		if value != allowed {
			p.invalid("include[] is %.40q, want %s", value, allowed)
		}
	}
	delete(p.values, "include[]")
}

// The filters below are checked and then ignored: what they do is not documented.

func (p *params) ignoreTexts(names ...string) {
	for _, name := range names {
		p.take(name)
	}
}

func (p *params) ignoreBools(names ...string) {
	for _, name := range names {
		p.bool(name)
	}
}

func (p *params) ignoreIDs(names ...string) {
	for _, name := range names {
		p.integer(name, 1, 0)
	}
}

// refuse responds with 400 if there are any problems, including parameters and a body that
// the operation does not have, and reports whether it did.
func (p *params) refuse(w http.ResponseWriter) bool {
	for _, name := range slices.Sorted(maps.Keys(p.values)) {
		p.invalid("there is no parameter %.40q", name)
	}
	if len(p.sent) > 0 {
		p.invalid("this operation takes no body")
	}
	if len(p.problems) > 0 {
		respondError(w, http.StatusBadRequest, p.problems...)
	}
	return len(p.problems) > 0
}
