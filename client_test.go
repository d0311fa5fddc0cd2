package reservations_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/jarcoal/httpmock"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

func TestNewClientRefuses(t *testing.T) {
	t.Parallel()
	const url, key = "https://api.example.com", "k"
	for _, test := range []struct {
		name, url, key, param string
		opts                  []reservations.Option
	}{
		{"no URL", "", key, "baseURL", nil},
		{"no scheme", "api.example.com", key, "baseURL", nil},
		{"no host", "https://", key, "baseURL", nil},
		{"only a port", "https://:443", key, "baseURL", nil},
		{"another scheme", "ftp://api.example.com", key, "baseURL", nil},
		{"opaque", "https:api.example.com", key, "baseURL", nil},
		{"password", "https://user:pass-canary@api.example.com", key, "baseURL", nil},
		{"password in a bad URL", "https://user:pass-canary", key, "baseURL", nil},
		{"query", "https://api.example.com?token=pass-canary", key, "baseURL", nil},
		{"empty query", "https://api.example.com?", key, "baseURL", nil},
		{"fragment", "https://api.example.com#pass-canary", key, "baseURL", nil},
		{"plain http", "http://api.example.com", key, "baseURL", nil},
		{"plain http to an address", "http://10.0.0.1", key, "baseURL", nil},
		{"a name that only looks local", "http://localhost.example.com", key, "baseURL", nil},
		{"a name that is often local", "http://localhost.localdomain", key, "baseURL", nil},
		{"a name below localhost", "http://api.localhost", key, "baseURL", nil},
		{"an address that only looks local", "http://[::ffff:128.0.0.1]", key, "baseURL", nil},
		{"no port after the colon", "https://api.example.com:", key, "baseURL", nil},
		{"no port after the colon of an address", "https://[::1]:", key, "baseURL", nil},
		{"no port after the colon, and a path", "https://api.example.com:/back", key, "baseURL", nil},
		{"port 0", "https://api.example.com:0", key, "baseURL", nil},
		{"a port that is too large", "https://api.example.com:65536", key, "baseURL", nil},
		{"a port that is far too large", "https://api.example.com:99999999999999999999", key, "baseURL", nil},
		{"a port with letters", "https://api.example.com:abc", key, "baseURL", nil},
		{"an address without brackets", "https://::1", key, "baseURL", nil},
		{"no scheme, but slashes", "//api.example.com", key, "baseURL", nil},
		{"no scheme, but a port", "api.example.com:443", key, "baseURL", nil},
		{"a blank before it", " https://api.example.com", key, "baseURL", nil},
		{"a blank behind it", "https://api.example.com ", key, "baseURL", nil},
		{"a blank behind its path", "https://api.example.com/back ", key, "baseURL", nil},
		{"a line break behind it", "https://api.example.com\n", key, "baseURL", nil},
		{"a user name", "https://pass-canary@api.example.com", key, "baseURL", nil},
		{"an empty user name", "https://@api.example.com", key, "baseURL", nil},
		{"another host behind a backslash", `https://api.example.com\@pass-canary`, key, "baseURL", nil},
		{"a path that climbs", "https://api.example.com/a/../b", key, "baseURL", nil},
		{"a path that climbs in disguise", "https://api.example.com/a/%2e%2e/b", key, "baseURL", nil},
		{"a path that stays", "https://api.example.com/./b", key, "baseURL", nil},
		{"no key", url, "", "apiKey", nil},
		{"key with a line break", url, "pass-canary\n", "apiKey", nil},
		{"key with a header in it", url, "k\r\nX-Evil: pass-canary", "apiKey", nil},
		{"key with a control character", url, "pass-canary\x7f", "apiKey", nil},
		{"key that is not ASCII", url, "pass-canaryé", "apiKey", nil},
		{"nil option", url, key, "opts", []reservations.Option{nil}},
		{"organization", url, key, "WithOrganization", []reservations.Option{reservations.WithOrganization(0)}},
		{"http client", url, key, "WithHTTPClient", []reservations.Option{reservations.WithHTTPClient(nil)}},
		{"timeout", url, key, "WithAttemptTimeout", []reservations.Option{reservations.WithAttemptTimeout(0)}},
		{"retry", url, key, "WithRetry", []reservations.Option{reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: -1})}},
		{"retry wait", url, key, "WithRetry", []reservations.Option{reservations.WithRetry(reservations.RetryPolicy{MinWait: -1})}},
		{"concurrency", url, key, "WithMaxConcurrency", []reservations.Option{reservations.WithMaxConcurrency(0)}},
		{"limiter", url, key, "WithLimiter", []reservations.Option{reservations.WithLimiter(nil)}},
		{"logger", url, key, "WithLogger", []reservations.Option{reservations.WithLogger(nil)}},
		{"user agent", url, key, "WithUserAgent", []reservations.Option{reservations.WithUserAgent("a\r\nb")}},
		{"no user agent", url, key, "WithUserAgent", []reservations.Option{reservations.WithUserAgent("")}},
		{"bytes", url, key, "WithMaxResponseBytes", []reservations.Option{reservations.WithMaxResponseBytes(0)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := reservations.NewClient(test.url, test.key, test.opts...)
			var bad *reservations.ParamError
			if !errors.As(err, &bad) || bad.Param != test.param || bad.Reason == "" || c != nil {
				t.Errorf("got %v, %v; want a ParamError for %s", c, err, test.param)
			}
			if err != nil && strings.Contains(err.Error(), "canary") {
				t.Errorf("the error shows a secret: %v", err)
			}
		})
	}
}

