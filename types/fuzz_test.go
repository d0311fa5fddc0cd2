// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

// FuzzRecords decodes any text as any record or body: it must not panic, and what it accepts
// must be the same record after it was written and read again.
func FuzzRecords(f *testing.F) {
	for i, typ := range structs {
		for form := range 2 {
			f.Add(uint8(i), encode(f, sentRecord(f, typ, form, true)))
		}
		for _, seed := range []string{`{}`, `null`, `[]`, `{"id":9007199254740993,"modified":"0000-00-00"}`, `{"id":12.0}`, `{"id":1`} {
			f.Add(uint8(i), []byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, number uint8, data []byte) {
		typ := structs[int(number)%len(structs)]
		if typ == reflect.TypeFor[types.VoIPEvent]() {
			typ = reflect.TypeFor[voipEvent]()
		}
		record := reflect.New(typ)
		if json.Unmarshal(data, record.Interface()) != nil || !utf8.Valid(data) {
			return
		}
		written, err := json.Marshal(record.Interface())
		if err != nil && strings.Contains(err.Error(), "RequestRef") { // it has no id
			return
		} else if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(record.Elem().Interface(), decode(t, typ, written).Interface(), equateRaw); diff != "" {
			t.Fatalf("%v: %s was written as %s, which reads differently (-first +again):\n%s", typ, data, written, diff)
		}
	})
}
