package redact

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// TestSecretsAreFoundOnceKnown: also by a scrubber that has cut out others before.
func TestSecretsAreFoundOnceKnown(t *testing.T) {
	t.Parallel()
	for name, add := range map[string]func(*Keys, *Scrubber, string){
		"a key of another call": func(keys *Keys, _ *Scrubber, key string) { keys.Add(key) },
		"a key of this call":    func(_ *Keys, s *Scrubber, key string) { s.Add(key) },
		"a key that many others follow": func(keys *Keys, s *Scrubber, key string) {
			s.Add(key)
			for i := range keysKept {
				keys.Add("k3y-of-others-" + strconv.Itoa(i))
			}
		},
		"a key after as many others as are kept beside it": func(keys *Keys, s *Scrubber, key string) {
			for i := range keysKept - 2 {
				keys.Add("k3y-of-others-" + strconv.Itoa(i))
			}
			s.Text("something")
			keys.Add(key)
		},
	} {
		for _, secrets := range [][]string{nil, {"t0ken-canary"}} {
			t.Run(fmt.Sprintf("%s beside %d secrets", name, len(secrets)), func(t *testing.T) {
				t.Parallel()
				keys := new(Keys)
				s := keys.Scrubber(secrets...)
				want := "k3y-one, k3y-two and no other"
				for _, key := range []string{"k3y-one", "k3y-two"} {
					if got := s.Text("k3y-one, k3y-two and no other"); got != want {
						t.Errorf("before %s is known: %q, want %q", key, got, want)
					}
					add(keys, s, key)
					want = strings.Replace(want, key, Marker, 1)
				}
				if got := s.Text("k3y-one, k3y-two and no other"); got != want {
					t.Errorf("got %q, want %q", got, want)
				}
				for _, secret := range secrets {
					if got := s.Text("of " + secret + "/77"); got != "of "+Marker+"/77" {
						t.Errorf("got %q", got)
					}
				}
			})
		}
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

// TestKeysArePrintedByNothing: a printed client leads to them.
func TestKeysArePrintedByNothing(t *testing.T) {
	t.Parallel()
	var keys Keys
	keys.Add("k3y-canary")
	keys.Scrubber().Text("something")
	if text := fmt.Sprintf("%v %+v %#v", &keys, &keys, &keys); strings.Contains(text, "canary") {
		t.Errorf("printed as %s", text)
	}
}
