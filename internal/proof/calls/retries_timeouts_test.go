// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// errGaveUp is the error of a RoundTripper that has its own error for the end of a context.
var errGaveUp = errors.New("gave up")

// unfinished are services that never finish a response, by how their requests end.
var unfinished = map[string]testkit.RoundTripper{
	"with the error of the context": hangs,
	"in the body": func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{}, Body: drip{r.Context()}, Request: r}, nil
	},
	"with another error": func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, errGaveUp
	},
}

// drip sends a byte of its body each second, for ever.
type drip struct{ end context.Context }

func (d drip) Read(p []byte) (int, error) {
	select {
	case <-d.end.Done():
		return 0, d.end.Err()
	case <-time.After(time.Second): // virtual
		p[0] = ' '
		return 1, nil
	}
}

func (drip) Close() error { return nil }

// TestTimeoutsNameTheirOption, and the end of the caller's own context names none, however the
// request ends.
func TestTimeoutsNameTheirOption(t *testing.T) {
	t.Parallel()
	const s = time.Second
	const attempt, call = "attempt timed out after ", "call timed out after 7s (WithCallTimeout)"
	const ofContext = "context deadline exceeded"
	closed := errors.New("the park closed")
	tests := []struct {
		name     string
		client   time.Duration // Timeout of the http.Client
		attempt  time.Duration // WithAttemptTimeout
		call     time.Duration // WithCallTimeout
		deadline time.Duration // of the caller
		cause    error         // of the deadline
		after    time.Duration
		says     string // and not the texts of other time-outs
	}{
		{name: "attempt", after: 30 * s, says: attempt + "30s (WithAttemptTimeout)"},
		{name: "attempt with an option", attempt: 2 * s, after: 2 * s, says: attempt + "2s (WithAttemptTimeout)"},
		{name: "the http.Client", client: 3 * s, after: 3 * s, says: attempt + "3s (Timeout of the http.Client)"},
		{name: "the option first", client: s, attempt: 2 * s, after: 2 * s, says: attempt + "2s (WithAttemptTimeout)"},
		{name: "the shortest attempt", attempt: 1, after: 1, says: attempt + "1ns (WithAttemptTimeout)"},
		{name: "the shortest http.Client", client: 1, after: 1, says: attempt + "1ns (Timeout of the http.Client)"},
		{name: "attempt within a call", call: 60 * s, after: 30 * s, says: attempt + "30s (WithAttemptTimeout)"},
		{name: "call", call: 7 * s, after: 7 * s, says: call},
		{name: "the shortest call", call: 1, after: 1, says: "call timed out after 1ns (WithCallTimeout)"},
		{name: "call as long as an attempt", call: 7 * s, attempt: 7*s + 1, after: 7 * s, says: call},
		{name: "the caller's deadline", deadline: 4*s + 1, after: 4*s + 1, says: ofContext},
		{name: "the caller's deadline within a call", deadline: 4 * s, call: 7 * s, after: 4 * s, says: ofContext},
		{name: "the caller's deadline with a cause", deadline: 4 * s, cause: closed, after: 4 * s, says: "the park closed"},
	}
	for _, test := range tests {
		for ending, rt := range unfinished {
			inBubble(t, test.name+", "+ending, func(t *testing.T) {
				opts := []reservations.Option{reservations.WithRetry(reservations.NoRetry()),
					reservations.WithHTTPClient(&http.Client{Transport: rt, Timeout: test.client})}
				if test.attempt > 0 {
					opts = append(opts, reservations.WithAttemptTimeout(test.attempt))
				}
				var callOpts []reservations.CallOption
				if test.call > 0 {
					callOpts = append(callOpts, reservations.WithCallTimeout(test.call))
				}
				ctx, start := t.Context(), time.Now()
				if test.deadline > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeoutCause(ctx, test.deadline, test.cause)
					defer cancel()
				}
				_, err := testclient.Over(t, rt, opts...).TaxProfiles.Get(ctx, "1", callOpts...)
				if took := time.Since(start); took != test.after {
					t.Errorf("took %v, want %v", took, test.after)
				}
				isTimeout(t, err, test.says, test.cause)
				if ending == "with another error" && !errors.Is(err, errGaveUp) {
					t.Errorf("%v does not wrap the error of the RoundTripper", err)
				}
			})
		}
	}
}

// isTimeout wants a TransportError of a deadline that says one text alone.
func isTimeout(t *testing.T, err error, says string, is error) {
	t.Helper()
	var failed *reservations.TransportError
	var timeout interface {
		Timeout() bool
		Temporary() bool
	}
	if !errors.As(err, &failed) || !errors.Is(err, context.DeadlineExceeded) ||
		!errors.As(err, &timeout) || !timeout.Timeout() || !timeout.Temporary() || errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fatalf("got %v, want a TransportError by a deadline and nothing else", err)
	}
	if !strings.Contains(err.Error(), says) {
		t.Errorf("%q does not say %q", err, says)
	}
	for _, other := range []string{"attempt timed out", "call timed out", "WithAttemptTimeout", "WithCallTimeout"} {
		if strings.Contains(err.Error(), other) && !strings.Contains(says, other) {
			t.Errorf("%q also says %q", err, other)
		}
	}
	ofAttempt := strings.HasPrefix(says, "attempt")
	if errors.Is(err, reservations.ErrAttemptTimeout) != ofAttempt || is != nil && !errors.Is(err, is) {
		t.Errorf("%v does not wrap %v, or wraps ErrAttemptTimeout: want %t", err, is, ofAttempt)
	}
}

// late sends its body after a while.
type late struct {
	io.ReadCloser
	after time.Duration
}

func (l late) Read(p []byte) (int, error) {
	time.Sleep(l.after) // virtual
	return l.ReadCloser.Read(p)
}
