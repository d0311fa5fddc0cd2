// SPDX-License-Identifier: MIT

package records_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/lenient/lexer"
	"github.com/reservationkit/reservations-go/internal/lenient/records"
	"github.com/reservationkit/reservations-go/types"
)

// samples are complete records, one of each kind.
func samples(t *testing.T) map[string]any {
	t.Helper()
	return map[string]any{
		sample(t, "ReservationSummary"): new(types.ReservationSummary),
		sample(t, "PresenceDay"):        new(types.PresenceDay),
	}
}

func sample(t *testing.T, name string) string {
	t.Helper()
	record, err := os.ReadFile("../../../types/testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return string(record)
}

// read decodes the record with which body begins, and returns where it ends.
func read(d *records.Decoder, body []byte, record any) (end int, ok bool) {
	d.Lexer = &lexer.Lexer{Body: body}
	d.Record(record)
	return d.At, !d.Failed()
}

func TestCompleteRecordsReadAsWithEncodingJSON(t *testing.T) {
	t.Parallel()
	for body, got := range samples(t) {
		t.Run(reflect.TypeOf(got).String(), func(t *testing.T) {
			want := reflect.New(reflect.TypeOf(got).Elem()).Interface()
			if err := json.Unmarshal([]byte(body), want); err != nil {
				t.Fatal(err)
			}
			end, ok := read(new(records.Decoder), []byte(body+"]"), got)
			if !ok || end != len(strings.TrimSpace(body)) {
				t.Fatalf("ends at %d, %t, want %d", end, ok, len(body))
			}
			if diff := cmp.Diff(want, got, everything); diff != "" {
				t.Errorf("differs (-encoding/json +records):\n%.2000s", diff)
			}
		})
	}
}

// TestRecordsThatAreRead lists what must not make the decoder give up, because a service
// may write it in every record.
func TestRecordsThatAreRead(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{}`, ` { } `, "{\r\n\t\"id\" : 1 , \"number\" : \"7\" }",
		`{"notes":"a, null, \"b\" \/ é\nü"}`, `{"notes":"é"}`, `{"notes":""}`, `{"i\u0064":1}`, `{"date":7}`,
		`{"notes":"` + strings.Repeat("x", 10_001) + `"}`, `{"new":"` + strings.Repeat("x",
			10_001) + `","totalPrice":1e3}`,
		`{"id":-7,"numOfDays":0,"closed":true,"confirmed":false}`,
		`{"totalPrice":0,"balance":-0.50,"advance":"12.50","taxTotal":""}`,
		`{"id":null,"token":null,"date":null,"numOfDays":null,"notes":null,"closed":null,"status":null}`,
		`{"totalPrice":null,"guest":null,"guests":null}`,
		`{"guests":[],"orderLines":[ ],"guest":{}}`,
		`{"orderLines":[{"taxRate":21},{"taxRate":"21"},{"taxRate":"high"},{"taxRate":true},{"taxRate":""}]}`,
		`{"date":"2026-11-20T14:30:00+02:00","dateFrom":"2026-11-20","dateTo":"20 November"}`,
		`{"checkin":"0000-00-00","checkout":"","created":"2026-11-20 14:30","orderLines":[{"taxRate":null}]}`,
		`{"new":7,"newer":"x","newest":{"a":[1,{"b":null}]},"list":[ ],"words":[true,false,null],"number":"7"}`,
		`{"new":["x","y"],"newer":{"x":"y"} , "newest":{"count":[1, 2.5],"notes":"longer than any number"},"number":"7"}`,
		`{"status":"an unknown status","source":"","guest":{"salutation":"x","birthDate":"1980-01-01T00:00:00Z"}}`,
	} {
		t.Run(body[:min(len(body), 40)], func(t *testing.T) {
			t.Parallel()
			end, ok := read(new(records.Decoder), []byte(body+","), new(types.ReservationSummary))
			if !ok || strings.TrimSpace(body[end:]) != "" {
				t.Errorf("ends at %d, %t, want %d", end, ok, len(body))
			}
		})
	}
}

