// SPDX-License-Identifier: MIT

package recording

import (
	"bytes"
	"encoding/json"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// errorBody is the documented body of an error. Its texts may be about a guest.
type errorBody struct {
	StatusCode  int         `json:"statusCode"`
	Description description `json:"description"`
	Errors      []string    `json:"errors"`
}

// A description is a text of an error. Only those that are documented are recorded.
type description string

var reasons = []string{"Bad request", "Not found", "Too many requests"}

// request returns what is recorded of a request. Its body is not recorded.
func (r redactor) request(sent *http.Request) request {
	operation, path := routeOf(sent.Method, sent.URL)
	segments, template := strings.Split(path, "/"), strings.Split(operation.Path, "/")
	for i, segment := range segments {
		if operation.Name == "" && !nameForm.MatchString(segment) || operation.Name != "" && template[i] == "{id}" {
			segments[i] = r.segment(segment)
		}
	}
	recorded := request{
		Operation: operation.Name, Method: sent.Method, Path: strings.Join(segments, "/"), Query: url.Values{},
	}
	for name, values := range sent.URL.Query() {
		p, known := paramOf(operation.Name, name)
		if !known {
			name = r.name(name)
		}
		for _, value := range values {
			recorded.Query.Add(name, r.param(p, value))
		}
	}
	return recorded
}

// segment returns what is recorded of an id in an escaped path.
func (r redactor) segment(escaped string) string {
	text, _ := url.PathUnescape(escaped) // net/url has parsed it
	return url.PathEscape(r.identifier(text))
}

// paramOf returns the place of a parameter of an operation.
func paramOf(operation, name string) (param place, known bool) {
	if described, ok := operations[operation]; ok {
		for i := range described.params.NumField() {
			f := described.params.Field(i)
			if key, _, _ := strings.Cut(f.Tag.Get("url"), ","); key == name {
				return placeOf(name, f), true
			}
		}
	}
	return place{name: name}, false
}

// settings are the parameters with a text that does not select a person.
var settings = []string{"include[]", "locale", "orderBy"}

// param returns what is recorded of the value of a parameter. Days, numbers of pages and flags
// stay.
func (r redactor) param(p place, value string) string {
	switch p.class() {
	case hidden:
		return r.secret(value)
	case identifies:
		return r.identifier(value)
	}
	isDay := p.typ != nil && isDate(value)
	isSetting := slices.Contains(settings, p.name) && nameForm.MatchString(value)
	if value == "" || isDay || isSetting || p.allows(value) {
		return value
	}
	return r.invention.text(value)
}

// response returns what is recorded of a response with this body.
func (r redactor) response(operation string, resp *http.Response, body []byte) response {
	recorded := response{Status: resp.StatusCode, Header: headers(resp.Header)}
	body = bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\ufeff")))
	if !json.Valid(body) {
		recorded.Text = stub(body)
		return recorded
	}
	var t reflect.Type
	switch described, known := operations[operation]; {
	case resp.StatusCode >= http.StatusBadRequest:
		t = reflect.TypeFor[errorBody]()
	case known:
		t = described.body
	}
	recorded.Body = r.document(body, t)
	return recorded
}

// stub returns a short text of the same kind as a body that is no JSON, without its content.
func stub(body []byte) string {
	switch {
	case len(body) == 0:
		return ""
	case bytes.HasPrefix(body, []byte("<?xml")):
		return `<?xml version="1.0"?><invented/>`
	case body[0] == '<':
		return "<!DOCTYPE html><html><title>Invented page</title></html>"
	case body[0] == '{', body[0] == '[', body[0] == '"':
		return string(body[:1]) // JSON that is cut off
	}
	return "Invented text"
}

var (
	countForm = regexp.MustCompile(`^[0-9]{1,12}$`)
	timeForm  = regexp.MustCompile(`^[0-9]{1,9}$|^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT$`)
	typeForm  = regexp.MustCompile(`^(?:application/(?:problem\+)?(?:json|xml)|text/(?:html|plain|xml))$`)
	hintForm  = regexp.MustCompile(`^(?:"default"|limit|remaining|reset|policy|[0-9rtqwd;=,. ])*$`)
)

// keptHeaders are the headers that are recorded, each with the form of its values. Another value
// is left out.
var keptHeaders = map[string]*regexp.Regexp{
	"Content-Type":           typeForm,
	"X-Total-Count":          countForm,
	"Date":                   timeForm,
	"Retry-After":            timeForm,
	"Ratelimit":              hintForm,
	"Ratelimit-Policy":       hintForm,
	"Ratelimit-Limit":        hintForm,
	"Ratelimit-Remaining":    hintForm,
	"Ratelimit-Reset":        hintForm,
	"X-Ratelimit-Limit":      hintForm,
	"X-Ratelimit-Remaining":  hintForm,
	"X-Ratelimit-Reset":      hintForm,
	"X-Rate-Limit-Limit":     hintForm,
	"X-Rate-Limit-Remaining": hintForm,
	"X-Rate-Limit-Reset":     hintForm,
}

// headers returns the headers that are recorded.
func headers(sent http.Header) http.Header {
	kept := http.Header{}
	for name, values := range sent {
		form := keptHeaders[name]
		for _, value := range values {
			if name == "Content-Type" {
				value, _, _ = mime.ParseMediaType(value)
			}
			if form != nil && form.MatchString(value) {
				kept.Add(name, value)
			}
		}
	}
	return kept
}
