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

// TestExtraIsServed has the fields that a test put into the Extra of a record, at any depth.
func TestExtraIsServed(t *testing.T) {
	t.Parallel()
	srv, client := rt.New(t, rt.WithRecords(
		rt.NewGuest(7, func(g *types.Guest) { g.Extra = gold() }),
		rt.NewSupplement(8, func(s *types.Supplement) { s.Extra = gold() }), rt.NewSupplement(9), rt.NewUnit(1),
		rt.NewTask(3, func(t *types.Task) { t.TaskCategories[0].Extra, t.AccommodationUnit.Extra = gold(), gold() }),
		rt.NewFacilityFilter(4, func(f *types.FacilityFilterItem) { f.FacilitySpecifications[0].Extra = gold() }),
	))
	unit := rt.NewUnit(1, func(u *types.AccommodationUnit) { u.Content.Extra = gold() })
	srv.Inject(rt.OpUnit, rt.Always(), rt.Respond(unit))
	guest, err := client.Guests.Get(t.Context(), 7)
	failed := []error{err}
	supplements, err := client.Supplements.Page(t.Context(), reservations.SupplementsParams{})
	failed = append(failed, err)
	task, err := client.Tasks.Reset(t.Context(), 3)
	failed = append(failed, err)
	filters, err := client.Accommodations.FacilityFilters(t.Context(), reservations.FacilityFiltersParams{})
	failed = append(failed, err)
	answered, err := client.Accommodations.Unit(t.Context(), 1, reservations.UnitParams{})
	for _, err := range append(failed, err) {
		if err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name      string
		got, want types.Extra
	}{
		{"record", guest.Extra, gold()},
		{"list", supplements[0].Extra, gold()},
		{"list, of a record without one", supplements[1].Extra, nil},
		{"in a list of a record", task.TaskCategories[0].Extra, gold()},
		{"in a record of a record", task.AccommodationUnit.Extra, gold()},
		{"in one of a list or one", filters[0].FacilitySpecifications[0].Extra, gold()},
		{"of a fault", answered.Content.Extra, gold()},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, test.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
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
	got.Extra["loyalty"][0] = 'X'
	if again, _ := rt.Get[types.Reservation](srv, 1); !cmp.Equal(again.Extra, gold()) {
		t.Errorf("Get does not return a copy: Extra is %s", again.Extra)
	}
}

// TestDigits: numbers are served digit for digit, from records and from bodies.
func TestDigits(t *testing.T) {
	t.Parallel()
	decimal, number := types.MustDecimal("76543.2100"), types.MustNumber("76543.2100")
	srv := stocked()
	srv.Put(
		rt.NewSupplement(1, func(s *types.Supplement) { s.UnitPrice = decimal }),
		rt.NewSummary(1, func(s *types.ReservationSummary) { s.TotalPrice, s.Extra = number, gold() }),
		rt.NewTransaction(1, func(x *types.Transaction) { x.Amount = decimal }),
	)
	tests := []struct{ name, method, target, body, want string }{
		{"a string of a record", "GET", "/api/supplements/?organization=1", "", `"unitPrice":"76543.2100"`},
		{"a number of a record with Extra", "GET", november30, "", `"totalPrice":76543.2100`},
		{"a string of a changed record", "PUT", "/api/transactions/1", "", `"amount":"76543.2100"`},
		{"a number of a body", "PUT", updateTarget, `{"campingEquipmentWidth":6.2100}`, `"campingEquipmentWidth":"6.2100"`},
		{"a string of a body", "POST", reportTarget, `{"quantity":"76543.2100"}`, `"quantity":"76543.2100"`},
		{"a documented default", "POST", reportTarget, "", `"quantity":"0.000"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := readAll(t, inMemory(t, srv).send(test.method, test.target, test.body))
			if !strings.Contains(got, test.want) {
				t.Errorf("got %s, want %s in it", got, test.want)
			}
		})
	}
}
