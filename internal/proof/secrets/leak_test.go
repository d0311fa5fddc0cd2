// SPDX-License-Identifier: MIT

package secrets_test

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// The canaries hold characters that are written differently in URLs, JSON and HTML, and the
// fragments that watch looks for.
const (
	keyCanary    = `k3y/c&nary"<1>'+%-Q7x9Zw2p-V5t2Lm8R`
	tokenCanary  = `t0ken/c&nary'<2>"+%-Q7x9Zw2p-V5t2Lm8R`
	headerCanary = `h3ader/c&nary-Q7x9Zw2p-V5t2Lm8R`
	queryCanary  = `qu3ry/c&nary'<3>"+%-Q7x9Zw2p-V5t2Lm8R`
	recordCanary = `rec0rd/c&nary-Q7x9Zw2p-V5t2Lm8R`
)

// check fails the test if a secret has been printed, however it is written.
func (w *watch) check(t *testing.T) {
	t.Helper()
	text := w.String()
	if text == "" {
		t.Error("nothing was printed")
	}
	if found := leak(text); found != "" {
		t.Errorf("a secret is shown: %s", found)
	}
}

// fragments are in all secrets of the tests, near the beginning and at the end.
var fragments = []string{"Q7x9Zw2p", "V5t2Lm8R"}

// spelledFragments are the fragments in all the ways in which a text may hold them, in small
// letters.
var spelledFragments = sync.OnceValue(func() (all []string) {
	for _, fragment := range fragments {
		numbers := fmt.Sprint([]byte(fragment))
		all = append(all, fragment, hex.EncodeToString([]byte(fragment)), numbers[1:len(numbers)-1])
		for _, format := range []string{"%%%02x", `\x%02x`, `\u%04x`, "&#%d;", "&#x%x;", "%02x ", "0x%x, ", "u+%04x "} {
			all = append(all, strings.TrimSpace(each(format, fragment)))
		}
		for before, shared := range []int{0, 2, 3} {
			raw := append(make([]byte, before), fragment...)
			all = append(all, base64.RawStdEncoding.EncodeToString(raw)[shared:len(raw)*8/6])
		}
	}
	for i := range all {
		all[i] = strings.ToLower(all[i])
	}
	return all
})

// each writes every byte of a text as format says.
func each(format, text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&b, format, c)
	}
	return b.String()
}

// leak returns the surroundings of a secret in a text, or "".
func leak(text string) string {
	small := strings.ToLower(text)
	for _, spelled := range spelledFragments() {
		if i := strings.Index(small, spelled); i >= 0 {
			return fmt.Sprintf("%q in %q", spelled, small[max(0, i-200):min(len(small), i+100)])
		}
	}
	return ""
}

// TestWatchFindsSecrets: a test that finds none proves nothing otherwise.
func TestWatchFindsSecrets(t *testing.T) {
	t.Parallel()
	type private struct{ text string }
	tests := []struct {
		name string
		show func(*watch)
	}{
		{"text", func(w *watch) { w.print(keyCanary) }},
		{"bytes", func(w *watch) { w.print([]byte(keyCanary)) }},
		{"escaped", func(w *watch) { fmt.Fprint(w, each("%%%02X", keyCanary)) }},
		{"base64", func(w *watch) { fmt.Fprint(w, base64.StdEncoding.EncodeToString([]byte("ab"+tokenCanary))) }},
		{"private field", func(w *watch) { w.printDeep(&struct{ in *private }{&private{queryCanary}}) }},
		{"private value", func(w *watch) { w.print(private{recordCanary}) }},
		{"a cause", func(w *watch) { w.printError(fmt.Errorf("a%.0w", errors.New(headerCanary))) }},
		{"the first 23 characters", func(w *watch) { fmt.Fprint(w, recordCanary[:23]) }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var out watch
			test.show(&out)
			if leak(out.String()) == "" {
				t.Errorf("nothing is found in %.300q", out.String())
			}
		})
	}
}
