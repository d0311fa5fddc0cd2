// SPDX-License-Identifier: MIT

package records_test

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/lenient/records"
	"github.com/reservationkit/reservations-go/types"
)

// FuzzRecord gives two records to one decoder, the second of which may be decoded with what
// the first has left: what it reads is what encoding/json reads, and Extra holds the rest.
func FuzzRecord(f *testing.F) {
	for _, name := range []string{"ReservationSummary", "PresenceDay"} {
		sample, err := os.ReadFile("../../../types/testdata/" + name + ".json")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(sample, sample)
		f.Add(sample, bytes.Replace(sample, []byte(`"id"`), []byte(`"new"`), 1))
		f.Add([]byte(`{}`), bytes.ReplaceAll(sample, []byte(`"`), []byte(` " `)))
	}
	for _, seed := range [][2]string{
		{`{"id":1,"number":"7","date":"2026-11-20"}`,
			`{"number":"8","id":-0,"date":"2026-11-20","new":[1,{"a":null}]}`},
		{`{"guests":[{"firstName":"Ada"},{}]}`,
			`{"guests":[{"firstName":"a\u00e9\ud800"}],"totalPrice":"1e3","balance":-0.50}`},
		{`{"items":[{"reservationId":1,"new":1},{"reservationId":2}]}`,
			`{"items":[{"reservationId":1,"new":1},{"reservationId":3},{"reservationId":2}],"date":""}`},
		{`{"items":[{"reservationId":1},{"reservationId":"2"}]}`,
			`{"items":[{"reservationId":1},{"reservationId":2,"reservationId":3}]}`},
		{`{"orderLines":[{"taxRate":21},{"taxRate":"high"}]}`,
			`{"orderLines":[{"taxRate":true},{"taxRate":null},{"taxRate":{}}],"closed":null}`},
		{`{"date":"20 November","checkin":"0000-00-00"}`,
			"{\"date\":\"\\u0032026-11-20\",\"notes\":\"\xff\",\"name\":\"\u2028\"}"},
		{`{"new":1,"new":2}`, `{"New":1,"iD":2,"toKen":"x"}`},
		{`{"x":"` + strings.Repeat("7", 40) + `"}`, `{"y":` + strings.Repeat("7", 40) + `}`},
	} {
		f.Add([]byte(seed[0]), []byte(seed[1]))
	}
	f.Fuzz(func(t *testing.T, first, second []byte) {
		checkRecords[types.ReservationSummary](t, first, second)
		checkRecords[types.PresenceDay](t, first, second)
	})
}

func checkRecords[T any](t *testing.T, bodies ...[]byte) {
	t.Helper()
	var d records.Decoder
	var all []T // all before any is looked at, because the decoder copies from the one before
	var raws [][]byte
	for _, body := range bodies {
		var record T
		if length, ok := read(&d, body, &record); ok {
			all, raws = append(all, record), append(raws, body[:length])
		}
	}
	for i, got := range all {
		var want T
		record := raws[i]
		if err := json.Unmarshal(record, &want); err != nil {
			t.Fatalf("%s was read, and encoding/json says: %v", record, err)
		}
		checkExtra(t, record, reflect.ValueOf(got))
		if day, ok := any(got).(types.PresenceDay); ok {
			var raw struct{ Items []json.RawMessage }
			if err := json.Unmarshal(record, &raw); err != nil {
				t.Fatal(err)
			}
			for i, item := range day.Items {
				checkExtra(t, raw.Items[i], reflect.ValueOf(item))
			}
		}
		if !reflect.DeepEqual(want, got) {
			t.Fatalf("%s differs (-encoding/json +records):\n%.2000s", record, cmp.Diff(want, got, everything))
		}
	}
}

// everything lets cmp look at what is not exported.
var everything = cmp.Exporter(func(reflect.Type) bool { return true })

// checkExtra compares Extra with the keys of an object that the record has no field for.
func checkExtra(t *testing.T, object []byte, record reflect.Value) {
	t.Helper()
	var all map[string]json.RawMessage
	if err := json.Unmarshal(object, &all); err != nil {
		t.Fatal(err)
	}
	var want types.Extra
	for key, raw := range all {
		_, known := record.Type().FieldByNameFunc(func(name string) bool {
			field, _ := record.Type().FieldByName(name)
			tag, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			return strings.EqualFold(tag, key)
		})
		if known {
			continue
		}
		if want == nil {
			want = types.Extra{}
		}
		want[key] = raw
	}
	if diff := cmp.Diff(want, record.FieldByName("Extra").Interface()); diff != "" {
		t.Fatalf("%s has another Extra (-want +got):\n%.2000s", object, diff)
	}
}
