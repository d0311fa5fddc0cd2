package redact

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// each writes every byte of a text as format says.
func each(format, text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&b, format, c)
	}
	return b.String()
}

// TestSecretsAreFoundInEverySpelling: in those that programs on the way use, also mixed, and
// on top of each other.
func TestSecretsAreFoundInEverySpelling(t *testing.T) {
	t.Parallel()
	const secret = `K3y/c&nary "<1>'+%` + "\t`"
	quote := func(text string) string {
		quoted := strconv.Quote(text)
		return quoted[1 : len(quoted)-1]
	}
	for name, form := range map[string]string{
		"as it is":                   secret,
		"in small letters":           strings.ToLower(secret),
		"in capitals":                strings.ToUpper(secret),
		"in a query":                 url.QueryEscape(secret),
		"in a path":                  url.PathEscape(secret),
		"all in percents":            each("%%%02X", secret),
		"all in small percents":      each("%%%02x", secret),
		"in percents twice":          url.QueryEscape(url.QueryEscape(secret)),
		"in percents three times":    url.QueryEscape(url.QueryEscape(url.QueryEscape(secret))),
		"in HTML":                    html.EscapeString(secret),
		"in HTML with names":         strings.NewReplacer("&", "&amp;", `"`, "&quot;", "'", "&apos;", "<", "&lt;").Replace(secret),
		"all in entities":            each("&#%d;", secret),
		"all in hexadecimal ones":    each("&#x%X;", secret),
		"in HTML twice":              html.EscapeString(html.EscapeString(secret)),
		"in Go quotes":               quote(secret),
		"in Go quotes twice":         quote(quote(secret)),
		"in Go quotes four times":    quote(quote(quote(quote(secret)))),
		"all in bytes of Go":         each(`\x%02x`, secret),
		"all in JSON escapes":        each(`\u%04x`, secret),
		"in JSON with slashes":       strings.ReplaceAll(quote(secret), "/", `\/`),
		"a query in HTML":            html.EscapeString(url.QueryEscape(secret)),
		"HTML in JSON":               quote(html.EscapeString(secret)),
		"half in percents":           secret[:5] + url.QueryEscape(secret[5:]),
		"in hexadecimal digits":      hex.EncodeToString([]byte(secret)),
		"in capital ones":            strings.ToUpper(hex.EncodeToString([]byte(secret))),
		"in base64":                  base64.StdEncoding.EncodeToString([]byte(secret)),
		"in base64 for URLs":         base64.RawURLEncoding.EncodeToString([]byte(secret)),
		"in base64 in a query":       url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(secret))),
		"behind a name in base64":    base64.StdEncoding.EncodeToString([]byte("u:" + secret)),
		"between others in base64":   base64.StdEncoding.EncodeToString([]byte("user:" + secret + ":more")),
		"behind three in base64":     base64.StdEncoding.EncodeToString([]byte("abc" + secret + "d")),
		"in base64 for URLs, behind": base64.URLEncoding.EncodeToString([]byte("key=" + secret)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, around := range [][2]string{{"", ""}, {"x", "x"}, {"token=", "&a=1"}, {`"`, `"`}, {"%", "%"}, {"é", "é"}} {
				got := NewScrubber(secret).Text(around[0] + form + around[1])
				// In base64 the neighbours share characters with the secret.
				if !strings.HasPrefix(got, around[0]) || !strings.HasSuffix(got, around[1]) || len(got) > len(around[0]+Marker+around[1])+len("user:more")*2 ||
					!strings.Contains(got, Marker) {
					t.Errorf("%q becomes %q", around[0]+form+around[1], got)
				}
			}
		})
	}
}

