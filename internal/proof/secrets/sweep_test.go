// SPDX-License-Identifier: MIT

package secrets_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// A carrier is a call with secrets wherever it takes some.
type carrier struct {
	name string
	call func(context.Context, *reservations.Client, options) outcome
}

type options = []reservations.CallOption

type outcome struct {
	value     any
	err       error
	withToken bool // the call has sent the token of a record
}

// carriers returns every method of every service, calls of Do, and one with a key as the id
// of a record by mistake.
func carriers() []carrier {
	all := []carrier{
		doCarrier("GET", "/api/elsewhere", nil, new(map[string]any)),
		doCarrier("POST", "/api/elsewhere", map[string]int{"a": 1}, new(refusing)),
		doCarrier("PUT", "/api/"+url.PathEscape(keyCanary+"0")+"/"+url.PathEscape(tokenCanary), nil, nil),
		{"a key as an id", func(ctx context.Context, c *reservations.Client, opts options) outcome {
			value, err := c.TaxProfiles.Get(ctx, keyCanary+"0", opts...)
			return outcome{value, err, false}
		}},
	}
	for _, call := range testclient.Calls() {
		all = append(all, carrier{call.Name, func(ctx context.Context, c *reservations.Client, opts options) outcome {
			var o outcome
			call := call
			call.Fill = func(_ reflect.Type, field reflect.StructField, value reflect.Value) bool {
				isSecret := field.Type == reflect.TypeFor[types.Secret]()
				if isSecret {
					value.Set(reflect.ValueOf(types.NewSecret(tokenCanary)))
					o.withToken = true
				}
				return isSecret
			}
			o.value, o.err = call.Do(ctx, c, opts...)
			return o
		}})
	}
	return all
}

// refusing is a type of a program whose error quotes what it cannot read, but for the secret
// of the record itself, which the client does not know.
type refusing struct{}

func (*refusing) UnmarshalJSON(data []byte) error {
	return fmt.Errorf("cannot read %s", strings.ReplaceAll(string(data), strings.Trim(quoted(recordCanary), `"`), ""))
}

func doCarrier(method, path string, body, out any) carrier {
	q := reservations.Request{Method: method, Path: path, Body: body}
	q.Query = url.Values{"dateFrom": {"2026-07-06T00:00:00Z"}, "reservationToken": {tokenCanary}}
	return carrier{"Do " + method, func(ctx context.Context, c *reservations.Client, opts options) outcome {
		return outcome{nil, c.Do(ctx, q, out, opts...), true}
	}}
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
	got := call.call(t.Context(), c, options{
		reservations.WithResponseInto(&resp), reservations.WithQuery("session_token", queryCanary),
		reservations.WithHeader("Authorization", "Bearer "+headerCanary),
	})
	out.print(resp, &resp, types.Redacted(got.value), resp.Warnings)
	fmt.Fprintf(&out, "%v %+[1]v %#[1]v %[1]s %[1]q %[1]x %[1]t", got.value)
	out.print(c, *c, c.Reports)
	out.printDeep(c, *c, resp.Warnings)
	out.printError(got.err)
	if errors.As(got.err, new(*reservations.APIError)) { // a success is returned as it came
		out.printDeep(resp)
	}
	out.check(t)
	s.check(t, got.withToken)
}

// TestNothingIsWrittenToTheGlobalLog is not parallel: it redirects the log and stderr.
func TestNothingIsWrittenToTheGlobalLog(t *testing.T) {
	var out watch
	log.SetOutput(&out)
	defer log.SetOutput(os.Stderr)
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	stderr := os.Stderr
	os.Stderr = file
	c := testclient.Over(t, testclient.Responds(503, "", ""), reservations.WithRetry(reservations.RetryPolicy{MinWait: 1, MaxWait: 1}))
	_, err = c.Reports.Presence(t.Context(), testclient.Days(1))
	os.Stderr = stderr
	written, _ := os.ReadFile(file.Name())
	if !errors.Is(err, reservations.ErrServer) || out.String()+string(written) != "" {
		t.Errorf("got %v and output %q%q", err, out.String(), written)
	}
}
