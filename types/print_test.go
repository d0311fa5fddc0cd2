package types_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// harmless are the texts that may be printed, by record and key. No other text of a record
// or body may, and no other enumeration: their lists are open, so each can hold any text.
var harmless = strings.Fields(`
	Reservation.number Reservation.accommodationTitle Reservation.accommodationUnitNumber Reservation.locale
	Reservation.checkinTime Reservation.checkoutTime ReservationUpdate.locale ReservationAttachment.type ReservationAttachment.locale
	AgeGroupLine.description AgeGroupSpecification.type AgeGroupSpecification.description AgeGroupSpecification.locale
	PetSpecification.type PetSpecification.locale PackageSpecification.locale
	ReservationSummary.number ReservationSummary.locale SummaryAccommodation.title SummaryAccommodation.locale
	SummaryAccommodationCategory.title SummaryAccommodationCategory.locale SummaryAccommodationUnit.number SummaryAccommodationUnit.locale
	SummaryAgeGroupLine.description
	GroupReservation.number GroupReservation.accommodationTitle GroupReservation.accommodationUnitNumber
	Guest.uuid Guest.type Guest.locale GuestAttachment.type GuestAttachment.locale GuestContact.locale ReservationGuestUpdate.locale
	AccommodationUnit.number AccommodationUnit.locale AccommodationUnitContent.locale AccommodationUnitWifiConfiguration.securityProtocol
	AccommodationCategory.locale CampingEquipmentSpecification.locale
	Supplement.type Supplement.utilityConsumptionType Supplement.reportReferenceDate Supplement.reportTotalsType Supplement.taxRate
	Supplement.checkinTime Supplement.checkoutTime Supplement.locale
	Task.dueTime TaskAttachment.type TaxProfile.reservationReferenceDate RegistrationNumberEntry.type
	FacilityGroup.type FacilityGroup.locale FacilityGroupSection.type FacilityGroupSection.locale FacilitySpecification.type
	FacilitySpecification.locale FacilitySpaceSpecification.type FacilitySpaceSpecification.locale FacilityFilterItem.type
	FacilityFilterSpecification.type Webhook.events WebhookEvent.id WebhookEvent.event
	PresenceItem.reservationNumber PresenceItem.reservationAccommodationTitle PresenceItem.reservationAccommodationUnitNumber
	PresenceItem.ageGroupSpecificationDescription

	Reservation.status Reservation.paymentStatus ReservationSummary.status ReservationSummary.paymentStatus ReservationSummary.source
	CancellationInsuranceChargeLine.type SummaryCancellationInsuranceChargeLine.type Transaction.type Transaction.status Task.status
	UtilityMeterReport.type UtilityMeterReportCreate.type WebhookEvent.status VoIPCall.status VoIPCall.direction
	VoIPEvent.event VoIPEvent.status VoIPEvent.direction
`)

const birthDate = "1907-03-09"

// TestRecordsPrintNothingPersonal fills every text, date and free-form field of every
// record and body with canaries, and prints it in every way that a program prints values.
func TestRecordsPrintNothingPersonal(t *testing.T) {
	t.Parallel()
	for _, r := range slices.Concat(records, requests) {
		t.Run(r.typ.Name(), func(t *testing.T) {
			t.Parallel()
			for _, readable := range []bool{true, false} {
				pointer := reflect.New(r.typ)
				fillWithCanaries(t, pointer.Elem(), readable)
				record := pointer.Elem().Interface()
				if data := string(encode(t, record)); !strings.Contains(data, canary) && strings.Contains(fmt.Sprint(r.typ), "Guest") {
					t.Fatalf("no canary in %s", data)
				}
				forms := []any{
					record, pointer.Interface(), []any{record}, []any{pointer.Interface()}, map[string]any{"r": pointer.Interface()},
					struct{ R any }{record}, struct{ R any }{pointer.Interface()}, &struct{ R any }{pointer.Interface()}, [1]any{record},
					pointerIn(pointer), sliceOf(record),
				}
				for _, form := range forms {
					for _, format := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "% x", "%t", "%d", "%b", "%o", "%c", "%U", "%e", "%g", "%10v", "%-5.2s", "%!"} {
						checkHidden(t, format, fmt.Sprintf(format, form))
					}
				}
				for _, form := range []any{record, pointer.Interface(), slog.GroupValue(slog.Any("r", record)), types.Redacted(sliceOf(record)), types.Redacted(forms[4])} {
					checkHidden(t, "slog text", logged(t, textHandler, form))
					checkHidden(t, "slog JSON", logged(t, jsonHandler, form))
				}
				checkHidden(t, "slog text of a slice", logged(t, textHandler, sliceOf(record)))
			}
		})
	}
}

