package types

import (
	"fmt"
	"log/slog"
)

// Every record and every body prints as [Redacted] says, by Format in package fmt and by
// LogValue in package log/slog. Each needs the methods itself: where a verb does not suit
// a value, package fmt prints the fields of structs behind pointers without their methods.
//
// Nothing can be done about a record in an unexported field of another struct, where
// package fmt calls no methods, and about the verbs that fmt handles itself, %p and %w,
// which go vet reports.

func formatRecord(f fmt.State, record any) { Redacted(record).Format(f, 'v') }
func logRecord(record any) slog.Value      { return slog.AnyValue(Redacted(record)) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r AccommodationUnit) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r AccommodationUnit) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r AccommodationUnitContent) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r AccommodationUnitContent) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r AccommodationUnitWifiConfiguration) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r AccommodationUnitWifiConfiguration) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r AccommodationCategory) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r AccommodationCategory) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r ReservationAdditionalGuest) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r ReservationAdditionalGuest) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r ReservationAdditionalGuestUpdate) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r ReservationAdditionalGuestUpdate) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r AgeGroupSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r AgeGroupSpecification) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r CampingEquipmentSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r CampingEquipmentSpecification) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r ReservationDiscountCode) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r ReservationDiscountCode) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r DiscountCodeSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r DiscountCodeSpecification) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r FacilityGroup) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r FacilityGroup) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r FacilityGroupSection) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r FacilityGroupSection) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r FacilitySpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r FacilitySpecification) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r FacilitySpaceSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r FacilitySpaceSpecification) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r FacilityFilterItem) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r FacilityFilterItem) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r FacilityFilterSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r FacilityFilterSpecification) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r GroupReservation) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r GroupReservation) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r Guest) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r Guest) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r GuestAttachment) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r GuestAttachment) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r PresenceDay) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r PresenceDay) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r PresenceItem) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r PresenceItem) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r Ref) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r Ref) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r RegistrationNumberEntry) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r RegistrationNumberEntry) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r Reservation) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r Reservation) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r ReservationCheckinCheckoutPolicy) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r ReservationCheckinCheckoutPolicy) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r ReservationCheckinCheckoutDateTime) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r ReservationCheckinCheckoutDateTime) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r AgeGroupLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r AgeGroupLine) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r PetLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r PetLine) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r PetSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r PetSpecification) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r ReservationAttachment) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r ReservationAttachment) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r CancellationInsuranceChargeLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r CancellationInsuranceChargeLine) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r ReservationContext) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r ReservationContext) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r ReservationPackageSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r ReservationPackageSpecification) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r PackageSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r PackageSpecification) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r ReservationUpdate) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r ReservationUpdate) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r AgeGroupLineUpdate) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r AgeGroupLineUpdate) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r PetLineUpdate) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r PetLineUpdate) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r SupplementOrderLineUpdate) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r SupplementOrderLineUpdate) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r ReservationGuestUpdate) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r ReservationGuestUpdate) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r StaffMemberSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r StaffMemberSpecification) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r StaffMemberOrganization) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r StaffMemberOrganization) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r ReservationSummary) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r ReservationSummary) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r SummaryAccommodation) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r SummaryAccommodation) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r SummaryAccommodationCategory) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r SummaryAccommodationCategory) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r SummaryAccommodationUnit) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r SummaryAccommodationUnit) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r SummaryGroupReservation) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r SummaryGroupReservation) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r GuestContact) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r GuestContact) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r SummaryAgeGroupLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r SummaryAgeGroupLine) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r SummaryOrderLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r SummaryOrderLine) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r SummarySupplementOrderLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r SummarySupplementOrderLine) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r SummaryCancellationInsuranceChargeLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r SummaryCancellationInsuranceChargeLine) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r SummaryDepositOrderLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r SummaryDepositOrderLine) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r SummaryPaymentChargeLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r SummaryPaymentChargeLine) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r SummaryRegistrationNumberEntry) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r SummaryRegistrationNumberEntry) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r Supplement) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r Supplement) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r Task) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r Task) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r TaskAttachment) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r TaskAttachment) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r TaskCategory) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r TaskCategory) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r TaskLocation) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r TaskLocation) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r TaskChangeNote) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r TaskChangeNote) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r TaskChecklist) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r TaskChecklist) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r TaskProject) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r TaskProject) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r TaxProfile) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r TaxProfile) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r TaxProfileRate) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r TaxProfileRate) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r TaxRateSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r TaxRateSpecification) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r Transaction) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r Transaction) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r UtilityMeterReport) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r UtilityMeterReport) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r UtilityMeterReportCreate) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r UtilityMeterReportCreate) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r VoIPCall) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r VoIPCall) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r VoIPEvent) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r VoIPEvent) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r Webhook) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r Webhook) LogValue() slog.Value { return logRecord(r) }

// Format prints the record without personal data and secrets, whatever the verb.
func (r WebhookEvent) Format(f fmt.State, _ rune) { formatRecord(f, r) }

// LogValue logs the record without personal data and secrets.
func (r WebhookEvent) LogValue() slog.Value { return logRecord(r) }
