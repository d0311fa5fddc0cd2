// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// TestRecordsLogWhatTheyPrint, with every field set: neither less nor more.
func TestRecordsLogWhatTheyPrint(t *testing.T) {
	t.Parallel()
	for _, typ := range structs {
		t.Run(typ.Name(), func(t *testing.T) {
			t.Parallel()
			pointer := withCanaries(t, typ, true)
			redacted := types.Redacted(pointer.Interface())
			for _, record := range []any{pointer.Interface(), pointer.Elem().Interface()} {
				checkPrinted(t, record, fmt.Sprint(redacted), string(encode(t, redacted)), "%v")
			}
		})
	}
}

// checkPrinted looks at the text of a record, also in a log, where it may stand in quotes. The
// JSON is "" where it is another matter.
func checkPrinted(t *testing.T, record any, text, asJSON string, formats ...string) {
	t.Helper()
	for _, format := range formats {
		if got := fmt.Sprintf(format, record); got != text {
			t.Errorf("%s prints\n%s, want\n%s", format, got, text)
		}
	}
	got := logged(t, textHandler, record)
	if !strings.Contains(got, " record="+text+"\n") && !strings.Contains(got, " record="+strconv.Quote(text)+"\n") {
		t.Errorf("logged as text %s, want %s", got, text)
	}
	if got := logged(t, jsonHandler, record); asJSON != "" && !strings.Contains(got, `,"record":`+asJSON+"}\n") {
		t.Errorf("logged as JSON %s, want %s", got, asJSON)
	}
}

var (
	printedGuest = types.Guest{
		ID: 7, UUID: "u-1", Surname: "Jansen", BirthDate: types.NewDate(1907, 3, 9), Verified: true,
		Created: types.NewDate(2026, 11, 20).DateTime(), Locale: "two words",
	}
	printedTask = types.Task{
		ID: 7, DueTime: "09:00", Title: "Clean the unit of Jansen", Status: "on\nhold", NumOfPets: new(0),
		StaffMemberSpecifications: []types.StaffMemberSpecification{{ID: 8, Name: "Jansen"}, {ID: 9}},
		AccommodationUnit:         &types.AccommodationUnit{ID: 9, PetsAllowed: new(false)},
		TaskAttachments:           []types.TaskAttachment{},
	}
	freeGuest = types.Guest{
		ID: 7, CustomFields: types.Object(`{"a":1}`), Extra: types.Extra{"b": json.RawMessage(`[2]`)},
	}
	refs = []types.ResponseRef{{ID: 1}, {ID: 2}}
)

