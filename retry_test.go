package reservations_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
)

// sends counts the requests of one call to get a tax profile.
func sends(t *testing.T, c *reservations.Client, sent *int, opts ...reservations.CallOption) (int, error) {
	t.Helper()
	before := *sent
	_, err := c.TaxProfiles.Get(t.Context(), "1", opts...)
	return *sent - before, err
}

// counting counts the requests that next gets.
func counting(sent *int, next roundTripFunc) roundTripFunc {
	return func(r *http.Request) (*http.Response, error) {
		*sent++
		return next(r)
	}
}

func TestBadRetryPolicies(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		policy reservations.RetryPolicy
		says   []string
	}{
		{"attempts", reservations.RetryPolicy{MaxAttempts: -3}, []string{"MaxAttempts", "-3", "negative"}},
		{"least wait", reservations.RetryPolicy{MinWait: -time.Second}, []string{"MinWait", "-1s", "negative"}},
		{"longest wait", reservations.RetryPolicy{MaxWait: -time.Second}, []string{"MaxWait", "-1s", "negative"}},
		{"Retry-After", reservations.RetryPolicy{MaxRetryAfter: -time.Second}, []string{"MaxRetryAfter", "-1s", "negative"}},
		{"elapsed", reservations.RetryPolicy{MaxElapsed: -1}, []string{"MaxElapsed", "-1ns", "NoRetry"}},
		{"budget", reservations.RetryPolicy{Budget: -7}, []string{"Budget", "-7", "NoRetry"}},
		{"all: the first one", reservations.RetryPolicy{MaxAttempts: -1, MinWait: -2, MaxWait: -3, MaxRetryAfter: -4, MaxElapsed: -5}, []string{"MaxAttempts", "-1"}},
		{"all but the first: the second one", reservations.RetryPolicy{MinWait: -2, MaxWait: -3, MaxRetryAfter: -4, MaxElapsed: -5}, []string{"MinWait", "-2ns"}},
		{"negative and out of order", reservations.RetryPolicy{MinWait: time.Hour, MaxElapsed: -5}, []string{"MaxElapsed", "-5ns"}},
		{"out of order", reservations.RetryPolicy{MinWait: 3 * time.Second, MaxWait: 2 * time.Second}, []string{"MinWait (3s)", "MaxWait (2s)"}},
		{"MinWait over the default", reservations.RetryPolicy{MinWait: time.Minute}, []string{"MinWait (1m0s)", "MaxWait (30s)"}},
		{"MaxWait under the default", reservations.RetryPolicy{MaxWait: time.Millisecond}, []string{"MinWait (500ms)", "MaxWait (1ms)"}},
		{"MinWait just over the default", reservations.RetryPolicy{MinWait: 30*time.Second + 1}, []string{"MinWait (30.000000001s)", "MaxWait (30s)"}},
		{"MaxWait just under the default", reservations.RetryPolicy{MaxWait: 500*time.Millisecond - 1}, []string{"MinWait (500ms)", "MaxWait (499.999999ms)"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := over(t, roundTripFunc(func(*http.Request) (*http.Response, error) {
				t.Error("a request was sent")
				return nil, io.EOF
			}))
			texts := map[string]bool{}
			for range 50 {
				_, err := reservations.NewClient("https://api.example.com", "k", reservations.WithRetry(test.policy))
				check(t, err, "NewClient", "WithRetry", test.says)
				texts[err.Error()] = true
			}
			if len(texts) != 1 {
				t.Errorf("the same mistake gives %d texts", len(texts))
			}
			_, err := c.With(reservations.WithRetry(test.policy))
			check(t, err, "With", "WithRetry", test.says)
			_, err = c.TaxProfiles.Get(t.Context(), "1", reservations.WithCallRetry(test.policy))
			check(t, err, "taxProfiles.get", "WithCallRetry", test.says)
		})
	}
}

// check wants a ParamError of an operation for a parameter that says certain things.
func check(t *testing.T, err error, operation, param string, says []string) {
	t.Helper()
	var bad *reservations.ParamError
	if !errors.As(err, &bad) {
		t.Fatalf("got %v, want a ParamError", err)
	}
	if bad.Name != operation || bad.Param != param {
		t.Errorf("got a ParamError of %s for %s, want %s and %s", bad.Name, bad.Param, operation, param)
	}
	for _, part := range says {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
}

func TestGoodRetryPolicies(t *testing.T) {
	t.Parallel()
	for name, policy := range map[string]reservations.RetryPolicy{
		"zero":           {},
		"equal waits":    {MinWait: 30 * time.Second},
		"equal at 500ms": {MaxWait: 500 * time.Millisecond},
		"shortest":       {MaxAttempts: 1, MinWait: 1, MaxWait: 1, MaxRetryAfter: 1, MaxElapsed: 1, Budget: 1},
		"longest":        {MaxAttempts: 1 << 30, MinWait: 1 << 62, MaxWait: 1 << 62, MaxRetryAfter: 1 << 62, MaxElapsed: 1 << 62, Budget: math.MaxInt},
		"none":           reservations.NoRetry(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			over(t, roundTripFunc(nil), reservations.WithRetry(policy))
		})
	}
}

