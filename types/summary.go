// SPDX-License-Identifier: MIT

package types

// ReservationSummary is a reservation in a list (operation 5). The service documents neither the form of its dates
// nor the currency of its money.
type ReservationSummary struct {
	ID                                    int64                                    `json:"id,omitempty"`
	Token                                 Secret                                   `json:"token,omitzero"` // for the Token in the parameters of some operations
	Number                                string                                   `json:"number,omitempty" print:"yes"`
	Name                                  string                                   `json:"name,omitempty"`
	Reference                             string                                   `json:"reference,omitempty"`
	Source                                ReservationSource                        `json:"source,omitempty"`
	Date                                  DateTime                                 `json:"date,omitzero"`
	DateFrom                              DateTime                                 `json:"dateFrom,omitzero"`
	DateTo                                DateTime                                 `json:"dateTo,omitzero"`
	NumOfDays                             *int                                     `json:"numOfDays,omitempty"`
	NumOfPersons                          *int                                     `json:"numOfPersons,omitempty"`
	Notes                                 string                                   `json:"notes,omitempty"`
	Checkin                               DateTime                                 `json:"checkin,omitzero"`
	Checkout                              DateTime                                 `json:"checkout,omitzero"`
	Locale                                string                                   `json:"locale,omitempty" print:"yes"`
	Created                               DateTime                                 `json:"created,omitzero"`
	Modified                              DateTime                                 `json:"modified,omitzero"`
	TotalPrice                            Number                                   `json:"totalPrice,omitzero"`
	Balance                               Number                                   `json:"balance,omitzero"`
	Advance                               Number                                   `json:"advance,omitzero"`
	OrderLinesTotal                       Number                                   `json:"orderLinesTotal,omitzero"`
	SupplementOrderLinesTotal             Number                                   `json:"supplementOrderLinesTotal,omitzero"`
	SupplementOrderLinesIncludedTotal     Number                                   `json:"supplementOrderLinesIncludedTotal,omitzero"`
	DepositOrderLinesTotal                Number                                   `json:"depositOrderLinesTotal,omitzero"`
	PaymentChargeLinesTotal               Number                                   `json:"paymentChargeLinesTotal,omitzero"`
	CancellationInsuranceChargeLinesTotal Number                                   `json:"cancellationInsuranceChargeLinesTotal,omitzero"`
	TaxTotal                              Number                                   `json:"taxTotal,omitzero"`
	PreferredUnitForGuest                 *bool                                    `json:"preferredUnitForGuest,omitempty"`
	Closed                                *bool                                    `json:"closed,omitempty"`
	Confirmed                             *bool                                    `json:"confirmed,omitempty"`
	Cancelled                             *bool                                    `json:"cancelled,omitempty"`
	Denied                                *bool                                    `json:"denied,omitempty"`
	Status                                ReservationStatus                        `json:"status,omitempty"`
	PaymentStatus                         PaymentStatus                            `json:"paymentStatus,omitempty"`
	Accommodation                         *SummaryAccommodation                    `json:"accommodation,omitempty"`
	AccommodationUnit                     *SummaryAccommodationUnit                `json:"accommodationUnit,omitempty"`
	GroupReservation                      *SummaryGroup                            `json:"groupReservation,omitempty"`
	Guest                                 *GuestContact                            `json:"guest,omitempty"`
	Guests                                []GuestContact                           `json:"guests,omitzero"`
	AgeGroupLines                         []SummaryAgeGroupLine                    `json:"ageGroupLines,omitzero"`
	OrderLines                            []SummaryOrderLine                       `json:"orderLines,omitzero"`
	SupplementOrderLines                  []SummarySupplementOrderLine             `json:"supplementOrderLines,omitzero"`
	CancellationInsuranceChargeLines      []SummaryCancellationInsuranceChargeLine `json:"cancellationInsuranceChargeLines,omitzero"`
	DepositOrderLines                     []SummaryDepositOrderLine                `json:"depositOrderLines,omitzero"`
	PaymentChargeLines                    []SummaryPaymentChargeLine               `json:"paymentChargeLines,omitzero"`
	RegistrationNumberEntries             []SummaryRegistrationNumberEntry         `json:"registrationNumberEntries,omitzero"`
	Extra                                 Extra                                    `json:"-"`
}

// SummaryAccommodation is the accommodation of a [ReservationSummary].
type SummaryAccommodation struct {
	ID       int64                         `json:"id,omitempty"`
	Title    string                        `json:"title,omitempty" print:"yes"`
	Locale   string                        `json:"locale,omitempty" print:"yes"`
	Category *SummaryAccommodationCategory `json:"category,omitempty"`
	Extra    Extra                         `json:"-"`
}

// SummaryAccommodationCategory is the category of a [SummaryAccommodation].
type SummaryAccommodationCategory struct {
	ID          int64  `json:"id,omitempty"`
	Title       string `json:"title,omitempty" print:"yes"`
	Description string `json:"description,omitempty"`
	Locale      string `json:"locale,omitempty" print:"yes"`
	Extra       Extra  `json:"-"`
}

// SummaryAccommodationUnit is the unit of a [ReservationSummary].
type SummaryAccommodationUnit struct {
	ID     int64  `json:"id,omitempty"`
	Number string `json:"number,omitempty" print:"yes"`
	Locale string `json:"locale,omitempty" print:"yes"`
	Extra  Extra  `json:"-"`
}

// SummaryGroup is the group that a [ReservationSummary] belongs to.
type SummaryGroup struct {
	ID    int64  `json:"id,omitempty"`
	Token Secret `json:"token,omitzero"` // the token of the group
	Extra Extra  `json:"-"`
}

// GuestContact is a guest of a [ReservationSummary].
type GuestContact struct {
	ID              int64      `json:"id,omitempty"`
	Email           string     `json:"email,omitempty"`
	FirstName       string     `json:"firstName,omitempty"`
	Surname         string     `json:"surname,omitempty"`
	SurnamePrefix   string     `json:"surnamePrefix,omitempty"`
	Salutation      Salutation `json:"salutation,omitempty" print:"no"`
	PhoneNumber     string     `json:"phoneNumber,omitempty"`
	PhoneNumberHome string     `json:"phoneNumberHome,omitempty"`
	PhoneNumberWork string     `json:"phoneNumberWork,omitempty"`
	Address         string     `json:"address,omitempty"`
	AddressNo       string     `json:"addressNo,omitempty"`
	PostalCode      string     `json:"postalCode,omitempty"`
	Locality        string     `json:"locality,omitempty"`
	Country         string     `json:"country,omitempty"` // a code or a name: not documented
	Locale          string     `json:"locale,omitempty" print:"yes"`
	BirthDate       Date       `json:"birthDate,omitzero" print:"no"`
	Membership      string     `json:"membership,omitempty"`
	IBAN            string     `json:"iban,omitempty"`
	IBANAccountName string     `json:"ibanAccountName,omitempty"`
	BIC             string     `json:"bic,omitempty"`
	Extra           Extra      `json:"-"`
}
