// SPDX-License-Identifier: MIT

package reservationstest

import (
	"fmt"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// What include[] and settings add to a unit is not documented; here it is nothing.
func init() {
	serve("accommodations.unit", readRecord[types.AccommodationUnit, reservations.UnitParams])
	serve("accommodations.facilityGroups", readAll[types.FacilityGroup, nothing])
	serve("accommodations.category", readRecord[types.AccommodationCategory, reservations.CategoryParams])
	serve("accommodations.campingEquipment", (*Server).campingEquipment)
	serve("accommodations.facilityFilters", readAll[types.FacilityFilterItem, reservations.FacilityFiltersParams])
	addKind(NewUnit)
	addKind(NewFacilityGroup)
	addKind(NewCategory)
	addKind(NewCampingEquipment)
	addKind(NewFacilityFilter)
}

func (s *Server) campingEquipment(r checkedRequest[reservations.CampingEquipmentParams, nothing]) (any, *errorResponse) {
	return list(s, func(e types.CampingEquipmentSpecification, _ int64) bool {
		return accepts(r.params.Archived, !e.Archived.IsZero())
	}), nil
}

// NewUnit returns an accommodation unit (operation 4).
func NewUnit(id int64, changes ...func(*types.AccommodationUnit)) types.AccommodationUnit {
	return build(types.AccommodationUnit{
		ID: id, Number: fmt.Sprintf("C%d", id), Public: true, Active: true, Available: true, Locale: "en",
		Content:  types.AccommodationUnitContent{ID: id, Description: "Chalet by the lake", Locale: "en"},
		Features: []types.ResponseRef{},
	}, changes)
}

// NewCategory returns a category at the top of the tree (operation 14).
func NewCategory(id int64, changes ...func(*types.AccommodationCategory)) types.AccommodationCategory {
	return build(types.AccommodationCategory{ID: id, Name: "Chalets", DisplayName: "Chalets", Locale: "en"}, changes)
}

// NewCampingEquipment returns a kind of camping equipment (operation 19).
func NewCampingEquipment(id int64, changes ...func(*types.CampingEquipmentSpecification)) types.CampingEquipmentSpecification {
	caravan := types.CampingEquipmentSpecification{ID: id, Description: "Caravan", MaxLength: types.MustDecimal("7.5"), Locale: "en"}
	return build(caravan, changes)
}

// NewFacilityGroup returns a group with one facility (operation 12).
func NewFacilityGroup(id int64, changes ...func(*types.FacilityGroup)) types.FacilityGroup {
	pool := types.FacilitySpecification{ID: id, Type: "facility", Name: "Swimming pool", Locale: "en"}
	return build(types.FacilityGroup{ID: id, Type: "group", Name: "Outdoors", Locale: "en", FacilityGroupSections: []types.FacilityGroupSection{{
		ID: id, Type: "section", Name: "Water", Locale: "en",
		FacilitySpecifications: []types.FacilitySpecification{pool}, FacilitySpaceSpecifications: []types.FacilitySpaceSpecification{},
	}}}, changes)
}

// NewFacilityFilter returns a filter by one facility (operation 20).
func NewFacilityFilter(id int64, changes ...func(*types.FacilityFilterItem)) types.FacilityFilterItem {
	pool := types.FacilityFilterSpecification{ID: id, Type: "facility", Name: "Swimming pool", NumOfAccommodations: new(3)}
	return build(types.FacilityFilterItem{
		ID: id, Type: pool.Type, Name: pool.Name, FacilitySpecifications: types.OneOrMany[types.FacilityFilterSpecification]{pool},
	}, changes)
}
