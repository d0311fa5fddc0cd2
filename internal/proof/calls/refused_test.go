// SPDX-License-Identifier: MIT

package calls_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// wantRefused wants an error of a call that was not sent: who refuses it, and the reason. It wants none if the reason is "".
func wantRefused(t *testing.T, err error, by, reason string) {
	t.Helper()
	if reason == "" && err == nil {
		return
	}
	if !errors.As(err, new(*reservations.ParamError)) || err.Error() != by+reason {
		t.Errorf("got  %v\nwant %s%s", err, by, reason)
	}
	if text := fmt.Sprintf("%#v", err); strings.Contains(text, "canary") {
		t.Errorf("%s shows what was refused", text)
	}
}

// TestCallsThatCannotBeSentSayWhy: a URL, a key, a param, an option or a request of Do is the reason. Package params has more
// of them, module contract each number, and TestUpdatesThatChangeNothingAreRefused bodies without a value.
func TestCallsThatCannotBeSentSayWhy(t *testing.T) {
	var seen observed
	ctx, c, feb30 := t.Context(), testclient.Over(t, taxProfile, seen.hooks()), types.Date{Year: 2026, Month: 2, Day: 30}
	inYear := func(year int) time.Time { return from.AddDate(year-from.Year(), 0, 0) }
	summaries := func(organization int64, from, to time.Time) error {
		p := reservations.SummariesParams{Organization: organization, DateFrom: from, DateTo: to}
		return only(c.Reservations.SummariesPage(ctx, p))
	}
	supplements := func(p reservations.SupplementsParams) error {
		p.Organization = 1
		return only(reservations.Collect(c.Supplements.All(ctx, p)))
	}
	update := func(body types.ReservationUpdate) error {
		p := reservations.UpdateReservationParams{Organization: 1, Token: token}
		return only(c.Reservations.Update(ctx, 7, p, &body))
	}
	option := func(opt reservations.CallOption) error { return get(t, c, opt) }
	do := func(method, path string, body, out any) error {
		return c.Do(ctx, reservations.Request{Method: method, Path: path, Body: body}, out)
	}
	const bad, path = "canary\xd6", "Do: Path must be a path such as /api/guests/7; the query belongs in Query"
	const json = "Do: Body must be a value for encoding/json, not %T; text that is JSON is a json.RawMessage"
	const onSummaries, onTax, onUpdate = "reservations.summaries: ", "taxProfiles.get: ", "reservations.update: "
	for _, test := range []struct {
		want string
		err  error
	}{
		{"NewClient: baseURL must not hold a user name or password", only(reservations.NewClient("https://canary@a.example", "k"))},
		{"NewClient: apiKey must not be empty", only(reservations.NewClient("https://a.example", ""))},
		{"NewClient: apiKey must be printable ASCII without blanks at its ends", only(reservations.NewClient("https://a.example", "k\r\nX-Evil: canary"))},
		{onTax + `id must not be "", which would lead to another path`, only(c.TaxProfiles.Get(ctx, ""))},
		{onTax + "id must be valid UTF-8", only(c.TaxProfiles.Get(ctx, bad))},
		{onSummaries + "organization is required: set it here, or for all calls with WithOrganization", summaries(0, from, to)},
		{onSummaries + "dateFrom is required", summaries(1, time.Time{}.In(to.Location()), to)},
		{onSummaries + "dateTo must not be before dateFrom", summaries(1, from, from.Add(-1))},
		{onSummaries + "dateTo is in the year 10000, which RFC 3339 cannot write", summaries(1, from, inYear(10000))},
		{onSummaries + "dateFrom is in the year -1, which RFC 3339 cannot write", summaries(1, inYear(-1), to)},
		{"supplements.list: limit must not be negative, but is -1", supplements(reservations.SupplementsParams{Limit: -1})},
		{`supplements.list: date is "2026-02-30", which is not a day of the calendar such as 2026-11-20`, supplements(reservations.SupplementsParams{Date: feb30})},
		{"supplements.list: include[] must be valid UTF-8", supplements(reservations.SupplementsParams{Include: []string{"a", bad}})},
		{"reports.presence: offset must be 0 for a whole register; PresencePage reads single pages",
			only(c.Reports.Presence(ctx, reservations.PresenceParams{DateFrom: testclient.ParkFrom, Offset: 1}))},
		{"voip.sendEvent: reference is required", only(c.VoIP.SendEvent(ctx, types.VoIPEvent{}))},
		{onUpdate + `body must be valid UTF-8, but petLines[0].Extra["x"] is not`,
			update(types.ReservationUpdate{PetLines: []types.PetLineUpdate{{Extra: map[string]any{"x": "\ufffd\xc3"}}}})},
		{onUpdate + `body cannot be written as JSON: in Extra["x"]: the value cannot be written as JSON: ` +
			"json: unsupported type: func()", update(types.ReservationUpdate{Extra: map[string]any{"x": func() {}}})},
		{onTax + "opts holds a nil option at index 0", option(nil)},
		{onTax + "WithResponseInto must not be nil", option(reservations.WithResponseInto(nil))},
		{onTax + "WithCallTimeout must be positive, not 0s", option(reservations.WithCallTimeout(0))},
		{onTax + "WithHeader needs a header name such as X-Request-Id", option(reservations.WithHeader("a b", "c"))},
		{onTax + "WithHeader cannot set X-Api-Key, which belongs to the client: use WithAPIKeySource or Client.With", option(reservations.WithHeader("x-api-key", "c"))},
		{onTax + "WithHeader needs a value of printable ASCII without blanks at its ends", option(reservations.WithHeader("a", "b\r\nc: d"))},
		{onTax + "WithCallRetry must not have a MinWait (30.000000001s) longer than its MaxWait (30s)", option(reservations.WithCallRetry(policy{MinWait: 30*s + 1}))},
		{onTax + "WithQuery needs the name of a parameter", option(reservations.WithQuery("", "b"))},
		{onTax + "WithQuery must be valid UTF-8", option(reservations.WithQuery("canary\xff", "b"))},
		{`accommodations.unit: WithQuery cannot set "include[]", which the operation sets itself: use its params`,
			only(c.Accommodations.Unit(ctx, 7, reservations.UnitParams{}, reservations.WithQuery("include[]", "9")))},
		{"Do: Method must be the method of a request, such as GET", do("NO METHOD", "/canary", nil, nil)},
		{path, do("GET", "//evil.example.com/api", nil, nil)},
		{path, do("GET", "https://example.com/canary", nil, nil)},
		{path, do("GET", "/a?token=canary", nil, nil)},
		{"Do: Path must not hold the segments . and ..", do("GET", "/a/%2e%2e/b", nil, nil)},
		{"Do: Path must be valid UTF-8", do("GET", "/canary%ff", nil, nil)},
		{"Do: Query must be valid UTF-8", c.Do(ctx, reservations.Request{Method: "GET", Path: "/a", Query: url.Values{"a": {"\xff"}}}, nil)},
		{fmt.Sprintf(json, []byte{}), do("PUT", "/a", []byte("{}"), nil)},
		{fmt.Sprintf(json, &strings.Reader{}), do("PUT", "/a", strings.NewReader("{}"), nil)},
		{"Do: out must be nil or a pointer to a value, not map[string]interface {}", do("POST", "/a", nil, map[string]any{})},
	} {
		t.Run(test.want, func(t *testing.T) { wantRefused(t, test.err, "", test.want) })
	}
	// net/http leaves them out without an error, and HTTP/2 refuses some.
	for _, header := range []string{
		"Host", "Content-Length", "Transfer-Encoding", "Trailer", "Connection", "Upgrade", "Keep-Alive", "Proxy-Connection", "Te", "Http2-Settings",
	} {
		t.Run(header, func(t *testing.T) {
			err := option(reservations.WithHeader(strings.ToUpper(header), "x"))
			wantRefused(t, err, onTax, "WithHeader cannot set "+header+", which net/http sets or does not send")
		})
	}
	if len(seen.calls)+len(seen.attempts) > 0 {
		t.Errorf("the hooks are called for %v and %v", seen.calls, seen.attempts)
	}
}