// TestNoRetry: nothing is retried, and a 429 holds nobody back.
func TestNoRetry(t *testing.T) {
	t.Parallel()
	refused := &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	for name, first := range map[string]roundTripFunc{
		"500":                      answers(500, "", ""),
		"503":                      answers(503, "", "", "Retry-After", "0"),
		"429":                      answers(429, "", "", "Retry-After", "1"),
		"429 without a time":       answers(429, "", ""),
		"no connection":            func(*http.Request) (*http.Response, error) { return nil, refused },
		"a connection that breaks": func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				sent, start := 0, time.Now()
				c := over(t, counting(&sent, first), reservations.WithRetry(reservations.NoRetry()))
				for range 3 {
					if n, err := sends(t, c, &sent); n != 1 || err == nil {
						t.Errorf("%d requests (%v), want 1 that fails", n, err)
					}
				}
				if waited := time.Since(start); waited != 0 {
					t.Errorf("waited %v", waited)
				}
			})
		})
	}
}

// TestCallRetry: the policy of a call takes the place of the client's, field by field.
func TestCallRetry(t *testing.T) {
	t.Parallel()
	three := reservations.RetryPolicy{MaxAttempts: 3, MinWait: time.Second, MaxWait: time.Second}
	for _, test := range []struct {
		name         string
		client, call reservations.RetryPolicy
		want         int
		least, most  time.Duration // that the call takes
	}{
		{"nothing set", three, reservations.RetryPolicy{}, 3, 1500 * time.Millisecond, 2500 * time.Millisecond},
		{"attempts", three, reservations.RetryPolicy{MaxAttempts: 2}, 2, 750 * time.Millisecond, 1250 * time.Millisecond},
		{"waits", three, reservations.RetryPolicy{MinWait: time.Minute, MaxWait: time.Minute, MaxElapsed: time.Hour}, 3, 90 * time.Second, 150 * time.Second},
		{"elapsed", three, reservations.RetryPolicy{MaxElapsed: 1300 * time.Millisecond}, 2, 750 * time.Millisecond, 1250 * time.Millisecond},
		{"switched off", three, reservations.NoRetry(), 1, 0, 0},
		{"switched on", reservations.NoRetry(), three, 3, 1500 * time.Millisecond, 2500 * time.Millisecond},
		{"switched on with the defaults", reservations.NoRetry(), reservations.RetryPolicy{}, 5, 5625 * time.Millisecond, 9375 * time.Millisecond},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var sent int
				c := over(t, counting(&sent, answers(503, "", "")), reservations.WithRetry(test.client))
				start := time.Now()
				n, err := sends(t, c, &sent, reservations.WithCallRetry(test.call))
				took := time.Since(start)
				if n != test.want || !errors.Is(err, reservations.ErrServer) || took < test.least || took > test.most {
					t.Errorf("%d requests in %v (%v), want %d in %v to %v", n, took, err, test.want, test.least, test.most)
				}
			})
		})
	}
}

// TestDefaultRetryPolicy holds the longest wait that a service may ask for, and the time in
// which the last retry has to begin.
func TestDefaultRetryPolicy(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name        string
		status      int
		retryAfters []string      // of the requests; the one behind them is accepted
		took        time.Duration // the first request
		retried     bool
	}{
		{"429, a minute", 429, []string{"60"}, 0, true},
		{"429, more than a minute", 429, []string{"60.000000001"}, 0, false},
		{"503, a minute", 503, []string{"60"}, 0, true},
		{"503, more than a minute", 503, []string{"60.000000001"}, 0, false},
		{"503, two minutes in all", 503, []string{"60", "60"}, 0, true},
		{"503, more than two minutes in all", 503, []string{"60", "60"}, 1, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				sent := 0
				c := over(t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
					if sent++; sent == 1 {
						time.Sleep(test.took) // virtual
					}
					if sent > len(test.retryAfters) {
						return answers(200, "application/json", `{"id":1}`)(r)
					}
					return answers(test.status, "", "", "Retry-After", test.retryAfters[sent-1])(r)
				}))
				if _, err := c.TaxProfiles.Get(t.Context(), "1"); (err == nil) != test.retried {
					t.Errorf("got %v after %d requests", err, sent)
				}
			})
		})
	}
}

