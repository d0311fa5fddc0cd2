// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// BenchmarkUnmarshalJSON reads the small values in their common forms, and in some others.
func BenchmarkUnmarshalJSON(b *testing.B) {
	for _, row := range []struct {
		value json.Unmarshaler
		sent  string
	}{
		{new(types.Date), `"2026-11-20"`},
		{new(types.Date), `"2026-11-20T00:00:00Z"`},
		{new(types.Date), `null`},
		{new(types.Date), `"next spring"`},
		{new(types.DateTime), `"2026-11-20T14:30:15+02:00"`},
		{new(types.DateTime), `"2026-11-20T14:30:15.25Z"`},
		{new(types.DateTime), `"2026-11-20T14:30:15+0200"`},
		{new(types.DateTime), `"2026-11-20 14:30:15"`},
		{new(types.DateTime), `"2026-11-20T14:30"`},
		{new(types.Number), `1234.56`},
		{new(types.Decimal), `"1234.56"`},
		{new(types.Scalar), `21`},
		{new(types.Scalar), `"high"`},
		{new(types.Secret), `"4f1c0a"`},
		{new(types.Webhook), `{"id":1}`},
	} {
		b.Run(reflect.TypeOf(row.value).Elem().Name()+"/"+row.sent, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := row.value.UnmarshalJSON([]byte(row.sent)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
