// SPDX-License-Identifier: MIT

package records_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/jsonlex"
	"github.com/reservationkit/reservations-go/internal/lenient/records"
	"github.com/reservationkit/reservations-go/types"
)

// TestRecordsThatAreRead: the generated decoder reads these forms itself, because a service may use them in every
// record.
func TestRecordsThatAreRead(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{}`, ` { } `, "{\r\n\t\"id\" : 1 , \"number\" : \"7\" }",
		`{"notes":"a, null, \"b\" \/ é\nü"}`, `{"notes":"é"}`, `{"notes":""}`, `{"i\u0064":1}`, `{"date":20261120}`,
		`{"notes":"` + strings.Repeat("x", 10_001) + `"}`, `{"new":"` + strings.Repeat("x",
			10_001) + `","totalPrice":1e3}`,
		`{"id":-7,"numOfDays":0,"closed":true,"confirmed":false}`,
		`{"totalPrice":0,"balance":-0.50,"advance":"12.50","taxTotal":""}`,
		`{"id":null,"token":null,"date":null,"numOfDays":null,"notes":null,"closed":null,"status":null}`,
		`{"totalPrice":null,"guest":null,"guests":null}`,
		`{"guests":[],"orderLines":[ ],"guest":{}}`,
		`{"orderLines":[{"taxRate":21},{"taxRate":"21"},{"taxRate":"high"},{"taxRate":true},{"taxRate":""}]}`,
		`{"date":"2026-11-20T14:30:00+02:00","dateFrom":"2026-11-20","dateTo":"20261127"}`,
		`{"checkin":"0000-00-00","checkout":"","created":"2026-11-20 14:30","orderLines":[{"taxRate":null}]}`,
		`{"new":7,"newer":"x","newest":{"a":[1,{"b":null}]},"list":[ ],"words":[true,false,null],"number":"7"}`,
		`{"new":["x","y"],"newer":{"x":"y"} , "newest":{"count":[1, 2.5],"notes":"longer than any number"},"number":"7"}`,
		sample(t, "ReservationSummary"),
		`{"status":"an unknown status","source":"","guest":{"salutation":"x","birthDate":"1980-01-01T00:00:00Z"}}`,
	} {
		t.Run(body[:min(len(body), 40)], func(t *testing.T) {
			t.Parallel()
			if _, left := checkRecords[types.ReservationSummary](t, body+","); left != nil {
				t.Error("not read")
			}
		})
	}
	if _, left := checkRecords[types.PresenceDay](t, sample(t, "PresenceDay")+"]"); left != nil {
		t.Error("a complete day was not read")
	}
}

// TestRecordsBefore: a record is read in the same way whatever came before it, also after a record that the decoder
// could not read.
func TestRecordsBefore(t *testing.T) {
	t.Parallel()
	guests := `{"guests":[` + strings.Repeat(`{"firstName":"Ada"},`, 39) + `{"firstName":"Bea"}]}`
	for _, test := range []struct{ before, body, left string }{
		{`{"id":1,"number":"7"}`, `{"number":"8","id":2,"token":"t"}`, ""},
		{guests, `{"guests":[{"firstName":"Cem"}]}`, ""},
		{guests, guests, ""},
		{`{"guests":[{"firstName":"Cem"}]}`, guests, ""},
		{`{"date":"2026-11-20","created":"2026-11-20T14:30:00Z"}`,
			`{"date":"2026-11-21","created":"2026-11-20T14:30:00+00:00"}`, ""},
		{`{"date":"soon"}`, `{"date":"soon"}`, strings.Repeat(`{"date":"soon"}`, 3)},
		{`{"id":1}`, `{"guest":{"birthDate":"soon"}}`, `{"guest":{"birthDate":"soon"}}`},
		{`{"token":"x","number":"7"}`, `{"token":"x","id":1,"id":2}`, `{"token":"x","id":1,"id":2}`},
		{`{"id":2,"number":"7"}`, `{"id":"1"}`, `{"id":"1"}`},
	} {
		t.Run(test.body[:min(len(test.body), 40)], func(t *testing.T) {
			t.Parallel()
			all, left := checkRecords[types.ReservationSummary](t, test.before, test.body, test.before)
			if strings.Join(left, "") != test.left {
				t.Errorf("left %v, want %s", left, test.left)
			}
			for _, got := range all {
				if n := len(got.Guests); cap(got.Guests) > 2+2*n {
					t.Errorf("%d guests have room for %d", n, cap(got.Guests))
				}
			}
		})
	}
}

