// SPDX-License-Identifier: MIT

package calls_test

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// unsent returns a client that must send nothing, nor call its hooks.
func unsent(t *testing.T) *reservations.Client {
	var seen observed
	t.Cleanup(func() {
		if len(seen.calls)+len(seen.attempts) > 0 {
			t.Errorf("%v and %v have ended", seen.calls, seen.attempts)
		}
	})
	return testclient.Over(t, taxProfile, seen.hooks())
}

// wantRefused wants an error of a call that was not sent: who refuses it, and the reason. It wants none if the reason is "".
func wantRefused(t *testing.T, err error, by, reason string) {
	t.Helper()
	if reason == "" && err == nil {
		return
	}
	if !errors.As(err, new(*reservations.ParamError)) || err.Error() != by+reason {
		t.Errorf("got  %v\nwant %s%s", err, by, reason)
	}
	if is := judge(err); is != (verdict{}) {
		t.Errorf("it is %+v, want neither", is)
	}
	if text := fmt.Sprintf("%#v", err); strings.Contains(text, "canary") {
		t.Errorf("%s shows what was refused", text)
	}
}

// TestRefusedCalls holds what a program reads about a URL, a key, a param, an option or a request of Do that cannot be sent.
func TestRefusedCalls(t *testing.T) {
	ctx, c := t.Context(), unsent(t)
	year := func(year int) time.Time { return time.Date(year, time.July, 6, 0, 0, 0, 0, time.UTC) }
	summaries := func(organization int64, from, to time.Time) error {
		p := reservations.SummariesParams{Organization: organization, DateFrom: from, DateTo: to}
		return only(c.Reservations.SummariesPage(ctx, p))
	}
	negative := reservations.SummariesParams{Organization: 1, DateFrom: from, DateTo: to, Limit: -1}
	register := func(from types.Date, offset int) error {
		return only(c.Reports.Presence(ctx, reservations.PresenceParams{DateFrom: from, Offset: offset}))
	}
	update := func(body *types.ReservationUpdate) error {
		p := reservations.UpdateReservationParams{Organization: 1, Token: token}
		return only(c.Reservations.Update(ctx, 7, p, body))
	}
	option := func(opt reservations.CallOption) error { return only(c.TaxProfiles.Get(ctx, "1", opt)) }
	do := func(method, path string, body, out any) error {
		return c.Do(ctx, reservations.Request{Method: method, Path: path, Body: body}, out)
	}
	newClient := func(baseURL, key string) error {
		client, err := reservations.NewClient(baseURL, key)
		if client != nil {
			t.Errorf("a client is made of the URL %q and the key %q", baseURL, key)
		}
		return err
	}
	nested := struct {
		A any `json:"a"`
	}{map[string][1]string{"b": {"\xff"}}}
	const bad, https = "canary\xd6", "https://api.example.com"
	const ascii = "NewClient: apiKey must be printable ASCII without blanks at its ends"
	const method = "Do: Method must be the method of a request, such as GET"
	const path = "Do: Path must be a path such as /api/guests/7; the query belongs in Query"
	const segments = "Do: Path must not hold the segments . and .."
	const onSummaries, onTax = "reservations.summaries: ", "taxProfiles.get: "
	for _, test := range []struct {
		want string
		err  error
	}{
		{"NewClient: baseURL must not hold a user name or password", newClient("https://canary@api.example.com", "k")},
		{"NewClient: apiKey must not be empty", newClient(https, "")},
		{ascii, newClient(https, " k")},
		{ascii, newClient(https, "canary\x7f")},
		{ascii, newClient(https, "k\r\nX-Evil: canary")},
		{ascii, newClient(https, "canaryé")},

		{"guests.get: id must be positive, but is 0", only(c.Guests.Get(ctx, 0))},
		{onTax + `id must not be "", which would lead to another path`, only(c.TaxProfiles.Get(ctx, ""))},
		{onTax + `id must not be "..", which would lead to another path`, only(c.TaxProfiles.Get(ctx, ".."))},
		{onSummaries + "organization is required: set it here, or for all calls with WithOrganization",
			summaries(0, from, to)},
		{onSummaries + "dateFrom is required", summaries(1, time.Time{}.In(to.Location()), to)},
		{onSummaries + "dateTo must not be before dateFrom", summaries(1, from, from.Add(-1))},
		{onSummaries + "dateTo is in the year 10000, which RFC 3339 cannot write", summaries(1, from, year(10000))},
		{onSummaries + "dateFrom is in the year -1, which RFC 3339 cannot write", summaries(1, year(-1), to)},
		{onSummaries + "limit must not be negative, but is -1", only(reservations.Collect(c.Reservations.AllSummaries(ctx, negative)))},
		{"reservations.registrationNumberEntries: offset must not be negative, but is -1",
			only(c.Reservations.RegistrationNumberEntriesPage(ctx, reservations.RegistrationNumberEntriesParams{Offset: -1}))},
		{`reports.presence: dateFrom is "0000-01-00", which is not a day of the calendar such as 2026-11-20`,
			register(types.Date{Month: 1}, 0)},
		{`supplements.list: date is "2026-02-30", which is not a day of the calendar such as 2026-11-20`,
			only(c.Supplements.Page(ctx, reservations.SupplementsParams{Organization: 1, Date: types.Date{Year: 2026, Month: 2, Day: 30}}))},
		{"reports.presence: offset must be 0 for a whole register; PresencePage reads single pages",
			register(testclient.ParkFrom, 1)},
		{"voip.sendEvent: reference is required", only(c.VoIP.SendEvent(ctx, types.VoIPEvent{}))},
		{"reservations.update: body would change nothing: set a field, or allow it with WithEmptyUpdate", update(nil)},
		{"reservations.update: body must not have an empty petLines[1]: set a field of it, or leave it out",
			update(&types.ReservationUpdate{PetLines: []types.PetLineUpdate{{ID: new(int64(7))}, {}}})},
		{"reservations.update: token must be valid UTF-8", only(c.Reservations.Update(ctx, 7,
			reservations.UpdateReservationParams{Organization: 1, Token: types.NewSecret(bad)}, &types.ReservationUpdate{Notes: types.Set("")}))},
		{"supplements.list: include[] must be valid UTF-8", only(c.Supplements.Page(ctx,
			reservations.SupplementsParams{Organization: 1, Include: []string{"a", bad}}))},
		{onTax + "id must be valid UTF-8", only(c.TaxProfiles.Get(ctx, bad))},
		{"reservations.update: body must be valid UTF-8, but guest.firstName is not",
			update(&types.ReservationUpdate{Guest: &types.ReservationGuestUpdate{FirstName: types.Set("\ufffd\xc3")}})},
		{`reservations.update: body cannot be written as JSON: in Extra["x"]: the value cannot be written as JSON: ` +
			"json: unsupported type: func()", update(&types.ReservationUpdate{Extra: map[string]any{"x": func() {}}})},

		{onTax + "opts holds a nil option at index 0", option(nil)},
		{onTax + "WithResponseInto must not be nil", option(reservations.WithResponseInto(nil))},
		{onTax + "WithCallTimeout must be positive, not 0s", option(reservations.WithCallTimeout(0))},
		{onTax + "WithHeader needs a header name such as X-Request-Id", option(reservations.WithHeader("a b", "c"))},
		{onTax + "WithHeader cannot set X-Api-Key, which belongs to the client: use WithAPIKeySource or Client.With",
			option(reservations.WithHeader("x-api-key", "c"))},
		{onTax + "WithHeader cannot set Host, which net/http sets or does not send", option(reservations.WithHeader("host", "x"))},
		{onTax + "WithHeader cannot set Te, which net/http sets or does not send", option(reservations.WithHeader("TE", "gzip"))},
		{onTax + "WithHeader needs a value of printable ASCII without blanks at its ends",
			option(reservations.WithHeader("a", "b "))},
		{onTax + "WithHeader needs a value of printable ASCII without blanks at its ends",
			option(reservations.WithHeader("a", "b\r\nc: d"))},
		{onTax + "WithCallRetry must not have a negative Budget (-7); NoRetry switches retries off", option(reservations.WithCallRetry(policy{Budget: -7}))},
		{onTax + "WithCallRetry must not have a MinWait (30.000000001s) longer than its MaxWait (30s)",
			option(reservations.WithCallRetry(policy{MinWait: 30*time.Second + 1}))},
		{onTax + "WithQuery needs the name of a parameter", option(reservations.WithQuery("", "b"))},
		{onTax + "WithQuery must be valid UTF-8", option(reservations.WithQuery("canary\xff", "b"))},
		{`accommodations.unit: WithQuery cannot set "include[]", which the operation sets itself: use its params`,
			only(c.Accommodations.Unit(ctx, 7, reservations.UnitParams{}, reservations.WithQuery("include[]", "9")))},

		{method, do("", "/canary", nil, nil)}, {method, do("NO METHOD", "/a", nil, nil)},
		{path, do("GET", "//evil.example.com/api", nil, nil)},
		{path, do("GET", "https://example.com/canary", nil, nil)},
		{path, do("GET", "/a?token=canary", nil, nil)},
		{segments, do("GET", "/a/../b", nil, nil)}, {segments, do("GET", "/a/%2e%2e/b", nil, nil)},
		{"Do: Path must be valid UTF-8", do("GET", "/canary%ff", nil, nil)},
		{"Do: Query must be valid UTF-8",
			c.Do(ctx, reservations.Request{Method: "GET", Path: "/a", Query: url.Values{"a": {"\xff"}}}, nil)},
		{`Do: body must be valid UTF-8, but a["b"][0] is not`, do("PUT", "/a", nested, nil)},
		{"Do: Body must be a value for encoding/json, not []uint8; text that is JSON is a json.RawMessage", do("PUT", "/a", []byte("{}"), nil)},
		{"Do: Body must be a value for encoding/json, not *strings.Reader; text that is JSON is a json.RawMessage",
			do("PUT", "/a", strings.NewReader("{}"), nil)},
		{"Do: out must be nil or a pointer to a value, not map[string]interface {}", do("POST", "/a", nil, map[string]any{})},
		{"Do: body cannot be written as JSON: json: unsupported type: chan int", do("PUT", "/a", make(chan int), nil)},
	} {
		t.Run(test.want, func(t *testing.T) { wantRefused(t, test.err, "", test.want) })
	}
}

