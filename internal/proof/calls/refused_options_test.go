// SPDX-License-Identifier: MIT

package calls_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
)

// TestRefusedOptions holds what a program reads about an option that cannot be used, of NewClient
// and of With.
func TestRefusedOptions(t *testing.T) {
	t.Parallel()
	const notNil = " must not be nil: leave the option out instead"
	const noClient = "WithSharedThrottle must be a client of NewClient: leave the option out instead"
	one, two := reservations.WithOrganization(1), reservations.WithOrganization(2)
	slow, never := reservations.RetryPolicy{MinWait: time.Minute}, reservations.RetryPolicy{MaxAttempts: -1}
	for _, test := range []struct {
		want string
		opt  reservations.Option
	}{
		{"opts holds a nil option at index 0", nil},
		{"opts holds a nil option at index 2", reservations.Options(one, two, nil)},
		{"WithOrganization must be a positive id, not 0", reservations.WithOrganization(0)},
		{"WithHTTPClient" + notNil, reservations.WithHTTPClient(nil)},
		{"WithAttemptTimeout must be positive, not 0s", reservations.WithAttemptTimeout(0)},
		{"WithMaxConcurrency must be at least 1, not 0", reservations.WithMaxConcurrency(0)},
		{noClient, reservations.WithSharedThrottle(nil)},
		{noClient, reservations.WithSharedThrottle(new(reservations.Client))},
		{"WithLimiter" + notNil, reservations.WithLimiter(nil)},
		{"WithLogger" + notNil, reservations.WithLogger(nil)},
		{"WithUserAgent must be printable ASCII, such as nightaudit/2.1", reservations.WithUserAgent("")},
		{"WithMaxResponseBytes must be at least 1, not 0", reservations.WithMaxResponseBytes(0)},
		{"WithAPIKeySource must not be nil: pass the key to NewClient instead", reservations.WithAPIKeySource(nil)},
		{"WithRetry must not have a MinWait (1m0s) longer than its MaxWait (30s)", reservations.WithRetry(slow)},
		{"WithRetry must not have a negative MaxAttempts (-1); NoRetry switches retries off",
			reservations.WithRetry(never)},
	} {
		_, err := reservations.NewClient("https://api.example.com", "k", test.opt)
		refusal{"NewClient: " + test.want, err}.check(t)
		refusal{"With: " + test.want, only(unsent(t).With(test.opt))}.check(t)
	}
}

// TestOptionsThatWithDoesNotTake are those of what a derived client shares with its parent.
func TestOptionsThatWithDoesNotTake(t *testing.T) {
	t.Parallel()
	for name, opt := range map[string]reservations.Option{
		"WithHTTPClient":     reservations.WithHTTPClient(&http.Client{}),
		"WithMaxConcurrency": reservations.WithMaxConcurrency(8),
		"WithPlainHTTP":      reservations.WithPlainHTTP(),
	} {
		refusal{"With: " + name + " cannot be used in Client.With, which shares the connections and the throttle: " +
			"make a client with NewClient", only(unsent(t).With(opt))}.check(t)
	}
}
