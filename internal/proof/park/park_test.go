// SPDX-License-Identifier: MIT

// Package park proves that the service in memory is one service: what one operation changes, all show.
package park

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

var parkFrom = types.NewDate(2026, 11, 1)

// TestAllOperationsAgreeOnAReservation: they agree before and after it is changed and paid.
func TestAllOperationsAgreeOnAReservation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv, client := rt.New(t, rt.WithOrganization(1), rt.WithPark(1, 20, parkFrom, 35))
		for _, r := range rt.All[types.ReservationSummary](srv) {
			wantOne(t, srv, client, r.ID)
			departs, token := r.DateTo.DateAsWritten().AddDays(1), reservations.UpdateReservationParams{Token: r.Token}
			linen := types.SupplementOrderLineUpdate{Quantity: types.NewNumber(3), Supplement: &types.RequestRef{ID: 2}}
			smit := types.ReservationGuestUpdate{Surname: types.Set("Smit"), Country: types.Set("BE")}
			testkit.Must(client.Reservations.Update(t.Context(), r.ID, token, &types.ReservationUpdate{
				DateTo: types.Set(departs.DateTime()), Notes: types.Set("Late"), Guest: &smit,
				Accommodation: types.Set(types.RequestRef{ID: 102}), AccommodationUnit: types.Set(types.RequestRef{ID: 1}),
				SupplementOrderLines: []types.SupplementOrderLineUpdate{linen},
			}))
			now := wantOne(t, srv, client, r.ID)
			wantSame(t, departs, now.DateTo.DateAsWritten())
			wantSame(t, types.NewDateTime(time.Now().UTC()).String(), now.Modified.String())
			wantSame(t, "Late Smit 37.50", fmt.Sprintf("%s %s %s", now.Notes, now.Guest.Surname, now.SupplementOrderLinesTotal))
			wantSame(t, "Safari tent", now.Accommodation.Title)
			client.Transactions.Update(t.Context(), r.ID)
			client.Transactions.Update(t.Context(), r.ID+100_000) // is refused if no transaction has this id
			wantOne(t, srv, client, r.ID)
		}
	})
}

// wantOne wants all that the operations show of a reservation to agree, and returns its summary.
func wantOne(t *testing.T, srv *rt.Server, client *reservations.Client, id int64) types.ReservationSummary {
	summary, _ := rt.Get[types.ReservationSummary](srv, id)
	opened, _ := rt.Get[types.Reservation](srv, id)
	guest := testkit.Must(client.Guests.Get(t.Context(), summary.Guest.ID))
	unit := testkit.Must(client.Accommodations.Unit(t.Context(), summary.AccommodationUnit.ID, reservations.UnitParams{}))
	wantSameFields(t, summary, opened)
	wantSameFields(t, *summary.Guest, *guest)
	wantSame(t, summary.AccommodationUnit.Number, unit.Number)
	wantSame(t, summary.Accommodation.Title+" "+unit.Number, opened.AccommodationTitle+" "+opened.AccommodationUnitNumber)
	wantSame(t, max(*summary.NumOfPersons-1, 0), len(opened.AdditionalGuests))
	if group := summary.GroupReservation; group != nil {
		params := reservations.GroupReservationsParams{Token: group.Token}
		members := testkit.Must(client.Reservations.GroupReservations(t.Context(), group.ID, params))
		wantSame(t, 2, len(members))
		mine := slices.IndexFunc(members, func(m types.GroupReservation) bool { return m.ID == id })
		wantSameFields(t, opened, members[mine])
	}
	params := reservations.PresenceParams{DateFrom: parkFrom.AddDays(-30), DateTo: parkFrom.AddDays(90), IncludeCancelled: new(true)}
	for _, day := range srv.Register(params) {
		for _, i := range day.Items {
			if i.ReservationID == id {
				dates := fmt.Sprint(summary.DateFrom.DateAsWritten(), summary.DateTo.DateAsWritten(), summary.Modified)
				wantSame(t, dates, fmt.Sprint(i.ReservationDateFrom, i.ReservationDateTo, i.Modified))
				wantSame(t, summary.Name+unit.Number, i.ReservationName+i.ReservationAccommodationUnitNumber)
				wantSame(t, summary.Number+opened.AccommodationTitle, i.ReservationNumber+i.ReservationAccommodationTitle)
				wantSame(t, guest.Locality+guest.Country+guest.DocumentType, i.GuestLocality+i.GuestCountry+i.GuestDocumentType)
			}
		}
	}
	left := summary.TotalPrice.Decimal()
	for _, x := range rt.All[types.Transaction](srv) {
		if x.ID%100_000 == id%100_000 && x.Status == types.TransactionStatusPaid {
			left = left.Sub(x.Amount.Decimal())
		}
	}
	wantSame(t, left.StringFixed(2), fmt.Sprint(summary.Balance))
	return summary
}

// wantSameFields wants the fields that two records share to agree: a number and its text, a day and its midnight.
func wantSameFields(t *testing.T, a, b any) {
	var fields [2]map[string]json.RawMessage
	for i, record := range []any{a, b} {
		wantSame(t, nil, json.Unmarshal(testkit.Must(json.Marshal(record)), &fields[i]))
	}
	for name, raw := range fields[0] {
		if other, both := fields[1][name]; both && name != "ageGroupLines" && name != "created" && name != "modified" {
			wantSame(t, fmt.Sprintf("%s %.10s", name, bytes.Trim(raw, `"`)), fmt.Sprintf("%s %.10s", name, bytes.Trim(other, `"`)))
		}
	}
}

// TestAPriceThatNobodyHasSaidIsMissing: in the summary it is missing, and not 0.
func TestAPriceThatNobodyHasSaidIsMissing(t *testing.T) {
	unpriced := rt.NewSupplement(4, func(s *types.Supplement) { s.UnitPrice = types.Decimal{} })
	booking := rt.NewBooking(7, parkFrom, parkFrom.AddDays(2), func(b *rt.Booking) {
		b.OrderLines = []types.SummaryOrderLine{{Quantity: types.NewNumber(2)}, {TotalPrice: types.NewNumber(9)}}
		b.SupplementOrderLines = []types.SummarySupplementOrderLine{{Supplement: &types.ResponseRef{ID: 4}}}
	})
	r, _ := rt.Get[types.ReservationSummary](rt.NewServer(rt.WithRecords(unpriced), rt.WithBookings(booking)), 7)
	wantSame(t, `"" "" "9" "" "9.00"`, fmt.Sprintf("%q %q %q %q %q", r.OrderLines[0].TotalPrice, r.OrderLines[0].TaxTotal,
		r.OrderLines[1].TotalPrice, r.SupplementOrderLines[0].UnitPrice, r.TotalPrice))
}

func wantSame(t *testing.T, want, got any) {
	t.Helper()
	if got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}
