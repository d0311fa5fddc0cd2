// SPDX-License-Identifier: MIT

// Package redact knows which values are secrets, and cuts them out of strings and errors.
//
//	names.go     which values are secrets
//	scrubber.go  the secrets of one call and the keys of a client
//	cutter.go    what is cut out of a string
//	spellings.go how a secret may be spelled
//	errors.go    errors without secrets
package redact

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/internal/text"
)

// Scrubber cuts secrets out of strings for one call: the secrets of the call, the API keys of its attempts, and the
// keys that Keys remembers. It is not safe for concurrent use.
type Scrubber struct {
	keys    *Keys
	secrets []string

	shared *cutter // keys.last when own was made; if that is another cutter now, own is made again
	own    *cutter // cuts out the secrets of the call, and the keys
}

// Keys remembers the last 64 API keys that a client has used, because a response may show a key that was replaced since.
// It is safe for concurrent use. Printing a Keys shows no key, because package fmt does not follow its pointer.
type Keys struct {
	last atomic.Pointer[cutter] // cuts out the last keys; nil before there is a key
}

// maxKeys is how many keys Keys remembers. A Scrubber remembers all keys of its own call, also if Keys forgets them.
const maxKeys = 64

var noKeys = newCutter(nil)

// Scrubber returns a Scrubber for one call, which cuts out the keys of k and the given secrets.
func (k *Keys) Scrubber(secrets ...string) *Scrubber { return &Scrubber{keys: k, secrets: secrets} }

// Add adds a key, unless it is known or empty.
func (k *Keys) Add(key string) {
	for {
		old := k.last.Load()
		known := cmp.Or(old, noKeys).secrets
		if key == "" || slices.Contains(known, key) {
			return
		}
		known = slices.Clone(known[max(0, len(known)-maxKeys+1):])
		k.last.CompareAndSwap(old, newCutter(append(known, key))) // if another call has changed k.last, the next round tries again
	}
}

// Add adds the API key of an attempt, for this call and for later calls.
func (s *Scrubber) Add(key string) {
	s.keys.Add(key)
	if key != "" && !slices.Contains(s.secrets, key) {
		s.secrets = append(s.secrets, key)
	}
}

// cutter returns a cutter for the secrets of the call and the keys that are known by now.
func (s *Scrubber) cutter() *cutter {
	shared := cmp.Or(s.keys.last.Load(), noKeys)
	isMissing := func(secret string) bool { return !slices.Contains(shared.secrets, secret) }
	if !slices.ContainsFunc(s.secrets, isMissing) {
		return shared
	}
	if s.shared != shared { // own does not exist yet, or a key was added to s.keys since own was made
		s.shared, s.own = shared, newCutter(slices.Concat(s.secrets, shared.secrets))
	}
	return s.own
}

// Text returns a text without the secrets.
func (s *Scrubber) Text(message string) string { return s.cutter().scrub(message) }

// Line returns a text without the secrets as one line that can be printed.
func (s *Scrubber) Line(message string) string { return text.Printable(s.Text(message)) }

// Header returns headers without the secrets, in names and in values.
func (s *Scrubber) Header(header http.Header) http.Header {
	h := http.Header{}
	for name, values := range header {
		for _, value := range values {
			h.Add(s.Text(name), s.Text(value))
		}
	}
	return h
}

// Error returns err without the secrets, and without the URL that net/http adds. The new text is one line that can be printed.
// In the new error, errors.Is finds all causes of err, and errors.As finds the causes whose text shows no secret.
func (s *Scrubber) Error(err error) error {
	if err = WithoutURL(err); err == nil {
		return nil
	}
	secrets := s.cutter()
	err, _ = Error(err, func(text string) string { return oneLine(secrets.scrub(text)) })
	return err
}

// oneLine changes s only if it has a character that cannot be printed: "no\nguest" becomes "no guest".
func oneLine(s string) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsGraphic(r) }) {
		return s
	}
	return text.Printable(s)
}
