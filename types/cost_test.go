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
		reflect.TypeFor[types.Date](): 24, reflect.TypeFor[types.DateTime](): 32, reflect.TypeFor[types.PresenceItem](): 232,
	} {
		if typ.Size() > most {
			t.Errorf("a %s takes %d bytes; want at most %d", typ.Name(), typ.Size(), most)
		}
	}
}

func TestAllocations(t *testing.T) { // counts allocations and is therefore not parallel
	for _, test := range []struct {
		value json.Unmarshaler
		sent  string
		most  float64 // most are for the text that a value keeps
	}{
		{new(types.Date), `"2026-11-20"`, 0},
		{new(types.Date), `"2026-11-20T00:00:00Z"`, 0},
		{new(types.DateTime), `"2026-11-20T14:30:15.25+02:00"`, 0},
		{new(types.DateTime), `"2026-11-20T14:30:15+0200"`, 2}, // the text and a pointer to it
		{new(types.DateTime), `"2026-11-20 14:30:15"`, 2},
		{new(types.DateTime), `"2026-11-20"`, 2},
		{new(types.DateTime), `"2026-11-20T14:30"`, 50},
		{new(types.Number), `1234.56`, 1},
		{new(types.Decimal), `"-1.5e3"`, 1},
		{new(types.Scalar), `21.00`, 1},
		{new(types.Scalar), `"high"`, 1},
		{new(types.Secret), `"4f1c0a"`, 1},
		{new(types.Webhook), `{"id":1}`, 12},
	} {
		data := []byte(test.sent)
		if got := testing.AllocsPerRun(100, func() { _ = test.value.UnmarshalJSON(data) }); got > test.most {
			t.Errorf("%T of %s: %v allocations; want at most %v", test.value, test.sent, got, test.most)
		}
	}
}
