// SPDX-License-Identifier: MIT

package reservationstest

import (
	"math"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

func init() {
	serve("supplements.list", (*Server).supplements)
	addKind(NewSupplement)
}

func (s *Server) supplements(r checkedRequest[reservations.SupplementsParams, nothing]) (any, *errorResponse) {
	found := list(s, func(x types.Supplement, _ int64) bool { return accepts(r.params.Archived, !x.Archived.IsZero()) })
	return page(s, found, r.params.Offset, r.params.Limit, math.MaxInt), nil
}

// NewSupplement returns an active supplement at 12.50 a piece (operation 7).
func NewSupplement(id int64, changes ...func(*types.Supplement)) types.Supplement {
	return build(types.Supplement{
		ID: id, Description: "Bed linen", UnitPrice: types.MustDecimal("12.50"), TaxRate: types.Scalar{Text: "21", Quoted: true}, ValueAddedTaxIncluded: true,
		Public: true, Guest: true, Normal: true, Active: true, Locale: "en",
		AgeGroupSpecifications: []types.ResponseRef{}, PetSpecifications: []types.ResponseRef{},
	}, changes)
}
