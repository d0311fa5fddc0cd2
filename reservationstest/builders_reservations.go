package reservationstest

import (
	"fmt"

	"github.com/reservationkit/reservations-go/types"
)

// Token returns the token of the reservation that [NewReservation], [NewSummary] or
// [NewGroupReservation] makes with this ID.
func Token(reservation int64) types.Secret {
	return types.NewSecret(fmt.Sprintf("token-%d", reservation))
}

func number(reservation int64) string { return fmt.Sprintf("R%06d", reservation) }

// NewReservation returns a confirmed reservation of two persons for the week from 20
// November 2026, with the token that [Token] returns (operation 3). [NewSummary] with the
// same ID is the same reservation in the list of summaries. Neither is in the night
// register, which is computed from bookings; see [WithBookings].
func NewReservation(id int64, changes ...func(*types.Reservation)) types.Reservation {
	return build(types.Reservation{
		ID:                      id,
		Token:                   Token(id),
		Name:                    "de Vries",
		Number:                  number(id),
		Status:                  types.ReservationStatusConfirmed,
		PaymentStatus:           types.PaymentStatusDue,
		Date:                    at(1, 9),
		ReferenceDate:           at(1, 9),
		Locale:                  "en",
		AccommodationTitle:      "Chalet for six",
		AccommodationUnitNumber: "C1",
		DateFrom:                at(20, 0),
		DateTo:                  at(27, 0),
		NumOfDays:               types.Ptr(7),
		NumOfPersons:            2,
		TotalPrice:              types.NewDecimal(700),
		Balance:                 types.NewDecimal(700),
		Confirmed:               true,
		Cancelable:              true,
		CheckinCheckoutPolicy: &types.ReservationCheckinCheckoutPolicy{
			ID:       id,
			Checkin:  types.ReservationCheckinCheckoutDateTime{Datetime: at(20, 14)},
			Checkout: types.ReservationCheckinCheckoutDateTime{Datetime: at(27, 9)},
		},
		AgeGroupLines: []types.AgeGroupLine{{
			ID:                    id,
			Description:           "Adults",
			Quantity:              types.NewNumber(2),
			AgeGroupSpecification: types.Ptr(NewAgeGroup(1)),
		}},
	}, changes)
}

// NewSummary returns the summary of the reservation that [NewReservation] makes with this
// ID (operation 5).
func NewSummary(id int64, changes ...func(*types.ReservationSummary)) types.ReservationSummary {
	return build(types.ReservationSummary{
		ID:                id,
		Token:             Token(id),
		Number:            number(id),
		Name:              "de Vries",
		Source:            types.ReservationSourceWeb,
		Date:              at(1, 9),
		DateFrom:          types.NewDate(2026, 11, 20).DateTime(),
		DateTo:            types.NewDate(2026, 11, 27).DateTime(),
		NumOfDays:         types.Ptr(7),
		NumOfPersons:      types.Ptr(2),
		Locale:            "en",
		Created:           at(1, 9),
		Modified:          at(1, 9),
		TotalPrice:        types.NewNumber(700),
		Balance:           types.NewNumber(700),
		Closed:            types.Ptr(false),
		Confirmed:         types.Ptr(true),
		Cancelled:         types.Ptr(false),
		Denied:            types.Ptr(false),
		Status:            types.ReservationStatusConfirmed,
		PaymentStatus:     types.PaymentStatusDue,
		Accommodation:     &types.SummaryAccommodation{ID: 1, Title: "Chalet for six", Locale: "en"},
		AccommodationUnit: &types.SummaryAccommodationUnit{ID: 1, Number: "C1", Locale: "en"},
		Guest:             &types.GuestContact{ID: id, Email: "anna@example.com", FirstName: "Anna", Surname: "de Vries", Locale: "en"},
		AgeGroupLines: []types.SummaryAgeGroupLine{{
			ID:                    id,
			Description:           "Adults",
			Quantity:              types.NewNumber(2),
			AgeGroupSpecification: &types.Ref{ID: 1},
		}},
	}, changes)
}

// NewAgeGroup returns the age group of the adults.
func NewAgeGroup(id int64, changes ...func(*types.AgeGroupSpecification)) types.AgeGroupSpecification {
	return build(types.AgeGroupSpecification{ID: id, Type: "adult", Description: "Adults", Locale: "en"}, changes)
}

// NewAdditionalGuest returns an adult in addition to the guest who booked (operations 1 and
// 2). Put it with [OfReservation].
func NewAdditionalGuest(id int64, changes ...func(*types.ReservationAdditionalGuest)) types.ReservationAdditionalGuest {
	return build(types.ReservationAdditionalGuest{
		ID:                               id,
		FirstName:                        "Bram",
		Surname:                          "Visser",
		Name:                             "Bram Visser",
		DateFrom:                         at(20, 0),
		DateTo:                           at(27, 0),
		Created:                          at(1, 9),
		AgeGroupSpecification:            types.Ptr(NewAgeGroup(1)),
		AgeGroupSpecificationDescription: "Adults",
	}, changes)
}

// NewGroupReservation returns a sub reservation of a group (operation 13). Put it with
// [OfReservation] and the ID of the group.
func NewGroupReservation(id int64, changes ...func(*types.GroupReservation)) types.GroupReservation {
	return build(types.GroupReservation{
		ID:                      id,
		Token:                   Token(id),
		Number:                  number(id),
		Name:                    "de Vries",
		DateFrom:                types.NewDate(2026, 11, 20).DateTime(),
		DateTo:                  types.NewDate(2026, 11, 27).DateTime(),
		AccommodationTitle:      "Chalet for six",
		AccommodationUnitNumber: "C1",
		NumOfPersons:            types.Ptr(2),
	}, changes)
}

// NewDiscountCode returns a discount code of a reservation (operation 16). Put it with
// [OfReservation].
func NewDiscountCode(id int64, changes ...func(*types.ReservationDiscountCode)) types.ReservationDiscountCode {
	return build(types.ReservationDiscountCode{
		ID:                        id,
		DiscountCodeSpecification: types.DiscountCodeSpecification{ID: id, Code: "AUTUMN", OneTimeUse: true, Created: at(1, 9)},
	}, changes)
}

// NewRegistrationNumberEntry returns an approved registration number (operation 17). Put
// it with [OfReservation] for the filter by reservation to find it.
func NewRegistrationNumberEntry(id int64, changes ...func(*types.RegistrationNumberEntry)) types.RegistrationNumberEntry {
	return build(types.RegistrationNumberEntry{
		ID:                     id,
		Number:                 fmt.Sprintf("AB-%03d-C", id),
		ValidDuringReservation: true,
		Approved:               true,
	}, changes)
}

// NewGuest returns a guest (operation 8).
func NewGuest(id int64, changes ...func(*types.Guest)) types.Guest {
	return build(types.Guest{
		ID:          id,
		UUID:        fmt.Sprintf("00000000-0000-4000-8000-%012d", id),
		Email:       "anna@example.com",
		FirstName:   "Anna",
		Surname:     "de Vries",
		DisplayName: "Anna de Vries",
		Locality:    "Utrecht",
		Country:     "NL",
		Locale:      "en",
		Created:     at(1, 9),
		Attachments: []types.GuestAttachment{},
	}, changes)
}
