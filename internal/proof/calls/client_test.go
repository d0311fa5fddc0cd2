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
	for base, want := range map[string]string{
		"HTTPS://API.example.com:65535/":   "https://API.example.com:65535",
		"https://example.com/a%2Fb//c///":  "https://example.com/a%2Fb//c",
		"http://Localhost.":                "http://localhost",
		"http://reservations.internal:80/": "http://reservations.internal:80",
	} {
		t.Run(base, func(t *testing.T) {
			hc := &http.Client{Transport: echo}
			opts := []reservations.Option{reservations.WithHTTPClient(hc)}
			if strings.Contains(base, "internal") {
				opts = append(opts, reservations.WithPlainHTTP())
			}
			c := must(reservations.NewClient(base, "key", opts...))
			shown := fmt.Sprintf("%+v %v", c, c.LogValue())
			if wantShown := fmt.Sprintf("reservations.Client(%s) %[1]s", want); shown != wantShown {
				t.Errorf("printed and logged as %s, want %s", shown, wantShown)
			}
			err := only(c.TaxProfiles.Get(t.Context(), "a/b c"))
			wantError(t, err, "sent to "+want+"/api/tax_profiles/a%2Fb%20c by ")
			if failed, ok := errors.AsType[*reservations.APIError](err); !ok || !strings.HasSuffix(want+"/api/tax_profiles/a%2Fb%20c", failed.URLPath) {
				t.Errorf("%v names another path", err)
			}
			if hc.Timeout != 0 || hc.CheckRedirect != nil || hc.Jar != nil {
				t.Errorf("the caller's client was changed: %+v", hc)
			}
		})
	}
}

// TestNewClientFromEnv: the organization is the default of its calls, which an option replaces.
func TestNewClientFromEnv(t *testing.T) {
	const url, key = "https://api.example.com", "env-key"
	const notSet, positive = " is not set in the environment", "RESERVATIONS_ORGANIZATION must be a positive id"
	org, none := reservations.WithOrganization, reservations.Options()
	for name, test := range map[string]struct {
		url, key, organization string
		opt                    reservations.Option
		sent                   string // organization and key
		refused                string // the reason
	}{
		"no URL":                   {"", key, "", none, "", "RESERVATIONS_BASE_URL" + notSet},
		"no key":                   {url, "", "", none, "", "RESERVATIONS_API_KEY" + notSet},
		"a bad URL":                {"api.example.com", key, "", none, "", "RESERVATIONS_BASE_URL must be an absolute URL such as " + url},
		"a bad key":                {url, "a b\u00a0c", "", none, "", "RESERVATIONS_API_KEY must be printable ASCII without blanks at its ends"},
		"as editors leave them":    {"\ufeff" + url + " \r\n", "\ufeff" + key + "\r", " 7\t", none, "7 env-key", ""},
		"no number":                {url, key, "seven", none, "", positive},
		"zero":                     {url, key, "0", none, "", positive},
		"a bad option comes first": {"", "", "0", org(-7), "", "WithOrganization must be a positive id, not -7"},
		"no organization":          {url, key, "", none, "", "organization is required: set it here, or for all calls with WithOrganization"},
		"the largest organization": {url, key, "9223372036854775807", none, "9223372036854775807 env-key", ""},
		"an option":                {url, key, "7", org(8), "8 env-key", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("RESERVATIONS_BASE_URL", test.url)
			t.Setenv("RESERVATIONS_API_KEY", test.key)
			t.Setenv("RESERVATIONS_ORGANIZATION", test.organization)
			var sent string
			hc := &http.Client{Transport: testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				sent = r.URL.Query().Get("organization") + " " + r.Header.Get("X-Api-Key")
				return testclient.Responds(200, "application/json", "[]")(r)
			})}
			by := "NewClientFromEnv: "
			c, err := reservations.NewClientFromEnv(test.opt, reservations.WithHTTPClient(hc))
			if err == nil {
				by = "accommodations.campingEquipment: "
				_, err = c.Accommodations.CampingEquipment(t.Context(), reservations.CampingEquipmentParams{})
			}
			if wantRefused(t, err, by, test.refused); sent != test.sent {
				t.Errorf("%q was sent, want %q", sent, test.sent)
			}
		})
	}
}

// TestWithChangesTheNewClientAlone: each option holds for the derived client and those derived from it, and the parent keeps
// what it had.
func TestWithChangesTheNewClientAlone(t *testing.T) {
	hc := reservations.WithHTTPClient(&http.Client{Transport: echo})
	parent := must(reservations.NewClient("https://example.com/back", "key", hc, reservations.WithOrganization(1)))
	first := must(parent.With(reservations.WithOrganization(2), reservations.WithAPIKeySource(keys("second", "third"))))
	second := must(first.With(reservations.WithUserAgent("night/1")))
	for _, test := range []struct {
		c    *reservations.Client
		says string
	}{
		{parent, "?organization=1 by " + ownAgent + " with 3\n"},
		{first, "?organization=2 by " + ownAgent + " with 6\n"},
		{second, "?organization=2 by night/1 with 5\n"},
		{parent, "?organization=1 by " + ownAgent + " with 3\n"},
	} {
		err := only(test.c.Accommodations.Category(t.Context(), 7, reservations.CategoryParams{}))
		wantError(t, err, "sent to https://example.com/back/api/accommodation_categories/7"+test.says)
	}
}

// TestEveryOption shows the effect of each, however a client is made, and in whichever order they are given.
func TestEveryOption(t *testing.T) {
	t.Setenv("RESERVATIONS_BASE_URL", "https://api.example.com")
	t.Setenv("RESERVATIONS_API_KEY", reservationstest.Key)
	t.Setenv("RESERVATIONS_ORGANIZATION", "9")
	makers := map[string]func(rt http.RoundTripper, opts ...reservations.Option) *reservations.Client{
		"NewClient": func(rt http.RoundTripper, opts ...reservations.Option) *reservations.Client {
			return testclient.Over(t, rt, opts...)
		},
		"NewClientFromEnv": func(rt http.RoundTripper, opts ...reservations.Option) *reservations.Client {
			return must(reservations.NewClientFromEnv(append(opts, reservations.WithHTTPClient(&http.Client{Transport: rt}))...))
		},
		"With": func(rt http.RoundTripper, opts ...reservations.Option) *reservations.Client {
			return must(testclient.Over(t, rt, reservations.WithOrganization(9), reservations.WithUserAgent("first")).With(opts...))
		},
		"With no option": func(rt http.RoundTripper, opts ...reservations.Option) *reservations.Client {
			return must(testclient.Over(t, rt, opts...).With())
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
						reservations.WithRetry(policy{MaxAttempts: 2}), reservations.WithAttemptTimeout(3 * time.Second), reservations.WithMaxResponseBytes(100),
						reservations.WithAPIKeySource(func(context.Context) (string, error) { return "another key", nil }),
						reservations.WithLimiter(limiter(func() { waited++ })), logTo(&log), seen.hooks(),
					}
					if reversed {
						slices.Reverse(opts)
					}
					_, err := made(rt, opts...).Accommodations.Category(t.Context(), 7, reservations.CategoryParams{})
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
