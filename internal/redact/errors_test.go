// SPDX-License-Identifier: MIT

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

// quoting is an error that shows its key.
type quoting struct{ Key string }

func (e quoting) Error() string { return "key " + e.Key }

// silent is an error whose text does not show the error inside it.
type silent struct{ inner error }

func (e silent) Error() string { return "failed" }
func (e silent) Unwrap() error { return e.inner }

const key = "k3y-canary"

// withoutKey returns err without the key.
func withoutKey(err error) error { return new(Keys).Scrubber(key).Error(err) }

// TestNothingLeadsFromAnErrorToASecret: no text, no unwrapped error, no result of errors.As, and no verb of package fmt
// shows it.
func TestNothingLeadsFromAnErrorToASecret(t *testing.T) {
	t.Parallel()
	timeout := &net.DNSError{Err: "timed out", IsTimeout: true}
	tests := []struct {
		name    string
		inner   error
		network string // of a net.Error: whether it is a timeout, and temporary
	}{
		{"a value", quoting{key}, ""},
		{"a pointer", &quoting{key}, ""},
		{"wrapped", fmt.Errorf("failed: %w", quoting{key}), ""},
		{"beside a silent one", fmt.Errorf("%w, %w", io.EOF, silent{quoting{key}}), ""},
		{"a URL", fmt.Errorf("dial: %w", &url.Error{Op: "Get", URL: "https://x?key=" + key, Err: timeout}), "true true"},
		{"of the network, lasting", &net.OpError{Op: "dial", Err: errors.New(key)}, "false false"},
		{"of the network, temporary", &net.DNSError{Name: key, IsTemporary: true}, "false true"},
		{"of the network, a timeout", &net.DNSError{Name: key, IsTimeout: true}, "true true"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			err := fmt.Errorf("outer: %w", withoutKey(fmt.Errorf("%w %w", test.inner, io.ErrUnexpectedEOF)))
			if !errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, timeout) != (test.name == "a URL") {
				t.Errorf("errors.Is finds other causes in %v than before", err)
			}
			if errors.As(err, new(quoting)) || errors.As(err, new(*quoting)) || errors.As(err, new(*url.Error)) {
				t.Errorf("errors.As finds a cause in %v", err)
			}
			is := ""
			network, isNetwork := errors.AsType[net.Error](err)
			if isNetwork {
				is = fmt.Sprint(network.Timeout(), network.Temporary()) //nolint:staticcheck // it is part of net.Error
			}
			if is != test.network {
				t.Errorf("as a net.Error it is %v, %s; want %s", network, is, test.network)
			}
			for _, shown := range []any{err, errors.Unwrap(err), network} {
				text := fmt.Sprintf("%v %+v %#v %q %x", shown, shown, shown, shown, shown)
				if strings.Contains(text, key) || strings.Contains(text, fmt.Sprintf("%x", key)) {
					t.Errorf("it is printed as %s", text)
				}
			}
		})
	}
}

// TestAnErrorWithoutASecretStaysItself: also the errors inside it.
func TestAnErrorWithoutASecretStaysItself(t *testing.T) {
	t.Parallel()
	refused := &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	for _, err := range []error{
		nil, refused, silent{nil}, silent{silent{nil}}, fmt.Errorf("%w and %w", io.EOF, silent{io.EOF}),
		errors.New("Größe 7 ×  2 „ok“ \u00a0 日本 😀"),
	} {
		if got := withoutKey(err); fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", err) {
			t.Errorf("%#v becomes %#v", err, got)
		}
	}
	if got := withoutKey(&url.Error{Op: "Get", URL: "https://x?token=" + key}); got != nil {
		t.Errorf("a URL without an error becomes %v", got)
	}
	if got := withoutKey(&url.Error{Op: "Get", URL: "https://x?token=" + key, Err: refused}); got != error(refused) {
		t.Errorf("an error in a URL becomes %v, want %v", got, refused)
	}
}

// TestCausesWithoutASecretAreFound: errors.As finds the causes that show no secret, and no others.
func TestCausesWithoutASecretAreFound(t *testing.T) {
	t.Parallel()
	refused := &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	err := withoutKey(fmt.Errorf("dial with %s: %w, %w", key, refused, quoting{"another"}))
	if want := "dial with REDACTED: dial: connection refused, key another"; err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
	value, _ := errors.AsType[quoting](err)
	op, _ := errors.AsType[*net.OpError](err)
	if value.Key != "another" || op != refused {
		t.Errorf("errors.As finds %+v and %v in %v", value, op, err)
	}
	if errors.As(err, new(*net.DNSError)) || errors.Is(err, io.EOF) || !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("errors.As or errors.Is finds in %v what it does not wrap, or not what it does", err)
	}
	if errors.Unwrap(err) != nil {
		t.Error("the chain leads to a text with the secret")
	}
	if err := withoutKey(fmt.Errorf("%s: %w", key, io.EOF)); errors.As(err, new(net.Error)) {
		t.Errorf("%v is taken for an error of the network", err)
	}
}

// TestTextsOfTheServiceArePrintable: no control character reaches a terminal or a log.
func TestTextsOfTheServiceArePrintable(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"C0", "a\x00\x07\x1b\x7fb", "a b"},
		{"raw bytes of C1", "a\x9b\x85b", "a?b"},
		{"line breaks", "a\r\n\v\fb", "a b"},
		{"changes of direction", "a\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061cb", "a b"},
		{"invisible", "a\u200b\u200d\u00ad\u2060\U000e0041b", "a b"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := new(Keys).Scrubber(key)
			if got := s.Line(test.text + key); got != test.want+"REDACTED" {
				t.Errorf("as a line: got %q, want %q", got, test.want+"REDACTED")
			}
			if got := s.Error(errors.New(test.text)).Error(); got != test.want {
				t.Errorf("as an error: got %q, want %q", got, test.want)
			}
		})
	}
}
