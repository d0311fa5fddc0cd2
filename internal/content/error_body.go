// SPDX-License-Identifier: MIT

package content

import (
	"bytes"
	"encoding/json"
	"html"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/text"
)

// errorBody has the fields of the errors of the service, of RFC 9457, and of other common errors. A field holds any
// JSON, because the body may come from another program, such as a proxy.
type errorBody struct {
	StatusCode, Description, Errors json.RawMessage
	Status, Title, Detail           json.RawMessage
	Code, Message, Error            json.RawMessage
	Success, OK                     json.RawMessage
	ID                              json.RawMessage // a record has an id, and an error has none
}

// Describe returns the texts in the body of an error: for {"title":"Not valid","errors":["no email"]} the description "Not
// valid" and the detail "no email". For a body in another form, the description is an [excerpt]. Secrets are removed from
// decoded texts, because JSON may write the secret abc as \u0061bc.
func Describe(body []byte, scrub *redact.Scrubber) (description string, details []string) {
	var document errorBody
	if err := json.Unmarshal(Trim(body), &document); err != nil {
		return excerpt(string(Trim(body)), scrub), nil
	}
	var said []string
	for _, field := range []json.RawMessage{document.Description, document.Message, document.Title, document.Detail} {
		if text := scrub.Line(unquote(field)); text != "" && !slices.Contains(said, text) {
			said = append(said, text)
		}
	}
	if len(said) > 0 {
		description, details = said[0], append(details, said[1:]...)
	}
	for _, element := range errorTexts(document.Errors) {
		if text := scrub.Line(element); text != "" {
			details = append(details, text)
		}
	}
	if said == nil && details == nil && document.Description == nil && document.Errors == nil {
		description = excerpt(string(Trim(body)), scrub)
	}
	return description, details
}

// errorTexts returns the texts of the field "errors" of a body. The field may hold one text, a list, or an object:
// {"email":["required","too short"]} becomes "email: required" and "email: too short".
func errorTexts(field json.RawMessage) (all []string) {
	var fields map[string]json.RawMessage
	if _ = json.Unmarshal(field, &fields); fields == nil { // the field is no object
		return elementTexts(field)
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		for _, said := range elementTexts(fields[name]) {
			all = append(all, name+": "+said)
		}
	}
	return all
}

// elementTexts returns "a" and "b" for the field ["a","b"], and only "a" for the field "a".
func elementTexts(field json.RawMessage) (all []string) {
	var list []json.RawMessage
	if json.Unmarshal(field, &list) != nil {
		list = []json.RawMessage{field}
	}
	for _, element := range list {
		all = append(all, unquote(element))
	}
	return all
}

// unquote returns the text of a JSON string, "" for null, and any other value as JSON.
func unquote(field json.RawMessage) (content string) {
	if json.Unmarshal(field, &content) != nil {
		return string(field)
	}
	return content
}

// Failure reports whether the body of a response with a status such as 200 says that the call has failed, and returns the
// status in the body, or 0. If noBody is true, no body is documented, and any sign of a failure counts, such as
// {"success":false}. Otherwise only an error in the form of the service or of RFC 9457 counts, such as
// {"statusCode":404,"errors":["x"]}.
func Failure(contentType string, body []byte, noBody bool) (status int, failed bool) {
	isProblem := strings.HasPrefix(contentType, "application/problem+json")
	if body = Trim(body); !noBody && !mayBeError(body, isProblem) {
		return 0, false
	}
	var document errorBody
	if json.Unmarshal(body, &document) != nil || isSet(document.ID) {
		return 0, false
	}
	var code float64
	if isSet(document.Description) || isSet(document.Errors) {
		code, _ = strconv.ParseFloat(unquote(document.StatusCode), 64)
	}
	if isProblem || isSet(document.Title) && isSet(document.Detail) {
		if number, err := strconv.ParseFloat(string(document.Status), 64); err == nil {
			code = number
		}
	}
	if noBody && code == 0 {
		return document.findFailure()
	}
	return int(code), code >= 400 && code < 600
}

// findFailure looks for any sign that a call has failed. For {"code":500} it returns 500 and true, and for {"success":false},
// which has no status, 0 and true.
func (b errorBody) findFailure() (status int, failed bool) {
	for _, field := range []json.RawMessage{b.StatusCode, b.Status, b.Code} {
		said := strings.ToLower(unquote(field))
		if code, err := strconv.ParseFloat(said, 64); err == nil && code >= 400 && code < 600 {
			return int(code), true
		}
		failed = failed || slices.Contains([]string{"error", "fail", "failed", "failure"}, said)
	}
	for _, field := range []json.RawMessage{b.Success, b.OK} {
		failed = failed || slices.Contains([]string{"false", "0"}, strings.ToLower(unquote(field)))
	}
	for _, field := range []json.RawMessage{b.Error, b.Errors} {
		failed = failed || !slices.Contains([]string{"", "[]", "{}", "false", "0"}, unquote(field))
	}
	return 0, failed
}

func isSet(field json.RawMessage) bool { return field != nil && string(field) != "null" }

// mayBeError reports whether a body may be an error. It returns false for nearly every record, such as {"id":7}, so that
// Failure need not decode the record.
func mayBeError(body []byte, isProblem bool) bool {
	id, first := bytes.CutPrefix(body, []byte(`{"id":`))
	if !bytes.HasPrefix(body, []byte("{")) || first && !bytes.HasPrefix(Trim(id), []byte("null")) {
		return false
	}
	small := bytes.ToLower(body)
	return isProblem || bytes.Contains(small, []byte(`"statuscode"`)) || bytes.Contains(small, []byte(`"detail"`))
}

var htmlTitle = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)

// excerpt returns the first 200 characters of a body. Of an HTML page it returns the title, or "" if there is none.
func excerpt(body string, scrub *redact.Scrubber) string {
	const most = 200
	if strings.HasPrefix(body, "<") {
		title := htmlTitle.FindStringSubmatch(body)
		if title == nil {
			return ""
		}
		body = html.UnescapeString(title[1])
	}
	return text.Shorten(scrub.Line(body), most)
}

// Snippet returns the beginning of a body that is an HTML page or a sentence, and "" for any other body, such as JSON. It
// stops at the first {, because an object may hold personal data.
func Snippet(body []byte, scrub *redact.Scrubber) string {
	const searched, most = 64 << 10, 256
	body = Trim(body)
	start, _, _ := strings.Cut(string(body[:min(len(body), searched)]), "{")
	if first, _ := utf8.DecodeRuneInString(start); first != '<' && !unicode.IsLetter(first) || json.Valid([]byte(start)) {
		return ""
	}
	start = scrub.Text(start)
	return text.Printable(start[:min(len(start), most)])
}
