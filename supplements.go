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

	Description string `url:"description,omitempty"`
	OrderBy     string `url:"orderBy,omitempty"`
	// Date, DateFrom and DateTo are sent as days, 2026-11-20. The service does not document
	// their form; a Date made by ParseDate of a date-time is sent as that text.
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

	Offset int `url:"offset,omitempty"` // how many to leave out at the front
	// Limit is the size of a page. For a single page 0 is not sent, and the service
	// does not document what it does then. All takes 0 as 100.
	Limit int `url:"limit,omitempty"`
}

// All returns all supplements (operation 7). What follows holds for every method that
// returns a list as an iterator.
//
// A record that is in the list during the whole walk, and does not change its place, is
// yielded exactly once, or the walk ends with an error. For this, each page begins with
// the last record of the page before. Where that record is missing the list has changed,
// and the walk reads from up to two pages further back and goes on behind the records it
// knows. Records that are added, removed or moved during the walk are yielded or not; one
// that moves by more than about two pages can be yielded again. The guarantee needs ids:
// around a record whose id is 0 the pages do not overlap, and a change can go unnoticed.
//
// The list ends where nothing follows its last record, so a list that fits on one page
// takes up to three requests. Pages that do not fit together, an empty page in the middle
// of the list, an id that two different records share, and a service that keeps no order
// end the walk with an [IncompleteError], whose Reason tells the offset. A service that
// ignores offset and limit and always sends the whole list is read without an error.
//
// A page has Limit records, or 100 if it is 0. The service may serve fewer. If it refuses
// the first page with status 400, the walk asks once more, for 25 records a page. The
// first request is sent by the first step of the range. After a full page the next ones
// are read ahead, at most as many at a time as [WithMaxConcurrency] allows, and as many
// requests at most go past the end of the list. When the range ends, for whatever reason,
// no request is under way. The memory that a walk takes does not grow with the list.
//
// An error is yielded once, last, with a zero record; the records before it are good. To
// go on later, count the records and begin a new walk at Offset plus that count less one:
// its first record is the last one of the walk before. If it is another one, the list has
// changed meanwhile, and the new walk has to begin further back, at a record that is known.
//
// Every range over the iterator is a walk of its own, and several goroutines may range
// over it at the same time.
func (s *SupplementsService) All(ctx context.Context, p SupplementsParams, opts ...CallOption) iter.Seq2[types.Supplement, error] {
	return pages(ctx, s.client, opSupplements, p, p.Offset, p.Limit, opts, func(s types.Supplement) int64 { return s.ID })
}

// Page returns one page of supplements (operation 7). The organization is required.
//
// It is a read: it is repeated after passing failures.
func (s *SupplementsService) Page(ctx context.Context, p SupplementsParams, opts ...CallOption) ([]types.Supplement, error) {
	return list[types.Supplement](ctx, s.client, opSupplements, input{params: p}, opts)
}