// TestPartsOfSecretsAreFound: what has been cut off helps in guessing the rest.
func TestPartsOfSecretsAreFound(t *testing.T) {
	t.Parallel()
	const secret = "k3y/canary-0123456789-abcdefghijklmnopq"
	for _, test := range []struct{ name, text, want string }{
		{"the first 30 characters", "key " + secret[:30] + " is wrong", "key REDACTED is wrong"},
		{"half of it, escaped", "?key=" + url.QueryEscape(secret[:20]) + "&a=1", "?key=REDACTED&a=1"},
		{"twelve characters in a word", "x" + secret[:12] + "x", "xREDACTEDx"},
		{"eleven characters in a word", "x" + secret[:11] + "x", "x" + secret[:11] + "x"},
		{"a text that is cut off", "the key k3y/ca", "the key REDACTED"},
		{"a text that is cut off earlier", "the key k3y/c", "the key k3y/c"},
		{"three dots", "the key k3y/ca... is wrong", "the key REDACTED... is wrong"},
		{"an ellipsis", "the key k3y/ca… is wrong", "the key REDACTED… is wrong"},
		{"a part and the whole", secret[:30] + secret, "REDACTEDREDACTED"},
		{"base64 that is cut off", base64.StdEncoding.EncodeToString([]byte(secret))[:30], "REDACTED"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := NewScrubber(secret).Text(test.text); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestWhatIsNoSecretStays: escapes that are none, and the beginnings of longer ones.
func TestWhatIsNoSecretStays(t *testing.T) {
	t.Parallel()
	s := NewScrubber("%25\\u0026&amp;-canary", "t", "+")
	for _, text := range []string{
		"%", "%%", "%2", "%zz", `\`, `\u`, `\u00`, `\q\8`, "&", "&;", "&amp", "&nothing;", "&#;", "&&&&&&", "%25252525", `\\\\\\\\`,
		"100 % of 1 & 2", "application/json; charset=utf-8", "a+b", `C:\temp`,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			if got := s.Text("a " + text + " z"); got != "a "+text+" z" {
				t.Errorf("%q becomes %q", text, got)
			}
		})
	}
	if got := s.Text("%25\\u0026&amp;-canary, %2525%5Cu0026%26amp;-canary"); got != "REDACTED, REDACTED" {
		t.Errorf("a secret that looks escaped becomes %q", got)
	}
}

func BenchmarkCutter(b *testing.B) {
	page := strings.Repeat("<p>No such reservation &amp; guest: 77 at 2026-07-06</p>\n", 1200)
	for _, keys := range []int{1, 64} {
		b.Run(fmt.Sprintf("keys=%d", keys), func(b *testing.B) {
			all := new(Keys)
			for i := range keys {
				all.Add(fmt.Sprintf("%d-k3y-canary-0123456789-%d", i, i))
			}
			scrub := all.Scrubber()
			b.SetBytes(int64(len(page)))
			b.ReportAllocs()
			for b.Loop() {
				scrub.Text(page)
			}
		})
	}
	b.Run("new", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			newCutter([]string{"k3y-canary-0123456789", "t0ken-canary-0123456789"})
		}
	})
}

// TestTheOneEscapeThatShowsASecret: each of these forms has no other that would do.
func TestTheOneEscapeThatShowsASecret(t *testing.T) {
	t.Parallel()
	times := func(n int, text string) string {
		for range n {
			text = url.QueryEscape(text)
		}
		return text
	}
	const wide = "k3y-??>>~~canaries" // its base64 has both characters that differ between the alphabets
	for _, test := range []struct{ name, secret, text, want string }{
		{"a blank in a query", "k3y of canary", "a=k3y+of+canary", "a=REDACTED"},
		{"a percent at the end", "k3y-canary%", "a=k3y-canary%25&b", "a=REDACTED&b"},
		{"a percent as it is", "k3y-canary%", "a=k3y-canary%&b", "a=REDACTED&b"},
		{"four times in a query", "k3y/canary/x", times(4, "k3y/canary/x"), "REDACTED"},
		{"four times from the first character on", "/k3y-canary", "a" + times(4, "/k3y-canary") + "b", "aREDACTEDb"},
		{"standard base64", wide, "a " + base64.RawStdEncoding.EncodeToString([]byte(wide)) + " b", "a REDACTED b"},
		{"base64 for URLs", wide, "a " + base64.RawURLEncoding.EncodeToString([]byte(wide)) + " b", "a REDACTED b"},
		{"half a character", "canary\xc3", "a canary&eacute; b", "a canary&eacute; b"},
		{"hexadecimal digits", "k3y-ca", "a" + hex.EncodeToString([]byte("k3y-ca")) + "b", "aREDACTEDb"},
		{"five characters are no base64", "k3y-c", "a" + base64.RawStdEncoding.EncodeToString([]byte("k3y-c")), "a" + base64.RawStdEncoding.EncodeToString([]byte("k3y-c"))},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := NewScrubber(test.secret).Text(test.text); got != test.want {
				t.Errorf("%s: got  %s\nwant %s", test.text, got, test.want)
			}
		})
	}
}
