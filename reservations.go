// SPDX-License-Identifier: MIT

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
	Token        types.Secret `json:"-" url:"token,omitempty" param:"required"` // token of the reservation
	// Public is sent as it is; what it does is not documented. nil is not sent.
	Public *bool `url:"public,omitempty"`
}

// Update changes a reservation on behalf of its guest and returns the changed reservation
// (operation 3). A body that sets no field, and a nil one, is a [ParamError] unless
// [WithEmptyUpdate] allows it. Organization and Token are required. The service documents no errors.
func (s *ReservationsService) Update(
	ctx context.Context, id int64, p UpdateReservationParams, body *types.ReservationUpdate, opts ...CallOption,
) (*types.Reservation, error) {
	return get[types.Reservation](ctx, s.client, opUpdateReservation, input{id: id, params: p, body: body}, opts)
}

// SummariesParams selects reservation summaries (operation 5).
type SummariesParams struct {
	Organization int64 `url:"organization,omitempty" param:"required"` // 0 means the client's default
	// DateFrom and DateTo are required, and DateTo is not before DateFrom. They are instants,
	// sent to the second with their offset: 2026-11-20T00:00:00+01:00. An offset of a day or with
	// seconds is sent as UTC. The service does not
	// document which date of a reservation has to lie between them.
	DateFrom      time.Time `url:"dateFrom,omitempty" param:"required"`
	DateTo        time.Time `url:"dateTo,omitempty" param:"required"`
	ReferenceDate string    `url:"referenceDate,omitempty"` // its values and effect are not documented; "" is not sent
	Accommodation int64     `url:"accommodation,omitempty"` // id of an accommodation; 0 is not sent
	Confirmed     *bool     `url:"confirmed,omitempty"`     // nil is not sent
	// ModifiedSince restricts the list to reservations changed since then, an instant that is
	// sent like DateFrom; zero is not sent. Whether that instant itself is included is not
	// documented, so let successive reads overlap.
	ModifiedSince time.Time          `url:"modifiedSince,omitempty"`
	IncludeClosed *bool              `url:"includeClosed,omitempty"` // nil is not sent
	Offset        int                `url:"offset,omitempty"`        // number of records to skip at the beginning of the list
	Limit         int                `url:"limit,omitempty"`         // records on a page; 0 is 100 for AllSummaries, and the service's 25 for a page
	Progress      func(ListProgress) `json:"-" url:"-"`              // called by the iterator, if not nil; see [ListProgress]
}

func (p SummariesParams) validate(op Operation) error { return checkRange(op, p.DateFrom, p.DateTo) }

// AllSummaries returns an iterator over the summaries of all reservations that p selects
// (operation 5); see "Lists" in the package documentation. Organization, DateFrom and DateTo are
// required.
func (s *ReservationsService) AllSummaries(ctx context.Context, p SummariesParams, opts ...CallOption) iter.Seq2[types.ReservationSummary, error] {
	return pages(ctx, s.client, opSummaries, p, pageParams{p.Offset, p.Limit, p.Progress}, opts, func(r types.ReservationSummary) int64 { return r.ID })
}

// SummariesPage returns one page of reservation summaries (operation 5). The service documents
// no total, and a page before the end of the list may have fewer records than Limit.
// Organization, DateFrom and DateTo are required.
func (s *ReservationsService) SummariesPage(ctx context.Context, p SummariesParams, opts ...CallOption) ([]types.ReservationSummary, error) {
	return list[types.ReservationSummary](ctx, s.client, opSummaries, input{params: p}, opts)
}

// GroupReservationsParams selects the group whose reservations are listed (operation 13).
type GroupReservationsParams struct {
	Organization int64        `url:"organization,omitempty" param:"required"`   // 0 means the client's default
	Token        types.Secret `json:"-" url:"token,omitempty" param:"required"` // token of the group reservation
}

// GroupReservations returns a short record of every reservation in the group reservation
// with this id (operation 13). Organization and Token are required. It fails with
// [ErrNotFound] when there is no such group.
func (s *ReservationsService) GroupReservations(
	ctx context.Context, id int64, p GroupReservationsParams, opts ...CallOption,
) ([]types.GroupReservation, error) {
	return list[types.GroupReservation](ctx, s.client, opGroupReservations, input{id: id, params: p}, opts)
}

