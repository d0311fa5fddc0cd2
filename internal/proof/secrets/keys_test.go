// SPDX-License-Identifier: MIT

package secrets_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// numberedKeys is a source whose every key is another one.
func numberedKeys() reservations.Option {
	var asked atomic.Int64
	return reservations.WithAPIKeySource(func(context.Context) (string, error) {
		return fmt.Sprint(keyCanary, asked.Add(1)), nil
	})
}

// TestNoKeyThatWasReplacedIsShown: a service may send back all keys that it has got, those of
// another client that shares its connections as well.
func TestNoKeyThatWasReplacedIsShown(t *testing.T) {
	t.Parallel()
	var out watch
	var keys []string
	echo := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		keys = append(keys, r.Header.Get("X-Api-Key"))
		all := strings.Join(keys, " ")
		switch len(keys) % 3 {
		case 0:
			return nil, fmt.Errorf("cannot send %s: %w", all, io.ErrUnexpectedEOF)
		case 1:
			return testclient.Responds(503, "text/html", all, "X-Echo", all)(r)
		}
		body := `{"description":` + quoted(all) + `,"errors":[` + quoted(all) + `]}`
		return testclient.Responds(400, "application/json", body, "X-Request-Id", keys[0])(r)
	})
	c := testclient.Over(t, echo, numberedKeys(),
		reservations.WithHooks(out.hooks()), reservations.WithLogger(out.logger()),
		reservations.WithRetry(reservations.RetryPolicy{MinWait: 1, MaxWait: 1}))
	derived, err := c.With(numberedKeys())
	if err != nil {
		t.Fatal(err)
	}
	for range 6 {
		for _, c := range []*reservations.Client{c, derived} {
			var resp reservations.Response
			_, err := c.TaxProfiles.Get(t.Context(), "1", reservations.WithResponseInto(&resp))
			if err == nil {
				t.Fatal("the call succeeded")
			}
			out.printError(err)
			out.printDeep(resp, c)
		}
	}
	if len(keys) < 12 {
		t.Errorf("%d keys were sent, want one for every attempt", len(keys))
	}
	out.check(t)
}

// TestNoKeyOfAFailingSourceIsShown, which may return both a key and an error that quotes it.
func TestNoKeyOfAFailingSourceIsShown(t *testing.T) {
	t.Parallel()
	source := func(context.Context) (string, error) { return keyCanary, errors.New("no vault for " + keyCanary) }
	c := testclient.Over(t, testclient.Responds(200, "", "{}"), reservations.WithAPIKeySource(source))
	_, err := c.Guests.Get(t.Context(), 7)
	if err == nil {
		t.Fatal("the call succeeded")
	}
	var out watch
	out.printError(err)
	out.check(t)
}
