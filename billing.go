// SPDX-License-Identifier: MIT

package reservations

import (
	"context"
	"iter"

	"github.com/reservationkit/reservations-go/types"
)

// SupplementsService reads supplements: items that are charged in addition to the stay.
type SupplementsService struct{ client *Client }

// SupplementsParams selects supplements (operation 7). What each filter does is not
// documented beyond its name. Strings are sent as they are; nil, 0 and "" are not sent. The
// int64 fields are ids.
type SupplementsParams struct {
	Organization int64 `url:"organization,omitempty" param:"required"` // 0 means the client's default
	// Include names parts to add to the response, such as "translations". What they
	// add is not documented; it is in the Extra field of the records.
	Include []string `url:"include[],omitempty"`

	Description string `url:"description,omitempty"`
	OrderBy     string `url:"orderBy,omitempty"`
	// Date, DateFrom and DateTo are days, sent as 2026-11-20. The service does not document
	// their form. A Date that ParseDate has read from a date-time is sent as that text.
	Date     types.Date   `url:"date,omitempty"`
	DateFrom types.Date   `url:"dateFrom,omitempty"`
	DateTo   types.Date   `url:"dateTo,omitempty"`
	Token    types.Secret `json:"-" url:"token,omitempty"`

	Included                                       *bool `url:"included,omitempty"`
	Deferred                                       *bool `url:"deferred,omitempty"`
	Required                                       *bool `url:"required,omitempty"`
	Guest                                          *bool `url:"guest,omitempty"`
	Normal                                         *bool `url:"normal,omitempty"`
	Package                                        *bool `url:"package,omitempty"`
	Seasonal                                       *bool `url:"seasonal,omitempty"`
	Year                                           *bool `url:"year,omitempty"`
	HasUnitOfMeasurementAdditionalGuest            *bool `url:"hasUnitOfMeasurementAdditionalGuest,omitempty"`
	HasUnitOfMeasurementUtilityConsumption         *bool `url:"hasUnitOfMeasurementUtilityConsumption,omitempty"`
	HasUnitOfMeasurementPreviousUtilityConsumption *bool `url:"hasUnitOfMeasurementPreviousUtilityConsumption,omitempty"`
	HasUnitOfMeasurementDeposit                    *bool `url:"hasUnitOfMeasurementDeposit,omitempty"`
	HasPreferredUnitForGuest                       *bool `url:"hasPreferredUnitForGuest,omitempty"`
	HasCheckinTime                                 *bool `url:"hasCheckinTime,omitempty"`
	HasCheckoutTime                                *bool `url:"hasCheckoutTime,omitempty"`
	RelatedToCustomAccommodationUnitFeatures       *bool `url:"relatedToCustomAccommodationUnitFeatures,omitempty"`
	RelatedToCustomPackageSpecifications           *bool `url:"relatedToCustomPackageSpecifications,omitempty"`
	Settings                                       *bool `url:"settings,omitempty"`
	Details                                        *bool `url:"details,omitempty"`
	Archived                                       *bool `url:"archived,omitempty"`
	Public                                         *bool `url:"public,omitempty"`

	OwnerStatementSpecification int64 `url:"ownerStatementSpecification,omitempty"`
	Accommodation               int64 `url:"accommodation,omitempty"`
	AccommodationCategory       int64 `url:"accommodationCategory,omitempty"`
	LocalityCategory            int64 `url:"localityCategory,omitempty"`
	PackageSpecification        int64 `url:"packageSpecification,omitempty"`
	Reservation                 int64 `url:"reservation,omitempty"`

	Offset   int                `url:"offset,omitempty"` // number of records to skip at the beginning of the list
	Limit    int                `url:"limit,omitempty"`  // records on a page; 0 is 100 for All, and is not sent for Page
	Progress func(ListProgress) `json:"-" url:"-"`       // called by the iterator, if not nil; see [ListProgress]
}

// All returns an iterator over all supplements that p selects (operation 7); see "Lists" in the
// package documentation. The organization is required.
func (s *SupplementsService) All(ctx context.Context, p SupplementsParams, opts ...CallOption) iter.Seq2[types.Supplement, error] {
	return pages(ctx, s.client, opSupplements, p, pageParams{p.Offset, p.Limit, p.Progress}, opts, func(s types.Supplement) int64 { return s.ID })
}

// Page returns one page of supplements (operation 7). The organization is required.
func (s *SupplementsService) Page(ctx context.Context, p SupplementsParams, opts ...CallOption) ([]types.Supplement, error) {
	return list[types.Supplement](ctx, s.client, opSupplements, input{params: p}, opts)
}

// TaxProfilesService reads tax profiles.
type TaxProfilesService struct{ client *Client }

// Get returns a tax profile (operation 15). The API takes the id as a string, which is escaped,
// although the id of the record is a number. Get fails with [ErrNotFound] when no record has
// this id, and with a [ParamError] for "", "." and "..".
func (s *TaxProfilesService) Get(ctx context.Context, id string, opts ...CallOption) (*types.TaxProfile, error) {
	return get[types.TaxProfile](ctx, s.client, opTaxProfile, input{id: id}, opts)
}

// TransactionsService synchronizes payment transactions.
type TransactionsService struct{ client *Client }

// Update synchronizes the status of a transaction with the payment provider and returns the
// updated transaction (operation 11). It changes nothing else and sends no body. It fails with
// [ErrBadRequest] or [ErrNotFound] among others.
func (s *TransactionsService) Update(ctx context.Context, id int64, opts ...CallOption) (*types.Transaction, error) {
	return get[types.Transaction](ctx, s.client, opUpdateTransaction, input{id: id}, opts)
}
