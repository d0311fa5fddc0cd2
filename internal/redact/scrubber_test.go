// SPDX-License-Identifier: MIT

package redact

import (
	"slices"
	"strconv"
	"testing"
)

// TestKeysAreCutOutOnceKnown: also by a scrubber that has cut out others before.
func TestKeysAreCutOutOnceKnown(t *testing.T) {
	t.Parallel()
	others := func(keys *Keys, n int) {
		for i := range n {
			keys.Add("k3y-of-others-" + strconv.Itoa(i))
		}
	}
	tests := []struct {
		name string
		add  func(*Keys, *Scrubber, string)
	}{
		{"a key of another call", func(keys *Keys, _ *Scrubber, key string) { keys.Add(key) }},
		{"a key of this call", func(_ *Keys, s *Scrubber, key string) { s.Add(key) }},
		{"a key that many others follow", func(keys *Keys, s *Scrubber, key string) { s.Add(key); others(keys, keysKept) }},
		{"a key after as many others as are kept beside it", func(keys *Keys, s *Scrubber, key string) {
			others(keys, keysKept-2)
			s.Text("something")
			keys.Add(key)
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for _, secrets := range [][]string{nil, {"t0ken-canary"}} {
				keys := new(Keys)
				s := keys.Scrubber(secrets...)
				const text = "k3y-one, k3y-two and no other"
				before := s.Text(text)
				test.add(keys, s, "k3y-one")
				between := s.Text(text)
				test.add(keys, s, "k3y-two")
				got := []string{before, between, s.Text(text)}
				want := []string{text, "REDACTED, k3y-two and no other", "REDACTED, REDACTED and no other"}
				if !slices.Equal(got, want) || secrets != nil && s.Text(secrets[0]) != Marker {
					t.Errorf("with the secrets %q: got %q, want %q", secrets, got, want)
				}
			}
		})
	}
}

// TestKeysAreBounded: the last keys are kept, each once.
func TestKeysAreBounded(t *testing.T) {
	t.Parallel()
	var keys Keys
	for i := range 1000 {
		keys.Add("")
		keys.Add("k3y-" + strconv.Itoa(i))
		keys.Add("k3y-" + strconv.Itoa(i))
	}
	kept := keys.current().secrets
	if len(kept) != 64 || kept[0] != "k3y-936" || kept[63] != "k3y-999" {
		t.Errorf("%d keys are kept: %q; want the last 64", len(kept), kept)
	}
}