func TestPrintedRecords(t *testing.T) {
	t.Parallel()
	printedGuest := printedGuest
	printedGuest.Modified = read[types.DateTime](t, `"next week"`)
	unreadable := types.Guest{ID: 7, Modified: printedGuest.Modified, Extra: types.Extra{}}
	update := types.ReservationUpdate{
		Locale: types.Set("nl"), Notes: types.Set("Jansen"), AccommodationUnit: types.Set(types.RequestRef{ID: 3}),
		CampingEquipmentLength: types.Null[types.Number](), Package: new(false),
		Guest: &types.ReservationGuestUpdate{Surname: types.Set("Jansen"), BirthDate: types.Null[types.Date]()},
	}
	tests := []struct {
		name       string
		value      any
		text, json string // "" where JSON is another matter
	}{
		{"a guest", printedGuest,
			`Guest{id:7 uuid:u-1 locale:"two words" verified:true created:2026-11-20}`,
			`{"id":7,"uuid":"u-1","locale":"two words","verified":true,"created":"2026-11-20"}`},
		{"a task", printedTask,
			`Task{id:7 dueTime:09:00 status:"on\nhold" numOfPets:0 accommodationUnit:{id:9 petsAllowed:false} ` +
				`staffMemberSpecifications:[{id:8} {id:9}]}`,
			`{"id":7,"dueTime":"09:00","status":"on\nhold","numOfPets":0,"accommodationUnit":{"id":9,"petsAllowed":false},` +
				`"staffMemberSpecifications":[{"id":8},{"id":9}]}`},
		{"a secret", types.Reservation{ID: 7, Token: types.NewSecret("token")}, `Reservation{id:7}`, `{"id":7}`},
		{"a pointer", &types.ResponseRef{ID: 1}, `ResponseRef{id:1}`, `{"id":1}`},
		{"nothing set", types.ResponseRef{}, `ResponseRef{}`, `{}`},
		{"a slice", refs, `[ResponseRef{id:1} ResponseRef{id:2}]`, ""},
		{"a redacted slice", types.Redacted(refs), `[ResponseRef{id:1} ResponseRef{id:2}]`, `[{"id":1},{"id":2}]`},
		{"pointers", types.Redacted([]*types.ResponseRef{{ID: 1}, nil}), `[ResponseRef{id:1} <nil>]`, `[{"id":1},null]`},
		{"a map", types.Redacted(map[int]types.ResponseRef{2: {ID: 20}, 1: {ID: 10}}),
			`{1:ResponseRef{id:10} 2:ResponseRef{id:20}}`, `{"1":{"id":10},"2":{"id":20}}`},
		{"nothing", types.Redacted(nil), `<nil>`, `null`},
		{"a nil pointer", types.Redacted((*types.Guest)(nil)), `<nil>`, `null`},
		{"a text", types.Redacted([]string{"Jansen"}), `[REDACTED]`, `["REDACTED"]`},
		{"numbers", types.Redacted([]int{7}), `[7]`, `[7]`},
		{"money as text", types.Transaction{ID: 1, Amount: types.NewDecimal(0), Description: "x"},
			`Transaction{id:1 amount:0}`, `{"id":1,"amount":"0"}`},
		{"money as a number", types.ReservationSummary{ID: 1, TotalPrice: types.MustNumber("7.50")},
			`ReservationSummary{id:1 totalPrice:7.50}`, `{"id":1,"totalPrice":7.50}`},
		{"a scalar", types.Supplement{ID: 1, TaxRate: types.Scalar{Text: "21"}},
			`Supplement{id:1 taxRate:21}`, `{"id":1,"taxRate":21}`},
		{"a struct of others", types.Redacted(struct {
			At           time.Time
			Name         string
			Email        string `print:"yes"`
			Guest, other types.Guest
			Refs         map[string]types.ResponseRef
			Known        map[string]types.ResponseRef `print:"yes"`
		}{
			time.Unix(0, 0).UTC(), "Jansen", "x", types.Guest{ID: 7, Surname: "Jansen"}, printedGuest,
			map[string]types.ResponseRef{"a": {}}, map[string]types.ResponseRef{"b": {ID: 8}},
		}), `{at:1970-01-01T00:00:00Z email:x guest:{id:7} known:{b:{id:8}}}`,
			`{"at":"1970-01-01T00:00:00Z","email":"x","guest":{"id":7},"known":{"b":{"id":8}}}`},
		{"webhook events", types.Webhook{ID: 1, Events: []string{"a b", "c"}},
			`Webhook{id:1 events:["a b" c]}`, `{"id":1,"events":["a b","c"]}`},
		{"a day that is none", types.PresenceDay{Date: types.Date{Year: 2026, Month: 13, Day: 1}},
			`PresenceDay{date:2026-13-01}`, `{"date":"2026-13-01"}`},
		{"the year 10,000", types.Transaction{Datetime: types.NewDateTime(time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC))},
			`Transaction{datetime:10000-01-01T00:00:00Z}`, `{"datetime":"10000-01-01T00:00:00Z"}`},
		{"an array", types.Redacted([1]types.ResponseRef{{ID: 7}}), `[ResponseRef{id:7}]`, `[{"id":7}]`},
		{"a number that is none", types.Redacted([]float64{math.NaN(), 1.5}), `[NaN 1.5]`, `["NaN",1.5]`},
		{"a list of lists", types.Redacted([][]*types.ResponseRef{{{ID: 7}, nil}, {}}), `[[ResponseRef{id:7} <nil>] []]`, `[[{"id":7},null],[]]`},
		{"unredacted: a guest", types.Unredacted(&printedGuest),
			`Guest{id:7 uuid:u-1 surname:Jansen locale:"two words" birthDate:1907-03-09 verified:true ` +
				`created:2026-11-20 modified:"next week"}`, ""},
		{"unredacted: a secret", types.Unredacted(types.Webhook{ID: 1, Secret: types.NewSecret("Jansen")}),
			`Webhook{id:1 secret:REDACTED}`, `{"id":1,"secret":"REDACTED"}`},
		{"unredacted: bytes", types.Unredacted(struct{ Body []byte }{[]byte("Jansen")}),
			`{body:Jansen}`, `{"body":"Jansen"}`},
		{"unredacted: texts", types.Unredacted([]string{"Jansen", "", "a b"}),
			`[Jansen "" "a b"]`, `["Jansen","","a b"]`},
		{"unredacted: a date", types.Unredacted(unreadable),
			`Guest{id:7 modified:"next week"}`, `{"id":7,"modified":"next week"}`},
		{"unredacted: free form", types.Unredacted(freeGuest),
			`Guest{id:7 customFields:{"a":1} extra:{b:[2]}}`, `{"id":7,"customFields":{"a":1},"extra":{"b":[2]}}`},
		{"unredacted: a body", types.Unredacted(types.VoIPEvent{Reference: "r 1", Extra: map[string]any{"x": nil}}),
			`VoIPEvent{reference:"r 1" extra:{x:<nil>}}`, `{"reference":"r 1","extra":{"x":null}}`},
		{"an update", update,
			"ReservationUpdate{locale:nl package:false campingEquipmentLength:<nil> accommodationUnit:{id:3} guest:{}}",
			`{"locale":"nl","package":false,"campingEquipmentLength":null,"accommodationUnit":{"id":3},"guest":{}}`},
		{"unredacted: an update", types.Unredacted(types.ReservationGuestUpdate{Surname: types.Set("Jansen")}),
			`ReservationGuestUpdate{surname:Jansen}`, `{"surname":"Jansen"}`},
		{"a Nullable text", types.Set("Jansen"), "REDACTED", `"REDACTED"`},
		{"a Nullable text, redacted", types.Redacted(types.Set("Jansen")), "REDACTED", `"REDACTED"`},
		{"a Nullable enumeration", types.Set(types.SalutationMale), "REDACTED", `"REDACTED"`},
		{"a Nullable day", types.Set(types.NewDate(2026, 11, 20)), "2026-11-20", `"2026-11-20"`},
		{"a Nullable reference", types.Set(types.RequestRef{ID: 3}), "RequestRef{id:3}", `{"id":3}`},
		{"a Nullable pointer", types.Set(&types.Guest{ID: 3, Surname: "Jansen"}), "Guest{id:3}", `{"id":3}`},
		{"null", types.Null[string](), "<nil>", `null`},
		{"a Nullable that is left alone", types.Nullable[string]{}, "<nil>", `null`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			formats := []string{"%v", "%+v", "%#v", "%s", "%d", "%q"}
			if reflect.TypeOf(test.value).Kind() == reflect.Slice {
				formats = formats[:1] // package fmt writes the slice, and calls only the methods of its records
			}
			checkPrinted(t, test.value, test.text, test.json, formats...)
		})
	}
}
