// SPDX-License-Identifier: MIT

package secrets_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// rawService responds to every request with some bytes, and keeps the requests.
type rawService struct {
	url       string
	transport http.RoundTripper

	mu       sync.Mutex
	requests []*http.Request
}

func serve(t *testing.T, respond func(*http.Request) string) *rawService {
	s := &rawService{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		defer conn.Close()
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		s.mu.Lock()
		s.requests = append(s.requests, r)
		s.mu.Unlock()
		io.WriteString(conn, respond(r))
	}))
	t.Cleanup(srv.Close)
	s.url, s.transport = srv.URL, srv.Client().Transport
	return s
}

// check looks at the requests of one call: every secret is in its place, and nowhere else.
func (s *rawService) check(t *testing.T, withToken bool) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.requests {
		secrets, query, header := secretsIn(r), r.URL.Query(), r.Header.Clone()
		want := []string{r.Header.Get("X-Api-Key"), headerCanary, queryCanary}
		if withToken {
			want = append(want, tokenCanary)
		}
		if !slices.Equal(secrets, want) || len(header["X-Api-Key"]) != 1 || !strings.HasPrefix(secrets[0], keyCanary) {
			t.Errorf("%q were sent in %s %v, want %q", secrets, r.RequestURI, r.Header, want)
		}
		for _, name := range []string{"session_token", "token", "reservationToken"} {
			query.Del(name)
		}
		header.Del("Authorization")
		header.Del("X-Api-Key")
		body, _ := io.ReadAll(r.Body)
		path := strings.TrimSuffix(strings.TrimSuffix(r.URL.Path, "/"+tokenCanary), "/"+keyCanary+"0") // of two calls
		if found := leak(fmt.Sprint(path, query, header, r.Host, string(body))); found != "" {
			t.Errorf("a secret is where it does not belong: %s", found)
		}
	}
	s.requests = nil
}

// secretsIn returns the secrets of a request: the key, those of the header and the query, and the token of a record.
func secretsIn(r *http.Request) []string {
	query := r.URL.Query()
	found := []string{r.Header.Get("X-Api-Key"), strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), query.Get("session_token")}
	return slices.Concat(found, query["token"], query["reservationToken"])
}

// TestNoProxyPasswordIsShown, also where it makes the URL of the proxy unreadable. Package transport has proxies that
// refuse to connect.
func TestNoProxyPasswordIsShown(t *testing.T) {
	const password = "Q7x9Zw2p"
	plain := serve(t, func(r *http.Request) string {
		sent := r.Header.Get("Proxy-Authorization")
		return response("407 "+sent, "", "you sent "+sent)
	})
	refuses := strings.Replace(plain.url, "://", "://user:"+password+"@", 1)
	for name, test := range map[string]struct{ scheme, proxy, want string }{
		"refuses":              {"http", refuses, "407 Proxy Authentication Required"},
		"refuses a tunnel":     {"https", refuses, "perhaps by a proxy"},
		"a blank in it":        {"http", "http://user:" + password + " x@proxy", ""},
		"no host":              {"http", "http://user:" + password, ""},
		"an error that quotes": {"http", "", `invalid proxy address "REDACTED@proxy"`},
	} {
		t.Run(name, func(t *testing.T) {
			var out watch
			next := &http.Transport{Proxy: func(*http.Request) (*url.URL, error) {
				if test.proxy == "" {
					return nil, fmt.Errorf("invalid proxy address %q", "user:"+password+" x@proxy")
				}
				return url.Parse(test.proxy)
			}}
			c, err := reservations.NewClient(test.scheme+"://api.example.com", reservationstest.Key, reservations.WithPlainHTTP(),
				out.all(), reservations.WithRetry(reservations.NoRetry()),
				reservations.WithHTTPClient(&http.Client{Transport: testkit.RoundTripper(next.RoundTrip)})) // as a tracer does
			if err != nil {
				t.Fatal(err)
			}
			if _, err = c.Guests.Get(t.Context(), 7); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("got %v, want %s", err, test.want)
			}
			out.printError(err)
			out.check(t)
		})
	}
}

// A carrier is a call with secrets wherever it takes some. It returns its value, and whether it has sent the token of
// a record.
type carrier struct {
	name string
	call func(context.Context, *reservations.Client, ...reservations.CallOption) (value any, withToken bool, err error)
}

