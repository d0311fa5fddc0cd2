// SPDX-License-Identifier: MIT

package reservationstest

import (
	"math"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

func init() {
	serve("supplements.list", (*Server).supplements)
	serve("transactions.update", (*Server).updateTransaction)
	serve("taxProfiles.get", readRecord[types.TaxProfile, nothing])
	hold(NewSupplement)
	hold(NewTransaction)
	hold(NewTaxProfile)
}

func (s *Server) supplements(r request[reservations.SupplementsParams, nothing]) (any, *failure) {
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

// There is no provider here, so updateTransaction sets a transaction to paid if it waits for one. Its reservation has
// then less to pay.
func (s *Server) updateTransaction(r request[nothing, nothing]) (any, *failure) {
	return change(s, r.ID, func(t *types.Transaction) {
		switch t.Status {
		case types.TransactionStatusOpen, types.TransactionStatusPending, types.TransactionStatusAuthorized:
			t.Status, t.Processed, t.Cancelable, t.Modified = types.TransactionStatusPaid, true, false, now()
			s.receive(*t)
		}
	})
}

// receive changes what is left to pay for the reservation of a transaction.
func (s *Server) receive(t types.Transaction) {
	if r, found := find[types.ReservationSummary](s, s.entryOf(t).reservation); found {
		paid := paidFor(r).Add(t.Amount.Decimal())
		pay(&r, paid)
		s.changeReservation(r.ID, map[string]any{"paid": cents(paid), "balance": r.Balance, "paymentStatus": r.PaymentStatus})
	}
}

// NewTransaction returns a payment of 100 that is open (operation 11).
func NewTransaction(id int64, changes ...func(*types.Transaction)) types.Transaction {
	return build(types.Transaction{
		ID: id, Type: types.TransactionTypePayment, Status: types.TransactionStatusOpen, Amount: types.NewDecimal(100),
		Cancelable: true, Created: at(1, 9),
	}, changes)
}

// NewTaxProfile returns a tax profile with one rate (operation 15).
func NewTaxProfile(id int64, changes ...func(*types.TaxProfile)) types.TaxProfile {
	return build(types.TaxProfile{
		ID: id, Name: "Lodging", Country: "NL", ReservationReferenceDate: "date-from", TaxProfileRates: []types.TaxProfileRate{{
			ID: id, ValidFrom: at(1, 0), TaxRateSpecification: types.TaxRateSpecification{DisplayName: "9%"},
		}},
	}, changes)
}
