package reservations_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// operationTest is one row of the API on the wire: what a call sends, and what its
// answer reads as.
type operationTest struct {
	name   string // of the operation
	call   func(context.Context, *reservations.Client) (any, error)
	target string // escaped path and query
	body   string // "" for none
	answer string
	want   any // nil when no record is returned
}

// operation returns the row of the operation in operations.go.
func (test operationTest) operation(t *testing.T) reservations.Operation {
	t.Helper()
	all := reservations.Operations()
	i := slices.IndexFunc(all, func(op reservations.Operation) bool { return op.Name == test.name })
	if i < 0 {
		t.Fatalf("operations.go has no operation %s", test.name)
	}
	return all[i]
}

// eachOperationTest runs f for each row, which can be run alone as operation/number.
func eachOperationTest(t *testing.T, f func(*testing.T, operationTest)) {
	for i, test := range operationTests {
		t.Run(fmt.Sprintf("%s/%d", test.name, i), func(t *testing.T) {
			t.Parallel()
			f(t, test)
		})
	}
}

var (
	from = time.Date(2026, 7, 6, 0, 0, 0, 0, time.UTC)
	to   = time.Date(2026, 7, 13, 12, 30, 0, 0, time.FixedZone("", 2*3600))
)

// The first row of each operation sets everything that can be set, the others as little
// as possible.
var operationTests = []operationTest{
	{
		name: "reservations.updateAdditionalGuest",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Reservations.UpdateAdditionalGuest(ctx, 7, reservations.UpdateAdditionalGuestParams{Reservation: 3, Token: types.NewSecret("t/o k")},
				&types.ReservationAdditionalGuestUpdate{FirstName: types.Ptr("Ada"), Surname: types.Ptr(""), AgeGroupSpecification: &types.Ref{ID: 2}})
		},
		target: "/api/reservation_additional_guests/7?reservation=3&token=t%2Fo+k",
		body:   `{"firstName":"Ada","surname":"","ageGroupSpecification":{"id":2}}`,
		answer: `{"id":7,"firstName":"Ada","dateFrom":"2026-07-06T00:00:00+0200","dateTo":null,"name":"Ada"}`,
		want: &types.ReservationAdditionalGuest{ID: 7, FirstName: "Ada", Name: "Ada",
			DateFrom: types.NewDateTime(time.Date(2026, 7, 6, 0, 0, 0, 0, time.FixedZone("", 2*3600)))},
	},
	{
		name: "reservations.updateAdditionalGuest",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Reservations.UpdateAdditionalGuest(ctx, 7, reservations.UpdateAdditionalGuestParams{Reservation: 3, Token: types.NewSecret("t")}, nil)
		},
		target: "/api/reservation_additional_guests/7?reservation=3&token=t",
		answer: `{"id":7}`, want: &types.ReservationAdditionalGuest{ID: 7},
	},
	{
		name: "reservations.additionalGuest",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Reservations.AdditionalGuest(ctx, 9007199254740993)
		},
		target: "/api/reservation_additional_guests/9007199254740993",
		answer: `{"id":9007199254740993,"name":"Ada"}`, want: &types.ReservationAdditionalGuest{ID: 9007199254740993, Name: "Ada"},
	},
	{
		name: "reservations.update",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Reservations.Update(ctx, 7, reservations.UpdateReservationParams{Organization: 5, Token: types.NewSecret("t"), Public: types.Ptr(false)}, &types.ReservationUpdate{
				Package: types.Ptr(false), CampingEquipmentLength: types.MustNumber("7.50"), AgeGroupLines: []types.AgeGroupLineUpdate{},
				SupplementOrderLines: []types.SupplementOrderLineUpdate{{Quantity: types.NewNumber(2), Supplement: &types.Ref{ID: 9}}},
				Guest:                &types.ReservationGuestUpdate{Salutation: types.Ptr(types.SalutationFamily)},
			})
		},
		target: "/api/reservations/7?organization=5&public=false&token=t",
		body:   `{"package":false,"campingEquipmentLength":7.50,"ageGroupLines":[],"guest":{"salutation":"family"},"supplementOrderLines":[{"quantity":2,"supplement":{"id":9}}]}`,
		answer: `{"id":7,"status":"on-the-moon","totalPrice":"1234567890123456789.01","balance":-0.10,"campingEquipmentLength":"7.50","closed":true,"numOfPersons":null}`,
		want: &types.Reservation{ID: 7, Status: "on-the-moon", TotalPrice: types.MustDecimal("1234567890123456789.01"), Balance: types.MustDecimal("-0.1"),
			CampingEquipmentLength: types.MustDecimal("7.5"), Closed: true},
	},
	{
		name: "reservations.update",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Reservations.Update(ctx, 7, reservations.UpdateReservationParams{Token: types.NewSecret("t")}, nil)
		},
		target: "/api/reservations/7?organization=42&token=t",
		answer: `{"id":7}`, want: &types.Reservation{ID: 7},
	},
	{
		name: "accommodations.unit",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Accommodations.Unit(ctx, 7, reservations.UnitParams{Include: []string{reservations.IncludeAccommodations, "b&c"}, Settings: types.Ptr(false)})
		},
		target: "/api/accommodation_units/7?include%5B%5D=accommodations&include%5B%5D=b%26c&settings=false",
		answer: `{"id":7,"number":"07","active":null,"area":"12.5","features":[{}]}`,
		want: &types.AccommodationUnit{ID: 7, Number: "07", Public: true, Active: true, Available: true, Area: types.MustNumber("12.5"),
			Features: []types.Ref{{}}},
	},
	{
		name: "accommodations.unit",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Accommodations.Unit(ctx, 7, reservations.UnitParams{})
		},
		target: "/api/accommodation_units/7",
		answer: `{"id":7,"active":false,"public":false,"available":false}`, want: &types.AccommodationUnit{ID: 7},
	},
	{
		name: "reservations.summaries",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Reservations.SummariesPage(ctx, reservations.SummariesParams{Organization: 5, DateFrom: from, DateTo: to, ReferenceDate: "a b",
				Accommodation: 6, Confirmed: types.Ptr(true), ModifiedSince: from, IncludeClosed: types.Ptr(false), Offset: 50, Limit: 100})
		},
		target: "/api/reservations/summaries?accommodation=6&confirmed=true&dateFrom=2026-07-06T00%3A00%3A00Z&dateTo=2026-07-13T12%3A30%3A00%2B02%3A00&includeClosed=false&limit=100&modifiedSince=2026-07-06T00%3A00%3A00Z&offset=50&organization=5&referenceDate=a+b",
		answer: `[{"id":7,"source":"some-channel","totalPrice":0.1,"confirmed":false,"guests":[]},{"id":8,"totalPrice":"0.30"}]`,
		want: []types.ReservationSummary{{ID: 7, Source: "some-channel", TotalPrice: types.MustNumber("0.1"), Confirmed: types.Ptr(false), Guests: []types.GuestContact{}},
			{ID: 8, TotalPrice: types.MustNumber("0.3")}},
	},
	{
		name: "reservations.summaries",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Reservations.SummariesPage(ctx, reservations.SummariesParams{DateFrom: from, DateTo: from})
		},
		target: "/api/reservations/summaries?dateFrom=2026-07-06T00%3A00%3A00Z&dateTo=2026-07-06T00%3A00%3A00Z&organization=42",
		answer: `[]`, want: []types.ReservationSummary{},
	},
	{
		name: "tasks.reset",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Tasks.Reset(ctx, 7)
		},
		target: "/api/tasks/7/reset",
		answer: `{"id":7,"priority":null,"status":"done","amount":1.5}`,
		want:   &types.Task{ID: 7, Priority: 200, Status: "done", DueTime: "00:00:00", Amount: types.MustNumber("1.5")},
	},
	{
		name: "supplements.list",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Supplements.Page(ctx, reservations.SupplementsParams{Organization: 5, Include: []string{reservations.IncludeTranslations},
				Date: types.NewDate(2026, 11, 20), DateFrom: sentDay("2026-11-20T12:00:00+01:00"), Token: types.NewSecret("t"), OrderBy: "position", Included: types.Ptr(false), LocalityCategory: 8, Limit: 3})
		},
		target: "/api/supplements/?date=2026-11-20&dateFrom=2026-11-20T12%3A00%3A00%2B01%3A00&include%5B%5D=translations&included=false&limit=3&localityCategory=8&orderBy=position&organization=5&token=t",
		answer: `[{"id":7,"unitPrice":"12.50","deferred":false,"petSpecifications":[[],{"id":2}]}]`,
		want:   []types.Supplement{{ID: 7, UnitPrice: types.MustDecimal("12.5"), Deferred: types.Ptr(false), PetSpecifications: []types.Ref{{}, {ID: 2}}}},
	},
	{
		name: "supplements.list",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Supplements.Page(ctx, reservations.SupplementsParams{})
		},
		target: "/api/supplements/?organization=42", answer: `[]`, want: []types.Supplement{},
	},
	{
		name: "guests.get",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Guests.Get(ctx, 7)
		},
		target: "/api/guests/7",
		answer: `{"id":7,"uuid":"u","municipality":null,"customFields":[],"attachments":null,"birthDate":"1980-05-17T00:00:00+01:00"}`,
		want: &types.Guest{ID: 7, UUID: "u",
			BirthDate: types.NewDate(1980, 5, 17)},
	},
	{
		name: "tasks.staffMembers",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Tasks.StaffMembers(ctx, reservations.StaffMembersParams{TaskCategory: 3, StaffMemberOrganization: 4})
		},
		target: "/api/staff_members/?staffMemberOrganization=4&taskCategory=3",
		answer: `[{"id":7,"name":"Bo","token":"secret"}]`, want: []types.StaffMemberSpecification{{ID: 7, Name: "Bo", Token: types.NewSecret("secret")}},
	},
	{
		name: "tasks.staffMembers",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Tasks.StaffMembers(ctx, reservations.StaffMembersParams{})
		},
		target: "/api/staff_members/", answer: `[]`, want: []types.StaffMemberSpecification{},
	},
	{
		name: "reports.presence",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Reports.PresencePage(ctx, reservations.PresenceParams{DateFrom: types.DateOf(from), DateTo: types.DateOf(to), Grouped: types.Ptr(true),
				IncludeCancelled: types.Ptr(false), AccommodationCategory: 4, Offset: 25, Limit: 25})
		},
		target: "/api/reports/presence?accommodationCategory=4&dateFrom=2026-07-06T00%3A00%3A00Z&dateTo=2026-07-13T00%3A00%3A00Z&grouped=true&includeCancelled=false&limit=25&offset=25",
		answer: `[{"date":"2026-07-06","items":[{"reservationId":7,"numOfPersons":0}]}]`,
		want: &reservations.PresencePage{Total: -1, Days: []types.PresenceDay{{Date: types.NewDate(2026, 7, 6),
			Items: []types.PresenceItem{{ReservationID: 7, NumOfPersons: types.Ptr(0)}}}}},
	},
	{
		name: "transactions.update",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Transactions.Update(ctx, 7)
		},
		target: "/api/transactions/7",
		answer: `{"id":7,"amount":"-12.50","status":"unknown"}`,
		want:   &types.Transaction{ID: 7, Amount: types.MustDecimal("-12.5"), Status: types.TransactionStatusUnknown},
	},
	{
		name: "accommodations.facilityGroups",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Accommodations.FacilityGroups(ctx)
		},
		target: "/api/facility_groups/",
		answer: `[{"id":7,"facilityGroupSections":[{"id":8,"position":0}]}]`,
		want:   []types.FacilityGroup{{ID: 7, FacilityGroupSections: []types.FacilityGroupSection{{ID: 8, Position: types.Ptr(0)}}}},
	},
	{
		name: "reservations.groupReservations",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Reservations.GroupReservations(ctx, 7, reservations.GroupReservationsParams{Organization: 5, Token: types.NewSecret("t")})
		},
		target: "/api/reservations/7/group_reservations_list?organization=5&token=t",
		answer: `[{"id":8,"numOfPersons":0}]`, want: []types.GroupReservation{{ID: 8, NumOfPersons: types.Ptr(0)}},
	},
	{
		name: "accommodations.category",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Accommodations.Category(ctx, 7, reservations.CategoryParams{})
		},
		target: "/api/accommodation_categories/7?organization=42",
		answer: `{"id":7,"root":{"id":1}}`, want: &types.AccommodationCategory{ID: 7, Root: &types.Ref{ID: 1}},
	},
	{
		name: "taxProfiles.get",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.TaxProfiles.Get(ctx, "a/b c?d..#é")
		},
		target: "/api/tax_profiles/a%2Fb%20c%3Fd..%23%C3%A9",
		answer: `{"id":7,"taxProfileRates":[{"id":8}]}`,
		want:   &types.TaxProfile{ID: 7, ReservationReferenceDate: "date-from", TaxProfileRates: []types.TaxProfileRate{{ID: 8}}},
	},
	{
		name: "reservations.currentDiscountCodes",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Reservations.CurrentDiscountCodes(ctx, reservations.DiscountCodesParams{ReservationToken: types.NewSecret("t"), Organization: 5, Reservation: 6})
		},
		target: "/api/reservation_discount_codes/current?organization=5&reservation=6&reservationToken=t",
		answer: `[{"id":7,"discountCodeSpecification":{"id":8,"code":"SUN"}}]`,
		want:   []types.ReservationDiscountCode{{ID: 7, DiscountCodeSpecification: types.DiscountCodeSpecification{ID: 8, Code: "SUN", OneTimeUse: true}}},
	},
	{
		name: "reservations.registrationNumberEntries",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Reservations.RegistrationNumberEntriesPage(ctx, reservations.RegistrationNumberEntriesParams{Reservation: 6, Number: "1-A", Offset: 2, Limit: 3})
		},
		target: "/api/registration_number_entries/?limit=3&number=1-A&offset=2&reservation=6",
		answer: `[{"id":7,"validDuringReservation":false}]`, want: []types.RegistrationNumberEntry{{ID: 7}},
	},
	{
		name: "reservations.registrationNumberEntries",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Reservations.RegistrationNumberEntriesPage(ctx, reservations.RegistrationNumberEntriesParams{})
		},
		target: "/api/registration_number_entries/",
		answer: `[{"id":7}]`, want: []types.RegistrationNumberEntry{{ID: 7, ValidDuringReservation: true}},
	},
	{
		name: "reports.createUtilityMeterReport",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Reports.CreateUtilityMeterReport(ctx, &types.UtilityMeterReportCreate{Quantity: types.MustDecimal("0012.500"), Type: types.Ptr(types.UtilityTypeWater),
				Datetime: types.NewDateTime(to), AccommodationUnit: &types.Ref{ID: 3}})
		},
		target: "/api/utility_meter_reports/",
		body:   `{"quantity":"0012.500","type":"w","datetime":"2026-07-13T12:30:00+02:00","accommodationUnit":{"id":3}}`,
		answer: `{"id":7,"type":"w","quantity":"12.500"}`,
		want:   &types.UtilityMeterReport{ID: 7, Type: "w", Quantity: types.MustDecimal("12.500")},
	},
	{
		name: "reports.createUtilityMeterReport",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Reports.CreateUtilityMeterReport(ctx, nil)
		},
		target: "/api/utility_meter_reports/", answer: `{"id":7}`, want: &types.UtilityMeterReport{ID: 7, Quantity: types.MustDecimal("0.000")},
	},
	{
		name: "accommodations.campingEquipment",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Accommodations.CampingEquipment(ctx, reservations.CampingEquipmentParams{Accommodation: 6, Archived: types.Ptr(false)})
		},
		target: "/api/camping_equipment_specifications/?accommodation=6&archived=false&organization=42",
		answer: `[{"id":7,"maxLength":"7.25","archived":"0000-00-00 00:00:00"}]`, want: []types.CampingEquipmentSpecification{{ID: 7, MaxLength: types.MustDecimal("7.25")}},
	},
	{
		name: "accommodations.facilityFilters",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Accommodations.FacilityFilters(ctx, reservations.FacilityFiltersParams{Category: 1, LocalityCategory: 2, Accommodation: 3, Division: 4, Selection: "s", Locale: "nl"})
		},
		target: "/api/facilities/filter?accommodation=3&category=1&division=4&locale=nl&localityCategory=2&organization=42&selection=s",
		answer: `[{"id":7,"facilitySpecifications":{"id":"8","numOfAccommodations":0.0}}]`,
		want:   []types.FacilityFilterItem{{ID: 7, FacilitySpecifications: types.OneOrMany[types.FacilityFilterSpecification]{{ID: 8, NumOfAccommodations: types.Ptr(0)}}}},
	},
	{
		name: "voip.sendEvent",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.VoIP.SendEvent(ctx, types.VoIPEvent{Reference: "c1", Event: types.Ptr(types.CallEventCall), Status: types.Ptr(types.CallStatusRinging),
				Answered: types.Ptr(false), Duration: types.Ptr(0), BeginDate: types.NewDateTime(to)})
		},
		target: "/api/voip/webhook",
		body:   `{"reference":"c1","event":"call","status":"ringing","beginDate":"2026-07-13T10:30:00Z","answered":false,"duration":0}`,
		answer: `{"id":7,"reference":"c1","status":"ringing","reservation":{"id":3}}`,
		want:   &types.VoIPCall{ID: 7, Reference: "c1", Status: types.CallStatusRinging, Reservation: &types.Ref{ID: 3}},
	},
	{
		name: "voip.sendEvent",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.VoIP.SendEvent(ctx, types.VoIPEvent{Reference: "c1"})
		},
		target: "/api/voip/webhook", body: `{"reference":"c1"}`, answer: `{"id":7}`, want: &types.VoIPCall{ID: 7},
	},
	{
		name: "webhooks.event",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Webhooks.Event(ctx, 7)
		},
		target: "/api/webhook_events/7",
		answer: `[{"id":"007","attempts":null,"webhook":{"id":3,"secret":"s"}},{"id":"8"}]`,
		want: types.OneOrMany[types.WebhookEvent]{{ID: "007", Status: types.WebhookEventStatusPending, Webhook: types.Webhook{ID: 3, Secret: types.NewSecret("s"), Active: true}},
			{ID: "8", Status: types.WebhookEventStatusPending, Webhook: types.Webhook{Active: true}}},
	},
	{
		name: "webhooks.event",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return c.Webhooks.Event(ctx, 7)
		},
		target: "/api/webhook_events/7",
		answer: "\ufeff" + ` {"id":"007"}`, want: types.OneOrMany[types.WebhookEvent]{{ID: "007", Status: types.WebhookEventStatusPending, Webhook: types.Webhook{Active: true}}},
	},
	{
		name: "webhooks.delete",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			return nil, c.Webhooks.Delete(ctx, 7)
		},
		target: "/api/webhooks/7", answer: ``, want: nil,
	},
}

