// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit/generated"
	rt "github.com/reservationkit/reservations-go/reservationstest"
)

//go:generate go test -run TestBuilders -update .

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
	generated.Check(t, filepath.Join("testdata", file), text, "./reservationstest, if it is meant and init has hold for every builder")
	return text
}