// TestRecordsThatAreLeftToOthers lists what encoding/json refuses, or reads in ways of its
// own.
func TestRecordsThatAreLeftToOthers(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		``, `{`, `{"id"`, `{"id":`, `{"id":1`, `{"id":1,`, `{"id":1,}`, `{,}`, `{"id":1 "token":"x"}`, `{"id" 1}`,
		`{id:1}`, `[]`, `null`, `7`,
		`{"id":"1"}`, `{"id":1.0}`, `{"id":1e3}`, `{"id":01}`, `{"id":-}`, `{"id":true}`, `{"id":[]}`,
		`{"id":9223372036854775808}`, `{"id":nul}`,
		`{"numOfDays":"1"}`, `{"closed":1}`, `{"closed":"true"}`, `{"closed":tru}`, `{"number":7}`, `{"number":{}}`,
		`{"status":7}`,
		`{"totalPrice":"much"}`, `{"totalPrice":1.}`, `{"totalPrice":.5}`, `{"totalPrice":true}`,
		`{"guest":[]}`, `{"guest":7}`, `{"guests":{}}`, `{"guests":[null]}`, `{"guests":[7]}`, `{"guests":[{},]}`,
		`{"guests":[{}`,
		`{"orderLines":[{"taxRate":{}}]}`, `{"token":7}`,
		`{"id":1,"id":2}`, `{"token":"a","token":"b"}`, `{"number":"7","guest":{},"number":"8"}`, `{"new":1,"ID":2}`,
		`{"closed":,"id":1}`, `{"totalPrice":,"id":1}`, `{"orderLines":[{"taxRate":,"quantity":1}]}`, `{'id":1}`,
		`{"id':1}`, `{"token":7","number":"8"}`, `{"Guest":{}}`, `{"gueſt":{}}`,
		"{\"notes\":\"\x01\"}", `{"notes":"\x"}`, `{"notes":"open}`, `{"new":"\x"}`, `{"new":[1,]}`, `{"new":[1}`,
		`{"new":}`, `{"new":01}`,
		`{"date":"\x"}`, `{"new":` + strings.Repeat("7", 257) + `}`, `{"new":1` + strings.Repeat("0", 256) + `}`,
		`{"new":` + strings.Repeat("9", 257) + `}`,
		`{"totalPrice":` + strings.Repeat("7", 257) + `}`,
	} {
		t.Run(body[:min(len(body), 40)], func(t *testing.T) {
			t.Parallel()
			if end, ok := read(new(records.Decoder), []byte(body), new(types.ReservationSummary)); ok {
				t.Errorf("read up to %d", end)
			}
		})
	}
}

func TestOtherRecordsAreLeft(t *testing.T) {
	t.Parallel()
	for target, want := range map[any]bool{
		new(types.ReservationSummary): true, new(types.PresenceDay): true, new(types.Guest): false, new(types.PresenceItem): false,
	} {
		t.Run(reflect.TypeOf(target).String(), func(t *testing.T) {
			t.Parallel()
			if got := records.Decodes(reflect.TypeOf(target).Elem()); got != want {
				t.Errorf("decodes it: %t, want %t", got, want)
			}
			if _, got := read(new(records.Decoder), []byte(`{}`), target); got != want {
				t.Errorf("decoded it: %t, want %t", got, want)
			}
		})
	}
}

