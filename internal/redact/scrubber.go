package redact

import (
	"slices"
	"sync"
)

// Scrubber cuts the secrets of one call out of strings: those given to it, the keys of its
// attempts and those of Keys.
type Scrubber struct {
	keys    *Keys
	secrets []string

	cutter *cutter // for secrets and shared, where shared does not know all of secrets
	shared *cutter // what keys had when cutter was made
}

// Keys remembers the keys that were used last: a response may hold one that has been
// replaced. It is safe for concurrent use. Functions hold the keys, so that no way of
// printing shows them.
type Keys struct {
	mu     sync.Mutex
	last   func() []string // nil before there is a key
	cutter func() *cutter  // for last, made when it is first needed
}

// keysKept bounds Keys. A call knows its own keys beside them.
const keysKept = 64

// Scrubber returns the scrubber of one call, for k and the given secrets. It is not safe
// for concurrent use.
func (k *Keys) Scrubber(secrets ...string) *Scrubber { return &Scrubber{keys: k, secrets: secrets} }

// Add adds a key, unless it is known or empty.
func (k *Keys) Add(key string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	var last []string
	if k.last != nil {
		last = k.last()
	}
	if key == "" || slices.Contains(last, key) {
		return
	}
	if len(last) == keysKept {
		last = last[1:]
	}
	k.set(append(slices.Clip(last), key)) // a copy: others may read the old one
}

func (k *Keys) set(last []string) {
	k.last = func() []string { return last }
	k.cutter = sync.OnceValue(func() *cutter { return newCutter(last) })
}

// shared returns the cutter of all keys, which is kept until there is another key.
func (k *Keys) shared() *cutter {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.cutter == nil {
		k.set(nil)
	}
	return k.cutter()
}

// Add adds the key of an attempt, for this call and those to come.
func (s *Scrubber) Add(key string) {
	s.keys.Add(key)
	if key != "" && !slices.Contains(s.secrets, key) {
		s.secrets = append(s.secrets, key)
	}
}

// current returns the cutter of all secrets that are known by now.
func (s *Scrubber) current() *cutter {
	shared := s.keys.shared()
	if shared.knows(s.secrets) {
		return shared
	}
	if s.shared != shared { // which it is after every new key
		s.shared, s.cutter = shared, newCutter(slices.Concat(s.secrets, shared.secrets))
	}
	return s.cutter
}

// Text returns text without the secrets.
func (s *Scrubber) Text(text string) string {
	if text == "" {
		return text
	}
	return s.current().text(text)
}

// Line returns text without the secrets as one line that can be printed.
func (s *Scrubber) Line(text string) string { return Printable(s.Text(text)) }

// Error returns err without the secrets and without the URL that net/http puts around
// its errors. Its text is one line that can be printed. errors.Is sees the same causes as
// before, and errors.As those that show no secret.
func (s *Scrubber) Error(err error) error {
	if err = WithoutURL(err); err == nil {
		return nil
	}
	secrets := s.current()
	err, _ = Error(err, func(text string) string { return oneLine(secrets.text(text)) })
	return err
}
