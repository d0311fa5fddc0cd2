// SPDX-License-Identifier: MIT

package contract

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestServerOnTheWire: the responses of the service in memory are as openapi.yaml lists them, with records whose fields are
// all set, and with records that the builders of reservationstest make.
func TestServerOnTheWire(t *testing.T) {
	t.Parallel()
	eachCall(t, func(t *testing.T, call testclient.Call) {
		for _, records := range [][]any{sampleRecords(t), reservationstest.OneOfEach(call.ID)} {
			got := reflect.ValueOf(doCall(t, call, serverWith(records...)))
			if !call.All && got.Kind() == reflect.Slice && got.Len() == 0 { // with all fields set, offset skips the one record
				t.Errorf("%s returns an empty list, so nothing in it was held to openapi.yaml: add the builder of its records to init "+
					"in their file of reservationstest", call.Name)
			}
		}
	})
}

// TestParkOnTheWire lists the reservations of a park, and reads and changes the records of each reservation.
func TestParkOnTheWire(t *testing.T) {
	t.Parallel()
	monday := types.NewDate(2026, 7, 6)
	srv := reservationstest.NewServer(reservationstest.WithOrganization(1), reservationstest.WithPark(1, 60, monday, 7))
	client := over(t, &validator{t: t, next: srv}, reservations.WithOrganization(1))
	ctx, wide := t.Context(), reservations.SummariesParams{DateFrom: monday.AddDays(-60).Midnight(), DateTo: monday.AddDays(60).Midnight()}
	listed := 0
	for r, err := range client.Reservations.AllSummaries(ctx, wide) {
		errs := []error{err}
		do := func(err error) { errs = append(errs, err) }
		opened, err := client.Reservations.Update(ctx, r.ID, reservations.UpdateReservationParams{Token: r.Token},
			&types.ReservationUpdate{DateTo: types.Set(r.DateTo.DateAsWritten().AddDays(1).DateTime())})
		do(err)
		for _, guest := range opened.AdditionalGuests {
			_, err := client.Reservations.UpdateAdditionalGuest(ctx, guest.ID, reservations.UpdateAdditionalGuestParams{Reservation: r.ID, Token: r.Token},
				&types.ReservationAdditionalGuestUpdate{BirthDate: types.Set(types.NewDate(2000, 1, 2))})
			do(err)
		}
		_, err = client.Guests.Get(ctx, r.Guest.ID)
		do(err)
		_, err = client.Accommodations.Unit(ctx, r.AccommodationUnit.ID, reservations.UnitParams{})
		do(err)
		_, err = client.Accommodations.Category(ctx, r.Accommodation.Category.ID, reservations.CategoryParams{})
		do(err)
		_, err = client.Reservations.CurrentDiscountCodes(ctx, reservations.CurrentDiscountCodesParams{Reservation: r.ID, Token: r.Token})
		do(err)
		_, err = client.Reservations.GroupReservations(ctx, r.ID, reservations.GroupReservationsParams{Token: r.Token})
		do(err)
		_, err = client.Transactions.Update(ctx, r.ID)
		do(err)
		if err := errors.Join(errs...); err != nil {
			t.Error(r.ID, err)
		}
		listed++
	}
	if listed != 60 {
		t.Errorf("the list has %d reservations, want 60", listed)
	}
}

// TestServerHoldsEveryRecord: a test can give a server every record that an operation returns.
func TestServerHoldsEveryRecord(t *testing.T) {
	t.Parallel()
	for _, op := range reservations.Operations() {
		if typ := signatureOf(t, op.Name).record(); typ != nil && !isHeld(typ) && typ != reflect.TypeFor[types.PresenceDay]() {
			t.Errorf("%s returns %v, which the server does not hold: add its builder to init in its file of reservationstest",
				op.Name, typ)
		}
	}
}

