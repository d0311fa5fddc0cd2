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

	"github.com/reservationkit/reservations-go/internal/lenient/lexer"
	"github.com/reservationkit/reservations-go/internal/lenient/records"
	"github.com/reservationkit/reservations-go/types"
)

// sample returns a complete record.
func sample(tb testing.TB, name string) []byte {
	record, err := os.ReadFile("../../../types/testdata/" + name + ".json")
	if err != nil {
		tb.Fatal(err)
	}
	return record
}

// FuzzRecord gives two records to one decoder, the second of which may be decoded with what
// the first has left: what it reads is what encoding/json reads, and Extra holds the rest.
func FuzzRecord(f *testing.F) {
	for _, name := range []string{"ReservationSummary", "PresenceDay"} {
		sample := sample(f, name)
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
		checkRecords[types.ReservationSummary](t, string(first), string(second))
		checkRecords[types.PresenceDay](t, string(first), string(second))
	})
}

// checkRecords gives bodies to one decoder, and returns the records that it reads, and the bodies that it
// leaves to others. A decoder expects in a record what the one before had: what it reads is what
// encoding/json reads all the same.
func checkRecords[T any](t *testing.T, bodies ...string) (all []T, left []string) {
	t.Helper()
	var d records.Decoder
	var raws []string
	for _, body := range bodies { // all before any is looked at, because the decoder copies from the one before
		var record T
		if end, ok := read(&d, body, &record); ok {
			all, raws = append(all, record), append(raws, body[:end])
		} else {
			left = append(left, body)
		}
	}
	for i, got := range all {
		var want T
		if err := json.Unmarshal([]byte(raws[i]), &want); err != nil {
			t.Fatalf("%s was read, and encoding/json says: %v", raws[i], err)
		}
		if !reflect.DeepEqual(want, got) {
			t.Fatalf("%s differs (-encoding/json +records):\n%.2000s", raws[i], cmp.Diff(want, got, everything))
		}
	}
	return all, left
}

// everything lets cmp look at what is not exported.
var everything = cmp.Exporter(func(reflect.Type) bool { return true })

// read decodes the record with which body begins, and returns where it ends.
func read(d *records.Decoder, body string, record any) (end int, ok bool) {
	d.Lexer = &lexer.Lexer{Body: []byte(body)}
	d.Record(record)
	return d.At, !d.Failed()
}