func TestNewClientAcceptsAndBuildsURLs(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{
		"https://api.example.com":          "https://api.example.com/api/reports/presence",
		"https://api.example.com/":         "https://api.example.com/api/reports/presence",
		"https://example.com:8443/back/":   "https://example.com:8443/back/api/reports/presence",
		"https://example.com/a%2Fb":        "https://example.com/a%2Fb/api/reports/presence",
		"HTTPS://api.example.com":          "https://api.example.com/api/reports/presence",
		"http://localhost:8080":            "http://localhost:8080/api/reports/presence",
		"http://localhost:1":               "http://localhost:1/api/reports/presence",
		"http://127.0.0.2:8080":            "http://127.0.0.2:8080/api/reports/presence",
		"http://[::1]:8080":                "http://[::1]:8080/api/reports/presence",
		"http://[::1%25lo]:8080":           "http://[::1%25lo]:8080/api/reports/presence",
		"http://[::ffff:127.0.0.1]":        "http://[::ffff:127.0.0.1]/api/reports/presence",
		"http://LOCALHOST:8080/":           "http://localhost:8080/api/reports/presence",
		"http://Localhost.":                "http://localhost/api/reports/presence",
		"https://[fe80::1%25eth0]:8443":    "https://[fe80::1%25eth0]:8443/api/reports/presence",
		"https://api.example.com.":         "https://api.example.com./api/reports/presence",
		"https://API.example.com:65535":    "https://API.example.com:65535/api/reports/presence",
		"https://bücher.example":           "https://b%C3%BCcher.example/api/reports/presence",
		"https://example.com/a//":          "https://example.com/a/api/reports/presence",
		"https://example.com///":           "https://example.com/api/reports/presence",
		"https://example.com/a//b":         "https://example.com/a//b/api/reports/presence",
		"https://example.com/...":          "https://example.com/.../api/reports/presence",
		"http://reservations.internal:80/": "http://reservations.internal:80/api/reports/presence",
	} {
		t.Run(base, func(t *testing.T) {
			var got string
			rt := roundTripFunc(func(r *http.Request) (*http.Response, error) {
				got, _, _ = strings.Cut(r.URL.String(), "?")
				return httpmock.NewStringResponse(200, "[]"), nil
			})
			opts := []reservations.Option{reservations.WithHTTPClient(&http.Client{Transport: rt})}
			if strings.Contains(base, "internal") {
				opts = append(opts, reservations.WithPlainHTTP())
			}
			c, err := reservations.NewClient(base, "k", opts...)
			if err != nil {
				t.Fatal(err)
			}
			p, _ := days(1)
			if _, err := c.Reports.PresencePage(t.Context(), p); err != nil || got != want {
				t.Errorf("sent to %s (%v), want %s", got, err, want)
			}
		})
	}
}