func TestOperations(t *testing.T) {
	t.Parallel()
	eachOperationTest(t, func(t *testing.T, test operationTest) {
		var sent *http.Request
		var body []byte
		rt := roundTripFunc(func(r *http.Request) (*http.Response, error) {
			sent, body = r, nil
			if r.Body != nil {
				body, _ = io.ReadAll(r.Body)
			}
			return answers(200, "application/json", test.answer)(r)
		})
		got, err := test.call(t.Context(), over(t, rt, reservations.WithOrganization(42)))
		if err != nil {
			t.Fatal(err)
		}
		method := test.operation(t).Method
		if target := strings.TrimPrefix(sent.URL.String(), "https://api.example.com"); sent.Method != method || target != test.target {
			t.Errorf("sent %s %s, want %s %s", sent.Method, target, method, test.target)
		}
		if string(body) != test.body || (sent.Body != nil) != (test.body != "") || (sent.Header.Get("Content-Type") != "") != (test.body != "") {
			t.Errorf("sent body %s with content type %q, want %s", body, sent.Header.Get("Content-Type"), test.body)
		}
		if diff := gocmp.Diff(test.want, got); diff != "" {
			t.Errorf("response (-want +got):\n%s", diff)
		}
	})
}

func TestEveryOperationIsTested(t *testing.T) {
	t.Parallel()
	listed, tested := map[string]bool{}, map[string]bool{}
	for _, op := range reservations.Operations() {
		listed[op.Name] = true
	}
	for _, test := range operationTests {
		tested[test.name] = true
	}
	if diff := gocmp.Diff(listed, tested); diff != "" {
		t.Errorf("give each operation rows in operationTests (-operations.go +operationTests):\n%s", diff)
	}
}