// TestRecordsBefore: a decoder expects in a record what the one before had, and reads it alike
// when it has something else.
func TestRecordsBefore(t *testing.T) {
	t.Parallel()
	guests := `{"guests":[` + strings.Repeat(`{"firstName":"Ada"},`, 39) + `{"firstName":"Bea"}]}`
	for _, test := range []struct{ before, body string }{
		{`{"id":1,"number":"7"}`, `{"number":"8","id":2,"token":"t"}`},
		{guests, `{"guests":[{"firstName":"Cem"}]}`},
		{guests, guests},
		{`{"guests":[{"firstName":"Cem"}]}`, guests},
		{`{"date":"2026-11-20","created":"2026-11-20T14:30:00Z"}`,
			`{"date":"2026-11-21","created":"2026-11-20T14:30:00+00:00"}`},
		{`{"date":"2026-11-20"}`, `{"date":"2026-11-20 and much more than a date or a date-time"}`},
		{`{"date":"2026-11-20 and much more than a date or a date-time"}`, `{"date":"2026-11-20 and much more than"}`},
		{`{"notes":"` + strings.Repeat("a", 64) + `"}`, `{"notes":"` + strings.Repeat("a",
			65) + `","name":"` + strings.Repeat("a", 64) + `"}`},
	} {
		t.Run(test.body[:min(len(test.body), 40)], func(t *testing.T) {
			t.Parallel()
			var d records.Decoder
			for _, body := range []string{test.before, test.body, test.before} {
				var want, got types.ReservationSummary
				if err := json.Unmarshal([]byte(body), &want); err != nil {
					t.Fatal(err)
				}
				if _, ok := read(&d, []byte(body), &got); !ok {
					t.Fatalf("%.40s was not read", body)
				}
				if diff := cmp.Diff(want, got, everything); diff != "" {
					t.Errorf("differs (-encoding/json +records):\n%.2000s", diff)
				}
				if n := len(got.Guests); cap(got.Guests) > 2+2*n {
					t.Errorf("%d guests have room for %d", n, cap(got.Guests))
				}
			}
		})
	}
	t.Run("a repeated key that is not expected", func(t *testing.T) {
		t.Parallel()
		var d records.Decoder
		if _, ok := read(&d, []byte(`{"token":"x","number":"7"}`), new(types.ReservationSummary)); !ok {
			t.Fatal("the first record was not read")
		}
		if _, ok := read(&d, []byte(`{"token":"x","id":1,"id":2}`), new(types.ReservationSummary)); ok {
			t.Error("the second record was read")
		}
	})
}

// A failed record must not change how the next is read.
func TestDecoderGoesOnAfterARecordThatIsLeft(t *testing.T) {
	t.Parallel()
	body := `[{"id":"1"},{"id":2,"number":"7"}]`
	var d records.Decoder
	if _, ok := read(&d, []byte(body[1:]), new(types.ReservationSummary)); ok {
		t.Fatal("the first record was read")
	}
	var second types.ReservationSummary
	_, ok := read(&d, []byte(body[strings.LastIndex(body, "{"):]), &second)
	if !ok || second.ID != 2 || second.Number != "7" {
		t.Errorf("the second record reads as %d, %q, %t", second.ID, second.Number, ok)
	}
}

// Values of two records must not be one: a caller may change what a pointer leads to.
func TestPointersAreNotShared(t *testing.T) {
	t.Parallel()
	var day types.PresenceDay
	body := `{"items":[` + strings.Repeat(`{"numOfPersons":2},`, 99) + `{"numOfPersons":2}]}`
	if _, ok := read(new(records.Decoder), []byte(body), &day); !ok {
		t.Fatal("not read")
	}
	for i := range day.Items {
		*day.Items[i].NumOfPersons += i
	}
	for i, item := range day.Items {
		if *item.NumOfPersons != 2+i {
			t.Fatalf("item %d has %d persons, want %d", i, *item.NumOfPersons, 2+i)
		}
	}
}

// Who stays is on the list of each night, with items of their own.
func TestItemsOfSeveralNights(t *testing.T) {
	t.Parallel()
	item := func(id int) string {
		const form = `{"reservationId":%[1]d,"reservationName":"guest %[1]d","numOfPersons":%[1]d,"new":["x"],"modified":"soon"}`
		return fmt.Sprintf(form, id)
	}
	list := func(ids ...int) string {
		var items []string
		for _, id := range ids {
			items = append(items, item(id))
		}
		return `{"date":"2026-11-20","items":[` + strings.Join(items, ", ") + `]}`
	}
	nights := []string{
		list(1, 2, 3), list(1, 2, 3), list(2, 3, 4), list(4), list(), list(4, 5),
		list(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), list(1, 11, 12), list(12, 1), list(1, 1, 1), list(1, 1),
		`{"items":[{"reservationId":1},{"reservationId":1 }]}`, `{"items":[{"reservationId":1}]}`,
		`{"items":[{"reservationId":1},{"reservationId":1}]}`,
		`{"items":null}`, `{"items":[{"reservationId":1}]}`,
	}
	var d records.Decoder
	var got []types.PresenceDay
	for i, night := range nights {
		got = append(got, types.PresenceDay{})
		if length, ok := read(&d, []byte(night+",{}"), &got[i]); !ok || length != len(night) {
			t.Fatalf("night %d ends at %d, %t, want %d", i, length, ok, len(night))
		}
	}
	for i := range got { // a change of one must not show in another
		for k := range got[i].Items {
			if item := &got[i].Items[k]; item.NumOfPersons != nil {
				*item.NumOfPersons += 100 * i
				item.Extra["new"][1] += byte(i)
			}
		}
	}
	for i, night := range nights {
		var want types.PresenceDay
		if err := json.Unmarshal([]byte(night), &want); err != nil {
			t.Fatal(err)
		}
		for k := range want.Items {
			if item := &want.Items[k]; item.NumOfPersons != nil {
				*item.NumOfPersons += 100 * i
				item.Extra = types.Extra{"new": json.RawMessage(`["x"]`)}
				item.Extra["new"][1] += byte(i)
			}
		}
		if diff := cmp.Diff(want, got[i], everything); diff != "" {
			t.Errorf("night %d (-want +got):\n%.1000s", i, diff)
		}
	}
}

