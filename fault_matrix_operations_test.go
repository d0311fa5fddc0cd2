package reservations_test

import (
	"context"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// faultedMethod is one method of the client, as the fault matrix calls it.
type faultedMethod struct {
	name     string // of the method
	op       string // name of the operation
	urlPath  string
	call     func(context.Context, *reservations.Client) (any, error)
	walk     bool // it sends more than one request
	bodyless bool // the operation has no response body, and the client reads none but a page of a proxy
}

// operation returns the row of the method's operation in operations.go.
func (m faultedMethod) operation() reservations.Operation {
	for _, op := range reservations.Operations() {
		if op.Name == m.op {
			return op
		}
	}
	panic("there is no operation " + m.op)
}

func (m faultedMethod) writes() bool { return m.operation().Class == reservations.WriteClass }

var (
	matrixFrom    = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)
	matrixTo      = matrixFrom.AddDate(0, 1, 0)
	matrixReading = types.UtilityMeterReportCreate{
		Quantity: types.MustDecimal("12.50"), Type: types.Ptr(types.UtilityType("e")), Datetime: types.NewDateTime(matrixFrom), AccommodationUnit: &types.Ref{ID: 7},
	}
)

// matrixRegister selects a register that takes several pages.
func matrixRegister() reservations.PresenceParams {
	p, _ := days(2)
	p.Limit = 12
	return p
}

