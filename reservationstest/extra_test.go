package reservationstest_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// gold is a field that package types does not know.
func gold() types.Extra { return types.Extra{"loyalty": json.RawMessage(`{"level":"gold"}`)} }

// TestExtraIsServed shows a client the fields that a test put into the Extra of a record, at
// any depth.
func TestExtraIsServed(t *testing.T) {
	t.Parallel()
	task := rt.NewTask(3, func(t *types.Task) { t.TaskCategories[0].Extra, t.AccommodationUnit.Extra = gold(), gold() })
	srv, client := rt.New(t, rt.WithRecords(
		rt.NewGuest(7, func(g *types.Guest) { g.Extra = gold() }),
		rt.NewSupplement(8, func(s *types.Supplement) { s.Extra = gold() }), rt.NewSupplement(9),
		task,
		rt.NewFacilityFilter(4, func(f *types.FacilityFilterItem) { f.FacilitySpecifications[0].Extra = gold() }),
	))
	tests := map[string]func() (types.Extra, error){
		"record": func() (types.Extra, error) {
			guest, err := client.Guests.Get(t.Context(), 7)
			return guest.Extra, err
		},
		"list": func() (types.Extra, error) {
			page, err := client.Supplements.Page(t.Context(), reservations.SupplementsParams{})
			if len(page) != 2 || page[1].Extra != nil {
				t.Errorf("supplements %v, want two of which the second has no Extra", page)
			}
			return page[0].Extra, err
		},
		"in a list of a record": func() (types.Extra, error) {
			task, err := client.Tasks.Reset(t.Context(), 3)
			return task.TaskCategories[0].Extra, err
		},
		"in a record of a record": func() (types.Extra, error) {
			task, err := client.Tasks.Reset(t.Context(), 3)
			return task.AccommodationUnit.Extra, err
		},
		"in one of a list or one": func() (types.Extra, error) {
			filters, err := client.Accommodations.FacilityFilters(t.Context(), reservations.FacilityFiltersParams{})
			return filters[0].FacilitySpecifications[0].Extra, err
		},
		"of a fault": func() (types.Extra, error) {
			srv.Inject(rt.OpUnit, rt.Always(), rt.Respond(rt.NewUnit(1, func(u *types.AccommodationUnit) { u.Content.Extra = gold() })))
			srv.Put(rt.NewUnit(1))
			unit, err := client.Accommodations.Unit(t.Context(), 1, reservations.UnitParams{})
			return unit.Content.Extra, err
		},
	}
	for name, read := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := read()
			if diff := cmp.Diff(gold(), got); diff != "" || err != nil {
				t.Errorf("error %v, Extra (-want +got):\n%s", err, diff)
			}
		})
	}
}

// TestExtraSurvivesAnUpdate keeps the Extra of a record and of what is in it, and ignores
// fields that an update does not have.
func TestExtraSurvivesAnUpdate(t *testing.T) {
	t.Parallel()
	srv, client := rt.New(t, rt.WithRecords(
		rt.NewReservation(1, func(r *types.Reservation) { r.Extra, r.CheckinCheckoutPolicy.Extra = gold(), gold() })))
	update := &types.ReservationUpdate{Notes: types.Ptr("late"), Extra: map[string]any{"locale": nil, "loyalty": "silver", "status": "cancelled"}}
	params := reservations.UpdateReservationParams{Token: rt.Token(1)}
	if _, err := client.Reservations.Update(t.Context(), 1, params, update); err != nil {
		t.Fatal(err)
	}
	got, _ := rt.Get[types.Reservation](srv, 1)
	if got.Status != types.ReservationStatusConfirmed {
		t.Errorf("status %s: a field that an update does not have has changed it", got.Status)
	}
	if diff := cmp.Diff([]types.Extra{gold(), gold()}, []types.Extra{got.Extra, got.CheckinCheckoutPolicy.Extra}); diff != "" || got.Locale != "" {
		t.Errorf("locale %q, Extra (-want +got):\n%s", got.Locale, diff)
	}
	got.Extra["loyalty"][0] = 'X'
	if again, _ := rt.Get[types.Reservation](srv, 1); !cmp.Equal(again.Extra, gold()) {
		t.Errorf("Get does not return a copy: Extra %s", again.Extra)
	}
}

func TestExtraThatIsNoJSON(t *testing.T) {
	t.Parallel()
	broken := json.RawMessage(`{`)
	defer func() {
		if got := fmt.Sprint(recover()); !strings.Contains(got, "a types.Guest cannot be held: "+why(broken)) {
			t.Errorf("panicked with %q", got)
		}
	}()
	rt.NewServer(rt.WithRecords(rt.NewGuest(7, func(g *types.Guest) { g.Extra = types.Extra{"loyalty": broken} })))
}
