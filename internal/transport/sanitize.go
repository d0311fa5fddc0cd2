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

	known []string // the secrets that long and short were made for
	long  *strings.Replacer
	short []string
}

// Keys remembers the keys that were used last: a response may hold one that has been
// replaced. It is safe for concurrent use.
type Keys struct {
	mu   sync.Mutex
	last []string
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
}

func (k *Keys) list() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.last
}

// Add adds the key of an attempt, for this call and those to come.
func (s *Scrubber) Add(key string) {
	s.keys.Add(key)
	if key != "" && !slices.Contains(s.secrets, key) {
		s.secrets = append(s.secrets, key)
	}
}

// learn prepares for the secrets that are known by now. Most calls never ask for it.
func (s *Scrubber) learn() {
	known := slices.Concat(s.secrets, s.keys.list())
	if s.long != nil && slices.Equal(known, s.known) {
		return
	}
	var forms []string
	for _, secret := range known {
		if secret != "" {
			forms = append(forms, spellings(secret)...)
		}
	}
	// The longest first, so that no shorter one leaves the end of a longer one behind.
	slices.SortFunc(forms, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	s.known, s.short = known, nil
	var pairs []string
	for _, form := range slices.Compact(forms) {
		if utf8.RuneCountInString(form) < anywhere {
			s.short = append(s.short, form)
		} else {
			pairs = append(pairs, form, redacted)
		}
	}
	s.long = strings.NewReplacer(pairs...)
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

// Text returns s without the secrets.
func (s *Scrubber) Text(text string) string {
	s.learn()
	text = s.long.Replace(text)
	for _, form := range s.short {
		text = replaceValues(text, form)
	}
	return text
}

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