// Not parallel: it sets the environment.
func TestNewClientFromEnv(t *testing.T) {
	srv := reservationstest.NewServer(reservationstest.WithKey("env-key"))
	defer srv.Close()
	for _, test := range []struct{ url, key, organization, missing string }{
		{"", "env-key", "", "RESERVATIONS_BASE_URL"},
		{srv.URL(), "", "", "RESERVATIONS_API_KEY"},
		{srv.URL(), "env-key", "seven", "RESERVATIONS_ORGANIZATION"},
		{srv.URL(), "env-key", "-7", "RESERVATIONS_ORGANIZATION"},
		{srv.URL(), "env-key", "0", "RESERVATIONS_ORGANIZATION"},
		{srv.URL(), "env-key", "9223372036854775808", "RESERVATIONS_ORGANIZATION"},
		{srv.URL(), "env-key", "7", ""},
		{srv.URL(), "env-key", "", ""},
		{"api.example.com", "env-key", "", "baseURL"},
	} {
		t.Setenv("RESERVATIONS_BASE_URL", test.url)
		t.Setenv("RESERVATIONS_API_KEY", test.key)
		t.Setenv("RESERVATIONS_ORGANIZATION", test.organization)
		c, err := reservations.NewClientFromEnv()
		var bad *reservations.ParamError
		if test.missing != "" {
			if !errors.As(err, &bad) || bad.Param != test.missing || bad.Name != "NewClientFromEnv" {
				t.Errorf("%+v: got %v, want a ParamError of NewClientFromEnv for %s", test, err, test.missing)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%+v: %v", test, err)
		}
		p, _ := days(1)
		if _, err := c.Reports.Presence(t.Context(), p); err != nil {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

// TestOptionsBesideTheEnvironment are checked first.
func TestOptionsBesideTheEnvironment(t *testing.T) {
	t.Setenv("RESERVATIONS_BASE_URL", "https://api.example.com")
	t.Setenv("RESERVATIONS_API_KEY", "env-key")
	c, err := reservations.NewClientFromEnv(reservations.WithMaxConcurrency(0))
	var bad *reservations.ParamError
	if c != nil || !errors.As(err, &bad) || bad.Param != "WithMaxConcurrency" || bad.Name != "NewClientFromEnv" {
		t.Errorf("got %v, %v; want a ParamError of NewClientFromEnv for WithMaxConcurrency", c, err)
	}
}

// TestOrganizationFromEnv is the default, which an option replaces.
func TestOrganizationFromEnv(t *testing.T) {
	t.Setenv("RESERVATIONS_BASE_URL", "https://api.example.com")
	t.Setenv("RESERVATIONS_API_KEY", "env-key")
	var sent string
	hc := &http.Client{Transport: roundTripFunc(func(r *http.Request) (*http.Response, error) {
		sent = r.URL.Query().Get("organization")
		return answers(200, "application/json", "[]")(r)
	})}
	for _, test := range []struct {
		environment, want string
		opts              []reservations.Option
	}{
		{"1", "1", nil}, {"9223372036854775807", "9223372036854775807", nil}, {"7", "8", []reservations.Option{reservations.WithOrganization(8)}},
	} {
		t.Setenv("RESERVATIONS_ORGANIZATION", test.environment)
		c, err := reservations.NewClientFromEnv(append(test.opts, reservations.WithHTTPClient(hc))...)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Accommodations.CampingEquipment(t.Context(), reservations.CampingEquipmentParams{}); err != nil || sent != test.want {
			t.Errorf("the organization %q was sent, error %v; want %s", sent, err, test.want)
		}
	}
}

func TestUserAgent(t *testing.T) {
	t.Parallel()
	var sent string
	rt := roundTripFunc(func(r *http.Request) (*http.Response, error) {
		sent = r.Header.Get("User-Agent")
		return answers(404, "", "")(r)
	})
	own := "reservations-go/" + reservations.Version + " (" + runtime.Version() + ")"
	for want, opts := range map[string][]reservations.Option{own: nil, "nightaudit/2.1 " + own: {reservations.WithUserAgent("nightaudit/2.1")}} {
		if _, err := over(t, rt, opts...).Guests.Get(t.Context(), 7); !errors.Is(err, reservations.ErrNotFound) || sent != want {
			t.Errorf("sent %q, error %v; want %q", sent, err, want)
		}
	}
}

func TestClientPrintsNoSecret(t *testing.T) {
	t.Parallel()
	c, err := reservations.NewClient("https://api.example.com", "k3y-canary")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "client", c)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "client", c)
	texts := []string{log.String()}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
		texts = append(texts, fmt.Sprintf(verb, c), fmt.Sprintf(verb, struct{ C *reservations.Client }{c}), fmt.Sprintf(verb, c.Reports))
	}
	for _, text := range texts {
		if strings.Contains(text, "canary") || strings.Contains(text, fmt.Sprintf("%x", "canary")) {
			t.Errorf("the key is shown: %s", text)
		}
	}
	c, err = reservations.NewClient("https://example.com/backend/", "k3y-canary")
	if err != nil {
		t.Fatal(err)
	}
	log.Reset()
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "client", c)
	if got := fmt.Sprintf("%+v", c) + log.String(); !strings.HasPrefix(got, "reservations.Client(https://example.com/backend)") || !strings.HasSuffix(got, "client=https://example.com/backend\n") {
		t.Errorf("got %s", got)
	}
}

