// SPDX-License-Identifier: MIT

package reservations

import (
	"context"
	"iter"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// ReservationsService reads and changes reservations and what belongs to them.
type ReservationsService service

// UpdateReservationParams gives access to a reservation (operation 3).
type UpdateReservationParams struct {
	Organization int64        `url:"organization,omitempty" param:"required"`
	Token        types.Secret `json:"-" url:"token,omitempty" param:"required"` // token of the reservation
	Public       *bool        `url:"public,omitempty"`
}

// Update changes a reservation on behalf of its guest and returns it (operation 3). A body that sets no field, and a
// nil one, is a [ParamError] unless [WithEmptyUpdate] allows it; so is, always, a Guest or a line of a list in which no
// field is set. The service documents no errors.
func (s *ReservationsService) Update(ctx context.Context, id int64, p UpdateReservationParams,
	body *types.ReservationUpdate, opts ...CallOption) (*types.Reservation, error) {
	return one[types.Reservation](ctx, s.client, opReservationsUpdate, input{id: id, params: p, body: body}, opts)
}

// SummariesParams selects reservation summaries (operation 5). Which date of a reservation lies between DateFrom and
// DateTo is not documented. An instant is sent to the second with its offset, as in 2026-11-20T00:00:00+01:00, or in
// UTC if the offset has seconds or is a day or more.
type SummariesParams struct {
	Organization  int64              `url:"organization,omitempty" param:"required"`
	DateFrom      time.Time          `url:"dateFrom,omitempty" param:"required"`
	DateTo        time.Time          `url:"dateTo,omitempty" param:"required"` // not before DateFrom
	ReferenceDate string             `url:"referenceDate,omitempty"`           // its values are not documented
	Accommodation int64              `url:"accommodation,omitempty"`
	Confirmed     *bool              `url:"confirmed,omitempty"`
	ModifiedSince time.Time          `url:"modifiedSince,omitempty"` // whether a change at this very time is included is not documented: let reads overlap
	IncludeClosed *bool              `url:"includeClosed,omitempty"`
	Offset        int                `url:"offset,omitempty"`
	Limit         int                `url:"limit,omitempty"` // for a page 0 is the service's 25
	Progress      func(ListProgress) `json:"-" url:"-"`
}

// AllSummaries iterates over all reservations that p selects (operation 5).
func (s *ReservationsService) AllSummaries(ctx context.Context, p SummariesParams, opts ...CallOption) iter.Seq2[types.ReservationSummary, error] {
	return pages(ctx, s.client, opReservationsSummaries, input{params: p}, pageParams[types.ReservationSummary]{
		offset: p.Offset, limit: p.Limit, progress: p.Progress, id: func(r types.ReservationSummary) int64 { return r.ID },
	}, opts)
}

// SummariesPage returns one page of summaries (operation 5). A page before the end of the list may have fewer records
// than Limit.
func (s *ReservationsService) SummariesPage(ctx context.Context, p SummariesParams, opts ...CallOption) ([]types.ReservationSummary, error) {
	return list[types.ReservationSummary](ctx, s.client, opReservationsSummaries, input{params: p}, opts)
}

// GroupReservationsParams gives access to a group (operation 13).
type GroupReservationsParams struct {
	Organization int64        `url:"organization,omitempty" param:"required"`
	Token        types.Secret `json:"-" url:"token,omitempty" param:"required"` // token of the group reservation
}

// GroupReservations returns the reservations in a group (operation 13).
func (s *ReservationsService) GroupReservations(ctx context.Context, id int64, p GroupReservationsParams,
	opts ...CallOption) ([]types.GroupReservation, error) {
	return list[types.GroupReservation](ctx, s.client, opReservationsGroupReservations, input{id: id, params: p}, opts)
}

// CurrentDiscountCodesParams selects a reservation (operation 16).
type CurrentDiscountCodesParams struct {
	Token        types.Secret `json:"-" url:"reservationToken,omitempty" param:"required"`
	Organization int64        `url:"organization,omitempty" param:"required"`
	Reservation  int64        `url:"reservation,omitempty" param:"required"`
}

// CurrentDiscountCodes returns the discount codes that a reservation has now (operation 16). The service documents no
// 404, not even for a reservation that does not exist or a token that is wrong.
func (s *ReservationsService) CurrentDiscountCodes(ctx context.Context, p CurrentDiscountCodesParams,
	opts ...CallOption) ([]types.ReservationDiscountCode, error) {
	return list[types.ReservationDiscountCode](ctx, s.client, opReservationsCurrentDiscountCodes, input{params: p}, opts)
}

// RegistrationNumberEntriesParams selects entries (operation 17). Without Reservation and Number these may be all
// that the key gives access to.
type RegistrationNumberEntriesParams struct {
	Reservation int64              `url:"reservation,omitempty"`
	Number      string             `url:"number,omitempty"`
	Offset      int                `url:"offset,omitempty"`
	Limit       int                `url:"limit,omitempty"`
	Progress    func(ListProgress) `json:"-" url:"-"`
}

// AllRegistrationNumberEntries iterates over what p selects (operation 17).
func (s *ReservationsService) AllRegistrationNumberEntries(ctx context.Context, p RegistrationNumberEntriesParams,
	opts ...CallOption) iter.Seq2[types.RegistrationNumberEntry, error] {
	return pages(ctx, s.client, opReservationsRegistrationNumberEntries, input{params: p}, pageParams[types.RegistrationNumberEntry]{
		offset: p.Offset, limit: p.Limit, progress: p.Progress, id: func(e types.RegistrationNumberEntry) int64 { return e.ID },
	}, opts)
}

// RegistrationNumberEntriesPage returns a page of entries (operation 17).
func (s *ReservationsService) RegistrationNumberEntriesPage(ctx context.Context, p RegistrationNumberEntriesParams,
	opts ...CallOption) ([]types.RegistrationNumberEntry, error) {
	return list[types.RegistrationNumberEntry](ctx, s.client, opReservationsRegistrationNumberEntries, input{params: p}, opts)
}

// AdditionalGuest returns an additional guest of a reservation (operation 2).
func (s *ReservationsService) AdditionalGuest(ctx context.Context, id int64, opts ...CallOption) (*types.ReservationAdditionalGuest, error) {
	return one[types.ReservationAdditionalGuest](ctx, s.client, opReservationsAdditionalGuest, input{id: id}, opts)
}

// UpdateAdditionalGuestParams selects the reservation (operation 1).
type UpdateAdditionalGuestParams struct {
	Reservation int64        `url:"reservation,omitempty" param:"required"`
	Token       types.Secret `json:"-" url:"token,omitempty" param:"required"` // token of the reservation
}

// UpdateAdditionalGuest changes an additional guest on behalf of the guest of the reservation (operation 1). A body
// is checked as in Update.
func (s *ReservationsService) UpdateAdditionalGuest(ctx context.Context, id int64, p UpdateAdditionalGuestParams,
	body *types.ReservationAdditionalGuestUpdate, opts ...CallOption) (*types.ReservationAdditionalGuest, error) {
	return one[types.ReservationAdditionalGuest](ctx, s.client, opReservationsUpdateAdditionalGuest, input{id: id, params: p, body: body}, opts)
}
