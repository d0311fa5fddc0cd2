// SPDX-License-Identifier: MIT

package types_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

// FuzzRecords decodes any text as any record or body: it must not panic, and what it accepts
// must be the same record after it was written and read again.
func FuzzRecords(f *testing.F) {
	all := slices.Concat(records, requests)
	for i, r := range all {
		if r.sample != "" {
			f.Add(uint8(i), encode(f, readSample(f, r.sample)))
		}
		for _, seed := range []string{`{}`, `null`, `[]`, `{"id":9007199254740993,"modified":"0000-00-00"}`, `{"id":12.0}`, `{"id":1`} {
			f.Add(uint8(i), []byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, number uint8, data []byte) {
		typ := all[int(number)%len(all)].typ
		if typ == reflect.TypeFor[types.VoIPEvent]() {
			typ = reflect.TypeFor[voipEvent]()
		}
		record, again := reflect.New(typ), reflect.New(typ)
		if json.Unmarshal(data, record.Interface()) != nil || !utf8.Valid(data) {
			return
		}
		written := encode(t, record.Interface())
		if err := json.Unmarshal(written, again.Interface()); err != nil {
			t.Fatalf("%v: %s was written as %s, which does not read: %v", typ, data, written, err)
		}
		if diff := cmp.Diff(record.Interface(), again.Interface(), equateRaw); diff != "" {
			t.Fatalf("%v: %s was written as %s, which reads differently (-first +again):\n%s", typ, data, written, diff)
		}
	})
}

// voipEvent has no MarshalJSON, which writes the dates in UTC to the second and so not always
// as they were read.
type voipEvent types.VoIPEvent

// FuzzDecimal reads any JSON as a Decimal and as a Number: neither panics, and what was
// read is written byte for byte, or for a form that JSON does not know, as the same number.
func FuzzDecimal(f *testing.F) {
	for _, seed := range []string{`7.50`, `"7.50"`, `"+7"`, `".5"`, `"007."`, `1e3`, `-1E-3`, `""`, `null`, `"1e9990"`, `1e999999999`, `true`, `"x"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var d, text types.Decimal
		var n, again types.Number
		if json.Unmarshal(data, &d) != nil {
			if json.Unmarshal(data, &n) == nil {
				t.Fatalf("%s is a Number and no Decimal", data)
			}
			return
		}
		if err := json.Unmarshal(data, &n); err != nil || types.Decimal(n) != d {
			t.Fatalf("%s reads as the Decimal %v and as the Number %v, %v", data, d, n, err)
		}
		written := encode(t, n)
		if err := json.Unmarshal(written, &again); err != nil || !again.Equal(n) {
			t.Fatalf("%s is written as %s, which reads as %v, %v", data, written, again, err)
		}
		if number := bytes.TrimSpace(data); d.Given() && number[0] != '"' && !bytes.Equal(written, number) {
			t.Fatalf("%s is written as %s", number, written)
		}
		if err := json.Unmarshal(encode(t, d), &text); err != nil || text != d {
			t.Fatalf("%s is written as %s, which reads as %v, %v", data, encode(t, d), text, err)
		}
		if printed, err := types.ParseDecimal(d.String()); err != nil || !printed.Equal(d) {
			t.Fatalf("%s prints as %s", data, d)
		}
	})
}
