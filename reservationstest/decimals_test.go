package reservationstest_test

import (
	"reflect"
	"strings"
	"testing"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

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
	if all, whole := strings.Count(response, plainDigits), strings.Count(response, digits); all != numbers || whole != numbers {
		t.Errorf("%s is in the response %d times and %s %d times, want both %d times: %s", plainDigits, all, digits, whole, numbers, response)
	}
}

func TestDecimalsKeepTheirDigits(t *testing.T) {
	t.Parallel()
	operations := map[string]string{ // by the records that they return
		"AccommodationUnit": rt.OpUnit, "CampingEquipmentSpecification": rt.OpCampingEquipment, "Reservation": rt.OpUpdateReservation,
		"ReservationSummary": rt.OpSummaries, "Supplement": rt.OpSupplements, "Task": rt.OpResetTask, "Transaction": rt.OpUpdateTransaction,
		"UtilityMeterReport": "", // is created and never read
	}
	srv := stocked()
	for _, record := range rt.OneOfEach(1) {
		changed := reflect.New(reflect.TypeOf(record)).Elem()
		changed.Set(reflect.ValueOf(record))
		numbers := withDigits(changed)
		srv.Put(changed.Interface())
		if numbers == 0 {
			continue
		}
		t.Run(changed.Type().Name(), func(t *testing.T) {
			t.Parallel()
			operation, known := operations[changed.Type().Name()]
			if !known {
				t.Error("this test does not know which operation returns it")
			}
			for _, d := range documentedOperations {
				if d.operation == operation {
					wantDigits(t, readAll(t, inMemory(t, srv).send(d.method, d.path+"?"+d.query().Encode(), d.body)), numbers)
				}
			}
		})
	}
}

// TestDecimalsOfBodiesKeepTheirDigits sends them as numbers and as strings, as documented.
func TestDecimalsOfBodiesKeepTheirDigits(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ method, target, body string }{
		"a number": {"PUT", updateTarget, `{"campingEquipmentLength":` + digits + `}`},
		"a string": {"POST", "/api/utility_meter_reports/", `{"quantity":"` + digits + `"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantDigits(t, readAll(t, inMemory(t, stocked()).send(test.method, test.target, test.body)), 1)
		})
	}
}

// TestDefaultQuantity holds the documented default 0.000 of operation 18.
func TestDefaultQuantity(t *testing.T) {
	t.Parallel()
	got := readAll(t, inMemory(t, rt.NewServer()).send("POST", "/api/utility_meter_reports/", ""))
	if want := `"quantity":"0.000"`; !strings.Contains(got, want) {
		t.Errorf("%s, want %s in it", got, want)
	}
}