// A night that is left must not be what the next one is copied from.
func TestANightThatIsLeftIsNotCopied(t *testing.T) {
	t.Parallel()
	var d records.Decoder
	for i, night := range []string{
		`{"items":[{"reservationId":1}]}`,
		`{"items":[{"reservationId":1},{"reservationId":2},{"reservationId":"3"}]}`,
		`{"items":[{"reservationId":2},{"reservationId":1}]}`,
	} {
		var day types.PresenceDay
		_, ok := read(&d, []byte(night), &day)
		if left := i == 1; ok == left {
			t.Fatalf("night %d: %t", i, ok)
		}
		if i == 2 && (len(day.Items) != 2 || day.Items[0].ReservationID != 2 || day.Items[1].ReservationID != 1) {
			t.Errorf("night %d reads as %+v", i, day)
		}
	}
}

// What an item holds counts again where the item is copied.
func TestElementsOfCopiedItemsAreCounted(t *testing.T) {
	t.Parallel()
	var d records.Decoder
	few, many := `{"items":[{"new":[0]}]}`, `{"items":[{"new":[`+strings.Repeat("0,", 999)+`0]}]}`
	for _, night := range []string{few, few, many, many} {
		if _, ok := read(&d, []byte(night), new(types.PresenceDay)); !ok {
			t.Fatal("not read")
		}
		if want := strings.Count(night, ","); d.Elements != want || d.Unknown != 1 {
			t.Errorf("%d elements and %d unknown fields were counted, want %d and 1", d.Elements, d.Unknown, want)
		}
	}
}

// Nothing that is kept may hold the document in memory, and equal strings are held once.
func TestStringsAreSharedAndDoNotHoldTheDocument(t *testing.T) {
	t.Parallel()
	var day types.PresenceDay
	body := []byte(`{"items":[{"reservationName":"Jansen","guestLocality":"Utrecht"},` +
		`{"reservationName":"Jansen","new":"Jansen"}]}`)
	if _, ok := read(new(records.Decoder), body, &day); !ok {
		t.Fatal("not read")
	}
	a, b := day.Items[0].ReservationName, day.Items[1].ReservationName
	if unsafe.StringData(a) != unsafe.StringData(b) {
		t.Error("the same name is held twice")
	}
	clear(body)
	if a != "Jansen" || day.Items[0].GuestLocality != "Utrecht" || string(day.Items[1].Extra["new"]) != `"Jansen"` {
		t.Error("what was read changes with the document")
	}
}

// A few bytes must not make room for many records.
func TestManySmallElementsAreLeft(t *testing.T) {
	t.Parallel()
	many := strings.Repeat(`{},`, 100_001) + `{}`
	for _, body := range []string{`{"guests":[` + many + `]}`, `{"new":[` + many + `]}`} {
		if _, ok := read(new(records.Decoder), []byte(body), new(types.ReservationSummary)); ok {
			t.Errorf("%.20s was read", body)
		}
	}
	spaced := strings.ReplaceAll(many, "}", strings.Repeat(" ", 64)+"}")
	if _, ok := read(new(records.Decoder), []byte(`{"guests":[`+spaced+`]}`), new(types.ReservationSummary)); !ok {
		t.Error("100,001 elements of 66 bytes were not read")
	}
}
