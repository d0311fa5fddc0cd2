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

func TestPrintedRecords(t *testing.T) {
	t.Parallel()
	guest := types.Guest{
		ID: 7, UUID: "u-1", Surname: "Jansen", BirthDate: types.NewDate(1907, 3, 9), Verified: true, Locale: "two words",
		Created: types.NewDate(2026, 11, 20).DateTime(),
	}
	task := types.Task{
		ID: 7, DueTime: "09:00", Title: "Clean the unit of Jansen", Status: "on\nhold", NumOfPets: new(0),
		AccommodationUnit:         &types.AccommodationUnit{ID: 9, PetsAllowed: new(false)},
		StaffMemberSpecifications: []types.StaffMemberSpecification{{ID: 8, Name: "Jansen"}, {ID: 9}}, TaskAttachments: []types.TaskAttachment{},
	}
	update := types.ReservationUpdate{
		Locale: types.Set("nl"), Notes: types.Set("Jansen"), AccommodationUnit: types.Set(types.RequestRef{ID: 3}),
		CampingEquipmentLength: types.Null[types.Number](), Package: new(false),
		Guest: &types.ReservationGuestUpdate{Surname: types.Set("Jansen"), BirthDate: types.Null[types.Date]()},
	}
	type text string
	type others struct {
		At           time.Time
		Name         string
		Own          text
		Owns         []text
		Status       types.TaskStatus
		Email        string `print:"yes"`
		Guest, other types.Guest
		Refs         map[string]types.ResponseRef
		Known        map[string]types.ResponseRef `print:"yes"`
	}
	ref := types.ResponseRef{ID: 1}
	for _, test := range []struct {
		value      any
		text, json string // "" where JSON is another matter
	}{
		{guest, `Guest{id:7 uuid:u-1 locale:"two words" verified:true created:2026-11-20}`,
			`{"id":7,"uuid":"u-1","locale":"two words","verified":true,"created":"2026-11-20"}`},
		{task, `Task{id:7 dueTime:09:00 status:"on\nhold" numOfPets:0 accommodationUnit:{id:9 petsAllowed:false} staffMemberSpecifications:[{id:8} {id:9}]}`,
			`{"id":7,"dueTime":"09:00","status":"on\nhold","numOfPets":0,"accommodationUnit":{"id":9,"petsAllowed":false},` +
				`"staffMemberSpecifications":[{"id":8},{"id":9}]}`},
		{update, "ReservationUpdate{locale:nl package:false campingEquipmentLength:<nil> accommodationUnit:{id:3} guest:{}}",
			`{"locale":"nl","package":false,"campingEquipmentLength":null,"accommodationUnit":{"id":3},"guest":{}}`},
		{types.Reservation{ID: 7, Token: types.NewSecret("token")}, `Reservation{id:7}`, `{"id":7}`},
		{&ref, `ResponseRef{id:1}`, `{"id":1}`},
		{types.ResponseRef{}, `ResponseRef{}`, `{}`},
		{[]types.ResponseRef{ref}, `[ResponseRef{id:1}]`, ""},
		{types.Redacted([][]*types.ResponseRef{{&ref, nil}, {}}), `[[ResponseRef{id:1} <nil>] []]`, `[[{"id":1},null],[]]`},
		{types.Redacted(map[int]types.ResponseRef{2: {ID: 20}, 1: ref}), `{1:ResponseRef{id:1} 2:ResponseRef{id:20}}`, `{"1":{"id":1},"2":{"id":20}}`},
		{types.Redacted(nil), `<nil>`, `null`},
		{types.Redacted((*types.Guest)(nil)), `<nil>`, `null`},
		{types.Redacted([1]string{"Jansen"}), `[REDACTED]`, `["REDACTED"]`},
		{types.Redacted(types.Extra{"a": json.RawMessage(`"Jansen"`)}), `{a:REDACTED}`, `{"a":"REDACTED"}`},
		{types.Redacted([]any{types.Object(`{"a":1}`), types.Scalar{Text: "Jansen"}}), `[REDACTED REDACTED]`, `["REDACTED","REDACTED"]`},
		{types.Redacted(struct{ Body []byte }{[]byte("Jansen")}), `{}`, `{}`},
		{types.Redacted([]float64{math.NaN(), 1.5}), `[NaN 1.5]`, `["NaN",1.5]`},
		{types.Redacted(others{
			time.Unix(0, 0).UTC(), "Jansen", "Jansen", []text{"Jansen"}, types.TaskStatusOpen, "x", types.Guest{ID: 7, Surname: "Jansen"}, guest, map[string]types.ResponseRef{"a": {}},
			map[string]types.ResponseRef{"b": ref},
		}), `others{at:1970-01-01T00:00:00Z status:open email:x guest:{id:7} known:{b:{id:1}}}`,
			`{"at":"1970-01-01T00:00:00Z","status":"open","email":"x","guest":{"id":7},"known":{"b":{"id":1}}}`},
		{types.Transaction{ID: 1, Amount: types.NewDecimal(0), Description: "x"}, `Transaction{id:1 amount:0}`, `{"id":1,"amount":"0"}`},
		{types.Supplement{ID: 1, TaxRate: types.Scalar{Text: "21"}, EligibleMaxQuantity: types.MustNumber("7.50")},
			`Supplement{id:1 taxRate:21 eligibleMaxQuantity:7.50}`, `{"id":1,"taxRate":21,"eligibleMaxQuantity":7.50}`},
		{types.Webhook{ID: 1, Events: []string{"a b", "x"}}, `Webhook{id:1 events:["a b" x]}`, `{"id":1,"events":["a b","x"]}`},
		{types.PresenceDay{Date: types.Date{Year: 2026, Month: 13, Day: 1}}, `PresenceDay{date:2026-13-01}`, `{"date":"2026-13-01"}`},
		{types.Unredacted(&guest), `Guest{id:7 uuid:u-1 surname:Jansen locale:"two words" birthDate:1907-03-09 verified:true ` +
			`created:2026-11-20}`, ""},
		{types.Unredacted(types.Webhook{Secret: types.NewSecret("Jansen")}), `Webhook{secret:REDACTED}`, `{"secret":"REDACTED"}`},
		{types.Unredacted([]any{[]byte("Jansen"), "", "a b"}), `[Jansen "" "a b"]`, `["Jansen","","a b"]`},
		{types.Unredacted(types.Guest{CustomFields: types.Object(`{"a":1}`), Extra: types.Extra{"b": json.RawMessage(`[2]`)}}),
			`Guest{customFields:{"a":1} extra:{b:[2]}}`, `{"customFields":{"a":1},"extra":{"b":[2]}}`},
		{types.Unredacted(types.VoIPEvent{Reference: "r 1", Extra: map[string]any{"x": nil}}),
			`VoIPEvent{reference:"r 1" extra:{x:<nil>}}`, `{"reference":"r 1","extra":{"x":null}}`},
		{types.Set("Jansen"), "REDACTED", `"REDACTED"`},
		{types.Set(types.SalutationMale), "REDACTED", `"REDACTED"`},
		{types.Set(types.NewDate(2026, 11, 20)), "2026-11-20", `"2026-11-20"`},
		{types.Set(&types.Guest{ID: 3, Surname: "Jansen"}), "Guest{id:3}", `{"id":3}`},
		{types.Null[string](), "<nil>", `null`},
		{types.Nullable[string]{}, "<nil>", `null`},
	} {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			formats := []string{"%v", "%+v", "%#v", "%s", "%d", "%q"}
			if reflect.TypeOf(test.value).Kind() == reflect.Slice {
				formats = formats[:1] // package fmt writes the slice, and calls only the methods of its records
			}
			checkPrinted(t, test.value, test.text, test.json, formats...)
		})
	}
}
