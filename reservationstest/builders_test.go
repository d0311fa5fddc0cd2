// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/generated"
	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

//go:generate go test -run TestBuilders|TestPark -update .

// TestBuilders holds every builder to the golden file, and to fill in every required field.
func TestBuilders(t *testing.T) {
	t.Parallel()
	records := rt.OneOfEach(7)
	text := wantGolden(t, "builders.json", records)
	for _, record := range records {
		typ := reflect.TypeOf(record).Name()
		if id := fmt.Sprint(reflect.ValueOf(record).FieldByName("ID")); id != "7" {
			t.Errorf("the ID of the %s is %s, want 7", typ, id)
		}
	}
	// An optional field without a value is not sent. A false or a number of persons can be a value.
	unfilled := regexp.MustCompile(`"\w+": (""|null|0),?\n`)
	for _, line := range unfilled.FindAllString(text, -1) {
		if !strings.HasPrefix(line, `"numOf`) {
			t.Errorf("a required field is not filled in: %s", line)
		}
	}
}

// wantGolden wants values as a file of testdata has them, and returns its text: tests of other
// programs count on what this package makes.
func wantGolden(t *testing.T, file string, values any) string {
	t.Helper()
	got, err := json.MarshalIndent(values, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	text := string(got) + "\n"
	generated.Check(t, filepath.Join("testdata", file), text, "./reservationstest, if it is meant and init has addKind for every builder")
	return text
}

// parkFrom is where the parks below begin.
var parkFrom = types.NewDate(2026, 11, 1)

// TestPark: the file has every case that the comment of Park names, and no unit twice at a time.
func TestPark(t *testing.T) {
	t.Parallel()
	park := rt.Park(1, 60, parkFrom, 35)
	wantGolden(t, "park.json", park)
	if cmp.Equal(park, rt.Park(2, 60, parkFrom, 35)) {
		t.Error("another seed gives the same park")
	}
	for _, size := range [][2]int{{0, 1}, {1, 1}, {30, 1}, {50, 9}} { // which leave it little room
		if got := len(rt.Park(1, size[0], parkFrom, size[1])); got != size[0] {
			t.Errorf("a park of %d bookings has %d", size[0], got)
		}
	}
}

// TestParkIsClosed for a tenth of its days, in the middle: nobody is present, not even of the cancelled.
func TestParkIsClosed(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		srv := rt.NewServer(rt.WithBookings(rt.Park(seed, 400, parkFrom, 35)...))
		days := srv.Register(reservations.PresenceParams{DateFrom: parkFrom, DateTo: parkFrom.AddDays(34), IncludeCancelled: new(true)})
		open := slices.DeleteFunc(slices.Clone(days), func(d types.PresenceDay) bool { return len(d.Items) == 0 })
		if len(open) != 32 || open[9].Date != parkFrom.AddDays(9) || open[22].Date != parkFrom.AddDays(25) {
			t.Errorf("seed %d: there are guests on %d days, want 32, without 3 in the middle", seed, len(open))
		}
	}
}
