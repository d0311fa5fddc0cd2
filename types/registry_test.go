package types_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// record is what the API says about one record of its answers. It is written down here a
// second time, away from the struct tags, so that neither can drift alone.
type record struct {
	typ      reflect.Type
	sample   string            // the file in testdata with every field set; "" when another record nests it
	required string            // the keys that the API marks as required
	defaults map[string]string // key to default, as JSON
}

var records = []record{
	{typ: reflect.TypeFor[types.AgeGroupSpecification](), required: "id type description excludedFromMaxNumOfPersons required relatedToCustomAccommodations locale"},
	{typ: reflect.TypeFor[types.ReservationAdditionalGuest](), sample: "additional_guest", required: "id dateFrom dateTo created ageGroupSpecificationDescription name"},
	{
		typ: reflect.TypeFor[types.Reservation](), sample: "reservation",
		required: "id date referenceDate hasCustomCheckinCheckoutTime numOfPersonsWithCheckin numOfPersonsWithCheckout numOfAdditionalGuestsWithCheckin numOfAdditionalGuestsWithCheckout closed confirmed cancelable cancelled denied refunded reincarnatable session optionExpired excludeExpiredPaymentsListing preferredUnitForGuest package seasonal year",
		defaults: map[string]string{"numOfPersons": "0", "numOfPets": "0", "numOfAdditionalGuests": "0"},
	},
	{typ: reflect.TypeFor[types.ReservationCheckinCheckoutPolicy](), required: "id checkin checkout"},
	{typ: reflect.TypeFor[types.ReservationCheckinCheckoutDateTime](), required: "datetime", defaults: map[string]string{"extended": "false", "hasCustomTime": "false"}},
	{typ: reflect.TypeFor[types.AgeGroupLine]()},
	{typ: reflect.TypeFor[types.PetLine]()},
	{typ: reflect.TypeFor[types.PetSpecification]()},
	{typ: reflect.TypeFor[types.ReservationAttachment]()},
	{typ: reflect.TypeFor[types.CancellationInsuranceChargeLine]()},
	{typ: reflect.TypeFor[types.ReservationContext]()},
	{typ: reflect.TypeFor[types.ReservationPackageSpecification]()},
	{typ: reflect.TypeFor[types.PackageSpecification]()},
	{typ: reflect.TypeFor[types.ReservationSummary](), sample: "summary"},
	{typ: reflect.TypeFor[types.SummaryAccommodation]()},
	{typ: reflect.TypeFor[types.SummaryAccommodationCategory]()},
	{typ: reflect.TypeFor[types.SummaryAccommodationUnit]()},
	{typ: reflect.TypeFor[types.SummaryGroupReservation]()},
	{typ: reflect.TypeFor[types.GuestContact]()},
	{typ: reflect.TypeFor[types.SummaryAgeGroupLine]()},
	{typ: reflect.TypeFor[types.SummaryOrderLine]()},
	{typ: reflect.TypeFor[types.SummarySupplementOrderLine]()},
	{typ: reflect.TypeFor[types.SummaryCancellationInsuranceChargeLine]()},
	{typ: reflect.TypeFor[types.SummaryDepositOrderLine]()},
	{typ: reflect.TypeFor[types.SummaryPaymentChargeLine]()},
	{typ: reflect.TypeFor[types.SummaryRegistrationNumberEntry]()},
	{typ: reflect.TypeFor[types.GroupReservation](), sample: "group_reservation"},
	{
		typ: reflect.TypeFor[types.Guest](), sample: "guest", required: "id uuid locale created attachments displayName subscribed",
		defaults: map[string]string{"verified": "false", "returning": "false", "subscribedToNewsletter": "false", "subscribedToInformativeMessages": "false"},
	},
	{typ: reflect.TypeFor[types.GuestAttachment](), required: "id type locale"},
	{
		typ: reflect.TypeFor[types.AccommodationUnit](), sample: "accommodation_unit", required: "id number locale content features",
		defaults: map[string]string{"public": "true", "active": "true", "availabilityEnabled": "false", "available": "true"},
	},
	{typ: reflect.TypeFor[types.AccommodationUnitContent](), required: "id locale"},
	{typ: reflect.TypeFor[types.AccommodationUnitWifiConfiguration](), required: "id securityProtocol ssid accommodationUnits"},
	{typ: reflect.TypeFor[types.AccommodationCategory](), sample: "accommodation_category", required: "id name locale displayName"},
	{
		typ: reflect.TypeFor[types.Supplement](), sample: "supplement",
		required: "id hasUnitOfMeasurementDay hasUnitOfMeasurementPerson hasUnitOfMeasurementPet hasUnitOfMeasurementAdditionalGuest hasUnitOfMeasurementUtilityConsumption hasUnitOfMeasurementPreviousUtilityConsumption hasUnitOfMeasurementPercentageOfOrderLinesTotal hasUnitOfMeasurementDeposit hasPreferredUnitForGuest hasAnnualSettlementSpecification hasCheckinTime hasCheckoutTime valueAddedTaxIncluded showOnUtilityMeterReport required public included guest normal package seasonal year cancellationInsurance relatedToCustomAccommodations relatedToCustomAccommodationUnitFeatures relatedToCustomPackageSpecifications relatedToCustomAgeGroupSpecifications relatedToCustomPetSpecifications active orderLinesTotalIncludesTax locale ageGroupSpecifications petSpecifications",
		defaults: map[string]string{"utilityConsumptionIncludedQuantityNumOfDaysFactor": "false", "enabledForCancelledReservations": "false", "inheritQuantityFromSupplementOf": "false"},
	},
	{typ: reflect.TypeFor[types.Transaction](), sample: "transaction", required: "id processed cancelable refundable removable"},
	{
		typ: reflect.TypeFor[types.Task](), sample: "task",
		required: "id originalDueDate dueDate taskAttachments taskCategories taskChangeNotes taskChecklist staffMemberSpecifications created",
		defaults: map[string]string{
			"done": "false", "automatic": "false", "hasNextReservation": "false", "stale": "false", "hasCustomDueDate": "false",
			"hasCustomDueTime": "false", "dueTime": `"00:00:00"`, "priority": "200", "status": `"open"`,
		},
	},
	{typ: reflect.TypeFor[types.TaskAttachment](), required: "id"},
	{typ: reflect.TypeFor[types.TaskCategory](), required: "id description"},
	{typ: reflect.TypeFor[types.TaskLocation](), required: "id description"},
	{typ: reflect.TypeFor[types.TaskChangeNote](), required: "id createdBy"},
	{typ: reflect.TypeFor[types.TaskChecklist](), required: "id description"},
	{typ: reflect.TypeFor[types.TaskProject](), required: "id"},
	{
		typ: reflect.TypeFor[types.StaffMemberSpecification](), sample: "staff_member", required: "id name email created",
		defaults: map[string]string{"confirmedPushNotification": "false", "allowedToChangeTasks": "false"},
	},
	{typ: reflect.TypeFor[types.StaffMemberOrganization](), required: "id name"},
	{typ: reflect.TypeFor[types.FacilityGroup](), sample: "facility_group", required: "id type name locale facilityGroupSections"},
	{typ: reflect.TypeFor[types.FacilityGroupSection](), required: "id type name locale facilitySpecifications facilitySpaceSpecifications"},
	{typ: reflect.TypeFor[types.FacilitySpecification](), required: "id type name locale"},
	{typ: reflect.TypeFor[types.FacilitySpaceSpecification](), required: "id type name locale facilitySpaceEquipmentSpecifications"},
	{typ: reflect.TypeFor[types.FacilityFilterItem](), sample: "facility_filter"},
	{typ: reflect.TypeFor[types.FacilityFilterSpecification]()},
	{
		typ: reflect.TypeFor[types.TaxProfile](), sample: "tax_profile", required: "id name taxProfileRates",
		defaults: map[string]string{"default": "false", "reservationReferenceDate": `"date-from"`},
	},
	{typ: reflect.TypeFor[types.TaxProfileRate](), required: "id validFrom taxRateSpecification"},
	{typ: reflect.TypeFor[types.TaxRateSpecification](), required: "displayName"},
	{typ: reflect.TypeFor[types.ReservationDiscountCode](), sample: "discount_code", required: "id discountCodeSpecification"},
	{typ: reflect.TypeFor[types.DiscountCodeSpecification](), required: "id code created", defaults: map[string]string{"redeemed": "false", "oneTimeUse": "true"}},
	{
		typ: reflect.TypeFor[types.RegistrationNumberEntry](), sample: "registration_number", required: "id number custom approved processed",
		defaults: map[string]string{"validDuringReservation": "true"},
	},
	{
		typ: reflect.TypeFor[types.UtilityMeterReport](), sample: "utility_meter", required: "id type datetime",
		defaults: map[string]string{"quantity": `"0.000"`, "manual": "false"},
	},
	{typ: reflect.TypeFor[types.CampingEquipmentSpecification](), sample: "camping_equipment", required: "id description locale"},
	{typ: reflect.TypeFor[types.VoIPCall](), sample: "voip_call", required: "id reference status", defaults: map[string]string{"answered": "false", "duration": "0"}},
	{typ: reflect.TypeFor[types.Webhook](), sample: "webhook", required: "id url secret", defaults: map[string]string{"active": "true"}},
	{
		typ: reflect.TypeFor[types.WebhookEvent](), sample: "webhook_event", required: "id event subjectId webhook",
		defaults: map[string]string{"status": `"pending"`, "attempts": "0"},
	},
	{typ: reflect.TypeFor[types.PresenceDay](), sample: "presence_day"},
	{typ: reflect.TypeFor[types.PresenceItem]()},
	{typ: reflect.TypeFor[types.Ref]()},
}

