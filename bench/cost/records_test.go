// SPDX-License-Identifier: MIT

package cost

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"reflect"
	"testing"

	"github.com/reservationkit/reservations-go/internal/lenient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// BenchmarkRecord decodes one record of each type with everything set, as the SDK does and
// with json.Unmarshal alone.
func BenchmarkRecord(b *testing.B) {
	for _, record := range reservationstest.OneOfEach(7) {
		typ := reflect.TypeOf(record)
		body, err := os.ReadFile("../../types/testdata/" + typ.Name() + ".json")
		if errors.Is(err, fs.ErrNotExist) {
			continue // it comes within others only
		}
		if err != nil {
			b.Fatal(err)
		}
		b.Run("type="+typ.Name()+"/client=json", func(b *testing.B) {
			Loop(b, func() error { return json.Unmarshal(body, reflect.New(typ).Interface()) })
		})
		b.Run("type="+typ.Name()+"/client=sdk", func(b *testing.B) {
			Loop(b, func() error {
				_, err := lenient.Decode(body, reflect.New(typ).Interface(), lenient.Options{RequireIDs: true})
				return err
			})
		})
	}
}
