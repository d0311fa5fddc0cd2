package repair_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/repair"
	"github.com/reservationkit/reservations-go/types"
)

// BenchmarkDecode compares Decode with what encoding/json does alone.
func BenchmarkDecode(b *testing.B) {
	benchmark[[]types.ReservationSummary](b, "ReservationSummary", 25)
	benchmark[[]types.PresenceDay](b, "PresenceDay", 1000)
}

func benchmark[T any](b *testing.B, sample string, n int) {
	record, err := os.ReadFile("../../types/testdata/" + sample + ".json")
	if err != nil {
		b.Fatal(err)
	}
	body := []byte("[" + strings.TrimSuffix(strings.Repeat(string(record)+",", n), ",") + "]")
	b.Run(sample+"/json", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		b.ReportAllocs()
		for b.Loop() {
			var value T
			if err := json.Unmarshal(body, &value); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run(sample+"/decode", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		b.ReportAllocs()
		for b.Loop() {
			var value T
			if odd, err := repair.Decode(body, &value, repair.Options{RequireIDs: true, ListMissing: true}); err != nil || len(odd) > 0 {
				b.Fatal(odd, err)
			}
		}
	})
}
