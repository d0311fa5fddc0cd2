package reservations_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// numbered gives another key each time: key-canary-1, key-canary-2 and so on.
func numbered() func(context.Context) (string, error) {
	var n atomic.Int32
	return func(context.Context) (string, error) { return fmt.Sprintf("key-canary-%d", n.Add(1)), nil }
}

// withSource returns a client whose key comes from source.
func withSource(t *testing.T, rt http.RoundTripper, source func(context.Context) (string, error), opts ...reservations.Option) *reservations.Client {
	t.Helper()
	opts = append([]reservations.Option{reservations.WithHTTPClient(&http.Client{Transport: rt}), reservations.WithAPIKeySource(source)}, opts...)
	c, err := reservations.NewClient("https://api.example.com", "", opts...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestKeyIsAskedForBeforeEveryAttempt, retries and the end of a long rate limit included.
func TestKeyIsAskedForBeforeEveryAttempt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var asked []time.Duration
		source := func(context.Context) (string, error) {
			asked = append(asked, time.Since(start))
			return fmt.Sprint("key-", len(asked)), nil
		}
		var keys []string
		c := withSource(t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
			keys = append(keys, strings.Join(r.Header.Values("X-Api-Key"), ","))
			switch len(keys) {
			case 1:
				return answers(429, "", "", "Retry-After", "30")(r)
			case 2:
				return answers(503, "", "", "Retry-After", "5")(r)
			case 3:
				return nil, io.ErrUnexpectedEOF
			}
			return answers(200, "application/json", `{"id":"1"}`)(r)
		}), source, reservations.WithRetry(reservations.RetryPolicy{MinWait: time.Second, MaxWait: time.Second}))
		for range 2 {
			if _, err := c.TaxProfiles.Get(t.Context(), "1"); err != nil {
				t.Fatal(err)
			}
		}
		if diff := gocmp.Diff([]string{"key-1", "key-2", "key-3", "key-4", "key-5"}, keys); diff != "" {
			t.Errorf("keys of the requests (-want +got):\n%s", diff)
		}
		if len(asked) != 5 || asked[0] != 0 || asked[1] != 30*time.Second || asked[2] < 35*time.Second {
			t.Errorf("asked at %v, want just before each request", asked)
		}
	})
}

// TestFailingKeySource ends the call: nothing is sent and nothing is retried.
func TestFailingKeySource(t *testing.T) {
	t.Parallel()
	sealed := errors.New("the vault is sealed")
	for _, test := range []struct {
		name   string
		source func(context.Context) (string, error)
		is     error
		says   string
	}{
		{"error", func(context.Context) (string, error) { return "", sealed }, sealed, "the vault is sealed"},
		{"error with a key", func(context.Context) (string, error) { return "key-canary", fmt.Errorf("bad key-canary: %w", sealed) }, sealed, "the vault is sealed"},
		{"no key", func(context.Context) (string, error) { return "", nil }, nil, "empty"},
		{"line break", func(context.Context) (string, error) { return "canary\r\nX-Evil: 1", nil }, nil, "printable ASCII"},
		{"blank at the end", func(context.Context) (string, error) { return "canary ", nil }, nil, "blanks"},
		{"not ASCII", func(context.Context) (string, error) { return "canaryé", nil }, nil, "printable ASCII"},
		{"looks transient", func(context.Context) (string, error) { return "", io.ErrUnexpectedEOF }, io.ErrUnexpectedEOF, "API key source"},
		{"slow", func(ctx context.Context) (string, error) { <-ctx.Done(); return "", ctx.Err() }, context.DeadlineExceeded, "attempt timed out after 30s (WithAttemptTimeout)"},
		{"slow and late", func(ctx context.Context) (string, error) { <-ctx.Done(); return "key-canary", nil }, context.DeadlineExceeded, "attempt timed out after 30s (WithAttemptTimeout)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var sent int
				var asked atomic.Int32
				c := withSource(t, counting(&sent, answers(200, "application/json", `{"id":"1"}`)), func(ctx context.Context) (string, error) {
					asked.Add(1)
					return test.source(ctx)
				})
				start := time.Now()
				_, err := c.TaxProfiles.Get(t.Context(), "1")
				var failed *reservations.TransportError
				if !errors.As(err, &failed) || failed.Attempts != 0 || test.is != nil && !errors.Is(err, test.is) {
					t.Fatalf("got %v, want a TransportError before the first attempt that wraps %v", err, test.is)
				}
				if text := err.Error(); !strings.Contains(text, test.says) || !strings.Contains(text, "API key source") || strings.Contains(text, "canary") {
					t.Errorf("%q does not say %q and API key source, or shows a key", text, test.says)
				}
				if sent != 0 || asked.Load() != 1 {
					t.Errorf("%d requests, asked %d times; want 0 and 1", sent, asked.Load())
				}
				if took := time.Since(start); took > 30*time.Second {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}

// TestSlowKeySourceObeysTheCaller: the end of the context is the caller's, not the
// attempt's, also when the source returns a key after it.
func TestSlowKeySourceObeysTheCaller(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]func(context.Context) (string, error){
		"fails": func(ctx context.Context) (string, error) { <-ctx.Done(); return "", ctx.Err() },
		"late":  func(ctx context.Context) (string, error) { <-ctx.Done(); return "k", nil },
		"deaf":  func(context.Context) (string, error) { time.Sleep(time.Hour); return "k", nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				sent := 0
				c := withSource(t, counting(&sent, answers(200, "", "")), source)
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(time.Second, cancel)
				start := time.Now()
				_, err := c.TaxProfiles.Get(ctx, "1")
				if !errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "WithAttemptTimeout") || strings.Contains(err.Error(), "empty") || time.Since(start) != time.Second || sent != 0 {
					t.Errorf("got %v after %v with %d requests, want Canceled after 1s with none", err, time.Since(start), sent)
				}
				_, err = c.TaxProfiles.Get(t.Context(), "1", reservations.WithCallTimeout(2*time.Second))
				if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "call timed out after 2s (WithCallTimeout)") || sent != 0 {
					t.Errorf("got %v, want the end of WithCallTimeout", err)
				}
				time.Sleep(2 * time.Hour) // virtual: until the source has returned
			})
		})
	}
}

