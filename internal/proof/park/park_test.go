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

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go"
	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

var parkFrom = types.NewDate(2026, 11, 1)

// TestReservationsAreOne opens, changes and pays every reservation of a park: all operations show the same before and
// after.
func TestReservationsAreOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv, client := rt.New(t, rt.WithOrganization(1), rt.WithPark(1, 20, parkFrom, 35))
		for _, r := range rt.All[types.ReservationSummary](srv) {
			wantOne(t, srv, client, r.ID)
			sent := &types.ReservationUpdate{
				DateTo: types.Set(r.DateTo.DateAsWritten().AddDays(1).DateTime()), Notes: types.Set("Late"),
				Accommodation: types.Set(types.RequestRef{ID: 102}), AccommodationUnit: types.Set(types.RequestRef{ID: 1}),
				Guest:                &types.ReservationGuestUpdate{Surname: types.Set("Smit"), Locality: types.Set("Delft"), Country: types.Set("BE")},
				SupplementOrderLines: []types.SupplementOrderLineUpdate{{Quantity: types.NewNumber(3), Supplement: &types.RequestRef{ID: 2}}},
			}
			if _, err := client.Reservations.Update(t.Context(), r.ID, reservations.UpdateReservationParams{Token: r.Token}, sent); err != nil {
				t.Fatal(err)
			}
			now := wantOne(t, srv, client, r.ID)
			got := fmt.Sprint(now.DateTo.DateAsWritten(), now.Notes, now.Modified, now.Guest.Surname, now.Accommodation.Title, now.SupplementOrderLinesTotal)
			wantSame(t, fmt.Sprint(r.DateTo.DateAsWritten().AddDays(1), "Late", types.NewDateTime(time.Now().UTC()), "Smit", "Safari tent", "37.50"), got)
			for _, id := range []int64{r.ID, r.ID + 100_000} { // an id of no transaction is refused
				client.Transactions.Update(t.Context(), id)
			}
			wantOne(t, srv, client, r.ID)
		}
	})
}

// wantOne wants all that the operations show of a reservation to agree, and returns its summary.
func wantOne(t *testing.T, srv *rt.Server, client *reservations.Client, id int64) types.ReservationSummary {
	t.Helper()
	summary, _ := rt.Get[types.ReservationSummary](srv, id)
	opened, _ := rt.Get[types.Reservation](srv, id)
	guest, err := client.Guests.Get(t.Context(), summary.Guest.ID)
	if err != nil {
		t.Fatal(err)
	}
	wantSameFields(t, summary, opened)
	wantSameFields(t, *summary.Guest, *guest)
	wantSame(t, fmt.Sprint(summary.Accommodation.Title, summary.AccommodationUnit.Number), opened.AccommodationTitle+opened.AccommodationUnitNumber)
	wantSame(t, max(*summary.NumOfPersons-1, 0), len(opened.AdditionalGuests))
	unit, err := client.Accommodations.Unit(t.Context(), summary.AccommodationUnit.ID, reservations.UnitParams{})
	if err != nil || unit.Number != opened.AccommodationUnitNumber {
		t.Errorf("unit %+v: %v", unit, err)
	}
	if group := summary.GroupReservation; group != nil {
		params := reservations.GroupReservationsParams{Token: group.Token}
		members, err := client.Reservations.GroupReservations(t.Context(), group.ID, params)
		i := slices.IndexFunc(members, func(m types.GroupReservation) bool { return m.ID == id })
		if err != nil || len(members) != 2 || i < 0 {
			t.Fatalf("members %v: %v", members, err)
		}
		wantSameFields(t, opened, members[i])
	}
	params := reservations.PresenceParams{DateFrom: parkFrom.AddDays(-30), DateTo: parkFrom.AddDays(90), IncludeCancelled: new(true)}
	for _, day := range srv.Register(params) {
		for _, item := range day.Items {
			if item.ReservationID == id {
				wantSame(t, fmt.Sprint(summary.Number, summary.Name, opened.AccommodationTitle, opened.AccommodationUnitNumber, summary.DateFrom.DateAsWritten(),
					summary.DateTo.DateAsWritten(), guest.Locality, guest.Country, guest.DocumentType, summary.Modified),
					fmt.Sprint(item.ReservationNumber, item.ReservationName, item.ReservationAccommodationTitle, item.ReservationAccommodationUnitNumber,
						item.ReservationDateFrom, item.ReservationDateTo, item.GuestLocality, item.GuestCountry, item.GuestDocumentType, item.Modified))
			}
		}
	}
	wantTotals(t, srv, summary)
	return summary
}

