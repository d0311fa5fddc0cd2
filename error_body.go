// SPDX-License-Identifier: MIT

package reservations

import (
	"bytes"
	"encoding/json"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// errorBody has the fields of the errors of the service, and those of RFC 9457. A field holds
// any JSON, because the body may come from another program on the way.
type errorBody struct {
	StatusCode, Description, Errors json.RawMessage
	Status, Title, Detail           json.RawMessage
	ID                              json.RawMessage // a record has one, and an error has none
}

// describe reads an error body. If it is of another kind, the description is its beginning. Secrets
// are cut out after decoding, because decoding can make an escaped secret readable.
func describe(body []byte, scrub *redact.Scrubber) (description string, details []string) {
	var document errorBody
	if err := json.Unmarshal(trim(body), &document); err != nil {
		return excerpt(string(trim(body)), scrub), nil
	}
	var said []string
	for _, field := range []json.RawMessage{document.Description, document.Title, document.Detail} {
		if text := scrub.Line(text(field)); text != "" && !slices.Contains(said, text) {
			said = append(said, text)
		}
	}
	if len(said) > 0 {
		description, details = said[0], append(details, said[1:]...)
	}
	var errors []json.RawMessage
	if json.Unmarshal(document.Errors, &errors) != nil {
		errors = []json.RawMessage{document.Errors} // a single value instead of a list
	}
	for _, element := range errors {
		if text := scrub.Line(text(element)); text != "" {
			details = append(details, text)
		}
	}
	if said == nil && details == nil && document.Description == nil && document.Errors == nil {
		description = excerpt(string(trim(body)), scrub)
	}
	return description, details
}

// text returns the content of a JSON string, "" for null, and any other value as JSON.
func text(field json.RawMessage) (text string) {
	if json.Unmarshal(field, &text) != nil {
		return string(field)
	}
	return text
}

// errorDocument returns the status in the body of a successful response, if that body is an error of
// the service or of RFC 9457, and not a record.
func errorDocument(contentType string, body []byte) (status int, ok bool) {
	isProblem := strings.HasPrefix(contentType, "application/problem+json")
	if body = trim(body); len(body) > transport.MaxErrorBytes || !mayBeError(body, isProblem) {
		return 0, false
	}
	var document errorBody
	if json.Unmarshal(body, &document) != nil || isSet(document.ID) {
		return 0, false
	}
	code := 0.0
	if isSet(document.Description) || isSet(document.Errors) {
		code, _ = strconv.ParseFloat(text(document.StatusCode), 64)
	}
	if isProblem || isSet(document.Title) && isSet(document.Detail) {
		if number, err := strconv.ParseFloat(string(document.Status), 64); err == nil {
			code = number
		}
	}
	return int(code), code >= 400 && code < 600
}

func isSet(field json.RawMessage) bool { return field != nil && string(field) != "null" }

// mayBeError reports whether a body may be an error. It rules out nearly every record without decoding it.
func mayBeError(body []byte, isProblem bool) bool {
	id, first := bytes.CutPrefix(body, []byte(`{"id":`))
	if !bytes.HasPrefix(body, []byte("{")) || first && !bytes.HasPrefix(trim(id), []byte("null")) {
		return false
	}
	small := bytes.ToLower(body)
	return isProblem || bytes.Contains(small, []byte(`"statuscode"`)) || bytes.Contains(small, []byte(`"detail"`))
}

var htmlTitle = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)

// excerpt returns the beginning of a text, or the title if it is a page of HTML.
func excerpt(text string, scrub *redact.Scrubber) string {
	const most = 200
	if strings.HasPrefix(text, "<") {
		title := htmlTitle.FindStringSubmatch(text)
		if title == nil {
			return ""
		}
		text = html.UnescapeString(title[1])
	}
	return shorten(scrub.Line(text), most)
}

// shorten cuts a string after the given number of runes.
func shorten(text string, most int) string {
	for i := range text {
		if most--; most < 0 {
			return text[:i] + "..."
		}
	}
	return text
}

// requestIDHeaders are the headers with the name of a request, the most usual first.
var requestIDHeaders = []string{
	"X-Request-Id", "X-Correlation-Id", "Request-Id", "X-Amzn-Requestid", "X-Amzn-Trace-Id", "Cf-Ray",
}

// requestID returns the name that the service gave a request, or "".
func requestID(h http.Header, scrub *redact.Scrubber) string {
	for _, name := range requestIDHeaders {
		if _, sent := h[name]; !sent {
			continue
		}
		if id := scrub.Line(h.Get(name)); id != "" {
			return shorten(id, 128)
		}
	}
	return ""
}