// TestOptionsThatCannotBeUsedSayWhy: the error is the same however a program makes a client.
func TestOptionsThatCannotBeUsedSayWhy(t *testing.T) {
	const notNil = " must not be nil: leave the option out instead"
	const shared = " cannot be used in Client.With, which shares the connections and the throttle: make a client with NewClient"
	one, two := reservations.WithOrganization(1), reservations.WithOrganization(2)
	c := testclient.Over(t, taxProfile)
	for _, test := range []struct {
		want string
		opt  reservations.Option
	}{
		{"opts holds a nil option at index 0", nil},
		{"opts holds a nil option at index 2", reservations.Options(one, two, nil)},
		{"WithOrganization must be a positive id, not 0", reservations.WithOrganization(0)},
		{"WithHTTPClient" + notNil, reservations.WithHTTPClient(nil)},
		{"WithAttemptTimeout must be positive, not 0s", reservations.WithAttemptTimeout(0)},
		{"WithRetry must not have a negative MaxAttempts (-1); NoRetry switches retries off",
			reservations.WithRetry(policy{MaxAttempts: -1, MinWait: -2, MaxWait: -3})},
		{"WithRetry must not have a MinWait (500ms) longer than its MaxWait (499.999999ms)", reservations.WithRetry(policy{MaxWait: 500*time.Millisecond - 1})},
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
			_, err = reservations.NewClientFromEnv(test.opt) // before the environment is looked at
			wantRefused(t, err, "NewClientFromEnv: ", test.want)
			wantRefused(t, only(c.With(test.opt)), "With: ", test.want)
		})
	}
	for name, opt := range map[string]reservations.Option{
		"WithHTTPClient": reservations.WithHTTPClient(&http.Client{}), "WithMaxConcurrency": reservations.WithMaxConcurrency(8),
		"WithPlainHTTP": reservations.WithPlainHTTP(),
	} {
		wantRefused(t, only(c.With(opt)), "With: ", name+shared)
	}
}