// TestOperationsRetry: reads are retried after transient failures, writes only when the
// service certainly did not act.
func TestOperationsRetry(t *testing.T) {
	t.Parallel()
	eachOperationTest(t, func(t *testing.T, test operationTest) {
		for status, wantRead := range map[int]int{429: 2, 408: 2, 500: 2, 502: 2, 503: 2, 504: 2, 501: 1, 409: 1} {
			synctest.Test(t, func(t *testing.T) {
				sent := 0
				rt := roundTripFunc(func(r *http.Request) (*http.Response, error) {
					if sent++; sent == 1 {
						return answers(status, "", "", "Retry-After", "1")(r)
					}
					return answers(200, "application/json", test.answer)(r)
				})
				want := wantRead
				if test.operation(t).Class == reservations.WriteClass && status != 429 {
					want = 1
				}
				_, err := test.call(t.Context(), over(t, rt, reservations.WithOrganization(42)))
				if sent != want || (err == nil) != (want == 2) {
					t.Errorf("after %d: sent %d times (%v), want %d", status, sent, err, want)
				}
			})
		}
	})
}

// TestRecordsAreDue: where a record is due, nothing and null are no record.
func TestRecordsAreDue(t *testing.T) {
	t.Parallel()
	eachOperationTest(t, func(t *testing.T, test operationTest) {
		for _, body := range []string{"", "null", "[null]", "<html>", "7"} {
			got, err := test.call(t.Context(), over(t, answers(200, "application/json", body), reservations.WithOrganization(42)))
			var bad *reservations.DecodeError
			switch due := test.want != nil || body == "<html>"; {
			case !due && err != nil:
				t.Errorf("body %q: %v; no body is due, so any JSON is ignored", body, err)
			case due && (!errors.As(err, &bad) || bad.Name != test.name):
				t.Errorf("body %q: got %v, %v; want a DecodeError", body, got, err)
			}
		}
	})
}

