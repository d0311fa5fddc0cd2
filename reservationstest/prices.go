// SPDX-License-Identifier: MIT

package reservationstest

import (
	"cmp"

	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go/types"
)

// nightly returns an order line with a price in cents for every night, which contains the tax.
func nightly(title string, price int64) types.SummaryOrderLine {
	unitPrice := types.NewNumber(decimal.New(price, -2))
	return types.SummaryOrderLine{Description: title, Quantity: types.NewNumber(1), NumOfDays: new(0), UnitPrice: unitPrice, TaxRate: types.Scalar{Text: "9"}}
}

// settle computes what follows from the dates, the age groups and the lines of a summary.
func settle(r *types.ReservationSummary, paid decimal.Decimal) {
	before, from, to := r.NumOfDays, r.DateFrom.DateAsWritten(), r.DateTo.DateAsWritten()
	isDated := !from.IsZero() && !to.IsZero()
	if isDated {
		r.NumOfDays = new(nights(from, to))
		r.Checkin, r.Checkout = types.NewDateTime(from.Midnight().Add(checkin)), types.NewDateTime(to.Midnight().Add(checkout))
	}
	countPersons(r)
	var orders, supplements, included, tax decimal.Decimal
	for i := range r.OrderLines {
		l := &r.OrderLines[i]
		l.ID = cmp.Or(l.ID, nth(r.ID, i))
		if days := l.NumOfDays; isDated && days != nil && (*days == 0 || before != nil && *days == *before) { // every night
			l.NumOfDays, l.ValidFrom, l.ValidThrough = r.NumOfDays, r.DateFrom, r.DateTo
		}
		if l.Quantity.Given() && l.UnitPrice.Given() {
			l.TotalPrice, l.TaxBaseAmount, l.TaxTotal = priced(l.Quantity, l.UnitPrice, l.NumOfDays, l.TaxRate)
			l.TotalPricePerDay, _, _ = priced(l.Quantity, l.UnitPrice, nil, l.TaxRate)
		}
		orders, tax = orders.Add(l.TotalPrice.Decimal()), tax.Add(l.TaxTotal.Decimal())
	}
	for i := range r.SupplementOrderLines {
		l := &r.SupplementOrderLines[i]
		l.ID = cmp.Or(l.ID, nth(r.ID, i))
		if l.Quantity.Given() && l.UnitPrice.Given() {
			l.TotalPrice, l.TaxBaseAmount, l.TaxTotal = priced(l.Quantity, l.UnitPrice, l.NumOfDays, l.TaxRate)
		}
		supplements, tax = supplements.Add(l.TotalPrice.Decimal()), tax.Add(l.TaxTotal.Decimal())
		if isTrue(l.Included) {
			included = included.Add(l.TotalPrice.Decimal())
		}
	}
	total := orders.Add(supplements)
	r.OrderLinesTotal, r.SupplementOrderLinesTotal, r.SupplementOrderLinesIncludedTotal = cents(orders), cents(supplements), cents(included)
	r.TotalPrice, r.TaxTotal, r.Advance = cents(total), cents(tax), cents(total.Mul(decimal.New(3, -1)))
	pay(r, paid)
}

// countPersons adds up the age groups, and completes what identifies each of them.
func countPersons(r *types.ReservationSummary) {
	r.NumOfPersons = new(0)
	for i := range r.AgeGroupLines {
		l := &r.AgeGroupLines[i]
		if id := cmp.Or(l.AgeGroupSpecification, &types.ResponseRef{}).ID; id != 0 || l.Description != "" {
			group := ageGroup(id, l.Description)
			l.AgeGroupSpecification, l.Description = &types.ResponseRef{ID: group.ID}, group.Description
		}
		*r.NumOfPersons += int(l.Quantity.Decimal().IntPart())
	}
}

func nights(from, to types.Date) int { return int(to.Midnight().Sub(from.Midnight()).Hours()) / 24 }

func cents(amount decimal.Decimal) types.Number { return types.NewNumber(amount.Round(2)) }

// priced returns the price of a line, once or for each of its days, and what of it is not tax and what is.
func priced(quantity, unitPrice types.Number, days *int, taxRate types.Scalar) (total, base, tax types.Number) {
	price, percent := quantity.Decimal().Mul(unitPrice.Decimal()), taxRate.Decimal().Decimal()
	if days != nil {
		price = price.Mul(decimal.New(int64(*days), 0))
	}
	price = price.Round(2)
	contained := price.Mul(percent).Div(percent.Add(decimal.New(100, 0))).Round(2)
	return cents(price), cents(price.Sub(contained)), cents(contained)
}

// pay sets the balance and the payment status of a summary.
func pay(r *types.ReservationSummary, paid decimal.Decimal) {
	left := r.TotalPrice.Decimal().Sub(paid)
	switch r.Balance = cents(left); {
	case left.IsNegative():
		r.PaymentStatus = types.PaymentStatusOverpaid
	case left.IsZero():
		r.PaymentStatus = types.PaymentStatusReceived
	case paid.IsZero():
		r.PaymentStatus = types.PaymentStatusDue
	case paid.LessThan(r.Advance.Decimal()):
		r.PaymentStatus = types.PaymentStatusPartiallyReceived
	default:
		r.PaymentStatus = types.PaymentStatusAdvanceReceived
	}
}

func paidFor(r types.ReservationSummary) decimal.Decimal {
	return r.TotalPrice.Decimal().Sub(r.Balance.Decimal())
}