func checkHidden(t *testing.T, how, printed string) {
	t.Helper()
	for _, hidden := range []string{canary, fmt.Sprintf("%x", canary), fmt.Sprintf("%X", canary), birthDate, "860860"} {
		if i := strings.Index(printed, hidden); i >= 0 || printed == "" {
			t.Fatalf("%s prints ...%s...", how, printed[max(0, i-60):min(len(printed), i+60)])
		}
	}
}

func pointerIn(pointer reflect.Value) any {
	outer := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "P", Type: pointer.Type()}})).Elem()
	outer.Field(0).Set(pointer)
	return outer.Interface()
}

func sliceOf(record any) any {
	list := reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(record)), 0, 1)
	return reflect.Append(list, reflect.ValueOf(record)).Interface()
}

// fillWithCanaries sets every field of a record, at any depth. A date is one that can be
// read, or a canary.
func fillWithCanaries(t *testing.T, record reflect.Value, readable bool) {
	t.Helper()
	for i := range record.NumField() {
		f, field := record.Type().Field(i), record.Field(i)
		for field.Kind() == reflect.Pointer || field.Kind() == reflect.Slice && field.Type().Elem().Kind() != reflect.Uint8 {
			if field.Kind() == reflect.Pointer {
				field.Set(reflect.New(field.Type().Elem()))
				field = field.Elem()
			} else {
				field.Set(reflect.MakeSlice(field.Type(), 1, 1))
				field = field.Index(0)
			}
		}
		text := canary
		if slices.Contains(harmless, record.Type().Name()+"."+key(f)) {
			text = "harmless"
		}
		switch name := field.Type().Name(); {
		case name == "Extra" || f.Name == "Extra":
			decodeInto(t, field, `{"`+canary+`":"`+canary+`"}`)
		case name == "Date" || name == "DateTime":
			date := canary
			if readable && f.Name == "BirthDate" {
				date = birthDate
			} else if readable {
				date = "2026-11-20"
			}
			decodeInto(t, field, string(quoted(t, date)))
		case name == "Object" || field.Type() == reflect.TypeFor[json.RawMessage]():
			decodeInto(t, field, `{"`+canary+`":"`+canary+`"}`)
		case name == "Decimal" || name == "Number":
			decodeInto(t, field, `7.50`)
		case name == "Scalar" || name == "Secret" || field.Kind() == reflect.String:
			decodeInto(t, field, string(quoted(t, text)))
		case field.Kind() == reflect.Struct:
			fillWithCanaries(t, field, readable)
		case field.Kind() == reflect.Bool:
			field.SetBool(true)
		case f.Name == "Municipality":
			field.SetInt(860860)
		case field.CanInt():
			field.SetInt(7)
		default:
			t.Fatalf("%v.%s is a %v, which this test does not fill", record.Type(), f.Name, field.Type())
		}
	}
}

func decodeInto(t *testing.T, field reflect.Value, data string) {
	t.Helper()
	if err := json.Unmarshal([]byte(data), field.Addr().Interface()); err != nil {
		t.Fatalf("%s into a %v: %v", data, field.Type(), err)
	}
}

// TestEveryStructPrintsItself: package fmt prints the fields of a struct without these
// methods, and log/slog its JSON.
func TestEveryStructPrintsItself(t *testing.T) {
	t.Parallel()
	for _, r := range slices.Concat(records, requests) {
		for _, method := range []reflect.Type{reflect.TypeFor[fmt.Formatter](), reflect.TypeFor[slog.LogValuer]()} {
			if !r.typ.Implements(method) {
				t.Errorf("%s has no method of %v: run go generate ./types", r.typ.Name(), method)
			}
		}
	}
}

