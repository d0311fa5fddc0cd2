// SPDX-License-Identifier: MIT

package lenient

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestRecordsWithEveryFieldLackNone(t *testing.T) {
	t.Parallel()
	for _, typ := range samples {
		t.Run(typ.Name(), func(t *testing.T) {
			t.Parallel()
			record := reflect.New(typ).Interface()
			found, err := Decode(sample(t, typ), record,
				Options{RequireIDs: true, ListMissing: true})
			if err != nil || len(found) > 0 {
				t.Errorf("found %v, error %v", found, err)
			}
		})
	}
}

// BenchmarkDecode compares Decode with what encoding/json does alone, for one record and for
// a list of them.
func BenchmarkDecode(b *testing.B) {
	for _, typ := range samples {
		record := sample(b, typ)
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
			options := Options{RequireIDs: true, ListMissing: true}
			if _, err := Decode(body, reflect.New(typ).Interface(), options); err != nil {
				b.Fatal(err)
			}
		}
	})
}
