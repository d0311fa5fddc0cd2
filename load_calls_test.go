package reservations_test

import (
	"context"
	"slices"
	"strconv"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// loadRow is one way to call the client under load.
type loadRow struct {
	name string // of the operation, and for a walk what is special about it
	put  func(s *reservationstest.Server, id int64)
	call func(ctx context.Context, c *reservations.Client, id int64, with ...reservations.CallOption) (any, error)
	want func(s *reservationstest.Server, id int64) any // what a success returns
	done func(s *reservationstest.Server, id int64) int // how often the write took effect, nil for a read
	walk bool
}

const (
	loadRecords  = 30 // of each kind that is only read
	loadPage     = 7
	loadBookings = 90
)

func loadServer() *reservationstest.Server {
	srv := reservationstest.NewServer(reservationstest.WithBookings(reservationstest.Park(3, loadBookings, parkFrom, 3)...))
	for id := range int64(loadRecords) {
		srv.Put(reservationstest.OfReservation(id+1, reservationstest.OneOfEach(id+1)...))
	}
	return srv
}

// held returns the record that the server holds.
func held[T any](s *reservationstest.Server, id int64) any {
	record, _ := reservationstest.Get[T](s, id)
	return record
}

// all returns a page of what the server holds, from offset on.
func all[T any](offset, n int) func(*reservationstest.Server, int64) any {
	return func(s *reservationstest.Server, _ int64) any { return reservationstest.All[T](s)[offset : offset+n] }
}

// changed reports whether a write has changed the record that the server holds.
func changed[T any](is func(record T, id int64) bool) func(*reservationstest.Server, int64) int {
	return func(s *reservationstest.Server, id int64) int {
		if record, _ := reservationstest.Get[T](s, id); is(record, id) {
			return 1
		}
		return 0
	}
}

// created returns the records of which a write has named its id.
func created[T any](s *reservationstest.Server, id int64, name func(T) string) []T {
	return slices.DeleteFunc(reservationstest.All[T](s), func(record T) bool { return name(record) != loadName(id) })
}

func loadName(id int64) string { return strconv.FormatInt(id, 10) }

func reading(r types.UtilityMeterReport) string { return r.Quantity.String() }

func reference(c types.VoIPCall) string { return c.Reference }

// puts stores a record of a write's own, in a reservation of the same id.
func puts[T any](build func(int64, ...func(*T)) T, changes ...func(*T)) func(*reservationstest.Server, int64) {
	return func(s *reservationstest.Server, id int64) {
		s.Put(reservationstest.NewReservation(id), reservationstest.OfReservation(id, build(id, changes...)))
	}
}

// loadOperations has every operation.
var loadOperations = []loadRow{
	{
		name: reservationstest.OpUpdateAdditionalGuest, want: held[types.ReservationAdditionalGuest],
		put: puts(reservationstest.NewAdditionalGuest),
		call: func(ctx context.Context, c *reservations.Client, id int64, with ...reservations.CallOption) (any, error) {
			return c.Reservations.UpdateAdditionalGuest(ctx, id, reservations.UpdateAdditionalGuestParams{Reservation: id, Token: reservationstest.Token(id)},
				&types.ReservationAdditionalGuestUpdate{FirstName: types.Ptr(loadName(id))}, with...)
		},
		done: changed(func(g types.ReservationAdditionalGuest, id int64) bool { return g.FirstName == loadName(id) }),
	},
	{
		name: reservationstest.OpAdditionalGuest, want: held[types.ReservationAdditionalGuest],
		call: func(ctx context.Context, c *reservations.Client, id int64, with ...reservations.CallOption) (any, error) {
			return c.Reservations.AdditionalGuest(ctx, id, with...)
		},
	},
	{
		name: reservationstest.OpUpdateReservation, want: held[types.Reservation],
		put: func(s *reservationstest.Server, id int64) { s.Put(reservationstest.NewReservation(id)) },
		call: func(ctx context.Context, c *reservations.Client, id int64, with ...reservations.CallOption) (any, error) {
			return c.Reservations.Update(ctx, id, reservations.UpdateReservationParams{Token: reservationstest.Token(id)},
				&types.ReservationUpdate{PetLines: []types.PetLineUpdate{{Quantity: types.NewNumber(3)}}}, with...)
		},
		done: changed(func(r types.Reservation, _ int64) bool { return r.NumOfPets == 3 }),
	},
	{
		name: reservationstest.OpUnit, want: held[types.AccommodationUnit],
		call: func(ctx context.Context, c *reservations.Client, id int64, with ...reservations.CallOption) (any, error) {
			return c.Accommodations.Unit(ctx, id, reservations.UnitParams{}, with...)
		},
	},
	{
		name: reservationstest.OpSummaries, want: all[types.ReservationSummary](loadSummaries.Offset, loadPage),
		call: func(ctx context.Context, c *reservations.Client, _ int64, with ...reservations.CallOption) (any, error) {
			return c.Reservations.SummariesPage(ctx, loadSummaries, with...)
		},
	},
	{
		name: reservationstest.OpResetTask, want: held[types.Task],
		put: puts(reservationstest.NewTask, func(t *types.Task) { t.Done = true }),
		call: func(ctx context.Context, c *reservations.Client, id int64, with ...reservations.CallOption) (any, error) {
			return c.Tasks.Reset(ctx, id, with...)
		},
		done: changed(func(t types.Task, _ int64) bool { return !t.Done }),
	},
	{
		name: reservationstest.OpSupplements, want: all[types.Supplement](3, loadPage),
		call: func(ctx context.Context, c *reservations.Client, _ int64, with ...reservations.CallOption) (any, error) {
			return c.Supplements.Page(ctx, reservations.SupplementsParams{Offset: 3, Limit: loadPage}, with...)
		},
	},
	{
		name: reservationstest.OpGuest, want: held[types.Guest],
		call: func(ctx context.Context, c *reservations.Client, id int64, with ...reservations.CallOption) (any, error) {
			return c.Guests.Get(ctx, id, with...)
		},
	},
	{
		name: reservationstest.OpStaffMembers, want: all[types.StaffMemberSpecification](0, loadRecords),
		call: func(ctx context.Context, c *reservations.Client, _ int64, with ...reservations.CallOption) (any, error) {
			return c.Tasks.StaffMembers(ctx, reservations.StaffMembersParams{}, with...)
		},
	},
	{
		name: reservationstest.OpPresence, want: func(s *reservationstest.Server, _ int64) any { return loadPresence(s) },
		call: func(ctx context.Context, c *reservations.Client, _ int64, with ...reservations.CallOption) (any, error) {
			p, _ := days(3)
			p.Limit = loadBookings
			page, err := c.Reports.PresencePage(ctx, p, with...)
			if err != nil {
				return nil, err
			}
			return page.Days, nil
		},
	},
	{
		name: reservationstest.OpUpdateTransaction, want: held[types.Transaction],
		put: puts(reservationstest.NewTransaction),
		call: func(ctx context.Context, c *reservations.Client, id int64, with ...reservations.CallOption) (any, error) {
			return c.Transactions.Update(ctx, id, with...)
		},
		done: changed(func(t types.Transaction, _ int64) bool { return t.Status == types.TransactionStatusPaid }),
	},
	{
		name: reservationstest.OpFacilityGroups, want: all[types.FacilityGroup](0, loadRecords),
		call: func(ctx context.Context, c *reservations.Client, _ int64, with ...reservations.CallOption) (any, error) {
			return c.Accommodations.FacilityGroups(ctx, with...)
		},
	},
	{
		name: reservationstest.OpGroupReservations, want: func(s *reservationstest.Server, id int64) any { return []any{held[types.GroupReservation](s, id)} },
		call: func(ctx context.Context, c *reservations.Client, id int64, with ...reservations.CallOption) (any, error) {
			return c.Reservations.GroupReservations(ctx, id, reservations.GroupReservationsParams{Token: reservationstest.Token(id)}, with...)
		},
	},
	{
		name: reservationstest.OpCategory, want: held[types.AccommodationCategory],
		call: func(ctx context.Context, c *reservations.Client, id int64, with ...reservations.CallOption) (any, error) {
			return c.Accommodations.Category(ctx, id, reservations.CategoryParams{}, with...)
		},
	},
	{
		name: reservationstest.OpTaxProfile, want: held[types.TaxProfile],
		call: func(ctx context.Context, c *reservations.Client, id int64, with ...reservations.CallOption) (any, error) {
			return c.TaxProfiles.Get(ctx, loadName(id), with...)
		},
	},
	{
		name: reservationstest.OpCurrentDiscountCodes, want: func(s *reservationstest.Server, id int64) any {
			return []any{held[types.ReservationDiscountCode](s, id)}
		},
		call: func(ctx context.Context, c *reservations.Client, id int64, with ...reservations.CallOption) (any, error) {
			return c.Reservations.CurrentDiscountCodes(ctx, reservations.DiscountCodesParams{Reservation: id, ReservationToken: reservationstest.Token(id)}, with...)
		},
	},
	{
		name: reservationstest.OpRegistrationNumberEntries, want: all[types.RegistrationNumberEntry](1, loadPage),
		call: func(ctx context.Context, c *reservations.Client, _ int64, with ...reservations.CallOption) (any, error) {
			return c.Reservations.RegistrationNumberEntriesPage(ctx, reservations.RegistrationNumberEntriesParams{Offset: 1, Limit: loadPage}, with...)
		},
	},
	{
		name: reservationstest.OpCreateUtilityMeterReport,
		put:  func(*reservationstest.Server, int64) {},
		call: func(ctx context.Context, c *reservations.Client, id int64, with ...reservations.CallOption) (any, error) {
			return c.Reports.CreateUtilityMeterReport(ctx, &types.UtilityMeterReportCreate{Quantity: types.NewDecimal(id)}, with...)
		},
		want: func(s *reservationstest.Server, id int64) any { return created(s, id, reading)[0] },
		done: func(s *reservationstest.Server, id int64) int { return len(created(s, id, reading)) },
	},
	{
		name: reservationstest.OpCampingEquipment, want: all[types.CampingEquipmentSpecification](0, loadRecords),
		call: func(ctx context.Context, c *reservations.Client, _ int64, with ...reservations.CallOption) (any, error) {
			return c.Accommodations.CampingEquipment(ctx, reservations.CampingEquipmentParams{}, with...)
		},
	},
	{
		name: reservationstest.OpFacilityFilters, want: all[types.FacilityFilterItem](0, loadRecords),
		call: func(ctx context.Context, c *reservations.Client, _ int64, with ...reservations.CallOption) (any, error) {
			return c.Accommodations.FacilityFilters(ctx, reservations.FacilityFiltersParams{}, with...)
		},
	},
	{
		name: reservationstest.OpSendVoIPEvent,
		put:  func(*reservationstest.Server, int64) {},
		call: func(ctx context.Context, c *reservations.Client, id int64, with ...reservations.CallOption) (any, error) {
			return c.VoIP.SendEvent(ctx, types.VoIPEvent{Reference: loadName(id), Status: types.Ptr(types.CallStatusQueued)}, with...)
		},
		want: func(s *reservationstest.Server, id int64) any { return created(s, id, reference)[0] },
		done: func(s *reservationstest.Server, id int64) int { return len(created(s, id, reference)) },
	},
	{
		name: reservationstest.OpWebhookEvent, want: func(s *reservationstest.Server, id int64) any { return held[types.WebhookEvent](s, id) },
		call: func(ctx context.Context, c *reservations.Client, id int64, with ...reservations.CallOption) (any, error) {
			return c.Webhooks.Event(ctx, id, with...)
		},
	},
	{
		name: reservationstest.OpDeleteWebhook, want: func(*reservationstest.Server, int64) any { return nil },
		put: func(s *reservationstest.Server, id int64) { s.Put(reservationstest.NewWebhook(id)) },
		call: func(ctx context.Context, c *reservations.Client, id int64, with ...reservations.CallOption) (any, error) {
			return nil, c.Webhooks.Delete(ctx, id, with...)
		},
		done: func(s *reservationstest.Server, id int64) int {
			if _, found := reservationstest.Get[types.Webhook](s, id); found {
				return 0
			}
			return 1
		},
	},
}
