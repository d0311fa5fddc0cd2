// SPDX-License-Identifier: MIT

package otelreservations_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/types"
)

const (
	tokenCanary = "canary-token-0123456789"
	nameCanary  = "Canary-Guest-Name"
	idCanary    = 7654321
)

// secretCalls pass a token, an id or a name, each where its operation takes it.
var secretCalls = map[string]func(context.Context, *reservations.Client) error{
	"an update with a token": func(ctx context.Context, c *reservations.Client) error {
		params := reservations.UpdateAdditionalGuestParams{Reservation: idCanary, Token: types.NewSecret(tokenCanary)}
		_, err := c.Reservations.UpdateAdditionalGuest(ctx, idCanary, params, &types.ReservationAdditionalGuestUpdate{Surname: types.Set(nameCanary)})
		return err
	},
	"a walk with a token": func(ctx context.Context, c *reservations.Client) error {
		_, err := reservations.Collect(c.Supplements.All(ctx, reservations.SupplementsParams{Token: types.NewSecret(tokenCanary)}))
		return err
	},
	"a guest": func(ctx context.Context, c *reservations.Client) error {
		_, err := c.Guests.Get(ctx, idCanary, reservations.WithHeader("Authorization", tokenCanary), reservations.WithQuery("session_token", tokenCanary))
		return err
	},
	"the register": register,
	"Do": func(ctx context.Context, c *reservations.Client) error {
		var out map[string]any
		return c.Do(ctx, reservations.Request{
			Method: "POST", Path: fmt.Sprintf("/api/notes/%d/%s/%s", idCanary, nameCanary, tokenCanary),
			Query: url.Values{"token": {tokenCanary}, "name": {nameCanary}}, Body: map[string]string{"name": nameCanary},
		}, &out)
	},
}

// TestNothingSecretIsExported, whatever the service, a proxy or net/http quotes.
func TestNothingSecretIsExported(t *testing.T) {
	t.Parallel()
	quote := fmt.Sprintf("%s of guest %d, key %s, token %s", nameCanary, idCanary, key, tokenCanary)
	record := fmt.Sprintf(`{"id":%d,"surname":%q,"description":%q,"errors":[%q]}`, idCanary, nameCanary, quote, quote)
	for fault, rt := range map[string]testkit.RoundTripper{
		"success":       responds(200, "application/json", record),
		"list":          responds(200, "application/json", "["+record+"]", "X-Total-Count", "1"),
		"refused":       responds(400, "application/json", record),
		"not found":     responds(404, "text/plain", quote),
		"rate limited":  responds(429, "text/plain", quote, "Retry-After", "1"),
		"server":        responds(503, "text/html", "<html>"+quote),
		"undecodable":   responds(200, "text/"+tokenCanary, "<html>"+quote),
		"error in 200":  responds(200, "application/json", `{"statusCode":404,"description":"`+quote+`"}`),
		"redirect":      responds(302, "", "", "Location", "https://elsewhere.example/?token="+tokenCanary),
		"no connection": fails(errors.New(quote)),
		"net/http": func(r *http.Request) (*http.Response, error) {
			return nil, &url.Error{Op: r.Method, URL: r.URL.String(), Err: errors.New(quote + r.Header.Get("X-Api-Key"))}
		},
		"panic": func(*http.Request) (*http.Response, error) { panic(quote) },
	} {
		for name, call := range secretCalls {
			t.Run(fault+"/"+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					tel := newTelemetry()
					func() {
						defer func() { _ = recover() }()
						_ = call(t.Context(), tel.client(base+"/park", echoing(rt)))
					}()
					spans := tel.ended(t)
					if len(spans) < 2 {
						t.Error("nothing has been exported")
					}
					exported := fmt.Sprint(spans, tel.series(t))
					for _, canary := range []string{key, tokenCanary, nameCanary, fmt.Sprint(idCanary)} {
						if _, after, found := strings.Cut(exported, canary); found {
							t.Errorf("%s has been exported, before %.200s", canary, after)
						}
					}
				})
			})
		}
	}
}

// echoing returns a service that names a request after the secrets that it came with.
func echoing(service testkit.RoundTripper) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		resp, err := service(r)
		if err == nil {
			resp.Header.Set("X-Request-Id", r.Header.Get("X-Api-Key")+r.Header.Get("Authorization")+r.URL.Query().Get("token"))
		}
		return resp, err
	}
}