// requests are the request bodies and what they nest.
var requests = []record{
	{typ: reflect.TypeFor[types.ReservationUpdate](), sample: "reservation_update"},
	{typ: reflect.TypeFor[types.AgeGroupLineUpdate]()},
	{typ: reflect.TypeFor[types.PetLineUpdate]()},
	{typ: reflect.TypeFor[types.SupplementOrderLineUpdate]()},
	{typ: reflect.TypeFor[types.ReservationGuestUpdate]()},
	{typ: reflect.TypeFor[types.ReservationAdditionalGuestUpdate](), sample: "additional_guest_update"},
	{typ: reflect.TypeFor[types.UtilityMeterReportCreate](), sample: "utility_meter_create"},
	{typ: reflect.TypeFor[types.VoIPEvent](), sample: "voip_event", required: "reference"},
}

// TestEveryStructIsListed keeps the two lists whole: a struct that they miss would be
// checked by nothing in this package.
func TestEveryStructIsListed(t *testing.T) {
	t.Parallel()
	listed := []string{"Date", "DateTime", "Decimal", "Number"} // the scalars
	for _, r := range slices.Concat(records, requests) {
		listed = append(listed, r.typ.Name())
	}
	var declared []string
	for _, spec := range declarations(t, token.TYPE) {
		if decl := spec.(*ast.TypeSpec); decl.Name.IsExported() {
			if _, ok := decl.Type.(*ast.StructType); ok {
				declared = append(declared, decl.Name.Name)
			}
		}
	}
	slices.Sort(listed)
	slices.Sort(declared)
	if !slices.Equal(listed, declared) {
		t.Errorf("the lists hold\n%v\nand the package declares\n%v", listed, declared)
	}
}

