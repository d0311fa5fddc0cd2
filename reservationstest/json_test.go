// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// gold is a field that package types does not know.
func gold() types.Extra { return types.Extra{"loyalty": json.RawMessage(`{"level":"gold"}`)} }

// TestResponseBodies has what is served of records and of what was sent: fields in an Extra at any
// depth, numbers digit for digit, dates in one form, and lists that are empty but not null.
func TestResponseBodies(t *testing.T) {
	t.Parallel()
	const loyalty = `"loyalty":{"level":"gold"}}`
	decimal, number := types.MustDecimal("76543.2100"), types.MustNumber("76543.2100")
	newServer := func() *rt.Server {
		srv := stocked()
		srv.Put(
			rt.NewGuest(1, func(g *types.Guest) { g.Extra = gold() }),
			rt.NewSupplement(1, func(s *types.Supplement) { s.UnitPrice, s.Extra = decimal, gold() }),
			rt.NewSummary(1, func(s *types.ReservationSummary) { s.TotalPrice, s.Extra = number, gold() }),
			rt.NewTransaction(1, func(x *types.Transaction) { x.Amount = decimal }),
			rt.NewTask(1, func(t *types.Task) { t.TaskCategories[0].Extra = gold() }),
			rt.NewTask(2, func(t *types.Task) { t.AccommodationUnit.Extra = gold() }),
			rt.NewFacilityFilter(1, func(f *types.FacilityFilterItem) { f.FacilitySpecifications[0].Extra = gold() }),
		)
		unit := rt.NewUnit(2, func(u *types.AccommodationUnit) { u.Content.Extra = gold() })
		srv.Inject(rt.OpUnit, rt.Always(), rt.Respond(unit))
		return srv
	}
	tests := []struct{ name, method, target, body, want string }{
		{"Extra of a record", "GET", "/api/guests/1", "", loyalty},
		{"Extra in a list", "GET", "/api/supplements/?organization=1", "", loyalty + "]"},
		{"Extra in a list of a record", "PUT", "/api/tasks/1/reset", "", loyalty + "]"},
		{"Extra in a record of a record", "PUT", "/api/tasks/2/reset", "", loyalty},
		{"Extra in one of a list or one", "GET", "/api/facilities/filter?organization=1", "", loyalty},
		{"Extra of a fault", "GET", "/api/accommodation_units/1", "", loyalty},
		{"a string of a record", "GET", "/api/supplements/?organization=1", "", `"unitPrice":"76543.2100"`},
		{"a number of a record with Extra", "GET", november30, "", `"totalPrice":76543.2100`},
		{"a string of a changed record", "PUT", "/api/transactions/1", "", `"amount":"76543.2100"`},
		{"a number of a body", "PUT", updateTarget, `{"campingEquipmentWidth":6.2100}`, `"campingEquipmentWidth":"6.2100"`},
		{"a string of a body", "POST", reportTarget, `{"quantity":"76543.2100"}`, `"quantity":"76543.2100"`},
		{"a documented default", "POST", reportTarget, "", `"quantity":"0.000"`},
		{"birthDate", "PUT", updateGuestTarget, `{"birthDate":"2000-01-02"}`, `"birthDate":"2000-01-02T00:00:00Z"`},
		{"a day", "PUT", updateGuestTarget, `{"dateFrom":"2026-11-21"}`, `"dateFrom":"2026-11-21T00:00:00Z"`},
		{"an instant", "PUT", updateGuestTarget, `{"dateTo":"2026-11-22 10:00:00"}`, `"dateTo":"2026-11-22T10:00:00Z"`},
		{"dateFrom", "PUT", updateTarget, `{"dateFrom":"2026-11-21"}`, `"dateFrom":"2026-11-21T00:00:00Z"`},
		{"dateTo", "PUT", updateTarget, `{"dateTo":"2026-11-22 10:00:00"}`, `"dateTo":"2026-11-22T10:00:00Z"`},
		{"datetime", "POST", reportTarget, `{"datetime":"2026-11-22 10:00:00"}`, `"datetime":"2026-11-22T10:00:00Z"`},
		{"endDate", "POST", voipTarget, `{"reference":"a","endDate":"2026-11-22"}`, `"endDate":"2026-11-22T00:00:00Z"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := readAll(t, inMemory(t, newServer()).send(test.method, test.target, test.body))
			if !strings.Contains(got, test.want) {
				t.Errorf("got %s, want %s in it", got, test.want)
			}
		})
	}
	for _, target := range []string{
		november30, "/api/supplements/?organization=1", "/api/staff_members/", "/api/facility_groups/",
		"/api/registration_number_entries/", "/api/camping_equipment_specifications/?organization=1",
		"/api/facilities/filter?organization=1",
	} {
		if got := readAll(t, inMemory(t, rt.NewServer()).send("GET", target, "")); got != "[]" {
			t.Errorf("%s: got %s, want []", target, got)
		}
	}
}

// TestExtraSurvivesAnUpdate keeps the Extra of a record and of what is in it, and ignores
// fields that an update does not have.
func TestExtraSurvivesAnUpdate(t *testing.T) {
	t.Parallel()
	srv, client := rt.New(t, rt.WithRecords(rt.NewReservation(1, func(r *types.Reservation) {
		r.Extra, r.CheckinCheckoutPolicy.Extra = gold(), gold()
	})))
	update := &types.ReservationUpdate{
		Notes: types.Set("late"), Locale: types.Null[string](),
		Extra: map[string]any{"loyalty": "silver", "status": "cancelled"},
	}
	params := reservations.UpdateReservationParams{Token: rt.Token(1)}
	if _, err := client.Reservations.Update(t.Context(), 1, params, update); err != nil {
		t.Fatal(err)
	}
	got, _ := rt.Get[types.Reservation](srv, 1)
	if got.Status != types.ReservationStatusConfirmed || got.Locale != "" {
		t.Errorf("status %s, which no update has, and locale %q, which null clears", got.Status, got.Locale)
	}
	extras := []types.Extra{got.Extra, got.CheckinCheckoutPolicy.Extra}
	if diff := cmp.Diff([]types.Extra{gold(), gold()}, extras); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
