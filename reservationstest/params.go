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

	"github.com/reservationkit/reservations-go/types"
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
	unknown  string // why the id in the path is that of no record
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

// id returns the number at {id} in the path. Anything else there is a malformed parameter.
func (p *params) id() int64 { return p.atLeast("id", p.call.PathValue("id"), 1) }

// recordID is id for the operations that document the status 404 and not 400: there is no
// record with an id that is not a number.
func (p *params) recordID() int64 {
	text := p.call.PathValue("id")
	id, ok := integerOf(text)
	if !ok || id < 1 {
		p.unknown = fmt.Sprintf("there is no record with id %.40q: an id is an integer of at least 1", text)
	}
	return id
}

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

// time returns an instant and whether there is one.
func (p *params) time(name string) (t time.Time, ok bool) {
	text, given := p.take(name)
	if !given {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		p.invalid("%s is %.40q, want a date-time such as 2026-11-20T00:00:00Z", name, text)
	}
	return t, err == nil
}

// timeRange reads the parameters dateFrom, which is required, and dateTo, which is dateFrom
// when it is not given.
func (p *params) timeRange() (from, to time.Time) {
	p.require("dateFrom")
	from, _ = p.time("dateFrom")
	to, ok := p.time("dateTo")
	if !ok {
		return from, from
	}
	if to.Before(from) {
		p.invalid("dateTo is before dateFrom")
	}
	return from, to
}

// flag returns true or false, and nil when neither was given.
func (p *params) flag(name string) *bool {
	text, given := p.take(name)
	if given && text != "true" && text != "false" {
		p.invalid("%s is %.40q, want true or false", name, text)
	}
	if !given {
		return nil
	}
	return types.Ptr(text == "true")
}

func (p *params) bool(name string) bool { return isTrue(p.flag(name)) }

func isTrue(flag *bool) bool { return flag != nil && *flag }

// accepts reports whether a filter that may be nil lets a record pass of which has is true.
func accepts(filter *bool, has bool) bool { return filter == nil || *filter == has }

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
	n, ok := integerOf(text)
	if !ok || n < least {
		p.invalid("%s is %.40q, want an integer of at least %d", name, text, least)
	}
	return n
}

// integerOf reads an integer as the documentation writes one: without a plus sign and
// without zeros before it.
func integerOf(text string) (n int64, ok bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && strconv.FormatInt(n, 10) == text
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
// the operation does not have, and with 404 if the id in the path is that of no record. It
// reports whether it did.
func (p *params) refuse(w http.ResponseWriter) bool {
	for _, name := range slices.Sorted(maps.Keys(p.values)) {
		p.invalid("there is no parameter %.40q", name)
	}
	if len(p.sent) > 0 {
		p.invalid("this operation takes no body")
	}
	switch {
	case len(p.problems) > 0:
		respondError(w, http.StatusBadRequest, p.problems...)
	case p.unknown != "":
		respondError(w, http.StatusNotFound, p.unknown)
	default:
		*checked(p.call) = true
		return false
	}
	return true
}

// checkedKey is the key of a *bool in the context of a request.
type checkedKey struct{}

// checked returns the variable that tells whether the request was found to be right.
func checked(r *http.Request) *bool {
	if found, ok := r.Context().Value(checkedKey{}).(*bool); ok {
		return found
	}
	return new(bool) // a fault has replaced the context
}