// CurrentDiscountCodesParams selects the reservation whose discount codes are listed (operation 16).
type CurrentDiscountCodesParams struct {
	Token        types.Secret `json:"-" url:"reservationToken,omitempty" param:"required"`
	Organization int64        `url:"organization,omitempty" param:"required"` // 0 means the client's default
	Reservation  int64        `url:"reservation,omitempty" param:"required"`  // id of the reservation
}

// CurrentDiscountCodes returns the discount codes that a reservation has now (operation
// 16). All parameters are required. It fails with [ErrBadRequest] among others. The service
// documents no 404, not even for a reservation that does not exist or a token that is wrong.
func (s *ReservationsService) CurrentDiscountCodes(
	ctx context.Context, p CurrentDiscountCodesParams, opts ...CallOption,
) ([]types.ReservationDiscountCode, error) {
	return list[types.ReservationDiscountCode](ctx, s.client, opCurrentDiscountCodes, input{params: p}, opts)
}

// RegistrationNumberEntriesParams selects registration number entries (operation 17).
// Without Reservation and Number the list may hold every entry that the key gives access to.
type RegistrationNumberEntriesParams struct {
	Reservation int64              `url:"reservation,omitempty"` // id of a reservation; 0 is not sent
	Number      string             `url:"number,omitempty"`      // "" is not sent
	Offset      int                `url:"offset,omitempty"`      // number of records to skip at the beginning of the list
	Limit       int                `url:"limit,omitempty"`       // records on a page; 0 is 100 for the iterator, and is not sent for a page
	Progress    func(ListProgress) `json:"-" url:"-"`            // called by the iterator, if not nil; see [ListProgress]
}

// AllRegistrationNumberEntries returns an iterator over all registration number entries that
// p selects (operation 17); see "Lists" in the package documentation. No parameter is required.
func (s *ReservationsService) AllRegistrationNumberEntries(
	ctx context.Context, p RegistrationNumberEntriesParams, opts ...CallOption,
) iter.Seq2[types.RegistrationNumberEntry, error] {
	return pages(ctx, s.client, opRegistrationNumberEntries, p, pageParams{p.Offset, p.Limit, p.Progress}, opts,
		func(e types.RegistrationNumberEntry) int64 { return e.ID })
}

// RegistrationNumberEntriesPage returns one page of registration number entries
// (operation 17). No parameter is required.
func (s *ReservationsService) RegistrationNumberEntriesPage(
	ctx context.Context, p RegistrationNumberEntriesParams, opts ...CallOption,
) ([]types.RegistrationNumberEntry, error) {
	return list[types.RegistrationNumberEntry](ctx, s.client, opRegistrationNumberEntries, input{params: p}, opts)
}

// AdditionalGuest returns an additional guest of a reservation (operation 2). It fails
// with [ErrNotFound] when no record has this id.
func (s *ReservationsService) AdditionalGuest(ctx context.Context, id int64, opts ...CallOption) (*types.ReservationAdditionalGuest, error) {
	return get[types.ReservationAdditionalGuest](ctx, s.client, opAdditionalGuest, input{id: id}, opts)
}

// UpdateAdditionalGuestParams selects the reservation of the additional guest (operation 1).
type UpdateAdditionalGuestParams struct {
	Reservation int64        `url:"reservation,omitempty" param:"required"`    // id of the reservation
	Token       types.Secret `json:"-" url:"token,omitempty" param:"required"` // token of the reservation
}

// UpdateAdditionalGuest changes an additional guest on behalf of the guest of the
// reservation, and returns the changed record (operation 1). A body that sets no field, and a nil
// one, is a [ParamError] unless [WithEmptyUpdate] allows it. Both parameters are required. It fails
// with [ErrBadRequest] or [ErrNotFound] among others.
func (s *ReservationsService) UpdateAdditionalGuest(
	ctx context.Context, id int64, p UpdateAdditionalGuestParams, body *types.ReservationAdditionalGuestUpdate, opts ...CallOption,
) (*types.ReservationAdditionalGuest, error) {
	return get[types.ReservationAdditionalGuest](ctx, s.client, opUpdateAdditionalGuest, input{id: id, params: p, body: body}, opts)
}