// TestRefusedOptions holds what a program reads about an option that cannot be used, of NewClient and of With.
func TestRefusedOptions(t *testing.T) {
	const notNil, switchedOff = " must not be nil: leave the option out instead", "; NoRetry switches retries off"
	const long = 1 << 62
	one, two := reservations.WithOrganization(1), reservations.WithOrganization(2)
	for _, test := range []struct {
		want string
		opt  reservations.Option
	}{
		{"opts holds a nil option at index 0", nil},
		{"opts holds a nil option at index 2", reservations.Options(one, two, nil)},
		{"WithOrganization must be a positive id, not 0", reservations.WithOrganization(0)},
		{"WithHTTPClient" + notNil, reservations.WithHTTPClient(nil)},
		{"WithAttemptTimeout must be positive, not 0s", reservations.WithAttemptTimeout(0)},
		{"WithRetry must not have a negative MaxElapsed (-1ns)" + switchedOff, reservations.WithRetry(policy{MaxElapsed: -1})},
		{"WithRetry must not have a negative Budget (-7)" + switchedOff, reservations.WithRetry(policy{Budget: -7})},
		{"WithRetry must not have a negative MaxAttempts (-1)" + switchedOff, reservations.WithRetry(policy{MaxAttempts: -1, MinWait: -2, MaxWait: -3})},
		{"WithRetry must not have a MinWait (30.000000001s) longer than its MaxWait (30s)", reservations.WithRetry(policy{MinWait: 30*time.Second + 1})},
		{"WithRetry must not have a MinWait (500ms) longer than its MaxWait (499.999999ms)",
			reservations.WithRetry(policy{MaxWait: 500*time.Millisecond - 1})},
		{"WithMaxConcurrency must be at least 1, not 0", reservations.WithMaxConcurrency(0)},
		{"WithLimiter" + notNil, reservations.WithLimiter(nil)},
		{"WithLogger" + notNil, reservations.WithLogger(nil)},
		{"WithUserAgent must be printable ASCII, such as nightaudit/2.1", reservations.WithUserAgent("")},
		{"WithUserAgent must be printable ASCII, such as nightaudit/2.1", reservations.WithUserAgent("night\r\naudit")},
		{"WithMaxResponseBytes must be at least 1, not 0", reservations.WithMaxResponseBytes(0)},
		{"WithAPIKeySource must not be nil: pass the key to NewClient instead", reservations.WithAPIKeySource(nil)},
	} {
		t.Run(test.want, func(t *testing.T) {
			_, err := reservations.NewClient("https://api.example.com", "k", test.opt)
			wantRefused(t, err, "NewClient: ", test.want)
			wantRefused(t, only(unsent(t).With(test.opt)), "With: ", test.want)
		})
	}
	for name, opt := range map[string]reservations.Option{
		"the smallest of each": reservations.Options(reservations.WithOrganization(1), reservations.WithAttemptTimeout(1),
			reservations.WithMaxConcurrency(1), reservations.WithMaxResponseBytes(1)),
		"the longest retries": reservations.WithRetry(policy{
			MaxAttempts: 1 << 30, MinWait: long, MaxWait: long, MaxRetryAfter: long, MaxElapsed: long, Budget: math.MaxInt,
		}),
		"equal waits": reservations.WithRetry(policy{MinWait: 30 * time.Second}),
	} {
		if _, err := reservations.NewClient("https://api.example.com", "k", opt); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, opt := range map[string]reservations.Option{
		"WithHTTPClient": reservations.WithHTTPClient(&http.Client{}), "WithMaxConcurrency": reservations.WithMaxConcurrency(8),
		"WithPlainHTTP": reservations.WithPlainHTTP(),
	} {
		const shared = " cannot be used in Client.With, which shares the connections and the throttle: make a client with NewClient"
		wantRefused(t, only(unsent(t).With(opt)), "With: ", name+shared)
	}
}

// TestHeadersOfAConnection: a call cannot set what net/http leaves out without an error, and what HTTP/2 refuses.
func TestHeadersOfAConnection(t *testing.T) {
	c := testclient.Over(t, testclient.Responds(200, "", `{"id":"1"}`))
	for _, name := range []string{
		"Host", "Content-Length", "Transfer-Encoding", "Trailer", "Connection", "Upgrade", "Keep-Alive", "Proxy-Connection", "TE", "HTTP2-Settings",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := c.TaxProfiles.Get(t.Context(), "1", reservations.WithHeader(name, "x")); !errors.As(err, new(*reservations.ParamError)) {
				t.Errorf("got %v, want a ParamError", err)
			}
		})
	}
}
