package calls_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// newClient returns the error of NewClient.
func newClient(url, key string, opts ...reservations.Option) error {
	return only(reservations.NewClient(url, key, opts...))
}

const base = "https://api.example.com"

// TestRefusedOptions holds what a program reads about an option that cannot be used, of NewClient
// and of With.
func TestRefusedOptions(t *testing.T) {
	t.Parallel()
	const notNil = " must not be nil: leave the option out instead"
	one, two := reservations.WithOrganization(1), reservations.WithOrganization(2)
	slow, never := reservations.RetryPolicy{MinWait: time.Minute}, reservations.RetryPolicy{MaxAttempts: -1}
	for _, test := range []struct {
		want string
		opts []reservations.Option
	}{
		{"opts holds a nil option at index 1", []reservations.Option{one, nil}},
		{"opts holds a nil option at index 2", []reservations.Option{reservations.Options(one, two, nil)}},
		{"WithOrganization must be a positive id, not 0", []reservations.Option{reservations.WithOrganization(0)}},
		{"WithHTTPClient" + notNil, []reservations.Option{reservations.WithHTTPClient(nil)}},
		{"WithAttemptTimeout must be positive, not 0s", []reservations.Option{reservations.WithAttemptTimeout(0)}},
		{"WithMaxConcurrency must be at least 1, not 0", []reservations.Option{reservations.WithMaxConcurrency(0)}},
		{"WithSharedThrottle must be a client of NewClient: leave the option out instead",
			[]reservations.Option{reservations.WithSharedThrottle(nil)}},
		{"WithLimiter" + notNil, []reservations.Option{reservations.WithLimiter(nil)}},
		{"WithLogger" + notNil, []reservations.Option{reservations.WithLogger(nil)}},
		{"WithUserAgent must be printable ASCII, such as nightaudit/2.1",
			[]reservations.Option{reservations.WithUserAgent("")}},
		{"WithMaxResponseBytes must be at least 1, not 0", []reservations.Option{reservations.WithMaxResponseBytes(0)}},
		{"WithAPIKeySource must not be nil: pass the key to NewClient instead",
			[]reservations.Option{reservations.WithAPIKeySource(nil)}},
		{"WithRetry must not have a MinWait (1m0s) longer than its MaxWait (30s)",
			[]reservations.Option{reservations.WithRetry(slow)}},
		{"WithRetry must not have a negative MaxAttempts (-1); NoRetry switches retries off",
			[]reservations.Option{reservations.WithRetry(never)}},
	} {
		refusal{"NewClient: " + test.want, newClient(base, "k", test.opts...)}.check(t)
		refusal{"With: " + test.want, only(unsent(t).With(test.opts...))}.check(t)
	}
}

// TestOptionsThatExcludeEachOther holds those of a client that shares with another one.
func TestOptionsThatExcludeEachOther(t *testing.T) {
	t.Parallel()
	other, err := reservations.NewClient(base, "k", reservations.WithMaxConcurrency(3))
	if err != nil {
		t.Fatal(err)
	}
	refusal{"NewClient: WithMaxConcurrency must not be 4 with WithSharedThrottle: the shared throttle allows 3",
		newClient(base, "k", reservations.WithSharedThrottle(other), reservations.WithMaxConcurrency(4))}.check(t)
	for name, opt := range map[string]reservations.Option{
		"WithHTTPClient":     reservations.WithHTTPClient(&http.Client{}),
		"WithMaxConcurrency": reservations.WithMaxConcurrency(8),
		"WithPlainHTTP":      reservations.WithPlainHTTP(),
	} {
		refusal{"With: " + name + " cannot be used in Client.With, which shares the connections and the throttle: " +
			"make a client with NewClient", only(other.With(opt))}.check(t)
	}
}

// TestRefusedKeysAndURLs holds what a program reads about a key or a base URL that cannot be used.
func TestRefusedKeysAndURLs(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"":     "must not be empty",
		" k":   "must be printable ASCII without blanks at its ends",
		"\x1f": "must be printable ASCII without blanks at its ends",
		"\x7f": "must be printable ASCII without blanks at its ends",
	} {
		refusal{"NewClient: apiKey " + want, newClient(base, key)}.check(t)
	}
	for url, want := range map[string]string{
		"api.example.com":             "must be an absolute URL such as https://api.example.com",
		"https://u:p@api.example.com": "must not hold a user name or password",
		"https://api.example.com?a":   "must not hold a query or a fragment",
		"https://api.example.com:":    "must have a port from 1 to 65535 after the colon of its host, or no colon",
		"https://api.example.com/a/.": "must not hold blanks or the path segments . and ..",
		"http://api.example.com": "must begin with https://, because the API key would travel readable over http; " +
			"WithPlainHTTP lifts this",
	} {
		refusal{"NewClient: baseURL " + want, newClient(url, "k")}.check(t)
	}
}

// TestRefusedEnvironment is not parallel: it sets the environment.
func TestRefusedEnvironment(t *testing.T) {
	const name, wrong = "NewClientFromEnv: ", "NewClientFromEnv: WithOrganization must be a positive id, not -7"
	for _, test := range []struct{ url, key, organization, want string }{
		{"", reservationstest.Key, "", "RESERVATIONS_BASE_URL is not set in the environment"},
		{base, "", "", "RESERVATIONS_API_KEY is not set in the environment"},
		{base, reservationstest.Key, "0", "RESERVATIONS_ORGANIZATION must be a positive id"},
	} {
		t.Run(test.want, func(t *testing.T) {
			t.Setenv("RESERVATIONS_BASE_URL", test.url)
			t.Setenv("RESERVATIONS_API_KEY", test.key)
			t.Setenv("RESERVATIONS_ORGANIZATION", test.organization)
			c, err := reservations.NewClientFromEnv()
			if err == nil || err.Error() != name+test.want || c != nil {
				t.Errorf("got %v and a client: %v", err, c != nil)
			}
			_, err = reservations.NewClientFromEnv(reservations.WithOrganization(-7)) // wrong wherever it runs
			if err == nil || err.Error() != wrong {
				t.Errorf("got %v, want %s", err, wrong)
			}
		})
	}
}
