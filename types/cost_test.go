// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"reflect"
	"strconv"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestSizes holds the sizes on which the memory of a register of a year depends.
func TestSizes(t *testing.T) {
	t.Parallel()
	if strconv.IntSize != 64 {
		t.Skip("the sizes are those of a 64-bit machine")
	}
	for typ, most := range map[reflect.Type]uintptr{
		reflect.TypeFor[types.Date]():         32,
		reflect.TypeFor[types.DateTime]():     32,
		reflect.TypeFor[types.Number]():       16,
		reflect.TypeFor[types.PresenceItem](): 248,
	} {
		t.Run(typ.Name(), func(t *testing.T) {
			t.Parallel()
			if typ.Size() > most {
				t.Errorf("it takes %d bytes; want at most %d", typ.Size(), most)
			}
		})
	}
}

// TestCommonFormsAllocateNothing beyond the text that a value keeps.
func TestCommonFormsAllocateNothing(t *testing.T) { // counts allocations and is therefore not parallel
	for _, row := range []struct {
		value json.Unmarshaler
		sent  string
		most  float64
	}{
		{new(types.Date), `"2026-11-20"`, 0},
		{new(types.Date), `null`, 0},
		{new(types.Date), `"2026-11-20T00:00:00Z"`, 0}, // equal texts are kept once
		{new(types.DateTime), `"2026-11-20T14:30:15+02:00"`, 0},
		{new(types.DateTime), `"2026-11-20T14:30:15.25Z"`, 0},
		{new(types.DateTime), `"2026-11-20T14:30:15+0200"`, 2}, // the text and a pointer to it
		{new(types.DateTime), `"2026-11-20"`, 2},
		{new(types.DateTime), `"2026-11-20 14:30:15"`, 2},
		{new(types.Number), `1234.56`, 1},
		{new(types.Decimal), `"1234.56"`, 1},
		{new(types.Decimal), `"-1.5e3"`, 1},
		{new(types.Scalar), `21.00`, 1},
		{new(types.Scalar), `"high"`, 1},
		{new(types.Secret), `"4f1c0a"`, 1},
	} {
		t.Run(reflect.TypeOf(row.value).Elem().Name()+" of "+row.sent, func(t *testing.T) {
			data := []byte(row.sent)
			if got := testing.AllocsPerRun(100, func() { _ = row.value.UnmarshalJSON(data) }); got > row.most {
				t.Errorf("%v allocations; want at most %v", got, row.most)
			}
		})
	}
	for text, parse := range map[string]func(string) error{
		"1234.56":                   func(s string) error { _, err := types.ParseNumber(s); return err },
		"-7.5e3":                    func(s string) error { _, err := types.ParseDecimal(s); return err },
		"2026-11-20":                func(s string) error { _, err := types.ParseDate(s); return err },
		"2026-11-20T14:30:15+02:00": func(s string) error { _, err := types.ParseDateTime(s); return err },
	} {
		t.Run(text, func(t *testing.T) {
			if got := testing.AllocsPerRun(100, func() { _ = parse(text) }); got > 0 {
				t.Errorf("%v allocations; want none", got)
			}
		})
	}
}