func TestOperationsRefuse(t *testing.T) {
	t.Parallel()
	type row struct {
		param string
		call  func(context.Context, *reservations.Client) error
	}
	one := func(_ any, err error) error { return err }
	for i, test := range []row{
		{"id", func(ctx context.Context, c *reservations.Client) error { return one(c.Guests.Get(ctx, 0)) }},
		{"id", func(ctx context.Context, c *reservations.Client) error { return one(c.Tasks.Reset(ctx, -1)) }},
		{"id", func(ctx context.Context, c *reservations.Client) error { return c.Webhooks.Delete(ctx, 0) }},
		{"id", func(ctx context.Context, c *reservations.Client) error { return one(c.TaxProfiles.Get(ctx, "")) }},
		{"id", func(ctx context.Context, c *reservations.Client) error { return one(c.TaxProfiles.Get(ctx, ".")) }},
		{"id", func(ctx context.Context, c *reservations.Client) error { return one(c.TaxProfiles.Get(ctx, "..")) }},
		{"organization", func(ctx context.Context, c *reservations.Client) error {
			return one(c.Accommodations.Category(ctx, 7, reservations.CategoryParams{}))
		}},
		{"organization", func(ctx context.Context, c *reservations.Client) error {
			return one(c.Accommodations.Category(ctx, 7, reservations.CategoryParams{Organization: -3}))
		}},
		{"organization", func(ctx context.Context, c *reservations.Client) error {
			return one(c.Supplements.Page(ctx, reservations.SupplementsParams{}))
		}},
		{"token", func(ctx context.Context, c *reservations.Client) error {
			return one(c.Reservations.Update(ctx, 7, reservations.UpdateReservationParams{Organization: 1}, nil))
		}},
		{"token", func(ctx context.Context, c *reservations.Client) error {
			return one(c.Reservations.GroupReservations(ctx, 7, reservations.GroupReservationsParams{Organization: 1}))
		}},
		{"reservation", func(ctx context.Context, c *reservations.Client) error {
			return one(c.Reservations.UpdateAdditionalGuest(ctx, 7, reservations.UpdateAdditionalGuestParams{Token: types.NewSecret("t")}, nil))
		}},
		{"reservationToken", func(ctx context.Context, c *reservations.Client) error {
			return one(c.Reservations.CurrentDiscountCodes(ctx, reservations.DiscountCodesParams{Organization: 1, Reservation: 2}))
		}},
		{"dateFrom", func(ctx context.Context, c *reservations.Client) error {
			return one(c.Reservations.SummariesPage(ctx, reservations.SummariesParams{Organization: 1, DateTo: to}))
		}},
		{"dateTo", func(ctx context.Context, c *reservations.Client) error {
			return one(c.Reservations.SummariesPage(ctx, reservations.SummariesParams{Organization: 1, DateFrom: to, DateTo: from}))
		}},
		{"offset", func(ctx context.Context, c *reservations.Client) error {
			return one(c.Reservations.RegistrationNumberEntriesPage(ctx, reservations.RegistrationNumberEntriesParams{Offset: -1}))
		}},
		{"reference", func(ctx context.Context, c *reservations.Client) error {
			return one(c.VoIP.SendEvent(ctx, types.VoIPEvent{}))
		}},
		{"limit", func(ctx context.Context, c *reservations.Client) error {
			return last(c.Reservations.AllSummaries(ctx, reservations.SummariesParams{Organization: 1, DateFrom: from, DateTo: to, Limit: -1}))
		}},
	} {
		t.Run(fmt.Sprintf("%s/%d", test.param, i), func(t *testing.T) {
			t.Parallel()
			sent := false
			c := over(t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
				sent = true
				return answers(200, "", "{}")(r)
			}))
			var bad *reservations.ParamError
			if err := test.call(t.Context(), c); !errors.As(err, &bad) || bad.Param != test.param || sent {
				t.Errorf("got %v (sent: %v), want a ParamError for %s and nothing sent", err, sent, test.param)
			}
		})
	}
}

