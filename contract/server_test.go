package contract

import (
	"reflect"
	"testing"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestServerOnTheWire lets the service in memory answer each call, from records with all
// fields set and from those that its builders make.
func TestServerOnTheWire(t *testing.T) {
	t.Parallel()
	eachCall(t, func(t *testing.T, s sampler, operation string) {
		for _, records := range [][]any{sampleRecords(t, s.constants), reservationstest.OneOfEach(number(t))} {
			srv := reservationstest.NewServer(reservationstest.WithBookings(presentReservation(t)))
			put(t, srv, records)
			got := reflect.ValueOf(s.call(t, operation, &validator{t: t, next: srv}))
			if !s.all && got.Kind() == reflect.Slice && got.Len() == 0 { // with all fields set, offset skips the one record
				t.Errorf("%s answers an empty list, so nothing in it was held to openapi.yaml: add the builder of its records to kinds in reservationstest/operations.go", operation)
			}
		}
	})
}

// number returns the id that every sample has.
func number(t *testing.T) (id int64) {
	t.Helper()
	set(t, reflect.ValueOf(&id).Elem(), sampleID)
	return id
}

// sampleRecords returns a sample of everything that the server can hold.
func sampleRecords(t *testing.T, constants map[string][]string) []any {
	t.Helper()
	s := sampler{constants, true}
	records := []any{s.of(t, reflect.TypeFor[types.Webhook]()).Interface()}
	for operation := range methods(t) {
		if typ := signatureOf(t, operation).answer; typ != nil && typ.Elem() != reflect.TypeFor[types.PresenceDay]() {
			records = append(records, s.of(t, typ.Elem()).Interface())
		}
	}
	return records
}

// put gives the server records. A type that it does not hold ends the test.
func put(t *testing.T, srv *reservationstest.Server, records []any) {
	t.Helper()
	defer func() {
		if problem := recover(); problem != nil {
			t.Fatal(problem)
		}
	}()
	srv.Put(reservationstest.OfReservation(number(t), records...))
}

// presentReservation fills the night register: nobody registered its check-out.
func presentReservation(t *testing.T) reservationstest.Booking {
	t.Helper()
	var day types.Date
	set(t, reflect.ValueOf(&day).Elem(), samples[reflect.TypeFor[types.Date]()])
	return reservationstest.Booking{
		ID: number(t), Number: "R1", Name: "de Vries", AccommodationTitle: "Chalet", UnitNumber: "C1", AccommodationCategory: number(t),
		DateFrom: day, DateTo: day.AddDays(1), Locality: "Utrecht", Country: "NL", DocumentType: "passport", Modified: day.Midnight(),
		Stays: []reservationstest.Stay{{AgeGroup: "Adults", Persons: 2, CheckIn: day.Midnight()}},
	}
}
