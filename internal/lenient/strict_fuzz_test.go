package lenient

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

// FuzzStrict holds strict decoding of every type of record to encoding/json: what it reads
// is the same, with the fields that nobody knows in Extra, and it fails only where encoding/json
// does or where that would merge two values or make a record of null.
func FuzzStrict(f *testing.F) {
	all := append(Samples, reflect.TypeFor[types.ReservationDiscountCode](), reflect.TypeFor[types.RegistrationNumberEntry]())
	for i, typ := range all {
		if record, err := os.ReadFile("../../types/testdata/" + typ.Name() + ".json"); err == nil {
			f.Add(uint8(i), record)
		}
		for _, seed := range []string{
			`{}`, `null`, `[]`, `{"id":1,"active":null,"priority":"","new":[1,{"a":"é"}]}`, `{"ID":-0,"webhook":null,"webhook":{}}`, `{"id":"7","items":[null]}`,
			`{"created":"2026-11-20","totalPrice":"12,50","customFields":[],"guests":[{},{"id":9223372036854775808}],"features":[{"id":1,"n\u0065w":1}]}`,
			`{"discountCodeSpecification":{},"unit":{"content":{"organization":{}}},"assignees":[],"categories":null,"facilities":{"id":1}}`,
		} {
			f.Add(uint8(i), []byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, number uint8, body []byte) {
		typ := all[int(number)%len(all)]
		got, want := reflect.New(typ), reflect.New(typ)
		s := newStrict(body, Options{})
		ok := s.document(planned(typ), got.Elem())
		err := json.Unmarshal(body, want.Interface())
		if repaired, _, repairErr := Repair(body, typ); !ok && s.Err == nil && err == nil && repairErr == nil && bytes.Equal(repaired, body) {
			t.Fatalf("%s as %s fails, and needs no repair", body, typ)
		}
		if !ok {
			return
		}
		if err != nil {
			t.Fatalf("%s as %s is read, and encoding/json says: %v", body, typ, err)
		}
		want = reflect.New(typ)
		if err := unmarshal(body, want.Interface()); err != nil { // which fills Extra
			t.Fatalf("%s as %s is read, and refused by unmarshal: %v", body, typ, err)
		}
		if !reflect.DeepEqual(want.Interface(), got.Interface()) {
			diff := cmp.Diff(want.Interface(), got.Interface(), cmp.Exporter(func(reflect.Type) bool { return true }))
			t.Fatalf("%s as %s differs (-encoding/json +strict):\n%.2000s", body, typ, diff)
		}
	})
}