// carriers returns every method of every service, calls of Do, and one with a key as the id
// of a record by mistake.
func carriers() []carrier {
	all := []carrier{
		doCarrier("GET", "/api/elsewhere", nil, new(map[string]any)),
		doCarrier("POST", "/api/elsewhere", map[string]int{"a": 1}, new(refusing)),
		doCarrier("PUT", "/api/"+url.PathEscape(keyCanary+"0")+"/"+url.PathEscape(tokenCanary), nil, nil),
		{"a key as an id", func(ctx context.Context, c *reservations.Client, opts ...reservations.CallOption) (any, bool, error) {
			value, err := c.TaxProfiles.Get(ctx, keyCanary+"0", opts...)
			return value, false, err
		}},
	}
	for _, call := range testclient.Calls() {
		all = append(all, carrier{call.Name, func(ctx context.Context, c *reservations.Client, opts ...reservations.CallOption) (any, bool, error) {
			call, withToken := call, false
			call.Change = func(value reflect.Value) {
				if secret, isSecret := reflect.TypeAssert[*types.Secret](value.Addr()); isSecret {
					*secret, withToken = types.NewSecret(tokenCanary), true
				}
			}
			value, err := call.Do(ctx, c, opts...)
			return value, withToken, err
		}})
	}
	return all
}

func doCarrier(method, path string, body, out any) carrier {
	q := reservations.Request{Method: method, Path: path, Body: body}
	q.Query = url.Values{"dateFrom": {"2026-07-06T00:00:00Z"}, "reservationToken": {tokenCanary}}
	return carrier{"Do " + method, func(ctx context.Context, c *reservations.Client, opts ...reservations.CallOption) (any, bool, error) {
		return nil, true, c.Do(ctx, q, out, opts...)
	}}
}

// refusing is a type of a program whose error quotes what it cannot read, but for the secret
// of the record itself, which the client does not know.
type refusing struct{}

func (*refusing) UnmarshalJSON(data []byte) error {
	return fmt.Errorf("cannot read %s", strings.ReplaceAll(string(data), strings.Trim(quoted(recordCanary), `"`), ""))
}

// TestNoSecretIsShown makes every call with secrets to a service that sends them back, and
// looks for them in everything that comes out, at the lowest level of the log.
func TestNoSecretIsShown(t *testing.T) {
	t.Parallel()
	calls := carriers()
	for _, echo := range echoes {
		t.Run(echo.name, func(t *testing.T) {
			t.Parallel()
			service := serve(t, echo.to)
			chosen := testkit.Cases(8, calls)
			if strings.HasPrefix(echo.name, "long") {
				chosen = chosen[:1] // it takes long to print
			}
			for _, call := range chosen {
				t.Run(call.name, func(t *testing.T) { service.sweep(t, call) })
			}
		})
	}
}

// sweep makes one call, and prints what it returns and what it reports on the way.
func (s *rawService) sweep(t *testing.T, call carrier) {
	var out watch
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	hc := &http.Client{Jar: jar, Timeout: time.Minute, Transport: s.transport}
	hc.CheckRedirect = func(*http.Request, []*http.Request) error {
		t.Error("a redirect is followed")
		return nil
	}
	c, err := reservations.NewClient(s.url, keyCanary+"0",
		numberedKeys(), reservations.WithHTTPClient(hc), reservations.WithOrganization(1),
		reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 2, MinWait: 1, MaxWait: 1}),
		reservations.WithMaxResponseBytes(1<<20), out.all())
	if err != nil {
		t.Fatal(err)
	}
	var resp reservations.Response
	value, withToken, err := call.call(t.Context(), c, reservations.WithResponseInto(&resp),
		reservations.WithQuery("session_token", queryCanary), reservations.WithHeader("Authorization", "Bearer "+headerCanary))
	out.print(resp, &resp, types.Redacted(value), resp.Warnings)
	fmt.Fprintf(&out, "%v %+[1]v %#[1]v %[1]s %[1]q %[1]x %[1]t", value)
	out.print(c, *c, c.Reports)
	out.printDeep(c, *c, resp.Warnings)
	out.printError(err)
	if errors.As(err, new(*reservations.APIError)) { // a success is returned as it came
		out.printDeep(resp)
	}
	out.check(t)
	s.check(t, withToken)
}

// TestNothingIsWrittenToTheGlobalLog is not parallel: it redirects the log and stderr.
func TestNothingIsWrittenToTheGlobalLog(t *testing.T) {
	var out watch
	log.SetOutput(&out)
	defer log.SetOutput(os.Stderr)
	file, _ := os.CreateTemp(t.TempDir(), "")
	stderr := os.Stderr
	os.Stderr = file
	c := testclient.Over(t, testclient.Responds(503, "", ""), reservations.WithRetry(reservations.RetryPolicy{MinWait: 1, MaxWait: 1}))
	_, err := c.Reports.Presence(t.Context(), testclient.Days(1))
	os.Stderr = stderr
	written, _ := os.ReadFile(file.Name())
	if !errors.Is(err, reservations.ErrServer) || out.String()+string(written) != "" {
		t.Errorf("got %v and output %q%q", err, out.String(), written)
	}
}
