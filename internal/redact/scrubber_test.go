// SPDX-License-Identifier: MIT

package redact

import (
	"slices"
	"strconv"
	"testing"
)

// TestKeysAreCutOutOnceKnown: a scrubber also cuts out keys that were added after its first text. It keeps the key of
// its own call, however many others follow.
func TestKeysAreCutOutOnceKnown(t *testing.T) {
	t.Parallel()
	for _, secrets := range [][]string{nil, {"t0ken-canary"}} {
		keys := new(Keys)
		s := keys.Scrubber(secrets...)
		const text = "k3y-own, k3y-other and no other"
		got := []string{s.Text(text)}
		s.Add("k3y-own")
		got = append(got, s.Text(text))
		for i := range maxKeys {
			keys.Add("k3y-many-" + strconv.Itoa(i))
		}
		got = append(got, s.Text(text))
		keys.Add("k3y-other")
		got = append(got, s.Text(text))
		want := []string{text, "REDACTED, k3y-other and no other", "REDACTED, k3y-other and no other", "REDACTED, REDACTED and no other"}
		if !slices.Equal(got, want) || secrets != nil && s.Text(secrets[0]) != "REDACTED" {
			t.Errorf("with the secrets %q: got %q, want %q", secrets, got, want)
		}
	}
}

// TestKeysAreBounded: only the last keys are kept, and each of them once.
func TestKeysAreBounded(t *testing.T) {
	t.Parallel()
	var keys Keys
	for i := range 1000 {
		keys.Add("")
		keys.Add("k3y-" + strconv.Itoa(i))
		keys.Add("k3y-" + strconv.Itoa(i))
	}
	kept := keys.last.Load().secrets
	if len(kept) != 64 || kept[0] != "k3y-936" || kept[63] != "k3y-999" {
		t.Errorf("%d keys are kept: %q; want the last 64", len(kept), kept)
	}
}
