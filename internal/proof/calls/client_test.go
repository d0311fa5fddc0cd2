// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// echo fails every call with what it was sent: the URL, the agent of the program, and how long the key is, which is cut out of
// errors.
var echo = testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
	agent, _, _ := strings.Cut(r.UserAgent(), " ")
	return testclient.Responds(404, "text/plain", fmt.Sprintf("sent to %s by %s with %d", r.URL, agent, len(r.Header.Get("X-Api-Key"))))(r)
})

const ownAgent = "reservations-go/" + reservations.Version

// TestBaseURLs: requests are sent below it, and it is all that a client prints. Package params has those that are refused.
func TestBaseURLs(t *testing.T) {
	for base, want := range map[string]struct{ server, path string }{
		"HTTPS://Example.com/a%2Fb//c///":  {"https://Example.com", "/a%2Fb//c"},
		"http://reservations.internal:80/": {"http://reservations.internal:80", ""},
	} {
		t.Run(base, func(t *testing.T) {
			hc := &http.Client{Transport: echo}
			c := must(reservations.NewClient(base, "key", reservations.WithHTTPClient(hc), reservations.WithPlainHTTP()))
			shown := fmt.Sprintf("%+v %v", c, c.LogValue())
			if wantShown := fmt.Sprintf("reservations.Client(%s%s) %[1]s%s", want.server, want.path); shown != wantShown {
				t.Errorf("printed and logged as %s, want %s", shown, wantShown)
			}
			path := want.path + "/api/tax_profiles/1"
			wantError(t, get(t, c), "GET "+path+": 404 Not Found: sent to "+want.server+path+" by ")
			if hc.Timeout != 0 || hc.CheckRedirect != nil || hc.Jar != nil {
				t.Errorf("the caller's client was changed: %+v", hc)
			}
		})
	}
}

// TestNewClientFromEnv names the variable that cannot be used. TestEveryOption has options that count more.
func TestNewClientFromEnv(t *testing.T) {
	const url, key, largest = "https://api.example.com", "env-key", "9223372036854775807"
	const notSet, positive = " is not set in the environment", "RESERVATIONS_ORGANIZATION must be a positive id"
	for name, test := range map[string]struct{ url, key, organization, refused string }{
		"no URL":               {"", key, "", "RESERVATIONS_BASE_URL" + notSet},
		"no key":               {url, "", "", "RESERVATIONS_API_KEY" + notSet},
		"a bad URL":            {"api.example.com", key, "", "RESERVATIONS_BASE_URL must be an absolute URL such as " + url},
		"a bad key":            {url, "a b\u00a0c", "", "RESERVATIONS_API_KEY must be printable ASCII without blanks at its ends"},
		"no number":            {url, key, "seven", positive},
		"zero":                 {url, key, "0", positive},
		"as editors leave all": {"\ufeff" + url + " \r\n", "\ufeff" + key + "\r", " " + largest + "\t", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("RESERVATIONS_BASE_URL", test.url)
			t.Setenv("RESERVATIONS_API_KEY", test.key)
			t.Setenv("RESERVATIONS_ORGANIZATION", test.organization)
			c, err := reservations.NewClientFromEnv(reservations.WithHTTPClient(&http.Client{Transport: echo}))
			if wantRefused(t, err, "NewClientFromEnv: ", test.refused); err == nil {
				_, err = c.Accommodations.Category(t.Context(), 7, reservations.CategoryParams{})
				wantError(t, err, "sent to "+url+"/api/accommodation_categories/7?organization="+largest+" by "+ownAgent+" with 7\n")
			}
		})
	}
}

// TestWithChangesTheNewClientAlone: each option holds for the derived client and those derived from it, and the parent keeps
// what it had.
func TestWithChangesTheNewClientAlone(t *testing.T) {
	parent := testclient.Over(t, echo, reservations.WithOrganization(1))
	first := must(parent.With(reservations.WithOrganization(2), reservations.WithAPIKeySource(keys("second", "third"))))
	second := must(first.With(reservations.WithUserAgent("night/1")))
	for _, test := range []struct {
		c    *reservations.Client
		says string
	}{
		{first, "?organization=2 by " + ownAgent + " with 6\n"},
		{second, "?organization=2 by night/1 with 5\n"},
		{parent, fmt.Sprintf("?organization=1 by %s with %d\n", ownAgent, len(reservationstest.Key))},
	} {
		wantError(t, only(test.c.Accommodations.Category(t.Context(), 7, reservations.CategoryParams{})), test.says)
	}
}