// wantSameFields wants the fields that two records have in common to be the same: a number and its text, a day and its
// midnight.
func wantSameFields(t *testing.T, a, b any) {
	t.Helper()
	var fields [2]map[string]json.RawMessage
	for i, record := range []any{a, b} {
		data, _ := json.Marshal(record)
		if err := json.Unmarshal(data, &fields[i]); err != nil {
			t.Fatal(err)
		}
	}
	for name, raw := range fields[0] {
		if other, both := fields[1][name]; both && name != "ageGroupLines" && name != "created" && name != "modified" {
			wantSame(t, fmt.Sprintf("%s %.10s", name, bytes.Trim(raw, `"`)), fmt.Sprintf("%s %.10s", name, bytes.Trim(other, `"`)))
		}
	}
}

// wantTotals wants the lines to add up to the totals, and the transactions to what is paid and what is not.
func wantTotals(t *testing.T, srv *rt.Server, r types.ReservationSummary) {
	t.Helper()
	var lines, tax, paid decimal.Decimal
	for _, l := range r.OrderLines {
		wantSame(t, l.TotalPrice.Decimal().String(), l.TaxBaseAmount.Decimal().Add(l.TaxTotal.Decimal()).String())
		lines, tax = lines.Add(l.TotalPrice.Decimal()), tax.Add(l.TaxTotal.Decimal())
	}
	for _, l := range r.SupplementOrderLines {
		lines, tax = lines.Add(l.TotalPrice.Decimal()), tax.Add(l.TaxTotal.Decimal())
	}
	for _, x := range rt.All[types.Transaction](srv) {
		if x.ID%100_000 == r.ID%100_000 && x.Status == types.TransactionStatusPaid {
			paid = paid.Add(x.Amount.Decimal())
		}
	}
	sums := r.OrderLinesTotal.Decimal().Add(r.SupplementOrderLinesTotal.Decimal())
	got := fmt.Sprintln(r.TotalPrice, r.TaxTotal, sums, r.TotalPrice.Decimal().Sub(paid).StringFixed(2))
	wantSame(t, fmt.Sprintln(lines.StringFixed(2), tax.StringFixed(2), lines, r.Balance), got)
}

// TestMissingPrices: an amount that nobody has said is missing in the summary, and not 0.
func TestMissingPrices(t *testing.T) {
	t.Parallel()
	unpriced := rt.NewSupplement(4, func(s *types.Supplement) { s.UnitPrice = types.Decimal{} })
	srv, _ := rt.New(t, rt.WithBookings(rt.NewBooking(7, parkFrom, parkFrom.AddDays(2), func(b *rt.Booking) {
		b.OrderLines = []types.SummaryOrderLine{{Quantity: types.NewNumber(2)}, {TotalPrice: types.NewNumber(9)}}
		b.SupplementOrderLines = []types.SummarySupplementOrderLine{{Quantity: types.NewNumber(1), Supplement: &types.ResponseRef{ID: 4}}}
	})), rt.WithRecords(unpriced))
	r, _ := rt.Get[types.ReservationSummary](srv, 7)
	lines, supplement := r.OrderLines, r.SupplementOrderLines[0]
	got := []types.Number{lines[0].TotalPrice, lines[0].TaxTotal, lines[1].TotalPrice, supplement.UnitPrice, supplement.TotalPrice, r.TotalPrice}
	wantSame(t, `["" "" "9" "" "" "9.00"]`, fmt.Sprintf("%q", got))
}

func wantSame(t *testing.T, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
