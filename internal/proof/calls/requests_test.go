// SPDX-License-Identifier: MIT

package calls_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

var (
	from  = testclient.From
	to    = time.Date(2026, time.July, 13, 12, 30, 0, 0, time.FixedZone("", 2*3600))
	token = types.NewSecret("t/o k")
)

// TestRequests holds how each kind of value is written in a path, a query and a body. That every
// operation sends what openapi.yaml lists is for module contract.
func TestRequests(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	tests := []struct {
		name string
		call func(*reservations.Client) error
		want string // method, escaped path and query, body
	}{
		{"an id has more digits than a float", func(c *reservations.Client) error {
			return only(c.Guests.Get(ctx, 9007199254740993))
		}, "GET /api/guests/9007199254740993"},
		{"an id that is a text is one segment", func(c *reservations.Client) error {
			return only(c.TaxProfiles.Get(ctx, "a/b c?d..#é"))
		}, "GET /api/tax_profiles/a%2Fb%20c%3Fd..%23%C3%A9"},
		{"a path can end in a slash", func(c *reservations.Client) error {
			return only(c.Accommodations.FacilityGroups(ctx))
		}, "GET /api/facility_groups/"},
		{"a call has its own organization", func(c *reservations.Client) error {
			return only(c.Accommodations.Category(ctx, 7, reservations.CategoryParams{Organization: 5}))
		}, "GET /api/accommodation_categories/7?organization=5"},
		{"an instant keeps its offset", func(c *reservations.Client) error {
			p := reservations.SummariesParams{DateFrom: from, DateTo: to, ReferenceDate: "a b", Offset: 50, Limit: 100}
			return only(c.Reservations.SummariesPage(ctx, p))
		}, "GET /api/reservations/summaries?dateFrom=2026-07-06T00%3A00%3A00Z" +
			"&dateTo=2026-07-13T12%3A30%3A00%2B02%3A00&limit=100&offset=50&organization=42&referenceDate=a+b"},
		{"the first and the last instant that can be sent", func(c *reservations.Client) error {
			p := reservations.SummariesParams{
				DateFrom: time.Date(1, 1, 2, 0, 0, 0, 0, time.UTC), DateTo: time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC),
			}
			return only(c.Reservations.SummariesPage(ctx, p))
		}, "GET /api/reservations/summaries?dateFrom=0001-01-02T00%3A00%3A00Z" +
			"&dateTo=9999-12-31T23%3A59%3A59Z&organization=42"},
		{"a day of a list, and one that was read with a time", func(c *reservations.Client) error {
			var read types.Date
			if err := json.Unmarshal([]byte(`"2026-11-20T12:00:00+01:00"`), &read); err != nil {
				return err
			}
			p := reservations.SupplementsParams{Date: types.NewDate(2026, 11, 20), DateFrom: read, Limit: 3}
			return only(c.Supplements.Page(ctx, p))
		}, "GET /api/supplements/?date=2026-11-20&dateFrom=2026-11-20T12%3A00%3A00%2B01%3A00" +
			"&limit=3&organization=42"},
		{"a token is sent as it is, and no body if there is none", func(c *reservations.Client) error {
			p := reservations.UpdateReservationParams{Token: token, Public: new(false)}
			return only(c.Reservations.Update(ctx, 7, p, nil, reservations.WithEmptyUpdate()))
		}, "PUT /api/reservations/7?organization=42&public=false&token=t%2Fo+k"},
		{"a decimal as it was written, and an instant with its offset", func(c *reservations.Client) error {
			return only(c.Reports.CreateUtilityMeterReport(ctx, &types.UtilityMeterReportCreate{
				Quantity: types.MustDecimal("0012.500"), Type: new(types.UtilityTypeWater),
				Datetime: types.NewDateTime(to), AccommodationUnit: &types.RequestRef{ID: 3},
			}))
		}, `POST /api/utility_meter_reports/ {"quantity":"0012.500","type":"w","datetime":"2026-07-13T12:30:00+02:00",` +
			`"accommodationUnit":{"id":3}}`},
		{"Do: everything", func(c *reservations.Client) error {
			return c.Do(ctx, reservations.Request{
				Method: "POST", Path: "/api/things/a%2Fb/", Query: url.Values{"b[]": {"1", "2"}}, Body: map[string]int{"a": 1},
			}, nil)
		}, `POST /api/things/a%2Fb/?b%5B%5D=1&b%5B%5D=2 {"a":1}`},
		{"Do: no body, and a path as it is", func(c *reservations.Client) error {
			return c.Do(ctx, reservations.Request{Method: "PUT", Path: "/api/~{id}"}, nil)
		}, "PUT /api/~%7Bid%7D"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			client, sent := watched(t, reservations.WithOrganization(42))
			_ = test.call(client)
			if diff := cmp.Diff([]string{test.want}, *sent); diff != "" {
				t.Errorf("sent (-want +got):\n%s", diff)
			}
		})
	}
}

