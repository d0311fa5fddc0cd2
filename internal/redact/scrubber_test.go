package redact

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// NewScrubber returns a scrubber for the given secrets alone.
func NewScrubber(secrets ...string) *Scrubber { return new(Keys).Scrubber(secrets...) }

// TestShortSecretsLeaveTextsReadable: what only happens to hold the letters of a short
// secret stays, and what shows it as a value does not.
func TestShortSecretsLeaveTextsReadable(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, secret, text, want string }{
		{"one letter in words", "t", "Not found: the token is not valid at that time", "Not found: the token is not valid at that time"},
		{"one letter as an article", "a", "a guest has a token", "a guest has a token"},
		{"one letter behind an apostrophe", "t", "it doesn't fit, 't is so", "it doesn't fit, 't is so"},
		{"one letter in a content type", "t", "application/json; charset=utf-8", "application/json; charset=utf-8"},
		{"one letter begins a value", "u", "charset=utf-8", "charset=utf-8"},
		{"one letter in a query", "t", "GET /api?token=t&public=true", "GET /api?token=REDACTED&public=true"},
		{"one letter at the end of a query", "t", "GET /api?public=true&token=t", "GET /api?public=true&token=REDACTED"},
		{"one letter in an escaped query", "t", "next=%2Fapi%3Ftoken%3Dt%26a%3d1", "next=%2Fapi%3Ftoken%3DREDACTED%26a%3d1"},
		{"one letter behind an escaped sign alone", "t", "%3dt", "%3dREDACTED"},
		{"one letter in JSON", "t", `{"token":"t","text":"t t"}`, `{"token":"REDACTED","text":"t t"}`},
		{"one letter in JSON in JSON", "t", `{"text":"{\"token\":\"t\"}"}`, `{"text":"{\"token\":\"REDACTED\"}"}`},
		{"one letter in Go quotes", "t", "token 't' or `t`", "token 'REDACTED' or `REDACTED`"},
		{"one letter alone", "t", "t", "REDACTED"},
		{"two letters in words", "no", "no snow now", "no snow now"},
		{"two letters in a query", "no", "no token=no", "no token=REDACTED"},
		{"several in a row", "t", "token=t&token=t&token=tt", "token=REDACTED&token=REDACTED&token=tt"},
		{"letters that overlap", "tt", "token=tt x=ttt", "token=REDACTED x=ttt"},
		{"a short word in words", "over", "overdue, moreover, hoover_over", "overdue, moreover, hoover_over"},
		{"a short word of its own", "4711a", "the token 4711a, (4711a) and 4711a", "the token REDACTED, (REDACTED) and REDACTED"},
		{"a short word at the ends", "abc", "abc-abc", "REDACTED-REDACTED"},
		{"a short word in a path", "abc", "/api/x/abc/y", "/api/x/REDACTED/y"},
		{"a short word beside letters that are not ASCII", "abc", "éabc abcé", "éabc abcé"},
		{"a short word beside digits", "abc", "abc1 1abc", "abc1 1abc"},
		{"a short word behind a quote", "abc", `"abc is wrong"`, `"REDACTED is wrong"`},
		{"a short secret written longer", "a&b", "token=a%26b, xa%26bx, xa&amp;bx", "token=REDACTED, xa%26bx, xREDACTEDx"},
		{"six letters in a word", "s3cret", "mys3cretword", "myREDACTEDword"},
		{"six letters that are not ASCII", "éééééé", "xééééééx %C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9", "xREDACTEDx REDACTED"},
		{"the marker itself", "ACT", "token=ACT REDACTED", "token=REDACTED REDACTED"},
		{"no secret", "", "Not found", "Not found"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := NewScrubber(test.secret).Text(test.text); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestLongSecretsAreFoundEverywhere: in any place and in any spelling.
func TestLongSecretsAreFoundEverywhere(t *testing.T) {
	t.Parallel()
	s := NewScrubber(`k3y/c&nary"<1>+%`, "clé-nary", "gê\x01heim", "t")
	for name, form := range map[string]string{
		"as it is":              `k3y/c&nary"<1>+%`,
		"in a query":            `k3y%2Fc%26nary%22%3C1%3E%2B%25`,
		"in lower case":         `k3y%2fc%26nary%22%3c1%3e%2b%25`,
		"in a path":             `k3y%2Fc&nary%22%3C1%3E+%25`,
		"in HTML":               `k3y/c&amp;nary&#34;&lt;1&gt;+%`,
		"in quotes":             `k3y/c&nary\"<1>+%`,
		"in JSON":               `k3y/c\u0026nary\"\u003c1\u003e+%`,
		"with escaped slashes":  `k3y\/c&nary"<1>+%`,
		"letters as they are":   `clé-nary`,
		"letters in a URL":      `cl%C3%A9-nary`,
		"letters in lower case": `cl%c3%a9-nary`,
		"letters as ASCII":      `cl\u00e9-nary`,
		"letters in Go":         `gê\x01heim`,
	} {
		t.Run(name, func(t *testing.T) {
			for _, around := range [][2]string{{"", ""}, {"x", "x"}, {"token=", "&a=1"}, {`"`, `"`}, {"\n", "\x00"}, {"é", "é"}} {
				if got := s.Text(around[0] + form + around[1]); got != around[0]+Marker+around[1] {
					t.Errorf("%q between %q becomes %q", form, around, got)
				}
			}
		})
	}
}

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
	kept := keys.shared().secrets
	if len(kept) != 64 || kept[0] != "k3y-936" || kept[63] != "k3y-999" {
		t.Errorf("%d keys are kept: %q; want the last 64", len(kept), kept)
	}
}

// TestSecretsOneInAnother: what is cut out is not looked at again.
func TestSecretsOneInAnother(t *testing.T) {
	t.Parallel()
	if got, want := NewScrubber("a=a").Text("=a=a=a"), "=REDACTED=a"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestALineHasNoSecret(t *testing.T) {
	t.Parallel()
	if got, want := NewScrubber("k3y-canary").Line("a k3y-canary\nb"), "a REDACTED b"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNoErrorHasNoSecret(t *testing.T) {
	t.Parallel()
	s := NewScrubber("k3y-canary")
	if err := s.Error(nil); err != nil {
		t.Errorf("no error became %v", err)
	}
	if err := s.Error(&url.Error{Op: "Get", URL: "https://x?token=k3y-canary"}); err != nil {
		t.Errorf("an error without a cause became %v", err)
	}
}
