package redact

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"syscall"
	"testing"
)

// frank shows all that it holds, also as a value.
type frank struct{ Key string }

func (e frank) Error() string { return "key " + e.Key }

// shy shows nothing of what it wraps.
type shy struct{ inner error }

func (e shy) Error() string { return "failed" }
func (e shy) Unwrap() error { return e.inner }

// TestNothingLeadsFromAnErrorToASecret: neither its text, nor its chain, nor what errors.As
// finds, nor a verb of package fmt.
func TestNothingLeadsFromAnErrorToASecret(t *testing.T) {
	t.Parallel()
	const key = "k3y-canary"
	timeout := &url.Error{Op: "Get", URL: "https://x?key=" + key, Err: &net.DNSError{Err: "timed out", IsTimeout: true}}
	for name, inner := range map[string]error{
		"a value":             frank{key},
		"a pointer":           &frank{key},
		"wrapped":             fmt.Errorf("failed: %w", frank{key}),
		"joined":              errors.Join(io.EOF, frank{key}),
		"behind a shy one":    shy{frank{key}},
		"beside a shy one":    errors.Join(io.EOF, shy{frank{key}}),
		"a URL in the middle": fmt.Errorf("dial: %w", timeout),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := fmt.Errorf("outer: %w", NewScrubber(key).Error(fmt.Errorf("%w %w", inner, io.ErrUnexpectedEOF)))
			if !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Error("errors.Is no longer finds the cause")
			}
			var value frank
			var pointer *frank
			var outer *url.Error
			var network net.Error
			var timing interface{ Timeout() bool }
			if errors.As(err, &value) || errors.As(err, &pointer) || errors.As(err, &outer) {
				t.Errorf("errors.As hands out %+v, %+v or %+v", value, pointer, outer)
			}
			isTimeout := strings.Contains(name, "URL")
			if errors.As(err, &network) != isTimeout || errors.As(err, &timing) != isTimeout || isTimeout && !network.Timeout() {
				t.Errorf("as a net.Error it is %v, want a timeout: %v", network, isTimeout)
			}
			for _, shown := range []any{err, errors.Unwrap(err), network, timing} {
				if text := fmt.Sprintf("%v %+v %#v %q %x", shown, shown, shown, shown, shown); strings.Contains(text, key) || strings.Contains(text, fmt.Sprintf("%x", key)) {
					t.Errorf("it is printed as %s", text)
				}
			}
		})
	}
}

// TestWhatErrorsAsFindsStays where it shows no secret.
func TestWhatErrorsAsFindsStays(t *testing.T) {
	t.Parallel()
	err := NewScrubber("k3y-canary").Error(fmt.Errorf("k3y-canary: %w", frank{"another"}))
	var value frank
	if !errors.As(err, &value) || value.Key != "another" || errors.As(err, new(*net.OpError)) {
		t.Errorf("errors.As finds %+v in %v", value, err)
	}
	if errors.As(err, new(net.Error)) {
		t.Errorf("%v is taken for an error of the network", err)
	}
	if errors.Is(err, io.EOF) || !errors.Is(err, frank{"another"}) {
		t.Errorf("errors.Is finds in %v what it does not wrap, or not what it does", err)
	}
	for _, clean := range []error{shy{nil}, shy{shy{nil}}, fmt.Errorf("%w and %w", io.EOF, shy{io.EOF})} {
		if got := NewScrubber("k3y-canary").Error(clean); fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", clean) {
			t.Errorf("%#v, which shows no secret, becomes %#v", clean, got)
		}
	}
	lasting := NewScrubber("k3y-canary").Error(&net.OpError{Op: "dial", Err: errors.New("k3y-canary")})
	var permanent net.Error
	//nolint:staticcheck // Temporary is part of net.Error
	if !errors.As(lasting, &permanent) || permanent.Temporary() || permanent.Timeout() {
		t.Errorf("%v is a temporary error", lasting)
	}
	temporary := NewScrubber("k3y-canary").Error(&net.DNSError{Name: "k3y-canary", IsTemporary: true})
	var network net.Error
	//nolint:staticcheck // Temporary is part of net.Error
	if !errors.As(temporary, &network) || network.Timeout() || !network.Temporary() {
		t.Errorf("%v is no temporary error", temporary)
	}
}

// TestTextsOfTheServiceArePrintable: no control character reaches a terminal or a log.
func TestTextsOfTheServiceArePrintable(t *testing.T) {
	t.Parallel()
	for name, odd := range map[string]string{
		"C0": "\x00\x07\x1b\x7f", "C1": "\u0080\u0085\u009b\u009f", "raw bytes of C1": "\x9b\x85", "separators of lines": "\u2028\u2029", "line breaks": "\r\n\v\f",
		"changes of direction": "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c", "byte-order mark": "\ufeff", "invisible": "\u200b\u200d\u00ad\u2060\U000e0041", "private": "\ue000\uffff",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, got := range []string{Printable("a" + odd + "b"), NewScrubber().Error(errors.New("a" + odd + "b")).Error(), NewScrubber("t").Line("a" + odd + "b")} {
				want := "a b"
				if name == "raw bytes of C1" {
					want = "a?b"
				}
				if got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			}
		})
	}
	const plain = "Größe 7 ×  2 „ok“ \u00a0 日本 😀"
	if err := errors.New(plain); NewScrubber().Error(err) != err {
		t.Errorf("%q becomes %q", plain, NewScrubber().Error(err))
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

func TestScrubbedErrorKeepsCauses(t *testing.T) {
	t.Parallel()
	errRefused := &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	around := func(err error) *url.Error { return &url.Error{Op: "Get", URL: "https://x?token=k3y-canary", Err: err} }
	inner := fmt.Errorf("dial with k3y-canary: %w", errRefused)
	err := NewScrubber("k3y-canary").Error(around(inner))
	if deep := NewScrubber("k3y-canary").Error(fmt.Errorf("proxy: %w", around(inner))); errors.As(deep, new(*url.Error)) || !errors.Is(deep, syscall.ECONNREFUSED) {
		t.Errorf("a *url.Error can still be found in %v, or its cause cannot", deep)
	}
	if same := NewScrubber("k3y-canary").Error(errRefused); same != error(errRefused) {
		t.Errorf("an error without a secret becomes %#v", same)
	}
	var op *net.OpError
	var outer *url.Error
	if !errors.As(err, &op) || !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("%v has lost its causes", err)
	}
	if errors.As(err, &outer) {
		t.Errorf("a *url.Error can still be found: %v", outer)
	}
	if got, want := err.Error(), "dial with REDACTED: dial: connection refused"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if errors.Unwrap(err) != nil {
		t.Error("the chain leads to a text with the secret")
	}
}

func TestLongerSecretsAreScrubbedFirst(t *testing.T) {
	t.Parallel()
	for _, secrets := range [][]string{{"abc", "abcdef", "abcdefghi"}, {"abcdefghi", "abcdef", "abc"}, {"abc-d", "abc"}, {"abc", "abc-d"}} {
		for _, text := range secrets {
			if got := NewScrubber(secrets...).Text("<" + text + ">"); got != "<REDACTED>" {
				t.Errorf("with the secrets %q, %s becomes %s", secrets, text, got)
			}
		}
	}
}
