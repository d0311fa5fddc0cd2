package reservationstest_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const summariesPath = "/api/reservations/summaries"

const summariesTarget = summariesPath + "?organization=1&dateFrom=2026-11-01T00:00:00Z&dateTo=2026-11-30T00:00:00Z"

// listed returns the ids of the records in a list.
func listed(t *testing.T, srv *rt.Server, target string) []int64 {
	t.Helper()
	got := []int64{}
	for _, record := range read[[]types.Ref](t, inMemory(t, srv).send("GET", target, "")) {
		got = append(got, record.ID)
	}
	return got
}

// asSent returns a date as it is read, also one that no date can be read from.
func asSent(t *testing.T, text string) (d types.DateTime) {
	t.Helper()
	data, err := json.Marshal(text)
	if err == nil {
		err = json.Unmarshal(data, &d)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestSummariesAreFiltered(t *testing.T) {
	t.Parallel()
	summary := func(id int64, from, to, modified string) types.ReservationSummary {
		return rt.NewSummary(id, func(s *types.ReservationSummary) {
			s.DateFrom, s.DateTo, s.Modified = asSent(t, from), asSent(t, to), asSent(t, modified)
		})
	}
	srv := rt.NewServer(rt.WithRecords(
		summary(1, "2026-11-10", "2026-11-12", "2026-11-01T12:00:00Z"),
		summary(2, "2026-11-12", "2026-11-14", "2026-11-01T13:00:00+01:00"),
		summary(3, "2026-11-14T23:30:00+02:00", "2026-11-15", "2026-11-01T11:59:59Z"),
		summary(4, "soon", "", "recently"),
		rt.NewSummary(5, func(s *types.ReservationSummary) { s.DateFrom, s.Accommodation = asSent(t, "2026-11-13"), nil }),
	))
	tests := map[string][]int64{
		"dateFrom=2026-11-01T00:00:00Z&dateTo=2026-11-30T00:00:00Z":                                    {1, 2, 3, 4, 5},
		"dateFrom=2026-11-12T00:00:00Z&dateTo=2026-11-12T00:00:00Z":                                    {1, 2, 4},
		"dateFrom=2026-11-12T23:00:00Z&dateTo=2026-11-13T00:00:00Z":                                    {1, 2, 4, 5},
		"dateFrom=2026-11-15T00:00:00Z&dateTo=2026-11-16T00:00:00Z":                                    {3, 4, 5},
		"dateFrom=2026-11-13T00:00:00Z&dateTo=2026-11-13T23:59:59Z":                                    {2, 4, 5},
		"dateFrom=2026-12-01T00:00:00Z&dateTo=2026-12-02T00:00:00Z":                                    {4},
		"dateFrom=2026-11-01T00:00:00Z&dateTo=2026-11-30T00:00:00Z&accommodation=1":                    {1, 2, 3, 4},
		"dateFrom=2026-11-01T00:00:00Z&dateTo=2026-11-30T00:00:00Z&accommodation=2":                    {},
		"dateFrom=2026-11-01T00:00:00Z&dateTo=2026-11-30T00:00:00Z&modifiedSince=2026-11-01T12:00:00Z": {1, 2, 4},
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(want, listed(t, srv, "/api/reservations/summaries?organization=1&"+query)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestSummariesByTheirFlags shows that a flag which a summary does not have counts as false.
func TestSummariesByTheirFlags(t *testing.T) {
	t.Parallel()
	summary := func(id int64, closed, confirmed *bool) types.ReservationSummary {
		return rt.NewSummary(id, func(s *types.ReservationSummary) { s.Closed, s.Confirmed = closed, confirmed })
	}
	yes, no := types.Ptr(true), types.Ptr(false)
	srv := rt.NewServer(rt.WithRecords(
		summary(1, no, yes), summary(2, no, no), summary(3, yes, yes), summary(4, yes, no), summary(5, nil, nil),
	))
	tests := map[string][]int64{
		"":                                    {1, 2, 5},
		"&includeClosed=false":                {1, 2, 5},
		"&includeClosed=true":                 {1, 2, 3, 4, 5},
		"&confirmed=true":                     {1},
		"&confirmed=false":                    {2, 5},
		"&confirmed=true&includeClosed=true":  {1, 3},
		"&confirmed=false&includeClosed=true": {2, 4, 5},
	}
	for query, want := range tests {
		t.Run(query, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(want, listed(t, srv, summariesTarget+query)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestListsArePaged(t *testing.T) {
	t.Parallel()
	var records []any
	for i := range int64(30) {
		records = append(records, rt.NewSummary(i+1), rt.NewSupplement(i+1), rt.NewRegistrationNumberEntry(i+1))
	}
	lists := map[string]int{ // what a page holds by default
		summariesTarget:                      25,
		"/api/supplements/?organization=1":   30,
		"/api/registration_number_entries/?": 30,
	}
	for target, byDefault := range lists {
		for _, test := range []struct {
			max         int
			query       string
			first, want int
		}{
			{0, "", 1, byDefault},
			{0, "&limit=7", 1, 7},
			{0, "&limit=7&offset=7", 8, 7},
			{0, "&limit=7&offset=28", 29, 2},
			{0, "&limit=7&offset=30", 0, 0},
			{0, "&limit=7&offset=9223372036854775807", 0, 0},
			{0, "&limit=9223372036854775807&offset=1", 2, 29},
			{10, "", 1, 10},
			{10, "&limit=20&offset=5", 6, 10},
			{10, "&limit=9", 1, 9},
		} {
			t.Run(fmt.Sprintf("%s%s, at most %d", target, test.query, test.max), func(t *testing.T) {
				t.Parallel()
				got := listed(t, rt.NewServer(rt.WithMaxLimit(test.max), rt.WithRecords(records...)), target+test.query)
				if len(got) != test.want || len(got) > 0 && got[0] != int64(test.first) {
					t.Errorf("%v, want %d from %d", got, test.want, test.first)
				}
			})
		}
	}
}

func TestListsAreFiltered(t *testing.T) {
	t.Parallel()
	archived := types.NewDateTime(november("05 12:00"))
	srv := rt.NewServer(rt.WithRecords(
		rt.NewReservation(1), rt.NewReservation(2),
		rt.NewSupplement(41), rt.NewSupplement(42, func(x *types.Supplement) { x.Archived = archived }),
		rt.NewCampingEquipment(51), rt.NewCampingEquipment(52, func(e *types.CampingEquipmentSpecification) { e.Archived = archived }),
		rt.OfReservation(1, rt.NewRegistrationNumberEntry(11), rt.NewGroupReservation(12), rt.NewDiscountCode(13)),
		rt.OfReservation(2, rt.NewRegistrationNumberEntry(21), rt.NewGroupReservation(22), rt.NewDiscountCode(23)),
		rt.NewRegistrationNumberEntry(31),
		rt.NewStaffMember(1),
		rt.NewStaffMember(2, func(m *types.StaffMemberSpecification) { m.TaskCategory = &types.TaskCategory{ID: 2} }),
		rt.NewStaffMember(3, func(m *types.StaffMemberSpecification) { m.TaskCategory, m.StaffMemberOrganization = nil, nil }),
	))
	tests := map[string][]int64{
		"/api/registration_number_entries/":                                                             {11, 21, 31},
		"/api/registration_number_entries/?reservation=2":                                               {21},
		"/api/registration_number_entries/?number=AB-031-C":                                             {31},
		"/api/registration_number_entries/?reservation=1&number=AB-031-C":                               {},
		"/api/registration_number_entries/?number=":                                                     {},
		"/api/reservations/1/group_reservations_list?organization=1&token=token-1":                      {12},
		"/api/reservations/2/group_reservations_list?organization=1&token=token-2":                      {22},
		"/api/reservation_discount_codes/current?organization=1&reservation=2&reservationToken=token-2": {23},
		"/api/supplements/?organization=1":                                                              {41, 42},
		"/api/supplements/?organization=1&archived=true":                                                {42},
		"/api/supplements/?organization=1&archived=false":                                               {41},
		"/api/camping_equipment_specifications/?organization=1":                                         {51, 52},
		"/api/camping_equipment_specifications/?organization=1&archived=true":                           {52},
		"/api/camping_equipment_specifications/?organization=1&archived=false":                          {51},
		"/api/staff_members/":                                          {1, 2, 3},
		"/api/staff_members/?taskCategory=1":                           {1},
		"/api/staff_members/?staffMemberOrganization=1":                {1, 2},
		"/api/staff_members/?staffMemberOrganization=1&taskCategory=2": {2},
	}
	for target, want := range tests {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(want, listed(t, srv, target)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestEmptyLists(t *testing.T) {
	t.Parallel()
	for _, target := range []string{
		summariesTarget, "/api/supplements/?organization=1", "/api/staff_members/", "/api/facility_groups/",
		"/api/registration_number_entries/", "/api/camping_equipment_specifications/?organization=1", "/api/facilities/filter?organization=1",
	} {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			if got := readAll(t, inMemory(t, rt.NewServer()).send("GET", target, "")); got != "[]" {
				t.Errorf("%s, want []", got)
			}
		})
	}
}