// TestKeyThatCannotBeSentIsNotShown, also not in a later error of its source.
func TestKeyThatCannotBeSentIsNotShown(t *testing.T) {
	t.Parallel()
	asked := 0
	c := withSource(t, answers(200, "", ""), func(context.Context) (string, error) {
		if asked++; asked == 1 {
			return "key-canary\u00e9", nil
		}
		return "", errors.New("no successor of key-canary\u00e9")
	})
	_, err := c.TaxProfiles.Get(t.Context(), "1")
	if want := "its key must be printable ASCII without blanks at its ends"; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got %v, want an error that ends with %q", err, want)
	}
	if _, err = c.TaxProfiles.Get(t.Context(), "1"); err == nil || strings.Contains(err.Error(), "canary") {
		t.Errorf("the first key is shown: %v", err)
	}
}

// TestKeySourceFailsBeforeARetry: the error tells of both, and the second request is not sent.
func TestKeySourceFailsBeforeARetry(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sealed := errors.New("the vault is sealed")
		var sent, asked int
		c := withSource(t, counting(&sent, answers(503, "", "")), func(context.Context) (string, error) {
			if asked++; asked > 1 {
				return "", sealed
			}
			return "k", nil
		})
		_, err := c.TaxProfiles.Get(t.Context(), "1")
		var failed *reservations.TransportError
		if !errors.As(err, &failed) || failed.Attempts != 1 || !errors.Is(err, sealed) || !errors.Is(err, reservations.ErrServer) || sent != 1 {
			t.Errorf("got %v after %d requests, want the source's error and the 503 after one", err, sent)
		}
	})
}

func TestPanicOfAKeySourceReachesTheCaller(t *testing.T) {
	t.Parallel()
	c := withSource(t, answers(200, "application/json", `{"id":"1"}`), func(context.Context) (string, error) { panic("sealed") },
		reservations.WithMaxConcurrency(1))
	for range 2 { // the first one leaves no request in flight behind
		func() {
			defer func() {
				if got := recover(); got != "sealed" {
					t.Errorf("recovered %v", got)
				}
			}()
			c.TaxProfiles.Get(t.Context(), "1")
		}()
	}
}

// TestConcurrentCallsAskAtTheSameTime: none waits for the source of another.
func TestConcurrentCallsAskAtTheSameTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := withSource(t, answers(200, "application/json", `{"id":"1"}`), func(context.Context) (string, error) {
			time.Sleep(time.Second) // virtual
			return "k", nil
		})
		start := time.Now()
		var calls sync.WaitGroup
		for range 2 { // as many as a new client sends at a time
			calls.Go(func() { c.TaxProfiles.Get(t.Context(), "1") })
		}
		calls.Wait()
		if took := time.Since(start); took != time.Second {
			t.Errorf("took %v, want 1s", took)
		}
	})
}

// TestManyKeysAtOnce: a call knows its own key however many others are used meanwhile.
func TestManyKeysAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		source := numbered()
		rt := roundTripFunc(func(r *http.Request) (*http.Response, error) {
			key := r.Header.Get("X-Api-Key")
			if key == "key-canary-1" {
				time.Sleep(10 * time.Second) // virtual
			}
			return answers(404, "text/plain", "no key "+key)(r)
		})
		c := withSource(t, rt, source)
		var slow sync.WaitGroup
		slow.Go(func() {
			_, err := c.TaxProfiles.Get(t.Context(), "1")
			var got *reservations.APIError
			if !errors.As(err, &got) || strings.Contains(string(got.Body), "canary") {
				t.Errorf("got %v with the body %q", err, got.Body)
			}
		})
		synctest.Wait()
		for range 100 {
			c.TaxProfiles.Get(t.Context(), "1")
		}
		slow.Wait()
	})
}

