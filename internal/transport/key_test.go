// SPDX-License-Identifier: MIT

package transport

import "testing"

// TestKeysOfACallAreFound: wherever they come from.
func TestKeysOfACallAreFound(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Config){
		"a fixed key":    func(c *Config) { c.Key, c.FixedKey = nil, func() string { return "k3y-canary" } },
		"a source of it": func(c *Config) { c.Key = fixed("k3y-canary") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := request(Read)
			if _, err := newTest(newScript(status(200)), change).Send(t.Context(), q); err != nil {
				t.Fatal(err)
			}
			if got := q.Scrub.Text("with k3y-canary"); got != "with REDACTED" {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestKeyStaysAtItsOrigin(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"https://evil.example.com/x", "http://api.example.com/x", "https://api.example.com:8443/x", "https://api.example.com.evil/x"} {
		s := newScript(status(200))
		q := request(Write)
		q.URL = target
		if _, err := newTest(s, nil).Send(t.Context(), q); err == nil || err.Error() != "refused to send the API key to an origin other than the base URL's" || len(s.at) != 0 {
			t.Errorf("%s: got error %v and %d requests, want a refusal", target, err, len(s.at))
		}
	}
}

func TestKeyIsNotOnTheRequestOthersSee(t *testing.T) {
	t.Parallel()
	q := request(Read)
	s := newScript(status(200))
	if _, err := newTest(s, nil).Send(t.Context(), q); err != nil || s.keys[0] != "k3y-canary" {
		t.Fatalf("sent key %q (%v)", s.keys, err)
	}
	fixed := newScript(status(200))
	if _, err := get(newTest(fixed, func(c *Config) { c.Key, c.FixedKey = nil, func() string { return "f1xed-canary" } })); err != nil || fixed.keys[0] != "f1xed-canary" {
		t.Errorf("sent key %q (%v)", fixed.keys, err)
	}
	if q.Header.Get(keyHeader) != "" {
		t.Error("the caller's header holds the key")
	}
}