// TestRecordsLogWhatTheyPrint, with every field set: neither less nor more.
func TestRecordsLogWhatTheyPrint(t *testing.T) {
	t.Parallel()
	for _, r := range slices.Concat(records, requests) {
		t.Run(r.typ.Name(), func(t *testing.T) {
			t.Parallel()
			pointer := reflect.New(r.typ)
			fillWithCanaries(t, pointer.Elem(), true)
			redacted := types.Redacted(pointer.Interface())
			text, asJSON := fmt.Sprint(redacted), string(encode(t, redacted))
			for _, record := range []any{pointer.Interface(), pointer.Elem().Interface()} {
				if got := fmt.Sprint(record); got != text {
					t.Errorf("printed as %s, want %s", got, text)
				}
				if got := logged(t, textHandler, record); !strings.Contains(got, " record="+text+"\n") && !strings.Contains(got, " record="+strconv.Quote(text)+"\n") {
					t.Errorf("logged as text %s, want %s", got, text)
				}
				if got := logged(t, jsonHandler, record); !strings.Contains(got, `,"record":`+asJSON+"}\n") {
					t.Errorf("logged as JSON %s, want %s", got, asJSON)
				}
			}
		})
	}
}

func TestPrintedRecords(t *testing.T) {
	t.Parallel()
	day := types.NewDateTime(types.NewDate(2026, 11, 20).Midnight())
	var unreadable types.DateTime
	decodeInto(t, reflect.ValueOf(&unreadable).Elem(), `"soon"`)
	guest := types.Guest{ID: 7, UUID: "u-1", Surname: "Jansen", BirthDate: types.NewDate(1907, 3, 9), Created: day, Modified: unreadable, Verified: true, Locale: "two words"}
	task := types.Task{
		ID: 7, DueTime: "09:00", Title: "Clean the unit of Jansen", Status: "on\nhold", Created: day, NumOfPets: types.Ptr(0),
		StaffMemberSpecifications: []types.StaffMemberSpecification{{ID: 8, Name: "Jansen"}, {ID: 9}},
		AccommodationUnit:         &types.AccommodationUnit{ID: 9, PetsAllowed: types.Ptr(false)},
		TaskAttachments:           []types.TaskAttachment{},
	}
	for name, test := range map[string]struct {
		value      any
		text, json string // "" where JSON is another matter
	}{
		"a guest":     {guest, `Guest{id:7 uuid:u-1 locale:"two words" verified:true created:2026-11-20T00:00:00Z}`, `{"id":7,"uuid":"u-1","locale":"two words","verified":true,"created":"2026-11-20T00:00:00Z"}`},
		"a pointer":   {&types.Ref{ID: 1}, `Ref{id:1}`, `{"id":1}`},
		"nothing set": {types.Ref{}, `Ref{}`, `{}`},
		"a task": {task, `Task{id:7 dueTime:09:00 status:"on\nhold" numOfPets:0 accommodationUnit:{id:9 petsAllowed:false} staffMemberSpecifications:[{id:8} {id:9}] created:2026-11-20T00:00:00Z}`,
			`{"id":7,"dueTime":"09:00","status":"on\nhold","numOfPets":0,"accommodationUnit":{"id":9,"petsAllowed":false},"staffMemberSpecifications":[{"id":8},{"id":9}],"created":"2026-11-20T00:00:00Z"}`},
		"a slice":              {[]types.Ref{{ID: 1}, {ID: 2}}, `[Ref{id:1} Ref{id:2}]`, ""},
		"a redacted slice":     {types.Redacted([]types.Ref{{ID: 1}, {ID: 2}}), `[Ref{id:1} Ref{id:2}]`, `[{"id":1},{"id":2}]`},
		"pointers":             {types.Redacted([]*types.Ref{{ID: 1}, nil}), `[Ref{id:1} <nil>]`, `[{"id":1},null]`},
		"a map":                {types.Redacted(map[int]types.Ref{2: {ID: 20}, 1: {ID: 10}}), `{1:Ref{id:10} 2:Ref{id:20}}`, `{"1":{"id":10},"2":{"id":20}}`},
		"nothing":              {types.Redacted(nil), `<nil>`, `null`},
		"a nil pointer":        {types.Redacted((*types.Guest)(nil)), `<nil>`, `null`},
		"a text":               {types.Redacted([]string{"Jansen"}), `[REDACTED]`, `["REDACTED"]`},
		"money":                {types.Transaction{ID: 1, Amount: types.NewDecimal(0), Description: "x"}, `Transaction{id:1 amount:0}`, `{"id":1,"amount":"0"}`},
		"the numbers of one":   {types.ReservationSummary{ID: 1, TotalPrice: types.MustNumber("7.50")}, `ReservationSummary{id:1 totalPrice:7.50}`, `{"id":1,"totalPrice":7.50}`},
		"a scalar":             {types.Supplement{ID: 1, TaxRate: types.Scalar{Text: "21"}}, `Supplement{id:1 taxRate:21}`, `{"id":1,"taxRate":21}`},
		"a struct of others":   {types.Redacted(struct{ Guest, other types.Guest }{guest, guest}), `{guest:{id:7 uuid:u-1 locale:"two words" verified:true created:2026-11-20T00:00:00Z}}`, ""},
		"webhook events":       {types.Webhook{ID: 1, Events: []string{"a b", "c"}}, `Webhook{id:1 events:["a b" c]}`, `{"id":1,"events":["a b","c"]}`},
		"unredacted":           {types.Unredacted(&guest), `Guest{id:7 uuid:u-1 surname:Jansen locale:"two words" birthDate:1907-03-09 verified:true created:2026-11-20T00:00:00Z modified:soon}`, ""},
		"an unredacted secret": {types.Unredacted(types.Webhook{ID: 1, Secret: types.NewSecret("Jansen")}), `Webhook{id:1 secret:REDACTED}`, `{"id":1,"secret":"REDACTED"}`},
		"unredacted bytes":     {types.Unredacted(struct{ Body []byte }{[]byte("Jansen")}), `{body:Jansen}`, `{"body":"Jansen"}`},
		"a day that is none":   {types.PresenceDay{Date: types.Date{Year: 2026, Month: 11, Day: 20}}, `PresenceDay{date:2026-11-20}`, `{"date":"2026-11-20"}`},
		"numbers":              {types.Redacted([]int{7}), `[7]`, `[7]`},
		"unredacted texts":     {types.Unredacted([]string{"Jansen", "", "a b"}), `[Jansen "" "a b"]`, `["Jansen","","a b"]`},
		"an unredacted date":   {types.Unredacted(types.Guest{ID: 7, Modified: decodeDateTime(t, []byte(`"next week"`)), Extra: types.Extra{}}), `Guest{id:7 modified:"next week"}`, `{"id":7,"modified":"next week"}`},
		"unredacted and free":  {types.Unredacted(types.Guest{ID: 7, CustomFields: types.Object(`{"a":1}`), Extra: types.Extra{"b": json.RawMessage(`[2]`)}}), `Guest{id:7 customFields:{"a":1} extra:{b:[2]}}`, `{"id":7,"customFields":{"a":1},"extra":{"b":[2]}}`},
		"an unredacted body":   {types.Unredacted(types.VoIPEvent{Reference: "r 1", Extra: map[string]any{"x": nil}}), `VoIPEvent{reference:"r 1" extra:{x:<nil>}}`, `{"reference":"r 1","extra":{"x":null}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, format := range []string{"%v", "%+v", "%#v", "%s", "%d", "%q"} {
				if got := fmt.Sprintf(format, test.value); got != test.text && !strings.Contains(name, "slice") {
					t.Errorf("%s prints\n%s, want\n%s", format, got, test.text)
				}
			}
			if got := fmt.Sprint(test.value); got != test.text {
				t.Errorf("printed as\n%s, want\n%s", got, test.text)
			}
			if got := logged(t, jsonHandler, test.value); test.json != "" && !strings.Contains(got, `"record":`+test.json+"}\n") {
				t.Errorf("logged as JSON %s, want %s", got, test.json)
			}
			if got := logged(t, textHandler, test.value); !strings.Contains(got, "record="+test.text) && !strings.Contains(got, "record="+strconv.Quote(test.text)) {
				t.Errorf("logged as text %s, want %s", got, test.text)
			}
		})
	}
}

// TestSecretsStayHidden: Unredacted shows all but secrets.
func TestSecretsStayHidden(t *testing.T) {
	t.Parallel()
	for _, r := range records {
		pointer := reflect.New(r.typ)
		plantSecrets(t, pointer.Elem())
		for _, printed := range []string{
			fmt.Sprint(types.Unredacted(pointer.Interface())), fmt.Sprintf("%x", types.Unredacted(sliceOf(pointer.Elem().Interface()))),
			logged(t, jsonHandler, types.Unredacted(pointer.Interface())),
		} {
			checkHidden(t, r.typ.Name(), printed)
		}
	}
	if got := fmt.Sprint(types.Unredacted(pointerTo(t, `{"id":1,"secret":"`+canary+`"}`))); got != "Webhook{id:1 secret:REDACTED active:true}" {
		t.Errorf("printed as %s", got)
	}
}

func pointerTo(t *testing.T, data string) *types.Webhook {
	t.Helper()
	var webhook types.Webhook
	decodeInto(t, reflect.ValueOf(&webhook).Elem(), data)
	return &webhook
}

// plantSecrets sets the secrets of a record, at any depth, to the canary.
func plantSecrets(t *testing.T, value reflect.Value) {
	t.Helper()
	switch {
	case value.Type() == reflect.TypeFor[types.Secret]():
		decodeInto(t, value, string(quoted(t, canary)))
	case value.Kind() == reflect.Pointer:
		value.Set(reflect.New(value.Type().Elem()))
		plantSecrets(t, value.Elem())
	case value.Kind() == reflect.Slice && value.Type().Elem().Kind() == reflect.Struct:
		value.Set(reflect.MakeSlice(value.Type(), 1, 1))
		plantSecrets(t, value.Index(0))
	case value.Kind() == reflect.Struct && !isOneValue(value):
		for _, field := range fieldsOf(value.Type()) {
			plantSecrets(t, value.FieldByIndex(field.Index))
		}
	}
}

// TestRedactedPartsOfRecords: a part of a record that is logged by itself may hold anything.
func TestRedactedPartsOfRecords(t *testing.T) {
	t.Parallel()
	canary := json.RawMessage(`"CANARY"`)
	for name, part := range map[string]any{
		"string":      "CANARY",
		"Extra":       types.Extra{"nickname": canary},
		"RawMessage":  canary,
		"a list":      []json.RawMessage{canary},
		"Object":      types.Object(`{"nickname":"CANARY"}`),
		"Scalar":      types.Scalar{Text: "CANARY", Quoted: true},
		"bytes":       []byte("CANARY"),
		"with a body": struct{ Body []byte }{[]byte("CANARY")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asJSON, err := json.Marshal(types.Redacted(part))
			text := fmt.Sprint(types.Redacted(part))
			if err != nil || strings.Contains(string(asJSON)+text, "CANARY") || strings.Contains(string(asJSON)+text, "67") {
				t.Errorf("printed as %s and %s, %v", text, asJSON, err)
			}
		})
	}
}

// TestRedactedIsAlwaysJSON, because a log would show an error instead.
func TestRedactedIsAlwaysJSON(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		value any
		want  string
	}{
		"an array":        {[1]types.Ref{{ID: 7}}, `[{"id":7}]`},
		"no day":          {types.PresenceDay{Date: types.Date{Year: 2026, Month: 13, Day: 1}}, `{"date":"2026-13-01"}`},
		"the year 10,000": {types.Transaction{ID: 7, Datetime: types.NewDateTime(time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC))}, `{"id":7,"datetime":"10000-01-01T00:00:00Z"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := json.Marshal(types.Redacted(test.value))
			if err != nil || string(got) != test.want {
				t.Errorf("got %s, %v; want %s", got, err, test.want)
			}
		})
	}
}