// faultedMethods are all operations, and both forms in which the lists and the register
// can be read.
var faultedMethods = []faultedMethod{
	{name: "UpdateAdditionalGuest", op: reservationstest.OpUpdateAdditionalGuest, urlPath: "/api/reservation_additional_guests/7", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Reservations.UpdateAdditionalGuest(ctx, 7, reservations.UpdateAdditionalGuestParams{Reservation: 7, Token: reservationstest.Token(7)},
			&types.ReservationAdditionalGuestUpdate{FirstName: types.Ptr("Ada")})
	}},
	{name: "AdditionalGuest", op: reservationstest.OpAdditionalGuest, urlPath: "/api/reservation_additional_guests/7", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Reservations.AdditionalGuest(ctx, 7)
	}},
	{name: "UpdateReservation", op: reservationstest.OpUpdateReservation, urlPath: "/api/reservations/7", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Reservations.Update(ctx, 7, reservations.UpdateReservationParams{Token: reservationstest.Token(7)},
			&types.ReservationUpdate{Notes: types.Ptr("arrives late")})
	}},
	{name: "Unit", op: reservationstest.OpUnit, urlPath: "/api/accommodation_units/7", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Accommodations.Unit(ctx, 7, reservations.UnitParams{})
	}},
	{name: "SummariesPage", op: reservationstest.OpSummaries, urlPath: "/api/reservations/summaries", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Reservations.SummariesPage(ctx, reservations.SummariesParams{DateFrom: matrixFrom, DateTo: matrixTo})
	}},
	{name: "AllSummaries", op: reservationstest.OpSummaries, urlPath: "/api/reservations/summaries", walk: true, call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return reservations.Collect(c.Reservations.AllSummaries(ctx, reservations.SummariesParams{DateFrom: matrixFrom, DateTo: matrixTo, Limit: 3}))
	}},
	{name: "ResetTask", op: reservationstest.OpResetTask, urlPath: "/api/tasks/7/reset", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Tasks.Reset(ctx, 7)
	}},
	{name: "SupplementsPage", op: reservationstest.OpSupplements, urlPath: "/api/supplements/", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Supplements.Page(ctx, reservations.SupplementsParams{})
	}},
	{name: "AllSupplements", op: reservationstest.OpSupplements, urlPath: "/api/supplements/", walk: true, call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return reservations.Collect(c.Supplements.All(ctx, reservations.SupplementsParams{Limit: 3}))
	}},
	{name: "Guest", op: reservationstest.OpGuest, urlPath: "/api/guests/7", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Guests.Get(ctx, 7)
	}},
	{name: "StaffMembers", op: reservationstest.OpStaffMembers, urlPath: "/api/staff_members/", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Tasks.StaffMembers(ctx, reservations.StaffMembersParams{})
	}},
	{name: "PresencePage", op: reservationstest.OpPresence, urlPath: "/api/reports/presence", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Reports.PresencePage(ctx, matrixRegister())
	}},
	{name: "Presence", op: reservationstest.OpPresence, urlPath: "/api/reports/presence", walk: true, call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Reports.Presence(ctx, matrixRegister())
	}},
	{name: "PresenceDays", op: reservationstest.OpPresence, urlPath: "/api/reports/presence", walk: true, call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return reservations.Collect(c.Reports.PresenceDays(ctx, matrixRegister()))
	}},
	{name: "UpdateTransaction", op: reservationstest.OpUpdateTransaction, urlPath: "/api/transactions/7", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Transactions.Update(ctx, 7)
	}},
	{name: "FacilityGroups", op: reservationstest.OpFacilityGroups, urlPath: "/api/facility_groups/", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Accommodations.FacilityGroups(ctx)
	}},
	{name: "GroupReservations", op: reservationstest.OpGroupReservations, urlPath: "/api/reservations/7/group_reservations_list", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Reservations.GroupReservations(ctx, 7, reservations.GroupReservationsParams{Token: reservationstest.Token(7)})
	}},
	{name: "Category", op: reservationstest.OpCategory, urlPath: "/api/accommodation_categories/7", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Accommodations.Category(ctx, 7, reservations.CategoryParams{})
	}},
	{name: "TaxProfile", op: reservationstest.OpTaxProfile, urlPath: "/api/tax_profiles/7", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.TaxProfiles.Get(ctx, "7")
	}},
	{name: "CurrentDiscountCodes", op: reservationstest.OpCurrentDiscountCodes, urlPath: "/api/reservation_discount_codes/current", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Reservations.CurrentDiscountCodes(ctx, reservations.DiscountCodesParams{Reservation: 7, ReservationToken: reservationstest.Token(7)})
	}},
	{name: "RegistrationNumberEntriesPage", op: reservationstest.OpRegistrationNumberEntries, urlPath: "/api/registration_number_entries/", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Reservations.RegistrationNumberEntriesPage(ctx, reservations.RegistrationNumberEntriesParams{})
	}},
	{name: "AllRegistrationNumberEntries", op: reservationstest.OpRegistrationNumberEntries, urlPath: "/api/registration_number_entries/", walk: true, call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return reservations.Collect(c.Reservations.AllRegistrationNumberEntries(ctx, reservations.RegistrationNumberEntriesParams{Limit: 3}))
	}},
	{name: "CreateUtilityMeterReport", op: reservationstest.OpCreateUtilityMeterReport, urlPath: "/api/utility_meter_reports/", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Reports.CreateUtilityMeterReport(ctx, &matrixReading)
	}},
	{name: "CampingEquipment", op: reservationstest.OpCampingEquipment, urlPath: "/api/camping_equipment_specifications/", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Accommodations.CampingEquipment(ctx, reservations.CampingEquipmentParams{})
	}},
	{name: "FacilityFilters", op: reservationstest.OpFacilityFilters, urlPath: "/api/facilities/filter", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Accommodations.FacilityFilters(ctx, reservations.FacilityFiltersParams{})
	}},
	{name: "SendVoIPEvent", op: reservationstest.OpSendVoIPEvent, urlPath: "/api/voip/webhook", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.VoIP.SendEvent(ctx, types.VoIPEvent{Reference: "call-1", Notes: types.Ptr("asks for a cot")})
	}},
	{name: "WebhookEvent", op: reservationstest.OpWebhookEvent, urlPath: "/api/webhook_events/7", call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return c.Webhooks.Event(ctx, 7)
	}},
	{name: "DeleteWebhook", op: reservationstest.OpDeleteWebhook, urlPath: "/api/webhooks/7", bodyless: true, call: func(ctx context.Context, c *reservations.Client) (any, error) {
		return nil, c.Webhooks.Delete(ctx, 7)
	}},
}

// matrixStore returns a server with something to return for every read, and with more than a
// page of what is read in pages.
func matrixStore() *reservationstest.Server {
	srv := reservationstest.NewServer(reservationstest.WithBookings(present(30)...))
	srv.Put(reservationstest.OfReservation(7, reservationstest.OneOfEach(7)...))
	for id := int64(10); id < 17; id++ {
		srv.Put(reservationstest.NewSummary(id), reservationstest.NewSupplement(id), reservationstest.NewRegistrationNumberEntry(id))
	}
	return srv
}

// writableStore returns a server with what the writes change.
func writableStore() *reservationstest.Server {
	return reservationstest.NewServer(reservationstest.WithRecords(
		reservationstest.NewReservation(7), reservationstest.OfReservation(7, reservationstest.NewAdditionalGuest(7)),
		reservationstest.NewTask(7), reservationstest.NewTransaction(7), reservationstest.NewUnit(7), reservationstest.NewWebhook(7)))
}
