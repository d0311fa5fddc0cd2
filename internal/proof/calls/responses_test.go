// SPDX-License-Identifier: MIT

package calls_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// TestResponses holds how values are read that services write in several ways. That every field of
// every record is read is for module contract, and all ways to write a value for package types.
func TestResponses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, method, body string
		want               any
	}{
		{"an instant, and a day that is null", "Reservations.UpdateAdditionalGuest",
			`{"id":9007199254740993,"firstName":"Ada","dateFrom":"2026-07-06T00:00:00+0200","dateTo":null}`,
			&types.ReservationAdditionalGuest{ID: 9007199254740993, FirstName: "Ada",
				DateFrom: types.NewDateTime(time.Date(2026, 7, 6, 0, 0, 0, 0, time.FixedZone("", 2*3600)))}},
		{"exact amounts, and an enumeration that is not known", "Reservations.Update",
			`{"id":7,"status":"on-the-moon","totalPrice":"1234567890123456789.01","balance":-0.10,` +
				`"campingEquipmentLength":"7.50","closed":true,"numOfPersons":null}`,
			&types.Reservation{ID: 7, Status: "on-the-moon", TotalPrice: types.MustDecimal("1234567890123456789.01"),
				Balance: types.MustDecimal("-0.1"), CampingEquipmentLength: types.MustDecimal("7.5"), Closed: true}},
		{"defaults where a field is null or missing", "Accommodations.Unit",
			`{"id":7,"number":"07","active":null,"area":"12.5","features":[{}]}`,
			&types.AccommodationUnit{ID: 7, Number: "07", Public: true, Active: true, Available: true,
				Area: types.MustNumber("12.5"), Features: []types.Ref{{}}}},
		{"no defaults where it is given", "Accommodations.Unit", `{"id":7,"active":false,"public":false,"available":false}`,
			&types.AccommodationUnit{ID: 7}},
		{"an empty list", "Reservations.SummariesPage", `[]`, []types.ReservationSummary{}},
		{"an instant for a day, and empty lists for records", "Guests.Get",
			`{"id":7,"uuid":"u","municipality":null,"customFields":[],"attachments":null,` +
				`"birthDate":"1980-05-17T00:00:00+01:00"}`,
			&types.Guest{ID: 7, UUID: "u", BirthDate: types.NewDate(1980, 5, 17)}},
		{"a page of the register without a total", "Reports.PresencePage",
			`[{"date":"2026-07-06","items":[{"reservationId":7,"numOfPersons":0}]}]`,
			&reservations.PresencePage{Total: -1, Days: []types.PresenceDay{{Date: types.NewDate(2026, 7, 6),
				Items: []types.PresenceItem{{ReservationID: 7, NumOfPersons: new(0)}}}}}},
		{"a date that was never", "Accommodations.CampingEquipment",
			`[{"id":7,"maxLength":"7.25","archived":"0000-00-00 00:00:00"}]`,
			[]types.CampingEquipmentSpecification{{ID: 7, MaxLength: types.MustDecimal("7.25")}}},
		{"one record in place of a list, after a byte order mark", "Webhooks.Event", "\ufeff" + ` {"id":"007"}`,
			types.OneOrMany[types.WebhookEvent]{{ID: "007", Status: "pending", Webhook: types.Webhook{Active: true}}}},
		{"no body", "Webhooks.Delete", ``, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := testclient.Over(t, testclient.Responds(200, "application/json", test.body), reservations.WithOrganization(42))
			got, err := testclient.CallOf(test.method).Do(t.Context(), c)
			if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
				t.Errorf("got %v (-want +got):\n%s", err, diff)
			}
		})
	}
}