// last returns the error that a sequence ends with.
func last[T any](records iter.Seq2[T, error]) (err error) {
	for _, err = range records {
	}
	return err
}

// TestOddAnswerKeepsThePage: one odd field costs itself at most.
func TestOddAnswerKeepsThePage(t *testing.T) {
	t.Parallel()
	records := make([]map[string]any, 100)
	for i := range records {
		records[i] = map[string]any{"id": i + 1, "status": "confirmed", "date": "2026-07-06", "totalPrice": 12.5, "numOfPersons": 2}
	}
	maps.Copy(records[10], map[string]any{"date": "the day after", "status": "on-the-moon", "totalPrice": "1234567890123456.789"})
	maps.Copy(records[20], map[string]any{"id": "21", "numOfPersons": json.RawMessage("3.0"), "confirmed": 1, "name": 7, "guest": []any{}})
	maps.Copy(records[30], map[string]any{"numOfPersons": "many", "orderLines": []any{map[string]any{"id": 1, "quantity": "2.5"}}, "token": map[string]any{"a": 1}})
	body, err := json.Marshal(records)
	if err != nil {
		t.Fatal(err)
	}
	var resp reservations.Response
	got, err := over(t, answers(200, "application/json", string(body))).Reservations.SummariesPage(t.Context(),
		reservations.SummariesParams{Organization: 1, DateFrom: from, DateTo: to}, reservations.WithResponseInto(&resp))
	if err != nil || len(got) != 100 {
		t.Fatalf("got %d summaries, %v; want 100", len(got), err)
	}
	odd := got[10]
	if odd.Date.Raw() != "the day after" || odd.Status != "on-the-moon" || odd.TotalPrice.String() != "1234567890123456.789" {
		t.Errorf("got %+v, want the odd values as sent", odd)
	}
	odd = got[20]
	if odd.ID != 21 || *odd.NumOfPersons != 3 || !*odd.Confirmed || odd.Name != "7" || odd.Guest != nil {
		t.Errorf("got %+v, want the odd values as they are meant", odd)
	}
	odd = got[30]
	if odd.ID != 31 || odd.NumOfPersons != nil || !odd.Token.IsZero() || odd.OrderLines[0].Quantity.String() != "2.5" {
		t.Errorf("got %+v, want all but the unreadable values", odd)
	}
	var read, lost []string
	for _, o := range resp.Oddities {
		if o.Problem == "" || o.Raw == "" {
			t.Errorf("%+v does not tell what is odd", o)
		}
		if o.Read {
			read = append(read, o.Path)
		} else {
			lost = append(lost, o.Path)
		}
	}
	slices.Sort(read)
	slices.Sort(lost)
	wantRead := []string{"[20].confirmed", "[20].guest", "[20].id", "[20].name", "[20].numOfPersons"}
	if diff := gocmp.Diff(wantRead, read); diff != "" {
		t.Errorf("read oddities (-want +got):\n%s", diff)
	}
	if diff := gocmp.Diff([]string{"[30].numOfPersons", "[30].token"}, lost); diff != "" {
		t.Errorf("lost oddities (-want +got):\n%s", diff)
	}
}

