// SPDX-License-Identifier: MIT

package redact

import (
	"encoding/base64"
	"encoding/hex"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// without returns text without some secrets.
func without(text string, secrets ...string) string { return new(Keys).Scrubber(secrets...).Text(text) }

// quoted returns a text as Go quotes it, without the quotes.
func quoted(text string) string {
	quoted := strconv.Quote(text)
	return quoted[1 : len(quoted)-1]
}

// checkCut checks what a text is without some secrets.
func checkCut(t *testing.T, text, want string, secrets ...string) {
	t.Helper()
	if got := without(text, secrets...); got != want {
		t.Errorf("without the secrets %q, %q becomes %q, want %q", secrets, text, got, want)
	}
}

// TestSpellings: a spelling that services use is cut out, and the text around it stays. With any other spelling the
// whole text becomes REDACTED, because it is not worth much code to cut out what no service sends.
func TestSpellings(t *testing.T) {
	t.Parallel()
	const secret, escapes, accents, blank = `K3y/c&naZy "<1>'+%` + "\t`", `%25\u0026&amp;-canary`, "cl\u00e9-n\x01ry", "my secret/x"
	base64 := base64.StdEncoding.EncodeToString([]byte(secret))
	for hides, spellings := range map[bool]map[string]string{
		false: {
			"as it is":                        secret,
			"in capitals":                     strings.ToUpper(secret),
			"in a query":                      url.QueryEscape(secret),
			"in a path":                       url.PathEscape(secret),
			"in HTML":                         html.EscapeString(secret),
			"in JSON":                         `K3y/c\u0026naZy \"\u003c1\u003e'+%\t` + "`",
			"in Go quotes":                    quoted(secret),
			"a secret that looks escaped":     escapes,
			"it, unescaped":                   "%&&-canary",
			"accents as they are":             accents,
			"control characters in Go quotes": "cl\u00e9-n" + `\x01ry`,
			"a plus for a blank":              "my+secret/x",
			"in hexadecimal digits":           hex.EncodeToString([]byte(secret)),
		},
		true: {
			"all in percents":                  testkit.Each("%%%02X", secret),
			"the second half in percents":      secret[:14] + url.QueryEscape(secret[14:]),
			"in percents four times":           url.QueryEscape(url.QueryEscape(url.QueryEscape(url.QueryEscape(secret)))),
			"all in hexadecimal ones":          testkit.Each("&#x%X;", secret),
			"in HTML twice":                    html.EscapeString(html.EscapeString(secret)),
			"in Go quotes twice":               quoted(quoted(secret)),
			"all in octal bytes of Go":         testkit.Each(`\%03o`, secret),
			"all in JSON escapes":              testkit.Each(`\u%04x`, secret),
			"all in long escapes of Go":        testkit.Each(`\U%08x`, secret),
			"in JSON as ASCII":                 `cl\u00e9-n\u0001ry`,
			"base64 in a query":                url.QueryEscape(base64),
			"a secret that looks escaped":      url.QueryEscape(url.QueryEscape(escapes)),
			"it, half escaped":                 `%2525%5Cu0026%26amp;-canary`,
			"the beginning of a secret":        testkit.Each("%%%02X", secret[:12]),
			"what can be unescaped five times": "%" + strings.Repeat("25", 5),
		},
	} {
		for name, spelled := range spellings {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				for _, around := range [][2]string{{"", ""}, {"x", "x"}, {"token=", "&a=1"}, {`"`, `"`}, {"%", "%"}, {"é", "é"}} {
					want := around[0] + "REDACTED" + around[1]
					if hides {
						want = "REDACTED"
					}
					checkCut(t, around[0]+spelled+around[1], want, secret, "t", escapes, accents, blank)
				}
			})
		}
	}
}

// TestBase64IsCutOut: a character of base64 that holds bits of the secret and of its neighbour may stay.
func TestBase64IsCutOut(t *testing.T) {
	t.Parallel()
	const secret = "k3y-??>>~~canaries" // the two alphabets differ in it
	tests := []struct{ before, after, want string }{
		{"", "", "REDACTED"},
		{":", "", "OmREDACTEDw=="},
		{"u:", "", "dTpREDACTEDM="},
		{"abc", "d", "YWJjREDACTEDZA=="},
		{"user:", ":more", "dXNlcjpREDACTEDM6bW9yZQ=="},
	}
	for _, test := range tests {
		for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
			text := encoding.EncodeToString([]byte(test.before + secret + test.after))
			checkCut(t, "a "+text+" z", "a "+test.want+" z", secret)
		}
	}
}

