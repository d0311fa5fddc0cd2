// SPDX-License-Identifier: MIT

package reservations

import (
	"context"

	"github.com/reservationkit/reservations-go/types"
)

// AccommodationsService reads units, categories, facilities and camping equipment.
type AccommodationsService struct{ client *Client }

// UnitParams selects what is read of a unit (operation 4).
type UnitParams struct {
	// Include names parts to add to the response, such as "accommodations". What they
	// add is not documented; it is in the Extra field of the record.
	Include  []string `url:"include[],omitempty"`
	Settings *bool    `url:"settings,omitempty"` // sent as it is; what it does is not documented. nil is not sent
}

// Unit returns an accommodation unit (operation 4). It fails with [ErrNotFound] when
// no record has this id.
func (s *AccommodationsService) Unit(ctx context.Context, id int64, p UnitParams, opts ...CallOption) (*types.AccommodationUnit, error) {
	return get[types.AccommodationUnit](ctx, s.client, opUnit, input{id: id, params: p}, opts)
}

// CategoryParams selects the organization whose category is read (operation 14).
type CategoryParams struct {
	Organization int64 `url:"organization,omitempty" param:"required"` // 0 means the client's default
}

// Category returns an accommodation category (operation 14). The organization is
// required. It fails with [ErrNotFound] when no record has this id.
func (s *AccommodationsService) Category(ctx context.Context, id int64, p CategoryParams, opts ...CallOption) (*types.AccommodationCategory, error) {
	return get[types.AccommodationCategory](ctx, s.client, opCategory, input{id: id, params: p}, opts)
}

// FacilityGroups returns all facilities by group and section (operation 12).
func (s *AccommodationsService) FacilityGroups(ctx context.Context, opts ...CallOption) ([]types.FacilityGroup, error) {
	return list[types.FacilityGroup](ctx, s.client, opFacilityGroups, input{}, opts)
}

// FacilityFiltersParams selects the facilities to filter by (operation 20).
type FacilityFiltersParams struct {
	Organization     int64  `url:"organization,omitempty" param:"required"` // 0 means the client's default
	Category         int64  `url:"category,omitempty"`                      // this and the next three are ids; 0 is not sent
	LocalityCategory int64  `url:"localityCategory,omitempty"`
	Accommodation    int64  `url:"accommodation,omitempty"`
	Division         int64  `url:"division,omitempty"`
	Selection        string `url:"selection,omitempty"` // its values are not documented; "" is not sent
	Locale           string `url:"locale,omitempty"`    // a language code; "" is not sent
}

// FacilityFilters returns the facilities that accommodations can be filtered by, with the
// number of accommodations that have each (operation 20). The organization is required.
func (s *AccommodationsService) FacilityFilters(ctx context.Context, p FacilityFiltersParams, opts ...CallOption) ([]types.FacilityFilterItem, error) {
	return list[types.FacilityFilterItem](ctx, s.client, opFacilityFilters, input{params: p}, opts)
}

// CampingEquipmentParams selects camping equipment (operation 19).
type CampingEquipmentParams struct {
	Organization  int64 `url:"organization,omitempty" param:"required"` // 0 means the client's default
	Accommodation int64 `url:"accommodation,omitempty"`                 // id of an accommodation; 0 is not sent
	Archived      *bool `url:"archived,omitempty"`                      // nil is not sent
}

// CampingEquipment returns the camping equipment types and their maximum dimensions
// (operation 19). The organization is required.
func (s *AccommodationsService) CampingEquipment(
	ctx context.Context, p CampingEquipmentParams, opts ...CallOption,
) ([]types.CampingEquipmentSpecification, error) {
	return list[types.CampingEquipmentSpecification](ctx, s.client, opCampingEquipment, input{params: p}, opts)
}