// TestNullRecordsInAList: a null is no record without content.
func TestNullRecordsInAList(t *testing.T) {
	t.Parallel()
	for _, id := range []string{`1`, `"1"`} { // the null counts the same with other oddities and without
		var resp reservations.Response
		got, err := over(t, answers(200, "application/json", `[{"id":`+id+`,"notes":",null","orderLines":[ null,{"id":2}]}]`)).Reservations.SummariesPage(t.Context(),
			reservations.SummariesParams{Organization: 1, DateFrom: from, DateTo: to}, reservations.WithResponseInto(&resp))
		if err != nil || got[0].ID != 1 || got[0].Notes != ",null" || got[0].OrderLines != nil {
			t.Errorf("id %s: got %+v, %v; want the summary without the list", id, got, err)
		}
		lost := resp.Oddities[len(resp.Oddities)-1]
		if lost.Path != "[0].orderLines[0]" || lost.Read {
			t.Errorf("id %s: the null is reported as %+v", id, lost)
		}
	}
}

func TestOddRequiredFieldNamesItsPath(t *testing.T) {
	t.Parallel()
	_, err := over(t, answers(200, "application/json", `[{"id":1},{"id":"x"}]`)).Reservations.RegistrationNumberEntriesPage(t.Context(), reservations.RegistrationNumberEntriesParams{})
	var bad *reservations.DecodeError
	if !errors.As(err, &bad) || bad.Field != "[1].id" || !strings.Contains(err.Error(), "[1].id") {
		t.Errorf("got %v, want a DecodeError for [1].id", err)
	}
}

