// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

//go:generate go test -run TestBuilders -update .

// TestBuilders holds every builder to fill in every required field: in package types one
// whose tag has no option. A false or a 0 can be a value that was sent, a nil slice cannot.
func TestBuilders(t *testing.T) {
	t.Parallel()
	records := rt.OneOfEach(7)
	if diff := cmp.Diff(records, rt.OneOfEach(7)); diff != "" {
		t.Errorf("the records differ from call to call:\n%s", diff)
	}
	wantGolden(t, "builders.json", records)
	for _, record := range records {
		v := reflect.ValueOf(record)
		t.Run(v.Type().Name(), func(t *testing.T) {
			t.Parallel()
			if id := fmt.Sprint(v.FieldByName("ID")); id != "7" {
				t.Errorf("the ID is %s, want 7", id)
			}
			wantFilled(t, v.Type().Name(), v)
			rt.NewServer(rt.WithRecords(record, rt.OfReservation(1, record))) // panics on a type that it does not hold
		})
	}
}

// TestChangesOfBuilders: a builder makes the changes in turn.
func TestChangesOfBuilders(t *testing.T) {
	t.Parallel()
	changesInTurn(t, rt.NewReservation)
	changesInTurn(t, rt.NewSummary)
	changesInTurn(t, rt.NewAgeGroup)
	changesInTurn(t, rt.NewAdditionalGuest)
	changesInTurn(t, rt.NewGroupReservation)
	changesInTurn(t, rt.NewDiscountCode)
	changesInTurn(t, rt.NewRegistrationNumberEntry)
	changesInTurn(t, rt.NewGuest)
	changesInTurn(t, rt.NewUnit)
	changesInTurn(t, rt.NewCategory)
	changesInTurn(t, rt.NewCampingEquipment)
	changesInTurn(t, rt.NewFacilityGroup)
	changesInTurn(t, rt.NewFacilityFilter)
	changesInTurn(t, rt.NewSupplement)
	changesInTurn(t, rt.NewTransaction)
	changesInTurn(t, rt.NewTaxProfile)
	changesInTurn(t, rt.NewTask)
	changesInTurn(t, rt.NewStaffMember)
	changesInTurn(t, rt.NewUtilityMeterReport)
	changesInTurn(t, rt.NewWebhook)
	changesInTurn(t, rt.NewWebhookEvent)
	changesInTurn(t, rt.NewVoIPCall)
}

func changesInTurn[T any](t *testing.T, build func(int64, ...func(*T)) T) {
	t.Helper()
	var zero, second T
	changed := build(7, func(r *T) { *r = zero }, func(r *T) { second = *r })
	if !cmp.Equal(second, zero) || !cmp.Equal(changed, zero) {
		t.Errorf("%T: the changes are not made in turn", zero)
	}
}

var update = flag.Bool("update", false, "write the files of testdata anew")

// wantGolden wants values as a file of testdata has them: tests of other programs count on
// what this package makes.
func wantGolden(t *testing.T, file string, values any) {
	t.Helper()
	got, err := json.MarshalIndent(values, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	wantLines := strings.Split(strings.TrimSpace(string(want)), "\n")
	for i, line := range strings.Split(string(got), "\n") {
		if i >= len(wantLines) || line != wantLines[i] {
			t.Fatalf("line %d is %s: if that is meant, write %s anew with -update", i+1, strings.TrimSpace(line), path)
		}
	}
}

func wantFilled(t *testing.T, path string, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			wantFilled(t, path, v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			wantFilled(t, path, v.Index(i))
		}
	case reflect.Struct:
		if v.Type().PkgPath() != reflect.TypeFor[types.Guest]().PkgPath() {
			return // a decimal
		}
		for i := range v.NumField() {
			field, name := v.Field(i), path+"."+v.Type().Field(i).Name
			tag, defaults := v.Type().Field(i).Tag.Get("json"), v.Type().Field(i).Tag.Get("default")
			required := tag != "" && tag != "-" && !strings.Contains(tag, ",") && field.Kind() != reflect.Bool && !isCount(field)
			if field.IsZero() && (required || defaults == "true") {
				t.Errorf("%s is not filled in", name)
			}
			if v.Type().Field(i).IsExported() {
				wantFilled(t, name, field)
			}
		}
	}
}

// isCount tells a number of persons, which may well be 0, from an ID.
func isCount(field reflect.Value) bool { return field.Kind() == reflect.Int }
