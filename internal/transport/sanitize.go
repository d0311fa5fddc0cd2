package transport

import (
	"cmp"
	"encoding/json"
	"errors"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Scrubber cuts the secrets of one call out of strings: those given to it, the keys of its
// attempts and those of Keys.
//
// A secret of six characters or more is cut out wherever it is found, also inside a word.
// A shorter one would destroy strings that only happen to hold it ("NoREDACTED found" for the
// token "t"). With three characters or more it is cut out where it is a word of its own,
// and below that only where the text shows it as a value: behind an equals sign, between
// quotes, or as the whole text.
type Scrubber struct {
	keys    *Keys
	secrets []string

	cutter cutter  // for secrets and shared, where shared does not know all of secrets
	shared *cutter // what keys had when cutter was made
}

// Keys remembers the keys that were used last: a response may hold one that has been
// replaced. It is safe for concurrent use.
type Keys struct {
	mu     sync.Mutex
	last   []string
	cutter *cutter // for last, made when it is first needed
}

const (
	// redacted stands where a secret stood.
	redacted = "REDACTED"
	// anywhere and ownWord are the fewest characters of a secret that is cut out inside
	// words, and of one that is cut out as a word of its own.
	anywhere = 6
	ownWord  = 3
	// keysKept bounds Keys. A call knows its own keys beside them.
	keysKept = 64
)

// Scrubber returns the scrubber of one call, for k and the given secrets. It is not safe
// for concurrent use.
func (k *Keys) Scrubber(secrets ...string) *Scrubber { return &Scrubber{keys: k, secrets: secrets} }

// Add adds a key, unless it is known or empty.
func (k *Keys) Add(key string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if key == "" || slices.Contains(k.last, key) {
		return
	}
	if len(k.last) == keysKept {
		k.last = k.last[1:]
	}
	k.last = append(k.last[:len(k.last):len(k.last)], key) // a copy: others may read the old one
	k.cutter = nil
}

// shared returns the cutter of all keys, which is kept until there is another key.
func (k *Keys) shared() *cutter {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.cutter == nil {
		k.cutter = newCutter(k.last)
	}
	return k.cutter
}

// Add adds the key of an attempt, for this call and those to come.
func (s *Scrubber) Add(key string) {
	s.keys.Add(key)
	if key != "" && !slices.Contains(s.secrets, key) {
		s.secrets = append(s.secrets, key)
	}
}

// Text returns s without the secrets.
func (s *Scrubber) Text(text string) string {
	if text == "" {
		return text
	}
	shared := s.keys.shared()
	if shared.knows(s.secrets) {
		return shared.text(text)
	}
	if s.shared != shared { // which it is after every new key
		s.shared, s.cutter = shared, *newCutter(slices.Concat(s.secrets, shared.secrets))
	}
	return s.cutter.text(text)
}

// cutter cuts certain secrets out of strings. It is safe for concurrent use.
type cutter struct {
	secrets  []string
	long     []string          // spellings to cut out anywhere
	replacer *strings.Replacer // of long
	short    []string
}

func newCutter(secrets []string) *cutter {
	var forms []string
	for _, secret := range secrets {
		if secret != "" {
			forms = append(forms, spellings(secret)...)
		}
	}
	// The longest first, so that no shorter one leaves the end of a longer one behind.
	slices.SortFunc(forms, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	c := &cutter{secrets: secrets}
	var pairs []string
	for _, form := range slices.Compact(forms) {
		if utf8.RuneCountInString(form) < anywhere {
			c.short = append(c.short, form)
		} else {
			c.long = append(c.long, form)
			pairs = append(pairs, form, redacted)
		}
	}
	c.replacer = strings.NewReplacer(pairs...)
	return c
}

// knows reports whether the cutter cuts out all of these.
func (c *cutter) knows(secrets []string) bool {
	return !slices.ContainsFunc(secrets, func(secret string) bool { return !slices.Contains(c.secrets, secret) })
}

func (c *cutter) text(text string) string {
	// Nearly every string holds no secret, and the Replacer would copy it all the same.
	if slices.ContainsFunc(c.long, func(form string) bool { return strings.Contains(text, form) }) {
		text = c.replacer.Replace(text)
	}
	for _, form := range c.short {
		text = replaceValues(text, form)
	}
	return text
}

// spellings lists how a secret may be written in a URL, in JSON, in HTML and in Go's
// quoted strings.
func spellings(secret string) []string {
	query := url.QueryEscape(secret)
	quoted, _ := json.Marshal(secret) // every string can be written
	return []string{
		secret, query, strings.ToLower(query), url.PathEscape(secret), html.EscapeString(secret),
		inner(strconv.Quote(secret)), inner(strconv.QuoteToASCII(secret)),
		strings.ReplaceAll(secret, "/", `\/`), inner(string(quoted)),
	}
}

func inner(quoted string) string { return quoted[1 : len(quoted)-1] }

// replaceValues cuts out a short secret where it is shown as a value.
func replaceValues(text, secret string) string {
	var b strings.Builder
	rest := 0 // where the part of text begins that has not been written to b
	for from := 0; ; {
		i := strings.Index(text[from:], secret)
		if i < 0 {
			break
		}
		start := from + i
		end := start + len(secret)
		if isValue(text[:start], text[end:], utf8.RuneCountInString(secret) >= ownWord) {
			b.WriteString(text[rest:start] + redacted)
			rest, from = end, end
			continue
		}
		_, width := utf8.DecodeRuneInString(text[start:])
		from = start + width
	}
	return b.String() + text[rest:]
}

// isValue reports whether what stands between two strings is a value that they show, or,
// where that is enough, a word of its own.
func isValue(before, after string, word bool) bool {
	next, _ := utf8.DecodeRuneInString(after)
	if isWordRune(next) {
		return false
	}
	previous, _ := utf8.DecodeLastRuneInString(before)
	switch {
	case before == "":
		return word || after == ""
	case strings.HasSuffix(before, "="), hasSuffixFold(before, "%3D"):
		return true
	case previous == '"' || previous == '\'' || previous == '`':
		after = strings.TrimLeft(after, `\`)
		return word || strings.HasPrefix(after, string(previous))
	}
	return word && !isWordRune(previous)
}

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func hasSuffixFold(text, suffix string) bool {
	return len(text) >= len(suffix) && strings.EqualFold(text[len(text)-len(suffix):], suffix)
}

// Error returns err without the secrets and without the URL that net/http puts around
// its errors. errors.Is and errors.As see the same causes as before, save *url.Error.
func (s *Scrubber) Error(err error) error {
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
