// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestDefaultsOfNestedRecords: a record that is missing or null where one is due does
// not read as switched off.
func TestDefaultsOfNestedRecords(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"id":"1"}`, `{"id":"1","webhook":null}`, `{"id":"1","webhook":{}}`} {
		var event types.WebhookEvent
		if err := json.Unmarshal([]byte(body), &event); err != nil || !event.Webhook.Active || event.Status != types.WebhookEventStatusPending {
			t.Errorf("%s: got %+v, %v; want an active webhook", body, event, err)
		}
	}
	for _, body := range []string{`[{"id":1}]`, `[{"id":1,"discountCodeSpecification":null}]`, `[{"id":1,"discountCodeSpecification":{"redeemed":true}}]`} {
		var codes []types.ReservationDiscountCode
		if err := json.Unmarshal([]byte(body), &codes); err != nil || !codes[0].DiscountCodeSpecification.OneTimeUse {
			t.Errorf("%s: got %+v, %v; want a code for one use", body, codes, err)
		}
	}
	var unit types.AccommodationUnit
	if err := json.Unmarshal([]byte(`{"active":false}`), &unit); err != nil || unit.Active || !unit.Public {
		t.Errorf("got %+v, %v; want what was sent, and the defaults of the rest", unit, err)
	}
}

// TestDefaultsOfHeldRecords: reading again sets the defaults again, and leaves alone what
// has none among the values of Go.
func TestDefaultsOfHeldRecords(t *testing.T) {
	t.Parallel()
	unit := types.AccommodationUnit{ID: 7, Active: false}
	if err := json.Unmarshal([]byte(`{}`), &unit); err != nil || unit.ID != 7 || !unit.Active {
		t.Errorf("the unit is %+v, %v", unit, err)
	}
	report := types.UtilityMeterReport{Quantity: types.MustDecimal("12.5"), Manual: true}
	if err := json.Unmarshal([]byte(`{}`), &report); err != nil || report.Quantity.String() != "12.5" || report.Manual {
		t.Errorf("the report is %+v, %v", report, err)
	}
}

func TestRecordsPrintReadably(t *testing.T) {
	t.Parallel()
	var r types.Reservation
	if err := json.Unmarshal([]byte(`{"id":7,"totalPrice":"12.50","features":[{"psk":"s3cret"}],"token":"s3cret"}`), &r); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{fmt.Sprint(r), fmt.Sprintf("%+v", &r), fmt.Sprintf("%#v", []types.Reservation{r})} {
		if !strings.Contains(text, "12.5") || strings.Contains(text, "true}") || strings.Contains(text, "s3cret") || strings.Contains(text, fmt.Sprint([]byte("s3cret"))) {
			t.Errorf("printed as %s", text)
		}
	}
}
