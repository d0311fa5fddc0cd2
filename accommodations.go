// SPDX-License-Identifier: MIT

package reservations

import (
	"context"

	"github.com/reservationkit/reservations-go/types"
)

// AccommodationsService reads units, categories, facilities and equipment.
type AccommodationsService service

// UnitParams selects what is read of a unit (operation 4).
type UnitParams struct {
	Include  []string `url:"include[],omitempty"` // parts to add to the Extra of the record, such as "accommodations"
	Settings *bool    `url:"settings,omitempty"`
}

// Unit returns an accommodation unit (operation 4).
func (s *AccommodationsService) Unit(ctx context.Context, id int64, p UnitParams, opts ...CallOption) (*types.AccommodationUnit, error) {
	return one[types.AccommodationUnit](ctx, s.client, opAccommodationsUnit, input{id: id, params: p}, opts)
}

// CategoryParams selects whose category is read (operation 14).
type CategoryParams struct {
	Organization int64 `url:"organization,omitempty" param:"required"`
}

// Category returns an accommodation category (operation 14).
func (s *AccommodationsService) Category(ctx context.Context, id int64, p CategoryParams, opts ...CallOption) (*types.AccommodationCategory, error) {
	return one[types.AccommodationCategory](ctx, s.client, opAccommodationsCategory, input{id: id, params: p}, opts)
}

// FacilityGroups returns all facilities by group and section (operation 12).
func (s *AccommodationsService) FacilityGroups(ctx context.Context, opts ...CallOption) ([]types.FacilityGroup, error) {
	return list[types.FacilityGroup](ctx, s.client, opAccommodationsFacilityGroups, input{}, opts)
}

// FacilityFiltersParams selects the facilities to filter by (operation 20).
type FacilityFiltersParams struct {
	Organization     int64  `url:"organization,omitempty" param:"required"`
	Category         int64  `url:"category,omitempty"`
	LocalityCategory int64  `url:"localityCategory,omitempty"`
	Accommodation    int64  `url:"accommodation,omitempty"`
	Division         int64  `url:"division,omitempty"`
	Selection        string `url:"selection,omitempty"` // its values are not documented
	Locale           string `url:"locale,omitempty"`    // a language code
}

// FacilityFilters returns the facilities that accommodations can be filtered by, with the number of accommodations
// that have each (operation 20).
func (s *AccommodationsService) FacilityFilters(ctx context.Context, p FacilityFiltersParams, opts ...CallOption) ([]types.FacilityFilterItem, error) {
	return list[types.FacilityFilterItem](ctx, s.client, opAccommodationsFacilityFilters, input{params: p}, opts)
}

// CampingEquipmentParams selects camping equipment (operation 19).
type CampingEquipmentParams struct {
	Organization  int64 `url:"organization,omitempty" param:"required"`
	Accommodation int64 `url:"accommodation,omitempty"`
	Archived      *bool `url:"archived,omitempty"`
}

// CampingEquipment returns the kinds of camping equipment (operation 19).
func (s *AccommodationsService) CampingEquipment(ctx context.Context, p CampingEquipmentParams,
	opts ...CallOption) ([]types.CampingEquipmentSpecification, error) {
	return list[types.CampingEquipmentSpecification](ctx, s.client, opAccommodationsCampingEquipment, input{params: p}, opts)
}
