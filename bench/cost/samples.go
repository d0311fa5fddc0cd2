// SPDX-License-Identifier: MIT

package cost

import (
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/shopspring/decimal"
)

// sample makes up one reservation, the same for the same number.
type sample struct {
	number int
	random *rand.Rand
}

func newSample(number int) sample {
	return sample{number, rand.New(rand.NewPCG(uint64(number), 8))}
}

func (s sample) summary() summary {
	created, from, nights := -s.random.IntN(200), s.random.IntN(120), 2+s.random.IntN(13)
	start, end := instant(from, 0, 0), instant(from+nights, 0, 0)
	night, extra := 4500+s.random.Int64N(15000), 1500+s.random.Int64N(9000) // in cents
	lodging := night * int64(nights)
	status := s.one("confirmed", "confirmed", "confirmed", "open", "option", "cancelled", "imported")
	r := summary{
		ID:                    ptr(firstID + int64(s.number)),
		Token:                 ptr(s.word() + s.word()),
		Number:                ptr("R2026" + strconv.Itoa(s.number)),
		Name:                  s.name(),
		Date:                  instant(created, 9, 30),
		DateFrom:              start,
		DateTo:                end,
		Notes:                 s.notes(),
		Checkin:               instant(from, 15, 0),
		Checkout:              instant(from+nights, 10, 0),
		Locale:                s.language(),
		Created:               instant(created, 9, 30),
		Modified:              instant(created, 10+s.random.IntN(90), s.random.IntN(60)),
		Source:                s.one("web", "office", "reception", "telephone", "tour-operator", "email", "kiosk"),
		NumOfDays:             ptr(int64(nights)),
		NumOfPersons:          s.upTo(6),
		PreferredUnitForGuest: ptr(s.random.IntN(5) == 0),
		Closed:                ptr(*status != "open"),
		Confirmed:             ptr(*status == "confirmed"),
		Cancelled:             ptr(*status == "cancelled"),
		Denied:                ptr(false),
		Status:                status,
		PaymentStatus:         s.one("payment-due", "payment-advance-received", "payment-partially-received", "payment-received"),
		Accommodation:         s.accommodation(),
		AccommodationUnit:     s.unit(),
		GroupReservation:      s.group(),
		Guest:                 ptr(s.contact(0)),
		Guests:                several(1+s.random.IntN(4), s.contact),
		AgeGroupLines:         several(1+s.random.IntN(3), s.ageGroupLine),
		OrderLines:            several(1+s.random.IntN(3), func(n int) orderLine { return s.orderLine(n, night, int64(nights), start, end) }),
		SupplementOrderLines:  several(2+s.random.IntN(5), func(n int) supplementOrderLine { return s.supplementOrderLine(n, int64(nights)) }),
		InsuranceLines:        several(s.random.IntN(2)*3, s.insuranceLine),
		DepositOrderLines:     several(1, s.depositLine),
		PaymentChargeLines:    several(s.random.IntN(2), s.paymentLine),
		RegistrationNumberEntries: several(s.random.IntN(3), func(n int) registrationNumberEntry {
			return registrationNumberEntry{ID: s.id(8, n), Number: ptr("AB-" + s.digits(3) + "-C"), ValidFrom: start, ValidThrough: end}
		}),
	}
	r.addTotals(lodging, extra)
	return r
}

// addTotals sets the totals. lodging and extra are in cents.
func (r *summary) addTotals(lodging, extra int64) {
	r.TotalPrice = cents(lodging + extra)
	r.Balance = cents((lodging + extra) / 2)
	r.Advance = cents((lodging + extra) * 3 / 10)
	r.OrderLinesTotal = cents(lodging)
	r.SupplementLinesTotal = cents(extra)
	r.IncludedLinesTotal = cents(0)
	r.DepositLinesTotal = cents(10000)
	r.PaymentLinesTotal = cents(250)
	r.InsuranceLinesTotal = cents(0)
	r.TaxTotal = cents((lodging + extra) * 9 / 109)
}

