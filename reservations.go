package reservations

import (
	"context"
	"iter"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// ReservationsService reads and changes reservations and what belongs to them.
type ReservationsService struct{ client *Client }

// UpdateReservationParams selects the reservation that an update is for (operation 3).
type UpdateReservationParams struct {
	Organization int64        `url:"organization,omitempty" param:"required"`   // 0 means the client's default
	Token        types.Secret `json:"-" url:"token,omitempty" param:"required"` // of the reservation
	// Public is passed on; what it does is not documented. nil is not sent.
	Public *bool `url:"public,omitempty"`
}

// Update changes a reservation on behalf of its guest and returns it as it is then
// (operation 3). Only the fields of body that are set are sent; a nil body sends none.
// Organization and token are required.
//
// It is a write: it is repeated only when the service certainly did not act.
func (s *ReservationsService) Update(ctx context.Context, id int64, p UpdateReservationParams, body *types.ReservationUpdate, opts ...CallOption) (*types.Reservation, error) {
	return get[types.Reservation](ctx, s.client, opUpdateReservation, input{id: id, params: p, body: body}, opts)
}

// SummariesParams selects reservation summaries (operation 5).
type SummariesParams struct {
	Organization int64 `url:"organization,omitempty" param:"required"` // 0 means the client's default
	// DateFrom and DateTo are required, and DateTo is not before DateFrom. They are instants,
	// sent to the second with their offset: 2026-11-20T00:00:00+01:00. The service does not
	// document which date of a reservation has to lie between them.
	DateFrom      time.Time `url:"dateFrom,omitempty" param:"required"`
	DateTo        time.Time `url:"dateTo,omitempty" param:"required"`
	ReferenceDate string    `url:"referenceDate,omitempty"` // a text sent as it is; neither its values nor what it does are documented
	Accommodation int64     `url:"accommodation,omitempty"` // 0 is not sent
	Confirmed     *bool     `url:"confirmed,omitempty"`     // nil is not sent
	// ModifiedSince restricts the list to reservations changed since then, an instant that is
	// sent like DateFrom. Whether that instant itself is included is not documented, so let
	// successive reads overlap.
	ModifiedSince time.Time `url:"modifiedSince,omitempty"`
	IncludeClosed *bool     `url:"includeClosed,omitempty"` // nil is not sent
	Offset        int       `url:"offset,omitempty"`        // how many to leave out at the front
	// Limit is the size of a page. 0 means 100 for Summaries, and for a single page it
	// is not sent: the service documents a default of 25.
	Limit int `url:"limit,omitempty"`
}

func (p SummariesParams) validate() error { return ordered(p.DateFrom, p.DateTo) }

// AllSummaries returns the summaries of all reservations in the range (operation 5). It
// guarantees what [SupplementsService.All] describes. Organization, DateFrom and DateTo
// are required.
func (s *ReservationsService) AllSummaries(ctx context.Context, p SummariesParams, opts ...CallOption) iter.Seq2[types.ReservationSummary, error] {
	return pages(ctx, s.client, opSummaries, p, p.Offset, p.Limit, opts, func(r types.ReservationSummary) int64 { return r.ID })
}

// SummariesPage returns one page of reservation summaries (operation 5). The service
// sends no total, and it may serve fewer records than Limit before the end of the list.
// Organization, DateFrom and DateTo are required.
//
// It is a read: it is repeated after passing failures.
func (s *ReservationsService) SummariesPage(ctx context.Context, p SummariesParams, opts ...CallOption) ([]types.ReservationSummary, error) {
	return list[types.ReservationSummary](ctx, s.client, opSummaries, input{params: p}, opts)
}

// GroupReservationsParams selects the group whose reservations are listed (operation 13).
type GroupReservationsParams struct {
	Organization int64        `url:"organization,omitempty" param:"required"`   // 0 means the client's default
	Token        types.Secret `json:"-" url:"token,omitempty" param:"required"` // of the group reservation
}

// GroupReservations returns the least that is known of every reservation in the group
// reservation with this id (operation 13). Organization and token are required. It fails
// with [ErrNotFound] when there is no such group.
//
// It is a read: it is repeated after passing failures.
func (s *ReservationsService) GroupReservations(ctx context.Context, id int64, p GroupReservationsParams, opts ...CallOption) ([]types.GroupReservation, error) {
	return list[types.GroupReservation](ctx, s.client, opGroupReservations, input{id: id, params: p}, opts)
}

// DiscountCodesParams selects the reservation whose discount codes are listed (operation 16).
type DiscountCodesParams struct {
	ReservationToken types.Secret `json:"-" url:"reservationToken,omitempty" param:"required"`
	Organization     int64        `url:"organization,omitempty" param:"required"` // 0 means the client's default
	Reservation      int64        `url:"reservation,omitempty" param:"required"`
}

// CurrentDiscountCodes returns the discount codes that a reservation has now (operation
// 16). All params are required.
//
// It is a read: it is repeated after passing failures.
func (s *ReservationsService) CurrentDiscountCodes(ctx context.Context, p DiscountCodesParams, opts ...CallOption) ([]types.ReservationDiscountCode, error) {
	return list[types.ReservationDiscountCode](ctx, s.client, opCurrentDiscountCodes, input{params: p}, opts)
}

// RegistrationNumberEntriesParams selects registration number entries (operation 17).
// Without Reservation and Number the list may hold every entry the key can see.
type RegistrationNumberEntriesParams struct {
	Reservation int64  `url:"reservation,omitempty"` // 0 is not sent
	Number      string `url:"number,omitempty"`      // "" is not sent
	Offset      int    `url:"offset,omitempty"`      // how many to leave out at the front
	// Limit is the size of a page. For a single page 0 is not sent, and the service
	// does not document what it does then. RegistrationNumberEntries takes 0 as 100.
	Limit int `url:"limit,omitempty"`
}

// AllRegistrationNumberEntries returns all registration number entries (operation 17). It
// guarantees what [SupplementsService.All] describes. Nothing is required.
func (s *ReservationsService) AllRegistrationNumberEntries(ctx context.Context, p RegistrationNumberEntriesParams, opts ...CallOption) iter.Seq2[types.RegistrationNumberEntry, error] {
	return pages(ctx, s.client, opRegistrationNumberEntries, p, p.Offset, p.Limit, opts, func(e types.RegistrationNumberEntry) int64 { return e.ID })
}

// RegistrationNumberEntriesPage returns one page of registration number entries
// (operation 17). Nothing is required.
//
// It is a read: it is repeated after passing failures.
func (s *ReservationsService) RegistrationNumberEntriesPage(ctx context.Context, p RegistrationNumberEntriesParams, opts ...CallOption) ([]types.RegistrationNumberEntry, error) {
	return list[types.RegistrationNumberEntry](ctx, s.client, opRegistrationNumberEntries, input{params: p}, opts)
}

// AdditionalGuest returns a person who stays along on a reservation (operation 2). It
// fails with [ErrNotFound] when there is none with this id.
//
// It is a read: it is repeated after passing failures.
func (s *ReservationsService) AdditionalGuest(ctx context.Context, id int64, opts ...CallOption) (*types.ReservationAdditionalGuest, error) {
	return get[types.ReservationAdditionalGuest](ctx, s.client, opAdditionalGuest, input{id: id}, opts)
}

// UpdateAdditionalGuestParams selects the reservation that the additional guest is on
// (operation 1).
type UpdateAdditionalGuestParams struct {
	Reservation int64        `url:"reservation,omitempty" param:"required"`
	Token       types.Secret `json:"-" url:"token,omitempty" param:"required"` // of the reservation
}

// UpdateAdditionalGuest changes a person who stays along on a reservation, on behalf of
// the guest, and returns that person as known then (operation 1). Only the fields of
// body that are set are sent; a nil body sends none. Both params are required. It fails
// with [ErrBadRequest] or [ErrNotFound] among others.
//
// It is a write: it is repeated only when the service certainly did not act.
func (s *ReservationsService) UpdateAdditionalGuest(ctx context.Context, id int64, p UpdateAdditionalGuestParams, body *types.ReservationAdditionalGuestUpdate, opts ...CallOption) (*types.ReservationAdditionalGuest, error) {
	return get[types.ReservationAdditionalGuest](ctx, s.client, opUpdateAdditionalGuest, input{id: id, params: p, body: body}, opts)
}
