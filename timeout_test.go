package reservations_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
)

// drip sends a byte of its body each second, for ever.
type drip struct{ end context.Context }

func (d drip) Read(p []byte) (int, error) {
	select {
	case <-d.end.Done():
		return 0, d.end.Err()
	case <-time.After(time.Second):
		p[0] = ' '
		return 1, nil
	}
}

func (drip) Close() error { return nil }

// TestTimeoutsNameTheirOption, and the end of the caller's own context names none.
func TestTimeoutsNameTheirOption(t *testing.T) {
	t.Parallel()
	cause := errors.New("the park closed")
	dripping := roundTripFunc(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{}, Body: drip{r.Context()}, Request: r}, nil
	})
	dialing := roundTripFunc(func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, &net.OpError{Op: "dial", Err: r.Context().Err()}
	})
	gaveUp := errors.New("gave up")
	const attempt, call = "attempt timed out after ", "call timed out after 7s (WithCallTimeout)"
	for _, test := range []struct {
		name    string
		rt      roundTripFunc
		timeout time.Duration // of the http.Client
		opts    []reservations.Option
		call    []reservations.CallOption
		context func(context.Context) (context.Context, context.CancelFunc)
		after   time.Duration
		says    string // instead of the texts of the other timeouts
		is      error
	}{
		{name: "attempt", rt: hang, after: 30 * time.Second, says: attempt + "30s (WithAttemptTimeout)", is: reservations.ErrAttemptTimeout},
		{name: "attempt in its body", rt: dripping, after: 30 * time.Second, says: attempt + "30s (WithAttemptTimeout)", is: reservations.ErrAttemptTimeout},
		{name: "attempt while dialling", rt: dialing, after: 30 * time.Second, says: attempt + "30s (WithAttemptTimeout)", is: reservations.ErrAttemptTimeout},
		{name: "attempt in a RoundTripper with an error of its own", rt: func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, gaveUp
		}, after: 30 * time.Second, says: attempt + "30s (WithAttemptTimeout)", is: gaveUp},
		{name: "attempt with an option", rt: hang, opts: []reservations.Option{reservations.WithAttemptTimeout(2 * time.Second)}, after: 2 * time.Second, says: attempt + "2s (WithAttemptTimeout)", is: reservations.ErrAttemptTimeout},
		{name: "attempt by the http.Client", rt: hang, timeout: 3 * time.Second, after: 3 * time.Second, says: attempt + "3s (Timeout of the http.Client)", is: reservations.ErrAttemptTimeout},
		{name: "attempt within a call", rt: hang, call: []reservations.CallOption{reservations.WithCallTimeout(time.Minute)}, after: 30 * time.Second, says: attempt + "30s (WithAttemptTimeout)", is: reservations.ErrAttemptTimeout},
		{name: "call", rt: hang, call: []reservations.CallOption{reservations.WithCallTimeout(7 * time.Second)}, after: 7 * time.Second, says: call},
		{name: "call in its body", rt: dripping, call: []reservations.CallOption{reservations.WithCallTimeout(7 * time.Second)}, after: 7 * time.Second, says: call},
		{name: "call in a RoundTripper that gives the cause", rt: func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, context.Cause(r.Context())
		}, call: []reservations.CallOption{reservations.WithCallTimeout(7 * time.Second)}, after: 7 * time.Second, says: call},
		{name: "call as long as an attempt", rt: hang, call: []reservations.CallOption{reservations.WithCallTimeout(7 * time.Second)},
			opts: []reservations.Option{reservations.WithAttemptTimeout(7*time.Second + 1)}, after: 7 * time.Second, says: call},
		{name: "the caller's deadline", rt: hang, context: func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 4*time.Second)
		}, after: 4 * time.Second, says: "context deadline exceeded"},
		{name: "the caller's deadline in the body", rt: dripping, context: func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 4*time.Second+1)
		}, after: 4*time.Second + 1, says: "context deadline exceeded"},
		{name: "the caller's deadline before that of the call", rt: hang, call: []reservations.CallOption{reservations.WithCallTimeout(7 * time.Second)},
			context: func(ctx context.Context) (context.Context, context.CancelFunc) {
				return context.WithTimeout(ctx, 4*time.Second)
			}, after: 4 * time.Second, says: "context deadline exceeded"},
		{name: "the caller's deadline with a cause", rt: hang, context: func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeoutCause(ctx, 4*time.Second, cause)
		}, after: 4 * time.Second, says: "the park closed", is: cause},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				opts := append([]reservations.Option{
					reservations.WithHTTPClient(&http.Client{Transport: test.rt, Timeout: test.timeout}), reservations.WithRetry(reservations.NoRetry()),
				}, test.opts...)
				ctx := t.Context()
				if test.context != nil {
					var cancel context.CancelFunc
					ctx, cancel = test.context(ctx)
					defer cancel()
				}
				start := time.Now()
				_, err := over(t, test.rt, opts...).TaxProfiles.Get(ctx, "1", test.call...)
				var failed *reservations.TransportError
				var timeout net.Error
				if !errors.As(err, &failed) || !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &timeout) || !timeout.Timeout() || errors.Is(err, io.ErrUnexpectedEOF) {
					t.Fatalf("got %v, want a TransportError by a deadline and nothing else", err)
				}
				if took := time.Since(start); took != test.after {
					t.Errorf("took %v, want %v", took, test.after)
				}
				text := err.Error()
				for _, other := range []string{"attempt timed out", "call timed out", "WithAttemptTimeout", "WithCallTimeout"} {
					if strings.Contains(text, other) && !strings.Contains(test.says, other) {
						t.Errorf("%q also says %q", text, other)
					}
				}
				if !strings.Contains(text, test.says) {
					t.Errorf("%q does not say %q", text, test.says)
				}
				if test.is != nil && !errors.Is(err, test.is) || errors.Is(err, reservations.ErrAttemptTimeout) != strings.Contains(test.says, attempt) {
					t.Errorf("%v does not wrap %v, or wraps ErrAttemptTimeout wrongly", err, test.is)
				}
			})
		})
	}
}

