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

func (r AccommodationUnit) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r AccommodationUnit) LogValue() slog.Value       { return logRecord(r) }

func (r AccommodationUnitContent) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r AccommodationUnitContent) LogValue() slog.Value       { return logRecord(r) }

func (r AccommodationUnitWifiConfiguration) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r AccommodationUnitWifiConfiguration) LogValue() slog.Value       { return logRecord(r) }

func (r AccommodationCategory) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r AccommodationCategory) LogValue() slog.Value       { return logRecord(r) }

func (r ReservationAdditionalGuest) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r ReservationAdditionalGuest) LogValue() slog.Value       { return logRecord(r) }

func (r ReservationAdditionalGuestUpdate) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r ReservationAdditionalGuestUpdate) LogValue() slog.Value       { return logRecord(r) }

func (r AgeGroupSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r AgeGroupSpecification) LogValue() slog.Value       { return logRecord(r) }

func (r CampingEquipmentSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r CampingEquipmentSpecification) LogValue() slog.Value       { return logRecord(r) }

func (r ReservationDiscountCode) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r ReservationDiscountCode) LogValue() slog.Value       { return logRecord(r) }

func (r DiscountCodeSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r DiscountCodeSpecification) LogValue() slog.Value       { return logRecord(r) }

func (r FacilityGroup) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r FacilityGroup) LogValue() slog.Value       { return logRecord(r) }

func (r FacilityGroupSection) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r FacilityGroupSection) LogValue() slog.Value       { return logRecord(r) }

func (r FacilitySpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r FacilitySpecification) LogValue() slog.Value       { return logRecord(r) }

func (r FacilitySpaceSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r FacilitySpaceSpecification) LogValue() slog.Value       { return logRecord(r) }

func (r FacilityFilterItem) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r FacilityFilterItem) LogValue() slog.Value       { return logRecord(r) }

func (r FacilityFilterSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r FacilityFilterSpecification) LogValue() slog.Value       { return logRecord(r) }

func (r GroupReservation) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r GroupReservation) LogValue() slog.Value       { return logRecord(r) }

func (r Guest) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r Guest) LogValue() slog.Value       { return logRecord(r) }

func (r GuestAttachment) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r GuestAttachment) LogValue() slog.Value       { return logRecord(r) }

func (r PresenceDay) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r PresenceDay) LogValue() slog.Value       { return logRecord(r) }

func (r PresenceItem) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r PresenceItem) LogValue() slog.Value       { return logRecord(r) }

func (r Ref) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r Ref) LogValue() slog.Value       { return logRecord(r) }

func (r RegistrationNumberEntry) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r RegistrationNumberEntry) LogValue() slog.Value       { return logRecord(r) }

func (r Reservation) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r Reservation) LogValue() slog.Value       { return logRecord(r) }

func (r ReservationCheckinCheckoutPolicy) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r ReservationCheckinCheckoutPolicy) LogValue() slog.Value       { return logRecord(r) }

func (r ReservationCheckinCheckoutDateTime) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r ReservationCheckinCheckoutDateTime) LogValue() slog.Value       { return logRecord(r) }

func (r AgeGroupLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r AgeGroupLine) LogValue() slog.Value       { return logRecord(r) }

func (r PetLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r PetLine) LogValue() slog.Value       { return logRecord(r) }

func (r PetSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r PetSpecification) LogValue() slog.Value       { return logRecord(r) }

func (r ReservationAttachment) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r ReservationAttachment) LogValue() slog.Value       { return logRecord(r) }

func (r CancellationInsuranceChargeLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r CancellationInsuranceChargeLine) LogValue() slog.Value       { return logRecord(r) }

func (r ReservationContext) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r ReservationContext) LogValue() slog.Value       { return logRecord(r) }

func (r ReservationPackageSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r ReservationPackageSpecification) LogValue() slog.Value       { return logRecord(r) }

func (r PackageSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r PackageSpecification) LogValue() slog.Value       { return logRecord(r) }

func (r ReservationUpdate) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r ReservationUpdate) LogValue() slog.Value       { return logRecord(r) }

func (r AgeGroupLineUpdate) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r AgeGroupLineUpdate) LogValue() slog.Value       { return logRecord(r) }