// TestRegisterLeavesNothingOut: what other lists do without is an error in a register.
func TestRegisterLeavesNothingOut(t *testing.T) {
	t.Parallel()
	for body, readable := range map[string]bool{
		`[{"date":"2026-07-06","items":[{"reservationId":"7","numOfPersons":2.0}]}]`:                                                          true,
		`[{"date":"2026-07-06","items":[{"reservationId":"x"}]}]`:                                                                             false,
		`[{"date":"2026-07-06","items":[{"numOfPersons":"two"}]}]`:                                                                            false,
		`[{"date":"2026-07-06","items":[{"reservationId":7,"numOfPersons":2},{"reservationId":7,"guestCountry":"BE","numOfPersons":"two"}]}]`: false,
		`[{"date":"2026-07-06","items":[{"reservationId":7,"numOfPersons":2},{"reservationId":{},"numOfPersons":2}]}]`:                        false,
		`[{"date":"yesterday","items":[]}]`:                                                                                                   false,
		`[{"date":"2026-07-06","items":[null,{"reservationId":7}]}]`:                                                                          false,
		`[null]`: false,
		`[{"date":"2026-07-06","items":[{"reservationId":7,"numOfPersons":2,"modified":"yesterday"}]}]`: true,
	} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			p, _ := days(1)
			got, err := over(t, answers(200, "application/json", body, "X-Total-Count", "1")).Reports.Presence(t.Context(), p)
			var bad *reservations.DecodeError
			var incomplete *reservations.IncompleteError
			if (errors.As(err, &bad) || errors.As(err, &incomplete)) == readable || (err == nil) != readable {
				t.Errorf("got %v, %v; want success %v", got, err, readable)
			}
			if readable && got[0].Items[0].Modified.Raw() == "" && (got[0].Items[0].ReservationID != 7 || *got[0].Items[0].NumOfPersons != 2) {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// TestUnreadableDayOnAPage: a single page is what the service sent, and a day that cannot
// be read keeps its text there.
func TestUnreadableDayOnAPage(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{`"next spring"`: "next spring", `"2026-02-30"`: "2026-02-30", `12`: "12"} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			body := `[{"date":` + sent + `,"items":[{"reservationId":7,"reservationDateTo":` + sent + `}]}]`
			page, err := over(t, answers(200, "application/json", body, "X-Total-Count", "1")).Reports.PresencePage(t.Context(), reservations.PresenceParams{DateFrom: types.DateOf(from)})
			if err != nil {
				t.Fatal(err)
			}
			if day := page.Days[0]; day.Date.Raw() != want || day.Items[0].ReservationDateTo.Raw() != want || day.Items[0].ReservationID != 7 {
				t.Errorf("got %+v", day)
			}
		})
	}
}
