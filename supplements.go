package reservations

import (
	"context"
	"iter"

	"github.com/reservationkit/reservations-go/types"
)

// SupplementsService reads supplements, the items that are charged besides the stay.
type SupplementsService struct{ client *Client }

// IncludeTranslations is the value of [SupplementsParams].Include that the service
// documents.
const IncludeTranslations = "translations"

// SupplementsParams selects supplements (operation 7). What each filter does is not
// documented beyond its name; texts are sent as they are, and what is nil, 0 or "" is
// not sent.
type SupplementsParams struct {
	Organization int64 `url:"organization,omitempty" param:"required"` // 0 means the client's default
	// Include names parts to add to the answer, such as [IncludeTranslations]. What
	// they add is not documented; read it with [WithResponseInto].
	Include []string `url:"include[],omitempty"`

	Description string       `url:"description,omitempty"`
	OrderBy     string       `url:"orderBy,omitempty"`
	Date        string       `url:"date,omitempty"`
	DateFrom    string       `url:"dateFrom,omitempty"`
	DateTo      string       `url:"dateTo,omitempty"`
	Token       types.Secret `json:"-" url:"token,omitempty"`

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

	Offset int `url:"offset,omitempty"` // how many to leave out at the front
	// Limit is the size of a page. For a single page 0 is not sent, and the service
	// does not document what it does then; the walk uses 25.
	Limit int `url:"limit,omitempty"`
}

// All returns all supplements (operation 7), page after page.
//
// Like every list that is paged by offset, it goes on by as many as the service sent,
// whatever was asked for, and ends at the first empty page. A page on which every
// record was seen before makes no progress: that ends it with an [IncompleteError]. The
// service fixes no order and no moment: a record added or removed meanwhile can show
// another record twice or not at all.
//
// Every range over it begins anew, and the first request is sent by its first step.
// An error is yielded once, last, with a zero record; whatever came before it is good.
func (s *SupplementsService) All(ctx context.Context, p SupplementsParams, opts ...CallOption) iter.Seq2[types.Supplement, error] {
	return walk(ctx, opSupplements, p.Offset, opts, func(ctx context.Context, offset int, opts []CallOption) ([]types.Supplement, error) {
		p.Offset, p.Limit = offset, or(p.Limit, pageSize)
		return s.Page(ctx, p, opts...)
	}, func(s types.Supplement) int64 { return s.ID })
}

// Page returns one page of supplements (operation 7). The organization is required.
//
// It is a read: it is repeated after passing failures.
func (s *SupplementsService) Page(ctx context.Context, p SupplementsParams, opts ...CallOption) ([]types.Supplement, error) {
	return list[types.Supplement](ctx, s.client, opSupplements, input{params: p}, opts)
}
