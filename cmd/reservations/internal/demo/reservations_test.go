// SPDX-License-Identifier: MIT

package demo

import (
	"testing"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/types"
)

// TestEveryIDHasItsRecord reads the records that the list of reservations names.
func TestEveryIDHasItsRecord(t *testing.T) {
	server := New(Seed, types.NewDate(2026, 11, 1), types.NewDate(2026, 11, 20))
	defer server.Close()
	client, err := reservations.NewClient(server.URL(), Key, reservations.WithOrganization(Organization))
	if err != nil {
		t.Fatal(err)
	}
	var all []types.ReservationSummary
	period := reservations.SummariesParams{
		DateFrom: types.NewDate(2026, 10, 1).Midnight(), DateTo: types.NewDate(2026, 12, 1).Midnight(),
	}
	for r, err := range client.Reservations.AllSummaries(t.Context(), period) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	if len(all) < 300 {
		t.Errorf("got %d reservations, want at least 300", len(all))
	}
	ctx := t.Context()
	for _, r := range testkit.Cases(10, all) {
		guest, err := client.Guests.Get(ctx, r.Guest.ID)
		if err != nil || guest.Surname != r.Guest.Surname {
			t.Fatalf("guest %d of reservation %d: got %v and error %v", r.Guest.ID, r.ID, types.Unredacted(guest), err)
		}
		unit, err := client.Accommodations.Unit(ctx, r.AccommodationUnit.ID, reservations.UnitParams{})
		if err != nil || unit.Number != r.AccommodationUnit.Number {
			t.Fatalf("unit %d of reservation %d: got %v and error %v", r.AccommodationUnit.ID, r.ID, unit, err)
		}
		category, err := client.Accommodations.Category(ctx, r.Accommodation.Category.ID, reservations.CategoryParams{})
		if err != nil || category.Name != r.Accommodation.Category.Title {
			t.Fatalf("category %d of reservation %d: got %v and error %v", r.Accommodation.Category.ID, r.ID, category, err)
		}
	}
}