// TestKeyOfASourceStaysAtItsOrigin: a redirect takes it nowhere, and the request that a
// RoundTripper's caller holds does not show it.
func TestKeyOfASourceStaysAtItsOrigin(t *testing.T) {
	t.Parallel()
	var elsewhere atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	defer other.Close()
	var keys []string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("X-Api-Key"))
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	}))
	defer srv.Close()
	c, err := reservations.NewClient(srv.URL, "", reservations.WithAPIKeySource(numbered()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.TaxProfiles.Get(t.Context(), "1"); err == nil || elsewhere.Load() != 0 || len(keys) != 1 || keys[0] != "key-canary-1" {
		t.Errorf("got %v, %d requests to another host, keys %v", err, elsewhere.Load(), keys)
	}
}

// TestKeySourceAndFixedKey: the source counts, and the key it replaces is not shown either.
// Not parallel: it sets the environment.
func TestKeySourceAndFixedKey(t *testing.T) {
	source := func(context.Context) (string, error) { return "from-the-source", nil }
	t.Setenv("RESERVATIONS_BASE_URL", "https://api.example.com")
	t.Setenv("RESERVATIONS_API_KEY", "")
	t.Setenv("RESERVATIONS_ORGANIZATION", "")
	for name, make := range map[string]func(...reservations.Option) (*reservations.Client, error){
		"no key": func(opts ...reservations.Option) (*reservations.Client, error) {
			return reservations.NewClient("https://api.example.com", "", opts...)
		},
		"a fixed key too": func(opts ...reservations.Option) (*reservations.Client, error) {
			return reservations.NewClient("https://api.example.com", "fixed-canary", opts...)
		},
		"environment without a key": reservations.NewClientFromEnv,
	} {
		t.Run(name, func(t *testing.T) {
			var key string
			rt := roundTripFunc(func(r *http.Request) (*http.Response, error) {
				key = r.Header.Get("X-Api-Key")
				return answers(400, "text/plain", "fixed-canary")(r)
			})
			c, err := make(reservations.WithHTTPClient(&http.Client{Transport: rt}), reservations.WithAPIKeySource(source))
			if err != nil {
				t.Fatal(err)
			}
			_, err = c.TaxProfiles.Get(t.Context(), "1")
			var refused *reservations.APIError
			if key != "from-the-source" || !errors.As(err, &refused) {
				t.Errorf("sent %q, got %v", key, err)
			}
			if name == "a fixed key too" && bytes.Contains(refused.Body, []byte("canary")) {
				t.Errorf("the error shows the fixed key: %s", refused.Body)
			}
		})
	}
	_, err := reservations.NewClient("https://api.example.com", "k", reservations.WithAPIKeySource(nil))
	check(t, err, "NewClient", "WithAPIKeySource", []string{"nil"})
	_, err = reservations.NewClient("https://api.example.com", "")
	check(t, err, "NewClient", "apiKey", []string{"empty"})
}

// TestKeysOfClientsThatShareAThrottle are not shown by either of them.
func TestKeysOfClientsThatShareAThrottle(t *testing.T) {
	t.Parallel()
	rt := answers(400, "text/plain", "neither first-canary nor second-canary")
	client := func(key string, opts ...reservations.Option) *reservations.Client {
		c, err := reservations.NewClient("https://api.example.com", key, append(opts, reservations.WithHTTPClient(&http.Client{Transport: rt}))...)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first := client("first-canary")
	second := client("second-canary", reservations.WithSharedThrottle(first))
	for i, c := range []*reservations.Client{first, second} {
		_, err := c.TaxProfiles.Get(t.Context(), "1")
		var refused *reservations.APIError
		if !errors.As(err, &refused) || string(refused.Body) != "neither REDACTED nor REDACTED" {
			t.Errorf("client %d: got %v with the body %q", i+1, err, refused.Body)
		}
	}
}

// TestKeySourceOfAWalk is asked for each page, also by pages that are read in parallel.
func TestKeySourceOfAWalk(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer(reservationstest.WithBookings(present(300)...))
	var mu sync.Mutex
	keys := map[string]int{}
	c := withSource(t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
		mu.Lock()
		keys[r.Header.Get("X-Api-Key")]++
		mu.Unlock()
		r = r.Clone(r.Context())
		r.Header.Set("X-Api-Key", reservationstest.Key)
		return srv.RoundTrip(r)
	}), numbered())
	p, q := days(2)
	p.Limit = 25
	got, err := c.Reports.Presence(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	sameRegister(t, srv.Register(q), got)
	for key, n := range keys {
		if n != 1 || key == "" {
			t.Errorf("the key %q was sent %d times", key, n)
		}
	}
	if len(keys) != len(srv.Calls()) {
		t.Errorf("%d keys for %d requests", len(keys), len(srv.Calls()))
	}
}
