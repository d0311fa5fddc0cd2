package lenient_test

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/lenient"
	"github.com/reservationkit/reservations-go/types"
)

// samples are records of every family. Each has a file in testdata of package types with
// every field set.
var samples = []reflect.Type{
	reflect.TypeFor[types.AccommodationCategory](), reflect.TypeFor[types.AccommodationUnit](),
	reflect.TypeFor[types.FacilityFilterItem](), reflect.TypeFor[types.FacilityGroup](),
	reflect.TypeFor[types.GroupReservation](), reflect.TypeFor[types.Guest](),
	reflect.TypeFor[types.PresenceDay](), reflect.TypeFor[types.Reservation](),
	reflect.TypeFor[types.ReservationAdditionalGuest](), reflect.TypeFor[types.ReservationSummary](),
	reflect.TypeFor[types.StaffMemberSpecification](), reflect.TypeFor[types.Supplement](),
	reflect.TypeFor[types.Task](), reflect.TypeFor[types.TaxProfile](), reflect.TypeFor[types.Transaction](),
	reflect.TypeFor[types.UtilityMeterReport](), reflect.TypeFor[types.VoIPCall](), reflect.TypeFor[types.Webhook](),
	reflect.TypeFor[types.WebhookEvent](),
}

// sample returns a record of type t as a service writes it.
func sample(tb testing.TB, t reflect.Type) []byte {
	file, err := os.ReadFile("../../types/testdata/" + t.Name() + ".json")
	if err != nil {
		tb.Fatal(err)
	}
	var body bytes.Buffer
	if err := json.Compact(&body, file); err != nil {
		tb.Fatal(err)
	}
	return body.Bytes()
}

func TestRecordsWithEveryFieldLackNone(t *testing.T) {
	t.Parallel()
	for _, typ := range samples {
		t.Run(typ.Name(), func(t *testing.T) {
			t.Parallel()
			for range 2 { // the second finds the memory of the first
				record := reflect.New(typ)
				odd, err := lenient.Decode(sample(t, typ), record.Interface(), lenient.Options{RequireIDs: true, ListMissing: true})
				if err != nil || len(odd) > 0 {
					t.Errorf("odd: %v, error %v", odd, err)
				}
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
			if _, err := lenient.Decode(body, reflect.New(typ).Interface(), lenient.Options{RequireIDs: true, ListMissing: true}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