// TestErrorsSayWhyNothingWasRetried: where only the wait is too long, or the budget used up. The
// end of the last attempt and its log record say so as well.
func TestErrorsSayWhyNothingWasRetried(t *testing.T) {
	t.Parallel()
	reset := roundTripFunc(func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF })
	policy := reservations.RetryPolicy{MinWait: 8 * time.Second, MaxWait: 8 * time.Second, MaxElapsed: 9 * time.Second, MaxRetryAfter: 50 * time.Second}
	deadline := reservations.WithCallTimeout(3 * time.Second)
	for _, test := range []struct {
		name   string
		rt     roundTripFunc
		opts   []reservations.CallOption
		reason string
	}{
		{"503 before a deadline", answers(503, "", "", "Retry-After", "10"), []reservations.CallOption{deadline}, "the next wait of 10s would pass the deadline of the call"},
		{"429 before a deadline", answers(429, "", "", "Retry-After", "4"), []reservations.CallOption{deadline}, "the next wait of 4s would pass the deadline of the call"},
		{"a break before a deadline", reset, []reservations.CallOption{deadline}, "would pass the deadline of the call"},
		{"503 after the elapsed time", answers(503, "", "", "Retry-After", "10"), nil, "the next wait of 10s would pass RetryPolicy.MaxElapsed, which is 9s"},
		{"429 after the elapsed time", answers(429, "", "", "Retry-After", "10"), nil, "the next wait of 10s would pass RetryPolicy.MaxElapsed, which is 9s"},
		{"a break after the elapsed time", reset, []reservations.CallOption{reservations.WithCallRetry(reservations.RetryPolicy{MaxElapsed: time.Second})}, "would pass RetryPolicy.MaxElapsed, which is 1s"},
		{"429 with a long Retry-After", answers(429, "", "", "Retry-After", "51"), nil, "its Retry-After of 51s is longer than RetryPolicy.MaxRetryAfter, which is 50s"},
		{"503 with a long Retry-After", answers(503, "", "", "Retry-After", "86400"), nil, "its Retry-After of 24h0m0s is longer than RetryPolicy.MaxRetryAfter, which is 50s"},
		{"503 beyond the budget", answers(503, "", ""), []reservations.CallOption{reservations.WithCallRetry(reservations.RetryPolicy{Budget: 1, MaxElapsed: time.Minute})}, "too many calls fail: their retries have used up RetryPolicy.Budget, which is 1"},
		{"a break beyond the budget", reset, []reservations.CallOption{reservations.WithCallRetry(reservations.RetryPolicy{Budget: 2, MaxElapsed: time.Minute})}, "too many calls fail: their retries have used up RetryPolicy.Budget, which is 2"},
		{"503 as often as allowed", answers(503, "", ""), []reservations.CallOption{reservations.WithCallRetry(reservations.RetryPolicy{MaxAttempts: 1})}, ""},
		{"503 without retries", answers(503, "", "", "Retry-After", "86400"), []reservations.CallOption{reservations.WithCallRetry(reservations.NoRetry())}, ""},
		{"429 without retries", answers(429, "", "", "Retry-After", "86400"), []reservations.CallOption{reservations.WithCallRetry(reservations.NoRetry())}, ""},
		{"404", answers(404, "", "", "Retry-After", "86400"), []reservations.CallOption{deadline}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var last reservations.Attempt
				var log bytes.Buffer
				logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
				c := over(t, test.rt, reservations.WithRetry(policy), reservations.WithLogger(logger), reservations.WithHooks(reservations.Hooks{
					AttemptEnd: func(_ context.Context, a reservations.Attempt) { last = a },
				}))
				_, err := c.TaxProfiles.Get(t.Context(), "1", test.opts...)
				var refused *reservations.APIError
				var broken *reservations.TransportError
				var got string
				switch {
				case errors.As(err, &refused):
					got = refused.NotRetried
				case errors.As(err, &broken):
					got = broken.NotRetried
				}
				if !strings.HasSuffix(got, test.reason) || (got == "") != (test.reason == "") {
					t.Errorf("got the reason %q, want %q", got, test.reason)
				}
				if last.NotRetried != got || last.WillRetry {
					t.Errorf("the end of the last attempt is %+v, want the reason %q", last, got)
				}
				if says := strings.Contains(log.String(), "not_retried="+strconv.Quote(got)); says != (test.reason != "") {
					t.Errorf("logged %s want the reason %q", &log, got)
				}
				if says := strings.HasSuffix(err.Error(), "; not retried: "+got); says != (test.reason != "") {
					t.Errorf("%v does not end with the reason %q", err, got)
				}
			})
		})
	}
}

// TestCallsBehindA429SayWhyTheyWereNotSent: they were not refused themselves.
func TestCallsBehindA429SayWhyTheyWereNotSent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var sent atomic.Int32
		c := over(t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
			sent.Add(1)
			return answers(429, "", "", "Retry-After", "40")(r)
		}))
		go c.TaxProfiles.Get(t.Context(), "1", reservations.WithCallTimeout(time.Minute))
		synctest.Wait()
		_, err := c.TaxProfiles.Get(t.Context(), "1", reservations.WithCallTimeout(3*time.Second))
		const reason = "another call was refused, and the next wait of 40s would pass the deadline of the call"
		if !errors.Is(err, reservations.ErrRateLimited) || !strings.Contains(err.Error(), reason) || sent.Load() != 1 {
			t.Errorf("got %v after %d requests, want the text %q", err, sent.Load(), reason)
		}
		time.Sleep(2 * time.Minute) // virtual: the first call ends
	})
}