func (r PetLineUpdate) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r PetLineUpdate) LogValue() slog.Value       { return logRecord(r) }

func (r SupplementOrderLineUpdate) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r SupplementOrderLineUpdate) LogValue() slog.Value       { return logRecord(r) }

func (r ReservationGuestUpdate) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r ReservationGuestUpdate) LogValue() slog.Value       { return logRecord(r) }

func (r StaffMemberSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r StaffMemberSpecification) LogValue() slog.Value       { return logRecord(r) }

func (r StaffMemberOrganization) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r StaffMemberOrganization) LogValue() slog.Value       { return logRecord(r) }

func (r ReservationSummary) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r ReservationSummary) LogValue() slog.Value       { return logRecord(r) }

func (r SummaryAccommodation) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r SummaryAccommodation) LogValue() slog.Value       { return logRecord(r) }

func (r SummaryAccommodationCategory) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r SummaryAccommodationCategory) LogValue() slog.Value       { return logRecord(r) }

func (r SummaryAccommodationUnit) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r SummaryAccommodationUnit) LogValue() slog.Value       { return logRecord(r) }

func (r SummaryGroupReservation) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r SummaryGroupReservation) LogValue() slog.Value       { return logRecord(r) }

func (r GuestContact) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r GuestContact) LogValue() slog.Value       { return logRecord(r) }

func (r SummaryAgeGroupLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r SummaryAgeGroupLine) LogValue() slog.Value       { return logRecord(r) }

func (r SummaryOrderLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r SummaryOrderLine) LogValue() slog.Value       { return logRecord(r) }

func (r SummarySupplementOrderLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r SummarySupplementOrderLine) LogValue() slog.Value       { return logRecord(r) }

func (r SummaryCancellationInsuranceChargeLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r SummaryCancellationInsuranceChargeLine) LogValue() slog.Value       { return logRecord(r) }

func (r SummaryDepositOrderLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r SummaryDepositOrderLine) LogValue() slog.Value       { return logRecord(r) }

func (r SummaryPaymentChargeLine) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r SummaryPaymentChargeLine) LogValue() slog.Value       { return logRecord(r) }

func (r SummaryRegistrationNumberEntry) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r SummaryRegistrationNumberEntry) LogValue() slog.Value       { return logRecord(r) }

func (r Supplement) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r Supplement) LogValue() slog.Value       { return logRecord(r) }

func (r Task) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r Task) LogValue() slog.Value       { return logRecord(r) }

func (r TaskAttachment) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r TaskAttachment) LogValue() slog.Value       { return logRecord(r) }

func (r TaskCategory) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r TaskCategory) LogValue() slog.Value       { return logRecord(r) }

func (r TaskLocation) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r TaskLocation) LogValue() slog.Value       { return logRecord(r) }

func (r TaskChangeNote) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r TaskChangeNote) LogValue() slog.Value       { return logRecord(r) }

func (r TaskChecklist) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r TaskChecklist) LogValue() slog.Value       { return logRecord(r) }

func (r TaskProject) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r TaskProject) LogValue() slog.Value       { return logRecord(r) }

func (r TaxProfile) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r TaxProfile) LogValue() slog.Value       { return logRecord(r) }

func (r TaxProfileRate) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r TaxProfileRate) LogValue() slog.Value       { return logRecord(r) }

func (r TaxRateSpecification) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r TaxRateSpecification) LogValue() slog.Value       { return logRecord(r) }

func (r Transaction) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r Transaction) LogValue() slog.Value       { return logRecord(r) }

func (r UtilityMeterReport) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r UtilityMeterReport) LogValue() slog.Value       { return logRecord(r) }

func (r UtilityMeterReportCreate) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r UtilityMeterReportCreate) LogValue() slog.Value       { return logRecord(r) }

func (r VoIPCall) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r VoIPCall) LogValue() slog.Value       { return logRecord(r) }

func (r VoIPEvent) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r VoIPEvent) LogValue() slog.Value       { return logRecord(r) }

func (r Webhook) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r Webhook) LogValue() slog.Value       { return logRecord(r) }

func (r WebhookEvent) Format(f fmt.State, _ rune) { formatRecord(f, r) }
func (r WebhookEvent) LogValue() slog.Value       { return logRecord(r) }
