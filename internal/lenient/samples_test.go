// SPDX-License-Identifier: MIT

package lenient

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// samples are records of every family. Each has a file in testdata of package types with
// every field set.
var samples = []reflect.Type{
	reflect.TypeFor[types.AccommodationCategory](), reflect.TypeFor[types.AccommodationUnit](),
	reflect.TypeFor[types.FacilityFilterItem](), reflect.TypeFor[types.FacilityGroup](),
	reflect.TypeFor[types.GroupReservation](), reflect.TypeFor[types.Guest](),
	reflect.TypeFor[types.PresenceDay](), reflect.TypeFor[types.Reservation](),
	reflect.TypeFor[types.ReservationAdditionalGuest](), reflect.TypeFor[types.ReservationSummary](),
	reflect.TypeFor[types.StaffMemberSpecification](), reflect.TypeFor[types.Supplement](),
	reflect.TypeFor[types.Task](), reflect.TypeFor[types.TaxProfile](), reflect.TypeFor[types.Transaction](),
	reflect.TypeFor[types.UtilityMeterReport](), reflect.TypeFor[types.VoIPCall](), reflect.TypeFor[types.Webhook](),
	reflect.TypeFor[types.WebhookEvent](),
}

// sample returns a record of type t as a service writes it.
func sample(tb testing.TB, t reflect.Type) []byte {
	file, err := os.ReadFile("../../types/testdata/" + t.Name() + ".json")
	if err != nil {
		tb.Fatal(err)
	}
	var body bytes.Buffer
	if err := json.Compact(&body, file); err != nil {
		tb.Fatal(err)
	}
	return body.Bytes()
}
