// SPDX-License-Identifier: MIT

package reservations

import (
	"context"
	"iter"

	"github.com/reservationkit/reservations-go/types"
)

// SupplementsService reads what is charged in addition to the stay.
type SupplementsService service

// SupplementsParams selects supplements (operation 7). Include adds parts to the Extra of the records, such as
// "translations". A [types.Date] is sent as 2026-11-20; the service does not document the form, and [Client.Do] can
// send another one.
type SupplementsParams struct {
	Organization                                   int64              `url:"organization,omitempty" param:"required"`
	Include                                        []string           `url:"include[],omitempty"`
	Description                                    string             `url:"description,omitempty"`
	OrderBy                                        string             `url:"orderBy,omitempty"`
	Date                                           types.Date         `url:"date,omitempty"`
	DateFrom                                       types.Date         `url:"dateFrom,omitempty"`
	DateTo                                         types.Date         `url:"dateTo,omitempty"`
	Token                                          types.Secret       `json:"-" url:"token,omitempty"`
	Included                                       *bool              `url:"included,omitempty"`
	Deferred                                       *bool              `url:"deferred,omitempty"`
	Required                                       *bool              `url:"required,omitempty"`
	Guest                                          *bool              `url:"guest,omitempty"`
	Normal                                         *bool              `url:"normal,omitempty"`
	Package                                        *bool              `url:"package,omitempty"`
	Seasonal                                       *bool              `url:"seasonal,omitempty"`
	Year                                           *bool              `url:"year,omitempty"`
	HasUnitOfMeasurementAdditionalGuest            *bool              `url:"hasUnitOfMeasurementAdditionalGuest,omitempty"`
	HasUnitOfMeasurementUtilityConsumption         *bool              `url:"hasUnitOfMeasurementUtilityConsumption,omitempty"`
	HasUnitOfMeasurementPreviousUtilityConsumption *bool              `url:"hasUnitOfMeasurementPreviousUtilityConsumption,omitempty"`
	HasUnitOfMeasurementDeposit                    *bool              `url:"hasUnitOfMeasurementDeposit,omitempty"`
	HasPreferredUnitForGuest                       *bool              `url:"hasPreferredUnitForGuest,omitempty"`
	HasCheckinTime                                 *bool              `url:"hasCheckinTime,omitempty"`
	HasCheckoutTime                                *bool              `url:"hasCheckoutTime,omitempty"`
	RelatedToCustomAccommodationUnitFeatures       *bool              `url:"relatedToCustomAccommodationUnitFeatures,omitempty"`
	RelatedToCustomPackageSpecifications           *bool              `url:"relatedToCustomPackageSpecifications,omitempty"`
	Settings                                       *bool              `url:"settings,omitempty"`
	Details                                        *bool              `url:"details,omitempty"`
	Archived                                       *bool              `url:"archived,omitempty"`
	Public                                         *bool              `url:"public,omitempty"`
	OwnerStatementSpecification                    int64              `url:"ownerStatementSpecification,omitempty"`
	Accommodation                                  int64              `url:"accommodation,omitempty"`
	AccommodationCategory                          int64              `url:"accommodationCategory,omitempty"`
	LocalityCategory                               int64              `url:"localityCategory,omitempty"`
	PackageSpecification                           int64              `url:"packageSpecification,omitempty"`
	Reservation                                    int64              `url:"reservation,omitempty"`
	Offset                                         int                `url:"offset,omitempty"`
	Limit                                          int                `url:"limit,omitempty"`
	Progress                                       func(ListProgress) `json:"-" url:"-"`
}

// All iterates over all supplements that p selects (operation 7).
func (s *SupplementsService) All(ctx context.Context, p SupplementsParams, opts ...CallOption) iter.Seq2[types.Supplement, error] {
	return pages(ctx, s.client, opSupplementsList, input{params: p}, pageParams[types.Supplement]{
		offset: p.Offset, limit: p.Limit, progress: p.Progress, id: func(s types.Supplement) int64 { return s.ID },
	}, opts)
}

// Page returns one page of supplements (operation 7).
func (s *SupplementsService) Page(ctx context.Context, p SupplementsParams, opts ...CallOption) ([]types.Supplement, error) {
	return list[types.Supplement](ctx, s.client, opSupplementsList, input{params: p}, opts)
}