// TestEveryOption shows the effect of each, however a client is made, and in whichever order they are given.
func TestEveryOption(t *testing.T) {
	const url = "https://api.example.com"
	t.Setenv("RESERVATIONS_BASE_URL", url)
	t.Setenv("RESERVATIONS_API_KEY", "")
	t.Setenv("RESERVATIONS_ORGANIZATION", "9")
	type option = reservations.Option
	makers := map[string]func(hc, all option) (*reservations.Client, error){
		"NewClient": func(hc, all option) (*reservations.Client, error) { return reservations.NewClient(url, "", hc, all) },
		"NewClientFromEnv": func(hc, all option) (*reservations.Client, error) {
			return reservations.NewClientFromEnv(hc, all)
		},
		"With": func(hc, all option) (*reservations.Client, error) {
			other := reservations.Options(reservations.WithOrganization(9), reservations.WithUserAgent("first"))
			return must(reservations.NewClient(url, "key", hc, other)).With(all)
		},
		"With no option": func(hc, all option) (*reservations.Client, error) {
			return must(reservations.NewClient(url, "", hc, all)).With()
		},
	}
	for says, rt := range map[string]http.RoundTripper{
		"organization=7 by night/1 with 11": echo,
		// A strict client leaves nothing out.
		"root is ":                   testclient.Responds(200, "application/json", `{"id":7,"root":"none"}`),
		"larger than 100 bytes":      testclient.Responds(200, "application/json", strings.Repeat(" ", 101)+`{"id":7}`),
		"attempt timed out after 3s": hangs,
		"(after 2 attempts)":         refuses(500, ""),
	} {
		for name, made := range makers {
			for _, reversed := range []bool{false, true} {
				inBubble(t, fmt.Sprintf("%s/%s/reversed=%t", says, name, reversed), func(t *testing.T) {
					var log bytes.Buffer
					var seen observed
					waited := 0
					opts := []reservations.Option{
						reservations.WithOrganization(7), reservations.WithUserAgent("night/1"), reservations.WithStrict(),
						reservations.WithRetry(policy{MaxAttempts: 2}), reservations.WithAttemptTimeout(3 * time.Second),
						reservations.WithMaxResponseBytes(100), reservations.WithAPIKeySource(keys("another key", "another key")),
						reservations.WithLimiter(limiter(func() { waited++ })), logTo(&log), seen.hooks(),
					}
					if reversed {
						slices.Reverse(opts)
					}
					hc := reservations.WithHTTPClient(&http.Client{Transport: rt})
					c := must(made(hc, reservations.Options(opts...)))
					_, err := c.Accommodations.Category(t.Context(), 7, reservations.CategoryParams{})
					wantError(t, err, says)
					if len(seen.calls) != 1 || waited < 1 || !strings.Contains(log.String(), "call failed") {
						t.Errorf("%d calls have reached the hooks, %d attempts the limiter, and the log has %s", len(seen.calls), waited, &log)
					}
				})
			}
		}
	}
}

type limiter func()

func (l limiter) Wait(context.Context) error { l(); return nil }

// TestWithHoldsNoEarlierClient: a program that derives each client from the one before holds the last one alone.
func TestWithHoldsNoEarlierClient(t *testing.T) {
	var earlier []weak.Pointer[[]byte]
	c := testclient.Over(t, taxProfile)
	for range 3 {
		key := new([]byte)
		earlier = append(earlier, weak.Make(key))
		c = must(c.With(reservations.WithAPIKeySource(func(context.Context) (string, error) { return string(*key), nil })))
	}
	c = must(c.With(reservations.WithAPIKeySource(keys("last"))))
	runtime.GC()
	for i, key := range earlier {
		if key.Value() != nil {
			t.Errorf("the source of key %d is held", i)
		}
	}
	runtime.KeepAlive(c)
}

// TestWithSharesConnections is in a bubble, in which no time passes while a connection is read: net/http uses one again
// only if it was written to within 50 ms.
func TestWithSharesConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := httptest.NewServer(http.NotFoundHandler())
		defer srv.Close()
		connections := 0
		ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{GotConn: func(conn httptrace.GotConnInfo) {
			if !conn.Reused {
				connections++
			}
		}})
		c := must(reservations.NewClient(srv.URL, reservationstest.Key))
		derived := must(c.With(reservations.WithUserAgent("derived")))
		for _, c := range []*reservations.Client{c, derived, c, derived} {
			if _, err := c.TaxProfiles.Get(ctx, "1"); !errors.Is(err, reservations.ErrNotFound) || connections != 1 {
				t.Fatalf("got %v over connection %d, want the first", err, connections)
			}
		}
	})
}
