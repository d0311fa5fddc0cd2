// SPDX-License-Identifier: MIT

package lenient_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/lenient"
)

func TestRecordsWithEveryFieldLackNone(t *testing.T) {
	t.Parallel()
	for _, typ := range lenient.Samples {
		t.Run(typ.Name(), func(t *testing.T) {
			t.Parallel()
			record := reflect.New(typ).Interface()
			found, err := lenient.Decode(lenient.Sample(t, typ), record,
				lenient.Options{RequireIDs: true, ListMissing: true})
			if err != nil || len(found) > 0 {
				t.Errorf("found %v, error %v", found, err)
			}
		})
	}
}

// BenchmarkDecode compares Decode with what encoding/json does alone, for one record and for
// a list of them.
func BenchmarkDecode(b *testing.B) {
	for _, typ := range lenient.Samples {
		record := lenient.Sample(b, typ)
		list := []byte("[" + strings.Repeat(string(record)+",", 24) + string(record) + "]")
		benchmark(b, typ.Name()+"/1", typ, record)
		benchmark(b, typ.Name()+"/25", reflect.SliceOf(typ), list)
	}
}

func benchmark(b *testing.B, name string, typ reflect.Type, body []byte) {
	b.Run(name+"/json", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		b.ReportAllocs()
		for b.Loop() {
			if err := json.Unmarshal(body, reflect.New(typ).Interface()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run(name+"/decode", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		b.ReportAllocs()
		for b.Loop() {
			options := lenient.Options{RequireIDs: true, ListMissing: true}
			if _, err := lenient.Decode(body, reflect.New(typ).Interface(), options); err != nil {
				b.Fatal(err)
			}
		}
	})
}
