package reservations_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// TestOptionErrorTexts holds what a program is told of an option that it cannot use.
func TestOptionErrorTexts(t *testing.T) {
	t.Parallel()
	other := over(t, roundTripFunc(nil), reservations.WithMaxConcurrency(3))
	const notNil = " must not be nil: leave the option out instead"
	for want, opts := range map[string][]reservations.Option{
		"opts holds a nil option at index 1":                                             {reservations.WithOrganization(1), nil},
		"opts holds a nil option at index 2":                                             {reservations.Options(reservations.WithOrganization(1), reservations.WithOrganization(2), nil)},
		"WithOrganization must be a positive id, not 0":                                  {reservations.WithOrganization(0)},
		"WithHTTPClient" + notNil:                                                        {reservations.WithHTTPClient(nil)},
		"WithAttemptTimeout must be positive, not 0s":                                    {reservations.WithAttemptTimeout(0)},
		"WithMaxConcurrency must be at least 1, not 0":                                   {reservations.WithMaxConcurrency(0)},
		"WithSharedThrottle must be a client of NewClient: leave the option out instead": {reservations.WithSharedThrottle(nil)},
		"WithLimiter" + notNil:                                                           {reservations.WithLimiter(nil)},
		"WithLogger" + notNil:                                                            {reservations.WithLogger(nil)},
		"WithUserAgent must be printable ASCII, such as nightaudit/2.1":                  {reservations.WithUserAgent("")},
		"WithMaxResponseBytes must be at least 1, not 0":                                 {reservations.WithMaxResponseBytes(0)},
		"WithAPIKeySource must not be nil: pass the key to NewClient instead":            {reservations.WithAPIKeySource(nil)},
		"WithRetry must not have a MinWait (1m0s) longer than its MaxWait (30s)":         {reservations.WithRetry(reservations.RetryPolicy{MinWait: time.Minute})},
		"WithRetry must not have a negative MaxAttempts (-1); NoRetry switches retries off": {
			reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: -1})},
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			if _, err := reservations.NewClient("https://api.example.com", "k", opts...); err == nil || err.Error() != "NewClient: "+want {
				t.Errorf("got %v", err)
			}
			if _, err := over(t, roundTripFunc(nil)).With(opts...); err == nil || err.Error() != "With: "+want {
				t.Errorf("got %v of With", err)
			}
		})
	}
	_, err := reservations.NewClient("https://api.example.com", "k", reservations.WithSharedThrottle(other), reservations.WithMaxConcurrency(4))
	if err == nil || err.Error() != "NewClient: WithMaxConcurrency must not be 4 with WithSharedThrottle: the shared throttle allows 3" {
		t.Errorf("got %v", err)
	}
	for key, want := range map[string]string{
		"":     "NewClient: apiKey must not be empty",
		" k":   "NewClient: apiKey must be printable ASCII without blanks at its ends",
		"\x1f": "NewClient: apiKey must be printable ASCII without blanks at its ends",
		"\x7f": "NewClient: apiKey must be printable ASCII without blanks at its ends",
	} {
		if _, err := reservations.NewClient("https://api.example.com", key); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	for url, want := range map[string]string{
		"api.example.com":             "must be an absolute URL such as https://api.example.com",
		"https://u:p@api.example.com": "must not hold a user name or password",
		"https://api.example.com?a":   "must not hold a query or a fragment",
		"https://api.example.com:":    "must have a port from 1 to 65535 after the colon of its host, or no colon",
		"https://api.example.com/a/.": "must not hold blanks or the path segments . and ..",
		"http://api.example.com":      "must begin with https://, because the API key would travel readable over http; WithPlainHTTP lifts this",
	} {
		if _, err := reservations.NewClient(url, "k"); err == nil || err.Error() != "NewClient: baseURL "+want {
			t.Errorf("%s: got %v, want %s", url, err, want)
		}
	}
	for name, opt := range map[string]reservations.Option{
		"WithHTTPClient": reservations.WithHTTPClient(&http.Client{}), "WithMaxConcurrency": reservations.WithMaxConcurrency(8), "WithPlainHTTP": reservations.WithPlainHTTP(),
	} {
		want := "With: " + name + " cannot be used in Client.With, which shares the connections and the throttle: make a client with NewClient"
		if _, err := other.With(opt); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// Not parallel: it sets the environment.
func TestEnvironmentErrorTexts(t *testing.T) {
	for _, test := range []struct{ url, key, organization, want string }{
		{"", "k", "", "RESERVATIONS_BASE_URL is not set in the environment"},
		{"https://api.example.com", "", "", "RESERVATIONS_API_KEY is not set in the environment"},
		{"https://api.example.com", "k", "0", "RESERVATIONS_ORGANIZATION must be a positive id"},
	} {
		t.Run(test.want, func(t *testing.T) {
			t.Setenv("RESERVATIONS_BASE_URL", test.url)
			t.Setenv("RESERVATIONS_API_KEY", test.key)
			t.Setenv("RESERVATIONS_ORGANIZATION", test.organization)
			c, err := reservations.NewClientFromEnv()
			if err == nil || err.Error() != "NewClientFromEnv: "+test.want || c != nil {
				t.Errorf("got %v and a client: %v", err, c != nil)
			}
			_, err = reservations.NewClientFromEnv(reservations.WithOrganization(-7)) // the program is wrong wherever it runs
			if want := "NewClientFromEnv: WithOrganization must be a positive id, not -7"; err == nil || err.Error() != want {
				t.Errorf("got %v, want %s", err, want)
			}
		})
	}
}

// TestCallErrorTexts holds what a program is told of a parameter that cannot be sent, and
// that nothing is sent.
func TestCallErrorTexts(t *testing.T) {
	t.Parallel()
	c := over(t, roundTripFunc(func(*http.Request) (*http.Response, error) {
		t.Error("a request was sent")
		return nil, io.EOF
	}))
	taxProfile := func(opts ...reservations.CallOption) func(context.Context) error {
		return func(ctx context.Context) error { _, err := c.TaxProfiles.Get(ctx, "1", opts...); return err }
	}
	do := func(q reservations.Request, out any) func(context.Context) error {
		return func(ctx context.Context) error { return c.Do(ctx, q, out) }
	}
	summaries := func(p reservations.SummariesParams) func(context.Context) error {
		return func(ctx context.Context) error { _, err := c.Reservations.SummariesPage(ctx, p); return err }
	}
	from := time.Date(2026, time.July, 6, 0, 0, 0, 0, time.UTC)
	tooLate := time.Date(10000, time.July, 6, 0, 0, 0, 0, time.UTC)
	p, _ := days(1)
	later := p
	later.Offset = 1
	for want, call := range map[string]func(context.Context) error{
		"taxProfiles.get: opts holds a nil option":                                                                           taxProfile(nil),
		"taxProfiles.get: WithResponseInto must not be nil":                                                                  taxProfile(reservations.WithResponseInto(nil)),
		"taxProfiles.get: WithCallTimeout must be positive, not 0s":                                                          taxProfile(reservations.WithCallTimeout(0)),
		"taxProfiles.get: WithHeader needs a header name such as X-Request-Id":                                               taxProfile(reservations.WithHeader("a b", "c")),
		"taxProfiles.get: WithHeader cannot set X-Api-Key, which belongs to the client: use WithAPIKeySource or Client.With": taxProfile(reservations.WithHeader("x-api-key", "c")),
		"taxProfiles.get: WithHeader needs a value of printable ASCII without blanks at its ends":                            taxProfile(reservations.WithHeader("a", "b ")),
		"taxProfiles.get: WithQuery needs the name of a parameter":                                                           taxProfile(reservations.WithQuery("", "b")),
		`reservations.summaries: WithQuery cannot set "limit", which the operation sets itself: use its params`: func(ctx context.Context) error {
			_, err := c.Reservations.SummariesPage(ctx, reservations.SummariesParams{Organization: 1, DateFrom: from, DateTo: from}, reservations.WithQuery("limit", "1"))
			return err
		},
		"Do: Method must be the method of a request, such as GET":                                               do(reservations.Request{Path: "/a"}, nil),
		"Do: Path must be a path such as /api/guests/7; the query belongs in Query":                             do(reservations.Request{Method: "GET", Path: "/a?b"}, nil),
		"Do: Path must not hold the segments . and ..":                                                          do(reservations.Request{Method: "GET", Path: "/a/.."}, nil),
		"Do: out must be nil or a pointer to a value, not int":                                                  do(reservations.Request{Method: "GET", Path: "/a"}, 7),
		"Do: body cannot be written as JSON: json: unsupported type: chan int":                                  do(reservations.Request{Method: "PUT", Path: "/a", Body: make(chan int)}, nil),
		"reservations.summaries: organization is required: set it here, or for all calls with WithOrganization": summaries(reservations.SummariesParams{}),
		"reservations.summaries: organization must not be negative, but is -1":                                  summaries(reservations.SummariesParams{Organization: -1}),
		"reservations.summaries: dateTo is required":                                                            summaries(reservations.SummariesParams{Organization: 1, DateFrom: from}),
		"reservations.summaries: dateTo must not be before dateFrom":                                            summaries(reservations.SummariesParams{Organization: 1, DateFrom: from, DateTo: from.Add(-1)}),
		"reservations.summaries: dateTo is in the year 10000, which RFC 3339 cannot write":                      summaries(reservations.SummariesParams{Organization: 1, DateFrom: from, DateTo: tooLate}),
		`reports.presence: dateFrom is "0000-01-00", which is not a day of the calendar such as 2026-11-20`: func(ctx context.Context) error {
			_, err := c.Reports.Presence(ctx, reservations.PresenceParams{DateFrom: types.Date{Month: 1}})
			return err
		},
		"reports.presence: offset must be 0 for a whole register; PresencePage reads single pages": func(ctx context.Context) error { _, err := c.Reports.Presence(ctx, later); return err },
		"guests.get: id must be positive, but is 0":                                                func(ctx context.Context) error { _, err := c.Guests.Get(ctx, 0); return err },
		`taxProfiles.get: id must not be "..", which would lead to another path`:                   func(ctx context.Context) error { _, err := c.TaxProfiles.Get(ctx, ".."); return err },
		"voip.sendEvent: reference is required":                                                    func(ctx context.Context) error { _, err := c.VoIP.SendEvent(ctx, types.VoIPEvent{}); return err },
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			var bad *reservations.ParamError
			if err := call(t.Context()); !errors.As(err, &bad) || err.Error() != want {
				t.Errorf("got %v", err)
			}
		})
	}
}
