package reservationstest_test

import (
	"encoding/json"
	"reflect"
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
		Notes: types.Ptr("late"),
		Extra: map[string]any{"locale": nil, "loyalty": "silver", "status": "cancelled"},
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

const (
	digits      = "76543.2100"
	plainDigits = "76543.21"
)

// withDigits gives every number of a record that is written digit for digit the same digits,
// and returns how many there are. What may be absent from the record is in it then.
func withDigits(v reflect.Value) (numbers int) {
	switch number := v.Addr().Interface().(type) {
	case *types.Decimal:
		*number = types.MustDecimal(digits)
		return 1
	case *types.Number:
		*number = types.MustNumber(digits)
		return 1
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return withDigits(v.Elem())
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Struct {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			return withDigits(v.Index(0))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				numbers += withDigits(v.Field(i))
			}
		}
	}
	return numbers
}

// wantDigits checks that a response has the digits so many times, all with their zeros.
func wantDigits(t *testing.T, response string, numbers int) {
	t.Helper()
	all, whole := strings.Count(response, plainDigits), strings.Count(response, digits)
	if all != numbers || whole != numbers {
		t.Errorf("%s is there %d times and %s %d times, want %d: %s", plainDigits, all, digits, whole, numbers, response)
	}
}

func TestDecimalsKeepTheirDigits(t *testing.T) {
	t.Parallel()
	operations := map[string]string{ // by the records that they return
		"AccommodationUnit": rt.OpUnit, "CampingEquipmentSpecification": rt.OpCampingEquipment,
		"Supplement": rt.OpSupplements, "Reservation": rt.OpUpdateReservation, "ReservationSummary": rt.OpSummaries,
		"Task": rt.OpResetTask, "Transaction": rt.OpUpdateTransaction,
	}
	for _, record := range rt.OneOfEach(1) {
		changed := reflect.New(reflect.TypeOf(record)).Elem()
		changed.Set(reflect.ValueOf(record))
		numbers, name := withDigits(changed), changed.Type().Name()
		if numbers == 0 || name == "UtilityMeterReport" { // which is created and never read
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if operations[name] == "" {
				t.Fatal("this test does not know which operation returns it")
			}
			srv, good := stocked(), requestOf(t, operations[name])
			srv.Put(changed.Interface())
			good.Body = nil
			wantDigits(t, readAll(t, inMemory(t, srv).again(good, good.Query)), numbers)
		})
	}
}

// TestDecimalsOfBodies has numbers and strings, as documented, and a documented default.
func TestDecimalsOfBodies(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, method, target, body, want string }{
		{"a number", "PUT", updateTarget, `{"campingEquipmentLength":` + digits + `}`, `EquipmentLength":"76543.2100"`},
		{"a string", "POST", reportTarget, `{"quantity":"` + digits + `"}`, `"quantity":"76543.2100"`},
		{"the default", "POST", reportTarget, "", `"quantity":"0.000"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := readAll(t, inMemory(t, stocked()).send(test.method, test.target, test.body))
			if !strings.Contains(got, test.want) {
				t.Errorf("got %s, want %s in it", got, test.want)
			}
		})
	}
}