// TestPartsOfSecretsAreFound: the beginning of a secret is cut out where the text has been cut off, because it helps in
// guessing the rest.
func TestPartsOfSecretsAreFound(t *testing.T) {
	t.Parallel()
	const secret = "k3y/canary-0123456789-abcdefghijklmnopq"
	tests := []struct{ name, text, want string }{
		{"the first 30 characters", "key " + secret[:30] + " is wrong", "key REDACTED is wrong"},
		{"half of it, escaped, before what may be the rest", "?key=" + url.QueryEscape(secret[:20]) + "&a=1", "REDACTED"},
		{"twelve characters in a word", "x" + secret[:12] + "x", "xREDACTEDx"},
		{"eleven characters in a word", "x" + secret[:11] + "x", "x" + secret[:11] + "x"},
		{"a text that is cut off", "the key k3y/ca", "the key REDACTED"},
		{"a text that is cut off earlier", "the key k3y/c", "the key k3y/c"},
		{"an ellipsis", "the key k3y/ca… is wrong", "the key REDACTED… is wrong"},
		{"three dots", "the key k3y/ca... is wrong", "the key REDACTED... is wrong"},
		{"a part and the whole", secret[:30] + secret, "REDACTEDREDACTED"},
		{"base64 that is cut off", base64.StdEncoding.EncodeToString([]byte(secret))[:30], "REDACTED"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			checkCut(t, test.text, test.want, secret)
		})
	}
}

// TestShortSecretsLeaveTextsReadable: a short secret is cut out where it is a value, and not where a word happens to
// have its letters.
func TestShortSecretsLeaveTextsReadable(t *testing.T) {
	t.Parallel()
	const inWords = "Not found: the token is not valid at that time"
	tests := []struct{ name, secret, text, want string }{
		{"one letter in words", "t", inWords, inWords},
		{"one letter in a query", "t", "GET /api?token=t&public=true", "GET /api?token=REDACTED&public=true"},
		{"one letter in an escaped query", "t", "next=%2Fapi%3Ftoken%3Dt%26a%3d1", "next=%2Fapi%3Ftoken%3DREDACTED%26a%3d1"},
		{"one letter after an escaped sign alone", "t", "%3dt", "%3dREDACTED"},
		{"one letter in JSON", "t", `{"token":"t","text":"t t"}`, `{"token":"REDACTED","text":"t t"}`},
		{"one letter in JSON in HTML", "t", `{&quot;token&quot;:&quot;t&quot;}`, `REDACTED`},
		{"one letter in Go quotes", "t", "token 't' or `t`", "token 'REDACTED' or `REDACTED`"},
		{"one letter alone", "t", "t", "REDACTED"},
		{"a secret in another", "a=a", "=a=a=a", "=REDACTED=a"},
		{"a short word in words", "over", "overdue, moreover, hoover_over", "overdue, moreover, hoover_over"},
		{"a short word alone", "4711a", "the token 4711a, (4711a) and 4711a", "the token REDACTED, (REDACTED) and REDACTED"},
		{"a short word beside letters that are not ASCII", "abc", "éabc abcé", "éabc abcé"},
		{"a short word after a quote", "abc", `"abc is wrong"`, `"REDACTED is wrong"`},
		{"a short secret written longer", "a&b", "token=a%26b, xa%26bx, xa&amp;bx", "token=REDACTED, xa%26bx, xREDACTEDx"},
		{"five characters in base64", "k3y-c", "x" + base64.RawStdEncoding.EncodeToString([]byte("k3y-c")), "xazN5LWM"},
		{"six letters in a word", "s3cret", "mys3cretword", "myREDACTEDword"},
		{"six letters that are not ASCII", "éééééé", "xééééééx %C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9", "xREDACTEDx REDACTED"},
		{"the marker itself", "ACT", "token=ACT REDACTED", "token=REDACTED REDACTED"},
		{"no secret", "", "Not found", "Not found"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			checkCut(t, test.text, test.want, test.secret)
		})
	}
}

// TestWhatIsNoSecretStays: also what only looks like an escape, and a text that is escaped up to four times.
func TestWhatIsNoSecretStays(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"%", "%%", "%2", "%zz", `\`, `\u`, `\u00`, `\q\8`, "&", "&;", "&amp", "&nothing;", "&#;", "&&&&&&", "%25252525",
		`\\\\\\\\`, "100 % of 1 & 2", "application/json; charset=utf-8", "a+b", `C:\temp`,
	} {
		checkCut(t, "a "+text+" z", "a "+text+" z", `%25\u0026&amp;-canary`, "t", "+")
	}
}

// TestTheLongestSecretIsCutOut: also where several secrets begin alike.
func TestTheLongestSecretIsCutOut(t *testing.T) {
	t.Parallel()
	const prefix = "k3y-canary-live-"
	for _, secrets := range [][]string{
		{"abc", "abcdef", "abcdefghi"}, {"abc-d", "abc"}, {prefix + "1", prefix + "1/2"}, {prefix, prefix + "&1"},
	} {
		for _, secret := range secrets {
			for _, spell := range []func(string) string{strings.ToUpper, url.QueryEscape, html.EscapeString} {
				for range 2 {
					slices.Reverse(secrets)
					checkCut(t, "<"+spell(secret)+">", "<REDACTED>", secrets...)
				}
			}
		}
	}
	checkCut(t, prefix+"1234 z", "REDACTED z", prefix+"1x", prefix+"12345")
	checkCut(t, prefix+"1234 z", "REDACTED z", prefix+"12345", prefix+"1x")
	checkCut(t, "<"+prefix+`1\u002f2>`, "REDACTED", prefix+"1", prefix+"1/2")
}
