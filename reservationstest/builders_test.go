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

// built calls a builder, which must be the same every time and make the changes in turn.
func built[T any](t *testing.T, build func(int64, ...func(*T)) T) T {
	t.Helper()
	record := build(7)
	if diff := cmp.Diff(record, build(7)); diff != "" {
		t.Errorf("%T differs from call to call:\n%s", record, diff)
	}
	var second T
	changed := build(7, func(r *T) { *r = *new(T) }, func(r *T) { second = *r })
	if zero := *new(T); !cmp.Equal(second, zero) || !cmp.Equal(changed, zero) {
		t.Errorf("%T: the changes are not made in turn", record)
	}
	return record
}

// TestBuilders holds every builder to fill in every required field: in package types one
// whose tag has no option. A false or a 0 can be a value that was sent, a nil slice cannot.
func TestBuilders(t *testing.T) {
	t.Parallel()
	records := []any{
		built(t, rt.NewReservation), built(t, rt.NewSummary), built(t, rt.NewAgeGroup), built(t, rt.NewAdditionalGuest),
		built(t, rt.NewGroupReservation), built(t, rt.NewDiscountCode), built(t, rt.NewRegistrationNumberEntry),
		built(t, rt.NewGuest), built(t, rt.NewUnit), built(t, rt.NewCategory), built(t, rt.NewCampingEquipment),
		built(t, rt.NewFacilityGroup), built(t, rt.NewFacilityFilter), built(t, rt.NewSupplement),
		built(t, rt.NewTransaction),
		built(t, rt.NewTaxProfile), built(t, rt.NewTask), built(t, rt.NewStaffMember), built(t, rt.NewUtilityMeterReport),
		built(t, rt.NewWebhook), built(t, rt.NewWebhookEvent), built(t, rt.NewVoIPCall),
	}
	wantGolden(t, "builders.json", records)
	oneOfEach := map[reflect.Type]any{}
	for _, record := range rt.OneOfEach(7) {
		oneOfEach[reflect.TypeOf(record)] = record
	}
	if got := len(rt.OneOfEach(7)); len(oneOfEach) != len(records) || got != len(records) {
		t.Errorf("OneOfEach has %d records of %d types, want one of each of %d", got, len(oneOfEach), len(records))
	}
	for _, record := range records {
		v := reflect.ValueOf(record)
		t.Run(v.Type().Name(), func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(record, oneOfEach[v.Type()]); diff != "" {
				t.Errorf("in OneOfEach (-want +got):\n%s", diff)
			}
			if id := fmt.Sprint(v.FieldByName("ID")); id != "7" {
				t.Errorf("the ID is %s, want 7", id)
			}
			wantFilled(t, v.Type().Name(), v)
			rt.NewServer(rt.WithRecords(record, rt.OfReservation(1, record))) // panics on a type that it does not hold
		})
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
