package reservations

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/transport"
)

var (
	// textFields and listFields say what was wrong: the documented fields first, then
	// those of RFC 9457 and what other programs on the way call them.
	textFields = []string{"description", "title", "detail", "message", "error_description", "error"}
	listFields = []string{"errors", "invalid-params", "violations"}
)

// describe reads an error body. Of a body without such fields it returns the beginning of
// the text. Secrets are cut out after decoding, which may bring them to light.
func describe(body []byte, scrub *redact.Scrubber) (description string, details []string) {
	fields, err := errorFields(body)
	for _, name := range textFields {
		switch text := scrub.Line(strings.Join(texts(fields[name]), "; ")); {
		case text == "" || text == description || slices.Contains(details, text):
		case description == "":
			description = text
		default:
			details = append(details, text)
		}
	}
	for _, name := range listFields {
		for _, text := range texts(fields[name]) {
			details = append(details, scrub.Line(text))
		}
	}
	switch {
	case description != "" || details != nil:
		return description, details
	case err != nil:
		return excerpt(string(trim(body)), scrub), nil
	}
	delete(fields, "statuscode")
	delete(fields, "status")
	return excerpt(strings.Join(texts(fields), "; "), scrub), nil
}

// errorFields decodes an object, and tells its fields apart without regard to case. Of
// fields that differ in case alone it always takes the same one.
func errorFields(body []byte) (map[string]any, error) {
	var document map[string]any
	decoder := json.NewDecoder(bytes.NewReader(trim(body)))
	decoder.UseNumber()
	err := decoder.Decode(&document)
	fields := make(map[string]any, len(document))
	for _, name := range slices.Sorted(maps.Keys(document)) { // so that small letters win
		fields[strings.ToLower(name)] = document[name]
	}
	return fields, err
}

// maxNames bounds the names of fields that stand before a text. Otherwise many texts behind
// long names, or deep inside each other, would take far more memory than the body.
const maxNames = 200

// texts flattens what a field of an error body holds: a string, a list of strings, or lists
// of them by the name of a field.
func texts(value any) []string { return appendTexts(nil, "", value) }

func appendTexts(all []string, names string, value any) []string {
	switch value := value.(type) {
	case nil, bool:
	case []any:
		for _, element := range value {
			all = appendTexts(all, names, element)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			inside := names
			if len(names)+len(key) <= maxNames {
				inside += key + ": "
			}
			all = appendTexts(all, inside, value[key])
		}
	default:
		all = append(all, names+fmt.Sprint(value))
	}
	return all
}

// errorDocument returns the status that the body of a successful response names, if the
// body is an error document, of the service or of RFC 9457, and no record: a record has an id.
func errorDocument(contentType string, body []byte) (status int, ok bool) {
	if len(body) > transport.MaxErrorBytes || !mayBeErrorDocument(contentType, trim(body)) {
		return 0, false
	}
	fields, err := errorFields(body)
	if err != nil || fields["id"] != nil {
		return 0, false
	}
	code := fields["statuscode"]
	if fields["description"] == nil && fields["errors"] == nil {
		code = nil
	}
	problem := isProblem(contentType) || fields["title"] != nil && fields["detail"] != nil
	if number, ok := fields["status"].(json.Number); ok && problem {
		code = number
	}
	number, _ := strconv.ParseFloat(fmt.Sprint(code), 64) // 0 for what is no number
	return int(number), number >= 400 && number < 600
}

// mayBeErrorDocument tells nearly every record from an error document without decoding it.
func mayBeErrorDocument(contentType string, body []byte) bool {
	if id, first := bytes.CutPrefix(body, []byte(`{"id":`)); first && !bytes.HasPrefix(trim(id), []byte("null")) {
		return false
	}
	return bytes.HasPrefix(body, []byte("{")) && names(body, "status") &&
		(isProblem(contentType) || names(body, "statuscode") || names(body, "detail"))
}

func isProblem(contentType string) bool {
	return strings.HasPrefix(contentType, "application/problem+json")
}

// names reports whether a body may have a field whose name begins like this, in whatever
// case.
func names(body []byte, prefix string) bool {
	for {
		_, name, _ := bytes.Cut(body, []byte{'"'})
		if len(name) < len(prefix) {
			return false
		}
		if strings.EqualFold(string(name[:len(prefix)]), prefix) {
			return true
		}
		body = name
	}
}

var (
	htmlTitle = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)
	// The tags, apart from the first <, around what a page of HTML does not show.
	hiddenStart = regexp.MustCompile(`(?i)^(?:script|style)\b`)
	hiddenEnd   = regexp.MustCompile(`(?i)</(?:script|style)>`)
)

// excerpt returns the beginning of a string of unknown shape: of a page of HTML its title,
// or its words.
func excerpt(text string, scrub *redact.Scrubber) string {
	const most = 200
	if title := htmlTitle.FindStringSubmatch(text); title != nil && strings.TrimSpace(title[1]) != "" {
		text = html.UnescapeString(title[1])
	} else if strings.HasPrefix(text, "<") {
		text = html.UnescapeString(words(text))
	}
	return shorten(scrub.Line(text), most)
}

// words returns what a page of HTML shows, without tags, comments, scripts and styles. What is
// not closed hides the rest of the page. It reads the page once, because a regular expression
// for all of these takes quadratic time where many are not closed.
func words(page string) string {
	var shown strings.Builder
	for {
		before, inside, found := strings.Cut(page, "<")
		shown.WriteString(before + " ")
		switch {
		case !found:
			return shown.String()
		case strings.HasPrefix(inside, "!--"):
			_, page, _ = strings.Cut(inside, "-->")
		case hiddenStart.MatchString(inside):
			end := hiddenEnd.FindStringIndex(inside)
			if end == nil {
				return shown.String()
			}
			page = inside[end[1]:]
		default:
			_, page, found = strings.Cut(inside, ">")
			if !found { // it is no tag
				return shown.String() + "<" + inside
			}
		}
	}
}

// shorten cuts a string behind so many runes.
func shorten(text string, most int) string {
	for i := range text {
		if most--; most < 0 {
			return text[:i] + "..."
		}
	}
	return text
}

// requestIDHeaders name a request, the most usual first, in the spelling of http.Header.
var requestIDHeaders = []string{"X-Request-Id", "X-Correlation-Id", "Request-Id", "X-Amzn-Requestid", "X-Amzn-Trace-Id", "Cf-Ray"}

// requestID returns the name that the service gave a request, or "".
func requestID(h http.Header, scrub *redact.Scrubber) string {
	for _, name := range requestIDHeaders {
		values := h[name]
		if len(values) == 0 { // as usual, which every call looks at
			continue
		}
		if id := scrub.Line(values[0]); id != "" {
			return shorten(id, 128)
		}
	}
	return ""
}
