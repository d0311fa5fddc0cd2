// SPDX-License-Identifier: MIT

package reservationstest

import "github.com/reservationkit/reservations-go/types"

func init() {
	serve("taxProfiles.get", readRecord[types.TaxProfile, nothing])
	addKind(NewTaxProfile)
}

// NewTaxProfile returns a tax profile with one rate (operation 15).
func NewTaxProfile(id int64, changes ...func(*types.TaxProfile)) types.TaxProfile {
	return build(types.TaxProfile{
		ID: id, Name: "Lodging", Country: "NL", ReservationReferenceDate: "date-from", TaxProfileRates: []types.TaxProfileRate{{
			ID: id, ValidFrom: at(1, 0), TaxRateSpecification: types.TaxRateSpecification{DisplayName: "9%"},
		}},
	}, changes)
}
