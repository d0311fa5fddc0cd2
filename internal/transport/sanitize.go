package transport

import (
	"encoding/json"
	"errors"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Scrubber cuts the secrets of one call out of texts.
type Scrubber struct{ replace *strings.Replacer }

// redacted stands where a secret stood.
const redacted = "REDACTED"

// NewScrubber returns the scrubber for the given secrets; empty ones are passed over.
func NewScrubber(secrets ...string) Scrubber {
	var forms []string
	for _, secret := range secrets {
		if secret != "" {
			forms = append(forms, spellings(secret)...)
		}
	}
	// The longest first, so that no shorter one leaves the end of a longer one behind.
	slices.SortFunc(forms, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, form := range forms {
		pairs = append(pairs, form, redacted)
	}
	return Scrubber{strings.NewReplacer(pairs...)}
}

// spellings lists how a secret may be written in a URL, in JSON, in HTML and in Go's
// quoted strings.
func spellings(secret string) []string {
	query := url.QueryEscape(secret)
	forms := []string{
		secret, query, strings.ToLower(query), url.PathEscape(secret), html.EscapeString(secret),
		inner(strconv.Quote(secret)), inner(strconv.QuoteToASCII(secret)),
		strings.ReplaceAll(secret, "/", `\/`),
	}
	if quoted, err := json.Marshal(secret); err == nil {
		forms = append(forms, inner(string(quoted)))
	}
	return forms
}

func inner(quoted string) string { return quoted[1 : len(quoted)-1] }

// Text returns s without the secrets.
func (s Scrubber) Text(text string) string { return s.replace.Replace(text) }

// Error returns err without the secrets and without the URL that net/http puts around
// its errors. errors.Is and errors.As see the same causes as before, save *url.Error.
func (s Scrubber) Error(err error) error {
	if err = withoutURL(err); err == nil {
		return nil
	}
	if text := s.Text(err.Error()); text != err.Error() {
		return &scrubbed{text, err}
	}
	return err
}

// withoutURL returns what net/http put its URL around.
func withoutURL(err error) error {
	for {
		outer, ok := err.(*url.Error)
		if !ok {
			return err
		}
		err = outer.Err
	}
}

// scrubbed has no Unwrap method: whoever walks the chain would find the secret there.
type scrubbed struct {
	text  string
	cause error
}

func (e *scrubbed) Error() string        { return e.text }
func (e *scrubbed) Is(target error) bool { return errors.Is(e.cause, target) }

func (e *scrubbed) As(target any) bool {
	if _, isURL := target.(**url.Error); isURL {
		return false
	}
	return errors.As(e.cause, target)
}