// watched returns a client and what it sends: method, target and body of each request. A body, and
// only a body, has a content type.
func watched(t *testing.T, opts ...reservations.Option) (client *reservations.Client, sent *[]string) {
	t.Helper()
	sent = new([]string)
	return testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		text, contentType := r.Method+" "+strings.TrimPrefix(r.URL.String(), "https://api.example.com"), ""
		if r.Body != nil {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			text, contentType = text+" "+string(body), "application/json"
		}
		if got := r.Header.Get("Content-Type"); got != contentType {
			t.Errorf("the content type is %q, want %q", got, contentType)
		}
		*sent = append(*sent, text)
		return testclient.Responds(404, "", "")(r)
	}), opts...), sent
}

// TestUpdatesWithoutAField: every method that takes an update refuses one that changes nothing,
// unless the call allows it. A method that is added is in it at once.
func TestUpdatesWithoutAField(t *testing.T) {
	t.Parallel()
	found := 0
	for _, call := range testclient.Calls() {
		update := updateOf(call)
		if update == nil {
			continue
		}
		found++
		none, empty := reflect.Zero(update).Interface(), reflect.New(update.Elem()).Interface()
		allow := reservations.WithEmptyUpdate()
		got := []string{send(t, call, none), send(t, call, empty), send(t, call, none, allow), send(t, call, empty, allow)}
		if diff := cmp.Diff([]string{"refused", "refused", "", "{}"}, got); diff != "" {
			t.Errorf("%s of nil and of {}, then of both with WithEmptyUpdate (-want +got):\n%s", call.Name, diff)
		}
	}
	if found < 2 {
		t.Errorf("got %d methods that take an update, want at least 2", found)
	}
}

// updateOf returns the type of the update that a method takes, or nil.
func updateOf(call testclient.Call) reflect.Type {
	for in := range call.Method.Type.Ins() {
		if in.Kind() == reflect.Pointer && strings.HasSuffix(in.Elem().Name(), "Update") {
			return in
		}
	}
	return nil
}

// send calls a method with this update, and returns the body that was sent, or "refused".
func send(t *testing.T, call testclient.Call, update any, opts ...reservations.CallOption) string {
	t.Helper()
	client, sent := watched(t)
	call.Body = update
	_, err := call.Do(t.Context(), client, opts...)
	var bad *reservations.ParamError
	if errors.As(err, &bad) && bad.Param == "body" && *sent == nil {
		return "refused"
	}
	_, target, _ := strings.Cut((*sent)[0], " ")
	_, body, _ := strings.Cut(target, " ")
	return body
}

// TestWhatAnUpdateSays: one field is enough, also in the guest and in Extra.
func TestWhatAnUpdateSays(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, want string
		body       types.ReservationUpdate
	}{
		{"a guest without a field", "refused", types.ReservationUpdate{Guest: &types.ReservationGuestUpdate{}}},
		{"a field of the guest", `{"guest":{"email":""}}`,
			types.ReservationUpdate{Guest: &types.ReservationGuestUpdate{Email: types.Set("")}}},
		{"a field that is cleared", `{"notes":null}`, types.ReservationUpdate{Notes: types.Null[string]()}},
		{"an empty list", `{"petLines":[]}`, types.ReservationUpdate{PetLines: []types.PetLineUpdate{}}},
		{"a required field that is cleared", `{"package":null}`,
			types.ReservationUpdate{Extra: map[string]any{"package": nil}}},
		{"a reference without an id", "refused", types.ReservationUpdate{Accommodation: types.Set(types.RequestRef{})}},
		{"a field that is set twice", "refused",
			types.ReservationUpdate{Locale: types.Set("nl"), Extra: map[string]any{"locale": "de"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := send(t, testclient.CallOf("Reservations.Update"), &test.body); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestWhatIsCreatedHasAValue: WithEmptyUpdate is for updates.
func TestWhatIsCreatedHasAValue(t *testing.T) {
	t.Parallel()
	create := testclient.CallOf("Reports.CreateUtilityMeterReport")
	for name, body := range map[string]*types.UtilityMeterReportCreate{
		"nil": nil, "no field": {}, "no field in Extra": {Extra: map[string]any{}}, "a reference without an id": {AccommodationUnit: &types.RequestRef{}},
	} {
		if got := send(t, create, body, reservations.WithEmptyUpdate()); got != "refused" {
			t.Errorf("%s: got %q, want it refused", name, got)
		}
	}
	if got := send(t, testclient.CallOf("VoIP.SendEvent"), types.VoIPEvent{Reference: "call-1", User: &types.RequestRef{}}); got != "refused" {
		t.Errorf("an event of a user without an id: got %q, want it refused", got)
	}
}
