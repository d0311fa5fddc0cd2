package lenient

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

// TestFieldsComeInAnyOrder: the scan guesses which field comes next from the objects before,
// also from those that others scan, and finds the same whether the guess is right or not.
func TestFieldsComeInAnyOrder(t *testing.T) {
	t.Parallel()
	var all sync.WaitGroup
	for seed := range uint64(4) {
		all.Go(func() {
			random := rand.New(rand.NewPCG(seed, 0))
			for range 50 {
				checkRandomHouses(t, random)
			}
		})
	}
	all.Wait()
}

// checkRandomHouses scans houses whose fields come in another order each time, and that
// lack some of them.
func checkRandomHouses(t *testing.T, random *rand.Rand) {
	fields := []struct{ name, json string }{ // by their names in the type, required ones in its order
		{"id", `"id":1`}, {"name", `"name" : "\\"`}, {"main", `"main":{"new":1,"title":"","id":2}`}, {"units", `"units":[{"id":3}]`},
		{"open", `"OPEN":true`}, {"spare", `"spare":null`}, {"", `"new":1`}, {"", `"news":{"name":"x"}`}, {"", `"nam":"e"`},
	}
	const required = 4
	var houses, missing, unknown []string
	for i := range 20 {
		var house []string
		given := map[string]bool{}
		for _, f := range random.Perm(len(fields)) {
			if random.IntN(8) == 0 {
				continue
			}
			house, given[fields[f].name] = append(house, fields[f].json), true
			switch {
			case fields[f].name == "main":
				unknown = append(unknown, fmt.Sprintf("[%d].main new", i))
			case fields[f].name == "":
				key, _, _ := strings.Cut(fields[f].json, ":")
				unknown = append(unknown, fmt.Sprintf("[%d] %s", i, strings.Trim(key, `"`)))
			}
		}
		for _, f := range fields[:required] {
			if !given[f.name] {
				missing = append(missing, fmt.Sprintf("[%d].%s", i, f.name))
			}
		}
		houses = append(houses, "{"+strings.Join(house, ",")+"}")
	}
	s := scanDocument([]byte("["+strings.Join(houses, ", ")+"]"), planOf(reflect.TypeFor[[]house]()), Options{ListMissing: true})
	var gotMissing, gotUnknown []string
	for _, m := range s.missing {
		gotMissing = append(gotMissing, m.Path)
	}
	for _, u := range s.unknown {
		path := appendPath(nil, u.steps[:len(u.steps)-1])
		gotUnknown = append(gotUnknown, string(path)+" "+u.key)
	}
	if diff := cmp.Diff(missing, gotMissing); diff != "" {
		t.Errorf("missing in %s (-want +got):\n%s", s.body, diff)
	}
	if diff := cmp.Diff(unknown, gotUnknown); diff != "" {
		t.Errorf("unknown in %s (-want +got):\n%s", s.body, diff)
	}
}

// TestScanOfKnownRecordsAllocatesNothing: once its memory has grown, which it does while
// objects are open. Not parallel: it counts allocations.
func TestScanOfKnownRecordsAllocatesNothing(t *testing.T) {
	type street struct {
		House house `json:"house"`
		ID    int64 `json:"id"`
	}
	p := planOf(reflect.TypeFor[[]street]())
	body := `[{"house":{` + full + `},"id":1},{"id":2,"house":{"units":[{"id":2},{"id":3}],"name":"x\"","main":{"id":4},"id":1}}]`
	s := &scan{body: []byte(body), Options: Options{RequireIDs: true, ListMissing: true}}
	scan := func() {
		if s.at = 0; !s.value(p) || s.noID != nil || s.missing != nil || s.unknown != nil {
			t.Fatalf("stopped at byte %d with %v, %v and %v", s.at, s.noID, s.missing, s.unknown)
		}
	}
	if n := testing.AllocsPerRun(10, scan); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestTrailsAreBounded: the memory for unknown fields grows with the document, not with its
// depth times its length.
func TestTrailsAreBounded(t *testing.T) {
	t.Parallel()
	type nested struct {
		Inner *nested     `json:"inner"`
		Extra types.Extra `json:"-"`
	}
	body := strings.Repeat(`{"new":1,"inner":`, 5_000) + `{"new":1}` + strings.Repeat(`}`, 5_000)
	s := scanDocument([]byte(body), planOf(reflect.TypeFor[nested]()), Options{})
	if len(s.unknown) == 0 || len(s.trails) > 10*len(body) {
		t.Errorf("%d steps to %d unknown fields in %d bytes", len(s.trails), len(s.unknown), len(body))
	}
	record := new(nested)
	if err := Unmarshal([]byte(body), record); err != nil {
		t.Fatal(err)
	}
	if outer, next := string(record.Extra["new"]), string(record.Inner.Extra["new"]); outer != "1" || next != "1" {
		t.Errorf("the outer record keeps %s, and the next %s", outer, next)
	}
}

// TestScansLeaveNothingBehind: a scan takes over the memory of the one before, and nothing else.
// Not parallel: others would take the memory.
func TestScansLeaveNothingBehind(t *testing.T) {
	p := planOf(reflect.TypeFor[[]house]())
	first := scanDocument([]byte(`[{"new":1},{"any":[null,`+strings.Repeat("9", maxDigits+1)), p, Options{RequireIDs: true, ListMissing: true})
	if first.err == nil || first.noID == nil || len(first.missing) == 0 || len(first.unknown) == 0 || !first.nullRecord || len(first.steps) == 0 {
		t.Fatalf("the first scan does not find everything: %+v", first)
	}
	missing := first.missing
	want := slices.Clone(missing)
	first.release()
	if n := len(first.steps) + len(first.seen) + len(first.unknown) + len(first.trails); n > 0 {
		t.Errorf("%d steps, flags or fields are left", n)
	}
	for _, u := range first.unknown[:cap(first.unknown)] {
		if u.raw != nil {
			t.Errorf("the document is kept for %s", u.raw)
		}
	}
	first.steps, first.seen, first.unknown, first.trails = nil, nil, nil, nil
	if diff := cmp.Diff(scan{}, *first, cmp.AllowUnexported(scan{})); diff != "" {
		t.Errorf("left behind (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, missing); diff != "" {
		t.Errorf("what was found changed (-want +got):\n%s", diff)
	}
}

// TestMemoryOfScansIsBounded: what one document with very many unknown fields needed is not
// kept for the next. Not parallel: others would take the memory.
func TestMemoryOfScansIsBounded(t *testing.T) {
	for n, kept := range map[int]bool{10: true, 2 * maxTrails: false} {
		t.Run(fmt.Sprint(n, " unknown fields"), func(t *testing.T) {
			s := newScan([]byte(`{`+strings.Repeat(`"new":1,`, n)+`"id":1}`), Options{})
			if !s.value(planOf(reflect.TypeFor[unit]())) || len(s.unknown) != n {
				t.Fatalf("%d unknown fields were found", len(s.unknown))
			}
			s.release()
			if got := s.body == nil; got != kept {
				t.Errorf("the next scan uses the memory: %t, want %t", got, kept)
			}
		})
	}
}
