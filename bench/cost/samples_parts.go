// SPDX-License-Identifier: MIT

package cost

import (
	"strconv"
	"time"

	"github.com/shopspring/decimal"
)

func (s sample) accommodation() *accommodation {
	kind := s.random.IntN(12)
	return &accommodation{
		ID:     ptr(int64(300 + kind)),
		Title:  ptr("Comfort pitch type " + strconv.Itoa(kind)),
		Locale: ptr("nl"),
		Category: &category{
			ID:          ptr(int64(40 + kind/3)),
			Title:       ptr("Camping pitches"),
			Description: ptr("Spacious pitch with electricity, water and a drain."),
			Locale:      ptr("nl"),
		},
	}
}

func (s sample) unit() *accommodationUnit {
	number := s.random.IntN(400)
	return &accommodationUnit{ID: ptr(int64(5000 + number)), Number: ptr("A" + strconv.Itoa(number)), Locale: ptr("nl")}
}

func (s sample) group() *groupReservation {
	if s.random.IntN(8) > 0 {
		return nil
	}
	return &groupReservation{ID: s.id(2, 0), Token: ptr(s.word())}
}

func (s sample) contact(n int) guestContact {
	contact := guestContact{
		ID:          s.id(3, n),
		Email:       ptr("guest" + strconv.Itoa(10*s.number+n) + "@example.org"),
		FirstName:   s.one(firstNames...),
		Surname:     s.one(surnames...),
		Salutation:  s.one("male", "female", "family"),
		PhoneNumber: ptr("+316" + s.digits(8)),
		Address:     ptr("Keizersgracht"),
		AddressNo:   ptr(s.digits(3)),
		PostalCode:  ptr(s.digits(4) + " AB"),
		Locality:    s.one(localities...),
		Country:     s.one(countries...),
		Locale:      s.language(),
		BirthDate:   ptr(time.Date(1950+s.random.IntN(55), time.May, 1, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)),
	}
	if s.random.IntN(4) == 0 {
		contact.SurnamePrefix = ptr("van")
	}
	if s.random.IntN(3) == 0 {
		contact.IBAN, contact.IBANAccountName, contact.BIC = ptr("NL91ABNA0"+s.digits(9)), s.name(), ptr("ABNANL2A")
	}
	return contact
}

func (s sample) ageGroupLine(n int) ageGroupLine {
	return ageGroupLine{ID: s.id(4, n), Description: &ageGroups[n], Quantity: s.upTo(4), AgeGroupSpecification: &ref{ptr(int64(11 + n))}}
}

func (s sample) orderLine(n int, night, nights int64, start, end *time.Time) orderLine {
	base, tax := taxed(night*nights, 9)
	return orderLine{
		ID: s.id(5, n), Description: ptr("Stay, high season rate " + strconv.Itoa(n+1)), ValidFrom: start, ValidThrough: end,
		Quantity: ptr(int64(1)), NumOfDays: &nights, NumOfPersons: s.upTo(6), UnitPrice: cents(night),
		TaxRate: cents(900), TaxBaseAmount: base, TaxTotal: tax, TotalPricePerDay: cents(night), TotalPrice: cents(night * nights),
	}
}

func (s sample) supplementOrderLine(n int, nights int64) supplementOrderLine {
	price := 150 + s.random.Int64N(4000)
	base, tax := taxed(price*nights, 21)
	return supplementOrderLine{
		ID: s.id(6, n), Description: &extras[(s.number+n)%len(extras)],
		Quantity: s.upTo(3), NumOfDays: &nights, NumOfPersons: s.upTo(6), UnitPrice: cents(price), TotalPricePerDay: cents(price),
		TaxRate: cents(2100), TaxBaseAmount: base, TaxTotal: tax, TotalPrice: cents(price * nights),
		Required: ptr(n == 0), Included: ptr(false), Supplement: &ref{ptr(int64(800 + n))},
	}
}

func (s sample) insuranceLine(n int) chargeLine {
	base, tax := taxed(1995, 21)
	kinds := []string{"insurance", "policy-fee", "insurance-tax"}
	return chargeLine{
		ID: s.id(7, n), Type: &kinds[n], Amount: cents(1995), Percentage: cents(550),
		TaxRate: cents(2100), TaxBaseAmount: base, TaxTotal: tax, TotalPrice: cents(1995),
	}
}

func (s sample) depositLine(n int) chargeLine {
	return chargeLine{
		ID: s.id(8, n), Description: ptr("Deposit"),
		TaxRate: cents(0), TaxBaseAmount: cents(10000), TaxTotal: cents(0), TotalPrice: cents(10000),
	}
}

func (s sample) paymentLine(n int) chargeLine {
	return chargeLine{ID: s.id(9, n), TaxRate: cents(2100), TaxBaseAmount: cents(207), TaxTotal: cents(43), TotalPrice: cents(250)}
}

// taxed divides a total, in cents, into the amount without tax and the tax. rate is in per cent.
func taxed(total, rate int64) (base, tax *decimal.Decimal) {
	net := total * 100 / (100 + rate)
	return cents(net), cents(total - net)
}
