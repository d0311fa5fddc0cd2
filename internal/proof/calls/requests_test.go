// SPDX-License-Identifier: MIT

package calls_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
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
		{"nothing is set but the client's organization", func(c *reservations.Client) error {
			return only(c.Supplements.Page(ctx, reservations.SupplementsParams{}))
		}, "GET /api/supplements/?organization=42"},
		{"a call has its own organization", func(c *reservations.Client) error {
			return only(c.Accommodations.Category(ctx, 7, reservations.CategoryParams{Organization: 5}))
		}, "GET /api/accommodation_categories/7?organization=5"},
		{"a list is a parameter for each element, and false", func(c *reservations.Client) error {
			p := reservations.UnitParams{Include: []string{"accommodations", "b&c"}, Settings: new(false)}
			return only(c.Accommodations.Unit(ctx, 7, p))
		}, "GET /api/accommodation_units/7?include%5B%5D=accommodations&include%5B%5D=b%26c&settings=false"},
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
		{"a day of the register is an instant", func(c *reservations.Client) error {
			p := reservations.PresenceParams{DateFrom: types.DateOf(from), DateTo: types.DateOf(to)}
			return only(c.Reports.PresencePage(ctx, p))
		}, "GET /api/reports/presence?dateFrom=2026-07-06T00%3A00%3A00Z&dateTo=2026-07-13T00%3A00%3A00Z"},
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
		{"an empty text and a reference", func(c *reservations.Client) error {
			body := &types.ReservationAdditionalGuestUpdate{
				FirstName: types.Set("Ada"), Surname: types.Set(""), AgeGroupSpecification: types.Set(types.RequestRef{ID: 2}),
			}
			p := reservations.UpdateAdditionalGuestParams{Reservation: 3, Token: token}
			return only(c.Reservations.UpdateAdditionalGuest(ctx, 7, p, body))
		}, "PUT /api/reservation_additional_guests/7?reservation=3&token=t%2Fo+k " +
			`{"firstName":"Ada","surname":"","ageGroupSpecification":{"id":2}}`},
		{"false, an empty list, a number as it was written, nested records", func(c *reservations.Client) error {
			body := &types.ReservationUpdate{
				Package: new(false), CampingEquipmentLength: types.Set(types.MustNumber("7.50")),
				AgeGroupLines:        []types.AgeGroupLineUpdate{},
				SupplementOrderLines: []types.SupplementOrderLineUpdate{{Quantity: types.NewNumber(2)}},
				Guest:                &types.ReservationGuestUpdate{Salutation: types.Set(types.SalutationFamily)},
			}
			p := reservations.UpdateReservationParams{Organization: 5, Token: token}
			return only(c.Reservations.Update(ctx, 7, p, body))
		}, "PUT /api/reservations/7?organization=5&token=t%2Fo+k " +
			`{"package":false,"campingEquipmentLength":7.50,"ageGroupLines":[],"guest":{"salutation":"family"},` +
			`"supplementOrderLines":[{"quantity":2}]}`},
		{"a decimal as it was written, and an instant with its offset", func(c *reservations.Client) error {
			return only(c.Reports.CreateUtilityMeterReport(ctx, &types.UtilityMeterReportCreate{
				Quantity: types.MustDecimal("0012.500"), Type: new(types.UtilityTypeWater),
				Datetime: types.NewDateTime(to), AccommodationUnit: &types.RequestRef{ID: 3},
			}))
		}, `POST /api/utility_meter_reports/ {"quantity":"0012.500","type":"w","datetime":"2026-07-13T12:30:00+02:00",` +
			`"accommodationUnit":{"id":3}}`},
		{"the instants of a call are in UTC, and zeros that are set", func(c *reservations.Client) error {
			return only(c.VoIP.SendEvent(ctx, types.VoIPEvent{
				Reference: "c1", Status: new(types.VoIPCallStatusRinging), BeginDate: types.NewDateTime(to),
				Answered: new(false), Duration: new(0),
			}))
		}, `POST /api/voip/webhook {"reference":"c1","status":"ringing","beginDate":"2026-07-13T10:30:00Z",` +
			`"answered":false,"duration":0}`},
		{"a deletion", func(c *reservations.Client) error {
			return c.Webhooks.Delete(ctx, 7)
		}, "DELETE /api/webhooks/7"},
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
