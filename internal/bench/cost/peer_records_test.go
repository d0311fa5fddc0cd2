// SPDX-License-Identifier: MIT

package cost

import (
	"encoding/json"
	"time"

	"github.com/shopspring/decimal"
)

// The records as an integrator writes them for encoding/json: pointers, since every field can
// be missing, and exact decimals.

type ref struct {
	ID *int64 `json:"id"`
}

type accommodation struct {
	ID       *int64    `json:"id"`
	Title    *string   `json:"title"`
	Locale   *string   `json:"locale"`
	Category *category `json:"category"`
}

type category struct {
	ID          *int64  `json:"id"`
	Title       *string `json:"title"`
	Description *string `json:"description"`
	Locale      *string `json:"locale"`
}

type accommodationUnit struct {
	ID     *int64  `json:"id"`
	Number *string `json:"number"`
	Locale *string `json:"locale"`
}

type groupReservation struct {
	ID    *int64  `json:"id"`
	Token *string `json:"token"`
}

type guestContact struct {
	ID              *int64  `json:"id"`
	Email           *string `json:"email"`
	FirstName       *string `json:"firstName"`
	Surname         *string `json:"surname"`
	SurnamePrefix   *string `json:"surnamePrefix"`
	Salutation      *string `json:"salutation"`
	PhoneNumber     *string `json:"phoneNumber"`
	PhoneNumberHome *string `json:"phoneNumberHome"`
	PhoneNumberWork *string `json:"phoneNumberWork"`
	Address         *string `json:"address"`
	AddressNo       *string `json:"addressNo"`
	PostalCode      *string `json:"postalCode"`
	Locality        *string `json:"locality"`
	Country         *string `json:"country"`
	Locale          *string `json:"locale"`
	BirthDate       *string `json:"birthDate"`
	Membership      *string `json:"membership"`
	IBAN            *string `json:"iban,omitempty"`
	IBANAccountName *string `json:"ibanAccountName,omitempty"`
	BIC             *string `json:"bic,omitempty"`
}

type ageGroupLine struct {
	ID                    *int64  `json:"id"`
	Description           *string `json:"description"`
	Quantity              *int64  `json:"quantity"`
	AgeGroupSpecification *ref    `json:"ageGroupSpecification"`
}

type orderLine struct {
	ID               *int64           `json:"id"`
	Description      *string          `json:"description"`
	ValidFrom        *time.Time       `json:"validFrom"`
	ValidThrough     *time.Time       `json:"validThrough"`
	Quantity         *int64           `json:"quantity"`
	NumOfDays        *int64           `json:"numOfDays"`
	NumOfPersons     *int64           `json:"numOfPersons"`
	UnitPrice        *decimal.Decimal `json:"unitPrice"`
	TaxRate          *decimal.Decimal `json:"taxRate"`
	TaxBaseAmount    *decimal.Decimal `json:"taxBaseAmount"`
	TaxTotal         *decimal.Decimal `json:"taxTotal"`
	TotalPricePerDay *decimal.Decimal `json:"totalPricePerDay"`
	TotalPrice       *decimal.Decimal `json:"totalPrice"`
}

type supplementOrderLine struct {
	ID               *int64           `json:"id"`
	Description      *string          `json:"description"`
	Quantity         *int64           `json:"quantity"`
	NumOfDays        *int64           `json:"numOfDays"`
	NumOfPersons     *int64           `json:"numOfPersons"`
	UnitPrice        *decimal.Decimal `json:"unitPrice"`
	TotalPricePerDay *decimal.Decimal `json:"totalPricePerDay"`
	TaxRate          *decimal.Decimal `json:"taxRate"`
	TaxBaseAmount    *decimal.Decimal `json:"taxBaseAmount"`
	TaxTotal         *decimal.Decimal `json:"taxTotal"`
	TotalPrice       *decimal.Decimal `json:"totalPrice"`
	Required         *bool            `json:"required"`
	Included         *bool            `json:"included"`
	Supplement       *ref             `json:"supplement"`
}

// chargeLine is a line of any of the three kinds of charges.
type chargeLine struct {
	ID            *int64           `json:"id"`
	Type          *string          `json:"type,omitempty"`
	Description   *string          `json:"description,omitempty"`
	Amount        *decimal.Decimal `json:"amount,omitempty"`
	Percentage    *decimal.Decimal `json:"percentage,omitempty"`
	TaxRate       *decimal.Decimal `json:"taxRate"`
	TaxBaseAmount *decimal.Decimal `json:"taxBaseAmount"`
	TaxTotal      *decimal.Decimal `json:"taxTotal"`
	TotalPrice    *decimal.Decimal `json:"totalPrice"`
}

type registrationNumberEntry struct {
	ID           *int64     `json:"id"`
	Number       *string    `json:"number"`
	ValidFrom    *time.Time `json:"validFrom"`
	ValidThrough *time.Time `json:"validThrough"`
}