// TestAttemptTimeoutOverTheWire: net/http and its bodies have their own errors for the end of
// a context.
func TestAttemptTimeoutOverTheWire(t *testing.T) {
	t.Parallel()
	for name, handler := range map[string]http.HandlerFunc{
		"no header": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"half a body": func(w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, "[1,")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := httptest.NewServer(handler)
			t.Cleanup(srv.Close)
			c, err := reservations.NewClient(srv.URL, "k", reservations.WithAttemptTimeout(50*time.Millisecond), reservations.WithRetry(reservations.NoRetry()))
			if err != nil {
				t.Fatal(err)
			}
			_, err = c.TaxProfiles.Get(t.Context(), "1")
			if !errors.Is(err, reservations.ErrAttemptTimeout) || !strings.Contains(err.Error(), "attempt timed out after 50ms (WithAttemptTimeout)") {
				t.Errorf("got %v", err)
			}
			_, err = c.TaxProfiles.Get(t.Context(), "1", reservations.WithCallTimeout(20*time.Millisecond))
			if errors.Is(err, reservations.ErrAttemptTimeout) || !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "call timed out after 20ms (WithCallTimeout)") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestAttemptTimeoutIsRetried like other transient failures of a read.
func TestAttemptTimeoutIsRetried(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sent := 0
		c := over(t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
			if sent++; sent < 3 {
				return hang(r)
			}
			return answers(200, "application/json", `{"id":1}`)(r)
		}), reservations.WithAttemptTimeout(time.Second))
		if _, err := c.TaxProfiles.Get(t.Context(), "1"); err != nil || sent != 3 {
			t.Errorf("got %v after %d requests, want success after 3", err, sent)
		}
	})
}

// TestWalkTimeoutNamesItsOption: it bounds the walk as a whole.
func TestWalkTimeoutNamesItsOption(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, _ := days(1)
		_, err := over(t, hang).Reports.Presence(t.Context(), p, reservations.WithCallTimeout(7*time.Second))
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "call timed out after 7s (WithCallTimeout)") {
			t.Errorf("the register: got %v", err)
		}
		for _, err = range over(t, hang).Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1}, reservations.WithCallTimeout(7*time.Second)) {
		}
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "call timed out after 7s (WithCallTimeout)") {
			t.Errorf("a list: got %v", err)
		}
	})
}

// TestLargeBodyNamesItsOption in the words of a response.
func TestLargeBodyNamesItsOption(t *testing.T) {
	t.Parallel()
	c := over(t, answers(200, "application/json", strings.Repeat(" ", 101)), reservations.WithMaxResponseBytes(100))
	_, err := c.TaxProfiles.Get(t.Context(), "1")
	var tooLarge *http.MaxBytesError
	if !errors.As(err, &tooLarge) || tooLarge.Limit != 100 {
		t.Fatalf("got %v, want a *http.MaxBytesError of 100 bytes", err)
	}
	if text := err.Error(); !strings.Contains(text, "response body is larger than 100 bytes (WithMaxResponseBytes)") || strings.Contains(text, "request body") {
		t.Errorf("got %q", text)
	}
}

// TestDefaultLimitOfABody: 16 MiB are read, and one byte more is not.
func TestDefaultLimitOfABody(t *testing.T) {
	t.Parallel()
	const limit = 16 * 1024 * 1024
	body := strings.Repeat(" ", limit) + "7"
	var out int
	if err := over(t, answers(200, "application/json", body[1:])).Do(t.Context(), reservations.Request{Method: "GET", Path: "/a"}, &out); err != nil || out != 7 {
		t.Errorf("got %d, %v of the largest body", out, err)
	}
	var tooLarge *http.MaxBytesError
	err := over(t, answers(200, "application/json", body)).Do(t.Context(), reservations.Request{Method: "GET", Path: "/a"}, &out)
	if !errors.As(err, &tooLarge) || tooLarge.Limit != limit {
		t.Errorf("got %v of a body of one byte more, want a *http.MaxBytesError of 16 MiB", err)
	}
}

// late sends its body after a while.
type late struct {
	io.ReadCloser
	after time.Duration
}

func (l late) Read(p []byte) (int, error) {
	time.Sleep(l.after)
	return l.ReadCloser.Read(p)
}

// TestAWholeBodyIsNoTimeout, also when its last byte came late.
func TestAWholeBodyIsNoTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sends := roundTripFunc(func(r *http.Request) (*http.Response, error) {
			body := late{io.NopCloser(strings.NewReader(`{"id":1}`)), 31 * time.Second}
			return &http.Response{StatusCode: 200, Header: http.Header{}, Body: body, Request: r}, nil
		})
		if profile, err := over(t, sends).TaxProfiles.Get(t.Context(), "1"); err != nil || profile.ID != 1 {
			t.Errorf("got %v, %v; want the record", profile, err)
		}
	})
}