// TestListsInPages: a list in pages has a method that reads all of them, and the server in memory returns the page that is asked
// for. The walks of internal/proof prove the pages of the night register.
func TestListsInPages(t *testing.T) {
	t.Parallel()
	eachOperation(load(t), func(o reservations.Operation, op *openapi3.Operation) {
		if !isPaged(op) {
			return
		}
		t.Run(o.Name, func(t *testing.T) {
			t.Parallel()
			call, srv := callOf(t, o.Name), testclient.Server(7, 8, 9)
			if !slices.ContainsFunc(testclient.Calls(), func(c testclient.Call) bool { return c.Walk && c.Operation == o }) {
				t.Error("no method reads all pages: there have to be two, such as All and Page of supplements.go")
			}
			if signatureOf(t, o.Name).record() == reflect.TypeFor[types.PresenceDay]() {
				return
			}
			page := func(offset, limit int) reflect.Value {
				call.Offset, call.Limit = offset, limit
				return reflect.ValueOf(doCall(t, call, srv))
			}
			both, second := page(0, 2), page(1, 1)
			if both.Len() != 2 {
				t.Fatalf("a page for two records has %d", both.Len())
			}
			if diff := cmp.Diff(both.Slice(1, 2).Interface(), second.Interface()); diff != "" {
				t.Errorf("the page for one record after the first is not the second record (-second +page):\n%s", diff)
			}
		})
	})
}

// isHeld reports whether the server holds records of a type.
func isHeld(typ reflect.Type) bool {
	return slices.ContainsFunc(reservationstest.OneOfEach(1), func(record any) bool { return reflect.TypeOf(record) == typ })
}

// sampleRecords returns a sample of every record that the server can hold.
func sampleRecords(t *testing.T) (records []any) {
	args := samplesFor(t, true, "")
	for _, record := range reservationstest.OneOfEach(args.ID) {
		sample := args.Value(reflect.TypeOf(record)).Interface()
		if summary, ok := sample.(types.ReservationSummary); ok { // without includeClosed, a closed reservation is not listed
			summary.Closed = new(false)
			sample = summary
		}
		records = append(records, sample)
	}
	return records
}

// serverWith returns a server with these records, whose night register still has the guests who have left.
func serverWith(records ...any) *reservationstest.Server {
	day := types.NewDate(2026, 11, 20)
	srv := reservationstest.NewServer(reservationstest.WithBookings(reservationstest.Booking{
		ID: sampleID, Number: "R1", Name: "de Vries", AccommodationTitle: "Chalet", UnitNumber: "C1", AccommodationCategory: sampleID,
		DateFrom: day, DateTo: day.AddDays(1), Locality: "Utrecht", Country: "NL", DocumentType: "passport", Modified: day.Midnight(),
		Stays: []reservationstest.Stay{{AgeGroup: "Adults", Persons: 2, CheckIn: day.Midnight()}},
	}))
	srv.Put(reservationstest.OfReservation(sampleID, records...))
	return srv
}

// TestErrorsOnTheWire: the errors of the service in memory are as openapi.yaml lists them, under their status or as the
// default of an operation.
func TestErrorsOnTheWire(t *testing.T) {
	t.Parallel()
	healthy := func(w http.ResponseWriter, r *http.Request, next http.Handler) { next.ServeHTTP(w, r) }
	for _, row := range []struct {
		name   string
		status int
		option reservationstest.Option
		fault  reservationstest.Fault
	}{
		{"bad request", http.StatusBadRequest, reservationstest.WithOrganization(2), healthy},
		{"wrong key", http.StatusUnauthorized, reservationstest.WithKey("another"), healthy},
		{"no such record", http.StatusNotFound, reservationstest.WithOrganization(1), healthy},
		{"too many requests", http.StatusTooManyRequests, reservationstest.WithOrganization(1), reservationstest.TooManyRequests("1")},
		{"broken down", http.StatusInternalServerError, reservationstest.WithOrganization(1), reservationstest.Status(500)},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			srv := reservationstest.NewServer(row.option)
			srv.Inject("accommodations.category", reservationstest.Always(), row.fault)
			_, err := over(t, &validator{t: t, next: srv}).Accommodations.Category(t.Context(), 7, reservations.CategoryParams{Organization: 1})
			failure, ok := errors.AsType[*reservations.APIError](err)
			if !ok || failure.StatusCode != row.status || failure.Description == "" {
				t.Fatalf("the call ends with %v, want an APIError with the status %d and a description", err, row.status)
			}
			var fields map[string]any // no field is required, so the validator accepts an error without one
			if err := json.Unmarshal(failure.Body, &fields); err != nil {
				t.Fatal(err)
			}
			want := slices.Sorted(maps.Keys(load(t).Components.Schemas["Error"].Value.Properties))
			if diff := cmp.Diff(want, slices.Sorted(maps.Keys(fields))); diff != "" {
				t.Errorf("an error has other fields than openapi.yaml lists (-openapi.yaml +response):\n%s", diff)
			}
		})
	}
}