// TestEnumsListWhatTheAPILists compares the constants with the API's own lists.
func TestEnumsListWhatTheAPILists(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"ReservationStatus":                   "cancelled denied imported open confirmed option option-expired session",
		"PaymentStatus":                       "payment-due payment-advance-received payment-partially-received payment-received payment-overpaid",
		"ReservationSource":                   "office owner owner-for-guest owner-invite planning reception telephone tour-operator web email ical cluster tour-operator-other groepen social-media direct-booking kiosk",
		"Salutation":                          "male female family",
		"CancellationInsuranceChargeLineType": "insurance policy-fee insurance-tax",
		"TransactionType":                     "payment refund chargeback",
		"TransactionStatus":                   "open cancelled pending authorized expired failed paid refunding reclaimed refunded unknown",
		"TaskStatus":                          "open",
		"WebhookEventStatus":                  "pending",
		"UtilityType":                         "e w g",
		"CallEvent":                           "call reservation-change-note",
		"CallStatus":                          "queued starting ringing ongoing busy hangup no-answer",
		"CallDirection":                       "in out",
	}
	got := map[string]string{}
	for _, spec := range declarations(t, token.CONST) {
		decl := spec.(*ast.ValueSpec)
		if enum, ok := decl.Type.(*ast.Ident); ok {
			value := strings.Trim(decl.Values[0].(*ast.BasicLit).Value, `"`)
			got[enum.Name] = strings.TrimSpace(got[enum.Name] + " " + value)
		}
	}
	for enum, values := range want {
		if got[enum] != values {
			t.Errorf("%s has the constants %q; the API lists %q", enum, got[enum], values)
		}
	}
	if len(got) != len(want) {
		t.Errorf("the package has constants of %d enumerations; this test knows %d", len(got), len(want))
	}
}

// declarations returns the top-level declarations of one kind in the package's source.
func declarations(t *testing.T, kind token.Token) []ast.Spec {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var specs []ast.Spec
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if group, ok := decl.(*ast.GenDecl); ok && group.Tok == kind {
				specs = append(specs, group.Specs...)
			}
		}
	}
	return specs
}