type summary struct {
	ID                        *int64                    `json:"id"`
	Token                     *string                   `json:"token"`
	Number                    *string                   `json:"number"`
	Name                      *string                   `json:"name"`
	Reference                 *string                   `json:"reference"`
	Date                      *time.Time                `json:"date"`
	DateFrom                  *time.Time                `json:"dateFrom"`
	DateTo                    *time.Time                `json:"dateTo"`
	Notes                     *string                   `json:"notes"`
	Checkin                   *time.Time                `json:"checkin"`
	Checkout                  *time.Time                `json:"checkout"`
	Locale                    *string                   `json:"locale"`
	Created                   *time.Time                `json:"created"`
	Modified                  *time.Time                `json:"modified"`
	Source                    *string                   `json:"source"`
	NumOfDays                 *int64                    `json:"numOfDays"`
	NumOfPersons              *int64                    `json:"numOfPersons"`
	TotalPrice                *decimal.Decimal          `json:"totalPrice"`
	Balance                   *decimal.Decimal          `json:"balance"`
	Advance                   *decimal.Decimal          `json:"advance"`
	OrderLinesTotal           *decimal.Decimal          `json:"orderLinesTotal"`
	SupplementLinesTotal      *decimal.Decimal          `json:"supplementOrderLinesTotal"`
	IncludedLinesTotal        *decimal.Decimal          `json:"supplementOrderLinesIncludedTotal"`
	DepositLinesTotal         *decimal.Decimal          `json:"depositOrderLinesTotal"`
	PaymentLinesTotal         *decimal.Decimal          `json:"paymentChargeLinesTotal"`
	InsuranceLinesTotal       *decimal.Decimal          `json:"cancellationInsuranceChargeLinesTotal"`
	TaxTotal                  *decimal.Decimal          `json:"taxTotal"`
	PreferredUnitForGuest     *bool                     `json:"preferredUnitForGuest"`
	Closed                    *bool                     `json:"closed"`
	Confirmed                 *bool                     `json:"confirmed"`
	Cancelled                 *bool                     `json:"cancelled"`
	Denied                    *bool                     `json:"denied"`
	Status                    *string                   `json:"status"`
	PaymentStatus             *string                   `json:"paymentStatus"`
	Accommodation             *accommodation            `json:"accommodation"`
	AccommodationUnit         *accommodationUnit        `json:"accommodationUnit"`
	GroupReservation          *groupReservation         `json:"groupReservation,omitempty"`
	Guest                     *guestContact             `json:"guest"`
	Guests                    []guestContact            `json:"guests"`
	AgeGroupLines             []ageGroupLine            `json:"ageGroupLines"`
	OrderLines                []orderLine               `json:"orderLines"`
	SupplementOrderLines      []supplementOrderLine     `json:"supplementOrderLines"`
	InsuranceLines            []chargeLine              `json:"cancellationInsuranceChargeLines"`
	DepositOrderLines         []chargeLine              `json:"depositOrderLines"`
	PaymentChargeLines        []chargeLine              `json:"paymentChargeLines"`
	RegistrationNumberEntries []registrationNumberEntry `json:"registrationNumberEntries"`
}

// date is a calendar date.
type date struct{ time.Time }

func (d *date) UnmarshalJSON(data []byte) (err error) {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	d.Time, err = time.Parse(time.DateOnly, text)
	return err
}

func (d date) MarshalJSON() ([]byte, error) { return json.Marshal(d.Format(time.DateOnly)) }

type presenceItem struct {
	ReservationID     *int64     `json:"reservationId"`
	ReservationNumber *string    `json:"reservationNumber"`
	ReservationName   *string    `json:"reservationName"`
	Accommodation     *string    `json:"reservationAccommodationTitle"`
	UnitNumber        *string    `json:"reservationAccommodationUnitNumber"`
	DateFrom          *date      `json:"reservationDateFrom"`
	DateTo            *date      `json:"reservationDateTo"`
	AgeGroup          *string    `json:"ageGroupSpecificationDescription"`
	NumOfPersons      *int64     `json:"numOfPersons"`
	GuestLocality     *string    `json:"guestLocality"`
	GuestCountry      *string    `json:"guestCountry"`
	GuestDocumentType *string    `json:"guestDocumentType"`
	Modified          *time.Time `json:"modified"`
}

type presenceDay struct {
	Date  *date          `json:"date"`
	Items []presenceItem `json:"items"`
}

type guest struct {
	guestContact

	UUID                            *string         `json:"uuid"`
	Type                            *string         `json:"type"`
	OrganizationName                *string         `json:"organizationName"`
	VATNumber                       *string         `json:"vatNumber"`
	DocumentType                    *string         `json:"documentType"`
	DocumentNumber                  *string         `json:"documentNumber"`
	Municipality                    *int64          `json:"municipality"`
	RegistrationNumbers             []string        `json:"registrationNumbers"`
	Roles                           []string        `json:"roles"`
	CustomFields                    json.RawMessage `json:"customFields"`
	Verified                        *bool           `json:"verified"`
	Returning                       *bool           `json:"returning"`
	SubscribedToNewsletter          *bool           `json:"subscribedToNewsletter"`
	SubscribedToInformativeMessages *bool           `json:"subscribedToInformativeMessages"`
	Created                         *time.Time      `json:"created"`
	Modified                        *time.Time      `json:"modified"`
	Attachments                     []attachment    `json:"attachments"`
	DisplayName                     *string         `json:"displayName"`
	Subscribed                      *bool           `json:"subscribed"`
}

type attachment struct {
	ID       *int64  `json:"id"`
	Name     *string `json:"name"`
	Filename *string `json:"filename"`
	URL      *string `json:"url"`
	Type     *string `json:"type"`
	Locale   *string `json:"locale"`
}
