// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestKeyThatCannotBeSentIsNotShown in a later error of its source.
func TestKeyThatCannotBeSentIsNotShown(t *testing.T) {
	t.Parallel()
	asked := 0
	c := withSource(t, taxProfile, func(context.Context) (string, error) {
		if asked++; asked == 1 {
			return "key-canary\u00e9", nil
		}
		return "", errors.New("no successor of key-canary\u00e9")
	})
	for range 2 {
		err := get(t, c)
		if err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("got %v, want an error without the key", err)
		}
	}
}

// TestKeySourceAndFixedKey is not parallel: it sets the environment. The source counts, and the key
// that it replaces is not shown either.
func TestKeySourceAndFixedKey(t *testing.T) {
	const url = "https://api.example.com"
	t.Setenv("RESERVATIONS_BASE_URL", url)
	t.Setenv("RESERVATIONS_API_KEY", "")
	t.Setenv("RESERVATIONS_ORGANIZATION", "")
	var key string
	rt := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		key = r.Header.Get("X-Api-Key")
		return testclient.Responds(400, "text/plain", "fixed-canary")(r)
	})
	opts := []reservations.Option{
		reservations.WithAPIKeySource(func(context.Context) (string, error) { return "from-the-source", nil }),
		reservations.WithHTTPClient(&http.Client{Transport: rt}),
	}
	for name, newClient := range map[string]func() (*reservations.Client, error){
		"no key": func() (*reservations.Client, error) { return reservations.NewClient(url, "", opts...) },
		"a fixed key too": func() (*reservations.Client, error) {
			return reservations.NewClient(url, "fixed-canary", opts...)
		},
		"the environment": func() (*reservations.Client, error) { return reservations.NewClientFromEnv(opts...) },
	} {
		t.Run(name, func(t *testing.T) {
			c, err := newClient()
			if err != nil {
				t.Fatal(err)
			}
			err = get(t, c)
			var refused *reservations.APIError
			if key != "from-the-source" || !errors.As(err, &refused) {
				t.Fatalf("sent %q, got %v", key, err)
			}
			if shown := string(refused.Body) == "fixed-canary"; shown != (name != "a fixed key too") {
				t.Errorf("the body is %q", refused.Body)
			}
		})
	}
}

// isHidden makes a call that is refused, and wants a body without keys.
func isHidden(t *testing.T, c *reservations.Client, want string) {
	t.Helper()
	err := get(t, c)
	var refused *reservations.APIError
	if !errors.As(err, &refused) || string(refused.Body) != want {
		t.Errorf("got %v, want the body %q", err, want)
	}
}

// TestKeyOfASlowCallIsNotShown, however many others are used meanwhile.
func TestKeyOfASlowCallIsNotShown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := withSource(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			key := r.Header.Get("X-Api-Key")
			if key == "key-canary-1" {
				time.Sleep(10 * time.Second) // virtual
			}
			return testclient.Responds(404, "text/plain", "no "+key)(r)
		}), numbered())
		var slow sync.WaitGroup
		slow.Go(func() { isHidden(t, c, "no REDACTED") })
		synctest.Wait()
		for range 100 {
			isHidden(t, c, "no REDACTED")
		}
		slow.Wait()
	})
}

// TestKeysOfClientsThatShareAThrottle are not shown by either of them.
func TestKeysOfClientsThatShareAThrottle(t *testing.T) {
	t.Parallel()
	hc := &http.Client{Transport: testclient.Responds(400, "text/plain", "neither first-canary nor second-canary")}
	client := func(key string, opts ...reservations.Option) *reservations.Client {
		c, err := reservations.NewClient("https://api.example.com", key, append(opts, reservations.WithHTTPClient(hc))...)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	first := client("first-canary")
	second := client("second-canary", reservations.WithSharedThrottle(first))
	isHidden(t, first, "neither REDACTED nor REDACTED")
	isHidden(t, second, "neither REDACTED nor REDACTED")
}