func (s sample) presenceItem(from, nights, group int) presenceItem {
	return presenceItem{
		ReservationID:     ptr(firstID + int64(s.number)),
		ReservationNumber: ptr("R2026" + strconv.Itoa(s.number)),
		ReservationName:   ptr(surnames[s.number%len(surnames)]),
		Accommodation:     ptr("Comfort pitch type " + strconv.Itoa(s.number%12)),
		UnitNumber:        ptr("A" + strconv.Itoa(s.number%400)),
		DateFrom:          &date{firstDay.AddDate(0, 0, from)},
		DateTo:            &date{firstDay.AddDate(0, 0, from+nights)},
		AgeGroup:          &ageGroups[group],
		NumOfPersons:      ptr(int64(1 + (s.number+group)%4)),
		GuestLocality:     &localities[s.number%len(localities)],
		GuestCountry:      &countries[s.number%len(countries)],
		GuestDocumentType: ptr("passport"),
		Modified:          instant(-s.number%90, 9, s.number%60),
	}
}

func (s sample) guest() guest {
	contact := s.contact(0)
	contact.BirthDate = ptr("1996-05-01T00:00:00+02:00") // an instant here, a day in a summary
	return guest{
		guestContact:        contact,
		UUID:                ptr("6f1c9f0a-6c1e-4a53-9d34-5b8f3f0c2b11"),
		Type:                ptr("person"),
		DocumentType:        ptr("passport"),
		DocumentNumber:      ptr("NX" + s.digits(7)),
		Municipality:        ptr(int64(363)),
		RegistrationNumbers: []string{"AB-123-C"},
		Roles:               []string{"guest"},
		CustomFields:        []byte(`{"loyalty":"gold","visits":3}`),
		Verified:            ptr(true),
		Returning:           ptr(true), SubscribedToNewsletter: ptr(false), SubscribedToInformativeMessages: ptr(true),
		Created:  instant(-90, 9, 0),
		Modified: instant(-30, 9, 0),
		Attachments: []attachment{{
			ID: ptr(int64(9)), Name: ptr("Passport"), Filename: ptr("passport.pdf"),
			URL: ptr("https://files.example.org/a/9"), Type: ptr("document"), Locale: ptr("nl"),
		}},
		DisplayName: s.name(),
		Subscribed:  ptr(false),
	}
}

var (
	firstNames = []string{"Anna", "Bram", "Chloë", "Daan", "Jürgen", "Lotte", "Noah", "Olivia"}
	surnames   = []string{"Bakker", "Dubois", "García", "Jansen", "Müller", "Rossi", "Schröder", "Visser"}
	localities = []string{"Amsterdam", "Antwerpen", "Düsseldorf", "Gent", "Köln", "Maastricht", "Utrecht"}
	countries  = []string{"NL", "DE", "BE", "FR"}
	ageGroups  = []string{"Adults", "Children 4-12", "Babies 0-3"}
	extras     = []string{"Bed linen", "Breakfast per person", "Dog", "Early check-in", "Electricity 10A", "Final cleaning", "Tourist tax"}
)

func ptr[T any](v T) *T { return &v }

// several returns n lines. With n = 0 it returns an empty list, not nil.
func several[T any](n int, line func(int) T) []T {
	lines := make([]T, n)
	for i := range lines {
		lines[i] = line(i)
	}
	return lines
}

func instant(day, hour, minute int) *time.Time {
	return ptr(time.Date(2026, time.July, 1+day, hour, minute, 0, 0, local))
}

func cents(n int64) *decimal.Decimal { return ptr(decimal.New(n, -2)) }

func (s sample) one(of ...string) *string { return &of[s.random.IntN(len(of))] }

func (s sample) upTo(most int64) *int64 { return ptr(1 + s.random.Int64N(most)) }

func (s sample) word() string { return strconv.FormatUint(s.random.Uint64(), 36) }

func (s sample) digits(n int) string { return strconv.Itoa(1e9 + s.random.IntN(1e9))[10-n:] }

func (s sample) language() *string { return s.one("nl", "de", "en", "fr") }

func (s sample) name() *string { return ptr(*s.one(firstNames...) + " " + *s.one(surnames...)) }

// id returns the id of the nth record of some kind of this reservation.
func (s sample) id(kind, n int) *int64 { return ptr(int64(kind*firstID + s.number*10 + n)) }

func (s sample) notes() *string {
	if s.random.IntN(3) > 0 {
		return nil
	}
	return ptr("Arrives late, please leave the key in the box.\nLikes a quiet place near the water, brings 2 dogs.")
}