// TestItemsOfSeveralNights: a guest who stays is an item of each night. The items share no memory, because a caller may
// change what a pointer leads to.
func TestItemsOfSeveralNights(t *testing.T) {
	t.Parallel()
	night := func(ids ...int) string {
		var items []string
		for _, id := range ids {
			const item = `{"reservationId":%[1]d,"reservationName":"guest %[1]d","numOfPersons":%[1]d,"modified":"2026-11-20"}`
			items = append(items, fmt.Sprintf(item, id))
		}
		return `{"date":"2026-11-20","items":[` + strings.Join(items, ", ") + `]}`
	}
	days, left := checkRecords[types.PresenceDay](t,
		night(1, 2, 3), night(1, 2, 3), night(2, 3, 4), night(4), night(), night(4, 5),
		night(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), night(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), night(1, 11, 12), night(12, 1), night(1, 1, 1), night(1, 1),
		night(slices.Repeat([]int{2}, 100)...),
		`{"items":[{"reservationId":1},{"reservationId":1 }]}`, `{"items":[{"reservationId":1}]}`,
		`{"items":[{"reservationId":1},{"reservationId":1}]}`,
		`{"items":[{"numOfPersons":1,"new":["x"]}]}`, `{"items":[{"numOfPersons":1,"new":["x"]}]}`,
		`{"items":null}`, `{"items":[{"reservationId":1}]}`,
		`{"items":[{"reservationId":1},{"reservationId":2},{"reservationId":"3"}]}`, // is left, and not copied from
		`{"items":[{"reservationId":2},{"reservationId":1}]}`,
	)
	if len(left) != 1 || !strings.Contains(left[0], `"3"`) {
		t.Errorf("left %v, want the night with an unexpected id", left)
	}
	if last, again := days[6].Items[11], days[7].Items[11]; unsafe.StringData(last.ReservationName) != unsafe.StringData(again.ReservationName) {
		t.Error("the last of twelve items is not copied from the night before")
	}
	seen := map[any]bool{}
	for i, day := range days {
		for _, item := range day.Items {
			if item.NumOfPersons == nil {
				continue
			}
			persons, unknown := item.NumOfPersons, reflect.ValueOf(item.Extra).Pointer()
			if seen[persons] || seen[unknown] && unknown != 0 {
				t.Errorf("night %d shares a value of %+v", i, item)
			}
			seen[persons], seen[unknown] = true, true
		}
	}
}

func TestNothingThatIsKeptHoldsTheDocument(t *testing.T) {
	t.Parallel()
	var day types.PresenceDay
	body := []byte(`{"items":[{"reservationName":"Jansen","new":"Jansen"}]}`)
	d := records.Decoder{Lexer: &jsonlex.Lexer{Body: body}}
	d.Record(&day)
	clear(body)
	if item := day.Items[0]; d.Failed() || item.ReservationName != "Jansen" || string(item.Extra["new"]) != `"Jansen"` {
		t.Errorf("%+v changes with the document", item)
	}
}

// sample returns a complete record.
func sample(t *testing.T, name string) string {
	t.Helper()
	record, err := os.ReadFile("../../../types/testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return string(record)
}

// checkRecords gives bodies to one decoder. It returns the records that the decoder reads, which must be as
// encoding/json reads them, and the bodies that the decoder cannot read.
func checkRecords[T any](t *testing.T, bodies ...string) (all []T, left []string) {
	t.Helper()
	var d records.Decoder
	var raws []string
	for _, body := range bodies { // all before any is looked at, because the decoder copies from the one before
		var record T
		d.Lexer = &jsonlex.Lexer{Body: []byte(body)}
		if d.Record(&record); !d.Failed() {
			all, raws = append(all, record), append(raws, body[:d.At])
		} else {
			left = append(left, body)
		}
	}
	for i, got := range all {
		var want T
		if err := json.Unmarshal([]byte(raws[i]), &want); err != nil {
			t.Fatalf("%s was read, and encoding/json says: %v", raws[i], err)
		}
		if !reflect.DeepEqual(want, got) {
			t.Fatalf("%s differs (-encoding/json +records):\n%.2000s", raws[i], cmp.Diff(want, got, everything))
		}
	}
	return all, left
}

// everything is an option of cmp that compares unexported fields too.
var everything = cmp.Exporter(func(reflect.Type) bool { return true })
