// SPDX-License-Identifier: MIT

package lenient

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/types"
)

// FuzzLists holds what Decode makes of any document to what it makes of it in one piece:
// the same records and the same warnings, or the same error.
func FuzzLists(f *testing.F) {
	for _, name := range []string{"ReservationSummary", "PresenceDay", "Guest"} {
		record, err := os.ReadFile("../../types/testdata/" + name + ".json")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(fmt.Appendf(nil, "[%s]", record))
		f.Add(fmt.Appendf(nil, " [ %s , {\"id\":1}, %s ] ", record,
			bytes.Replace(record, []byte(`"id":`), []byte(`"ID":"7","new":[{}],"id":`), 1)))
	}
	const one, two, twice = `{"reservationId":1,"numOfPersons":2}`, `{"reservationId":2,"new":[1]}`, `{"reservationId":1,"reservationId":2}`
	f.Add([]byte(`[{"items":[` + one + `,` + two + `]},{"items":[` + one + `,` + two + `,{"reservationId":"3"}]},` +
		`{"items":[` + two + `]},{"items":[` + two + `,{}]}]`))
	f.Add([]byte(`[{"items":[` + twice + `]},{"items":[` + twice + `]},{"reservationId":9}]}]`))
	for _, seed := range listSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		checkList[types.ReservationSummary](t, body)
		checkList[types.PresenceDay](t, body)
		checkList[types.Guest](t, body)
		checkList[*types.Ref](t, body)
		checkList[house](t, body)
	})
}

// listSeeds are what lists can have wrong or unusual: each stands for an element, or for what
// is between elements.
var listSeeds = func() (seeds []string) {
	for _, value := range []string{
		``, `"7"`, `7`, `7.0`, `2147483648`, `-0`, `01`, `1.`, `-`, `1e2`, `9223372036854775808`,
		`12345678901234567890123456789012345678901234567890.5`,
		strings.Repeat("9", 257), `true`, `false`, `truer`, `null`, `nul`, `""`, `"a\/bé\n"`, `"é"`, "\"\xff\"",
		"\"\x80\"", `"\ud800"`, "\"\x01\"", `"\x"`, `"unended`,
		`[]`, `[{}]`, `[{},]`, `[null]`, `[1]`, `{}`, `{"id":1}`, `{"id":1,}`, `{"id":1 "x":2}`, `{"id":"1"}`,
		`{"ID":1}`, `{"id":1,"id":2}`, `{"ıd":1}`,
		`"2026-11-20"`, `"2026-11-20T00:00:00+02:00"`, `"0000-00-00"`, `"0001-01-01T00:00:00Z"`, `"soon"`, `20261120`,
		`"2026-11-20"`,
	} {
		for _, key := range []string{
			"id", "token", "number", "date", "numOfDays", "closed", "totalPrice", "guest", "guests", "orderLines",
			"ageGroupLines",
			"items", "status", "units", "main", "open", "new", "Number", "gue\\u0073t", "gueſt", "",
		} {
			seeds = append(seeds, `[{"`+key+`":`+value+`}]`, `[{"`+key+`":`+value+`,"id":1}]`)
		}
		seeds = append(seeds, `[`+value+`]`, value,
			`[{"id":1,"main":{"id":`+value+`}},{"id":2,"units":[{"id":`+value+`}]}]`,
			`[{"id":2,"new":{"a":[`+value+`]}},{"id":3,"any":{"id":`+value+`}}]`,
			`[{"orderLines":[{"taxRate":`+value+`,"quantity":`+value+`}]},{}]`,
			`[{"items":[{"reservationId":`+value+`,"numOfPersons":`+value+`,`+
				`"reservationDateFrom":`+value+`,"modified":`+value+`}]},{}]`)
	}
	return append(seeds, ``, `[`, `]`, `[]`, `[,]`, `[{},]`, `[{}{}]`, `[{`, `[{"id"`, `[{"id":1`, `[{"id":1,`, `[{}]x`,
		"[{}\x01]", "[\x00{}]", `[{}]`+"\n", `[{}`, `{}`, `[{"a":1},{"a":[1,2]}]`)
}()

// TestLargeListsReadAsInOnePiece looks at the limits. What is small is a seed of FuzzLists.
func TestLargeListsReadAsInOnePiece(t *testing.T) {
	t.Parallel()
	for _, body := range testkit.Cases(3, []string{
		`[{"new":` + strings.Repeat("[", 9_998) + strings.Repeat("]", 9_998) + `}]`,
		`[{"new":` + strings.Repeat("[", 9_999) + strings.Repeat("]", 9_999) + `}]`,
		`[{"reservationName":"` + strings.Repeat("7", 10_001) + `"}]`,
		`[{"totalPrice":` + strings.Repeat("7", 257) + `}]`,
		`[` + strings.Repeat(`{},`, 100_000) + `{}]`,
		`[{"items":[` + strings.Repeat(`{},`, 100_001) + `{}]}]`,
		`[{"items":[` + strings.Repeat(`{},`, 60_000) + `{}],"new":[` + strings.Repeat(`0,`, 60_000) + `{}]}]`,
		`[` + strings.Repeat(`{"new":0},`, 1_000) + `{"items":[` + strings.Repeat(`{},`, 99_500) + `{}]}]`,
	}) {
		t.Run(body[:20], func(t *testing.T) {
			t.Parallel()
			checkList[types.PresenceDay](t, []byte(body))
			if len(body) < 50_000 {
				checkList[types.Guest](t, []byte(body))
			}
		})
	}
}

func checkList[T any](t *testing.T, body []byte) {
	t.Helper()
	for _, o := range []Options{{ListMissing: true}, {RequireIDs: true, NothingLost: true}} {
		var got, want []T
		found, err := Decode(body, &got, o)
		v := reflect.ValueOf(&want).Elem()
		wantFound, wantErr := decodeWhole(body, v, planned(v.Type()), o)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("%.300s\nas %T fails with %v, in one piece with %v", body, want, err, wantErr)
		}
		if err != nil {
			continue
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%.300s\nas %T (-in one piece +as a list):\n%.2000s", body, want, cmp.Diff(want, got, everything))
		}
		if diff := cmp.Diff(wantFound, found); diff != "" {
			t.Fatalf("%.300s\nas %T has other warnings than in one piece:\n%.2000s", body, want, diff)
		}
	}
}
