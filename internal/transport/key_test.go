package transport

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestTheKeySource is asked within the time of an attempt, and its context ends when it has
// returned. Whatever it returns with an error is a secret.
func TestTheKeySource(t *testing.T) {
	t.Parallel()
	cause := errors.New("the vault shut on k3y-of-the-vault")
	for _, test := range []struct {
		name   string
		source func(context.Context) (string, error)
		want   string
		is     error
		after  time.Duration
	}{
		{"fails", func(context.Context) (string, error) { return "k3y-of-the-vault", cause }, "the API key source failed: the vault shut on REDACTED", cause, 0},
		{"hangs", func(ctx context.Context) (string, error) { <-ctx.Done(); return "", ctx.Err() }, "the API key source failed: attempt timed out after 30s (an option)", ErrAttemptTimeout, 30 * sec},
		{"does not look at its context", func(context.Context) (string, error) { time.Sleep(40 * sec); return "k3y-canary", nil }, "the API key source failed: attempt timed out after 30s (an option)", context.DeadlineExceeded, 40 * sec},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			s := newScript(status(200))
			var given context.Context
			q := request(Read)
			start := time.Now()
			_, err := newTest(s, func(c *Config) {
				c.Key = func(ctx context.Context) (string, error) { given = ctx; return test.source(ctx) }
			}).Send(t.Context(), q)
			if err == nil || q.Scrub.Error(err).Error() != test.want || !errors.Is(err, test.is) || len(s.at) != 0 {
				t.Errorf("got %v after %d requests, want %s", err, len(s.at), test.want)
			}
			if took := time.Since(start); took != test.after || given.Err() == nil {
				t.Errorf("took %v, want %v; its context has ended: %t", took, test.after, given.Err() != nil)
			}
		})
	}
}

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
