package reservationstest_test

import (
	"fmt"
	"reflect"
	"testing"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

func TestOneOfEach(t *testing.T) {
	t.Parallel()
	srv := rt.NewServer(rt.WithRecords(rt.OneOfEach(7)...))
	if guest, found := rt.Get[types.Guest](srv, 7); !found || guest.DisplayName == "" {
		t.Errorf("the server holds the guest %v (%v), want the one of NewGuest(7)", guest.ID, found)
	}
	seen := map[reflect.Type]bool{}
	for _, record := range rt.OneOfEach(7) {
		typ := reflect.TypeOf(record)
		if seen[typ] {
			t.Errorf("there is more than one %v", typ)
		}
		seen[typ] = true
		if id := fmt.Sprint(reflect.ValueOf(record).FieldByName("ID")); id != "7" {
			t.Errorf("the %v has the ID %s, want 7", typ, id)
		}
	}
}