// TestMocksCanBeSwitchedOnLater: the Transport of the caller's client is read at each
// request. Not parallel: ActivateNonDefault shares one mock.
func TestMocksCanBeSwitchedOnLater(t *testing.T) {
	defer httpmock.Reset()
	for _, before := range []bool{true, false} {
		hc := &http.Client{}
		if before {
			httpmock.ActivateNonDefault(hc)
		}
		c, err := reservations.NewClient("https://api.example.com", "k", reservations.WithHTTPClient(hc))
		if err != nil {
			t.Fatal(err)
		}
		if !before {
			httpmock.ActivateNonDefault(hc)
		}
		httpmock.Reset()
		mock := hc.Transport.(*httpmock.MockTransport)
		mock.RegisterResponder("GET", "https://api.example.com/api/reports/presence", httpmock.NewStringResponder(200, "[]").HeaderSet(http.Header{"X-Total-Count": {"0"}}))
		p, _ := days(1)
		if _, err := c.Reports.Presence(t.Context(), p); err != nil || mock.GetTotalCallCount() != 1 {
			t.Errorf("switched on before %v: got %v after %d calls to the mock, want 1", before, err, mock.GetTotalCallCount())
		}
		if hc.Timeout != 0 || hc.CheckRedirect != nil || hc.Jar != nil {
			t.Errorf("the caller's client was changed: %+v", hc)
		}
	}
}

func TestCloseIdleConnections(t *testing.T) {
	t.Parallel()
	for name, own := range map[string]bool{"of the client": true, "of the caller": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			closed := make(chan struct{}, 1)
			srv := httptest.NewUnstartedServer(http.NotFoundHandler())
			srv.Config.ConnState = func(_ net.Conn, state http.ConnState) {
				if state == http.StateClosed {
					closed <- struct{}{}
				}
			}
			srv.Start()
			t.Cleanup(srv.Close)
			var opts []reservations.Option
			if !own {
				opts = append(opts, reservations.WithHTTPClient(&http.Client{Transport: &http.Transport{}}))
			}
			c, err := reservations.NewClient(srv.URL, "k", opts...)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // it can be used afterwards
				if _, err := c.TaxProfiles.Get(t.Context(), "1"); !errors.Is(err, reservations.ErrNotFound) {
					t.Fatal(err)
				}
				c.CloseIdleConnections()
				<-closed
			}
		})
	}
	over(t, roundTripFunc(nil)).CloseIdleConnections() // a Transport without idle connections
}
