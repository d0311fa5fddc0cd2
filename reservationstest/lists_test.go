// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const (
	summariesPath = "/api/reservations/summaries"
	november30    = summariesPath + "?organization=1&dateFrom=2026-11-01T00:00:00Z&dateTo=2026-11-30T00:00:00Z"
)

// listed returns the ids of the records in a list, or of the reservations in a register of one day.
func listed(t *testing.T, srv *rt.Server, target string) []int64 {
	t.Helper()
	got := []int64{}
	for _, record := range call[[]struct {
		ID    int64                `json:"id"`
		Items []types.PresenceItem `json:"items"`
	}](t, srv, "GET", target, "") {
		if record.ID != 0 {
			got = append(got, record.ID)
		}
		for _, item := range record.Items {
			got = append(got, item.ReservationID)
		}
	}
	return got
}

// TestListsAreFiltered has one server with records of every list, and what each request selects.
func TestListsAreFiltered(t *testing.T) {
	t.Parallel()
	const (
		of2025       = summariesPath + "?organization=1&dateFrom=2025-11-01T00:00:00Z&dateTo=2025-11-30T00:00:00Z"
		of2026       = summariesPath + "?organization=1&dateFrom=2026-"
		numbers      = "/api/registration_number_entries/"
		groups       = "/api/reservations/%d/group_reservations_list?organization=1&token=token-%[1]d"
		codes        = "/api/reservation_discount_codes/current?organization=1&reservation=2&reservationToken=token-2"
		supplements  = "/api/supplements/?organization=1"
		equipment    = "/api/camping_equipment_specifications/?organization=1"
		staffMembers = "/api/staff_members/"
	)
	asSent := func(text string) types.DateTime { return decoded[types.DateTime](t, strconv.Quote(text)) }
	summary := func(id int64, from, to, modified string, changes ...func(*types.ReservationSummary)) types.ReservationSummary {
		return rt.NewSummary(id, append(changes, func(s *types.ReservationSummary) {
			s.DateFrom, s.DateTo, s.Modified = asSent(from), asSent(to), asSent(modified)
		})...)
	}
	flagged := func(id int64, closed, confirmed *bool) types.ReservationSummary {
		return summary(id, "2025-11-20", "2025-11-27", "", func(s *types.ReservationSummary) { s.Closed, s.Confirmed = closed, confirmed })
	}
	yes, no := new(true), new(false)
	archived := types.NewDateTime(november("05 12:00"))
	archivedEquipment := func(e *types.CampingEquipmentSpecification) { e.Archived = archived }
	withoutTask := func(m *types.StaffMemberSpecification) { m.TaskCategory, m.StaffMemberOrganization = nil, nil }
	srv := rt.NewServer(rt.WithRecords(
		rt.NewReservation(1), rt.NewReservation(2),
		rt.OfReservation(1, rt.NewRegistrationNumberEntry(11), rt.NewGroupReservation(12), rt.NewDiscountCode(13)),
		rt.OfReservation(2, rt.NewRegistrationNumberEntry(21), rt.NewGroupReservation(22), rt.NewDiscountCode(23)),
		rt.NewRegistrationNumberEntry(31),
		rt.NewSupplement(41), rt.NewSupplement(42, func(x *types.Supplement) { x.Archived = archived }),
		rt.NewCampingEquipment(51), rt.NewCampingEquipment(52, archivedEquipment),
		rt.NewStaffMember(1),
		rt.NewStaffMember(2, func(m *types.StaffMemberSpecification) { m.TaskCategory = &types.TaskCategory{ID: 2} }),
		rt.NewStaffMember(3, withoutTask),
		summary(1, "2026-11-10", "2026-11-12", "2026-11-01T12:00:00Z"),
		summary(2, "2026-11-12", "2026-11-14", "2026-11-01T13:00:00+01:00"),
		summary(3, "2026-11-14T23:30:00+02:00", "2026-11-15", "2026-11-01T11:59:59Z"),
		rt.NewSummary(5, func(s *types.ReservationSummary) { s.DateFrom, s.Accommodation = asSent("2026-11-13"), nil }),
		flagged(61, no, yes), flagged(62, no, no), flagged(63, yes, yes), flagged(64, yes, no), flagged(65, nil, nil),
		summary(4, "", "", ""), // cannot be compared, and is always listed
	))
	tests := []struct {
		target string
		want   []int64
	}{
		{of2026 + "11-01T00:00:00Z&dateTo=2026-11-30T00:00:00Z", []int64{1, 2, 3, 5, 4}},
		{of2026 + "11-12T00:00:00Z&dateTo=2026-11-12T00:00:00Z", []int64{1, 2, 4}},
		{of2026 + "11-12T23:00:00Z&dateTo=2026-11-13T00:00:00Z", []int64{1, 2, 5, 4}},
		{of2026 + "11-15T00:00:00Z&dateTo=2026-11-16T00:00:00Z", []int64{3, 5, 4}},
		{of2026 + "12-01T00:00:00Z&dateTo=2026-12-02T00:00:00Z", []int64{4}},
		{november30 + "&accommodation=1", []int64{1, 2, 3, 4}},
		{november30 + "&accommodation=2", []int64{}},
		{november30 + "&modifiedSince=2026-11-01T12:00:00Z", []int64{1, 2, 4}},
		{of2025, []int64{61, 62, 65, 4}}, // a flag that is not there counts as false
		{of2025 + "&includeClosed=true", []int64{61, 62, 63, 64, 65, 4}},
		{of2025 + "&confirmed=true", []int64{61, 4}},
		{of2025 + "&confirmed=false", []int64{62, 65}},
		{of2025 + "&confirmed=false&includeClosed=true", []int64{62, 64, 65}},
		{numbers, []int64{11, 21, 31}},
		{numbers + "?reservation=2", []int64{21}},
		{numbers + "?number=AB-031-C", []int64{31}},
		{numbers + "?number=", []int64{}},
		{fmt.Sprintf(groups, 1), []int64{12}},
		{fmt.Sprintf(groups, 2), []int64{22}},
		{codes, []int64{23}},
		{supplements, []int64{41, 42}},
		{supplements + "&archived=true", []int64{42}},
		{supplements + "&archived=false", []int64{41}},
		{equipment, []int64{51, 52}},
		{equipment + "&archived=true", []int64{52}},
		{equipment + "&archived=false", []int64{51}},
		{staffMembers, []int64{1, 2, 3}},
		{staffMembers + "?taskCategory=1", []int64{1}},
		{staffMembers + "?staffMemberOrganization=1", []int64{1, 2}},
		{staffMembers + "?staffMemberOrganization=1&taskCategory=2", []int64{2}},
	}
	for _, test := range tests {
		t.Run(test.target, func(t *testing.T) {
			t.Parallel()
			wantSame(t, test.want, listed(t, srv, test.target))
		})
	}
}

// TestListsArePaged has 30 records in every list that is paged, and how many are returned without a limit. The walks of
// internal/proof read pages of all sizes.
func TestListsArePaged(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer()
	for id := int64(1); id <= 30; id++ {
		srv.Put(rt.NewSupplement(id))
		srv.AddBooking(rt.NewBooking(id, day(1), day(3)))
	}
	for target, want := range map[string]int{
		november30: 25, presencePath + "?dateFrom=2026-11-01T00:00:00Z": 25, "/api/supplements/?organization=1": 30, "/api/registration_number_entries/?": 30,
	} {
		got := listed(t, srv, target)
		if beyond := listed(t, srv, fmt.Sprint(target, "&limit=1&offset=", math.MaxInt)); len(got) != want || len(beyond) != 0 {
			t.Errorf("%s: got %v, want %d; after the end got %v", target, got, want, beyond)
		}
	}
}
