// SPDX-License-Identifier: MIT

package walks_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

type entries = []string

func array(e ...string) string { return "[" + strings.Join(e, ",") + "]" }

// on is an entry for a day of July 2026, without a date if the day is 0. Each id is an item of two persons, without id if it is 0.
func on(day int, ids ...int) string {
	var items []string
	for _, id := range ids {
		items = append(items, strings.Replace(fmt.Sprintf(`{"reservationId":%d,"numOfPersons":2}`, id), `"reservationId":0,`, "", 1))
	}
	entry := fmt.Sprintf(`{"date":"%v","items":%s}`, types.NewDate(2026, 7, 0).AddDays(day), array(items...))
	return strings.Replace(entry, `"date":"2026-06-30",`, "", 1)
}

// with adds an undocumented field to an entry, such as `"season":1`.
func with(field, entry string) string { return strings.TrimSuffix(entry, "}") + "," + field + "}" }

// checkEntries reads a register of a service, whose response to a request has a body and a total, or is 400 without a
// body. The register must be the entries that are wanted, or be refused for the reason that is wanted.
func checkEntries(t *testing.T, p reservations.PresenceParams, want string, respond func(url.Values) (string, string)) {
	t.Helper()
	c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		body, total := respond(r.URL.Query())
		if body == "" {
			return testclient.Responds(400, "", "x")(r)
		}
		return testclient.Responds(200, "application/json", body, "X-Total-Count", total)(r)
	}), reservations.WithMaxConcurrency(1))
	got, err := c.Reports.Presence(t.Context(), p)
	isRefused := errors.As(err, new(*reservations.IncompleteError)) || errors.As(err, new(*reservations.DecodeError)) ||
		errors.Is(err, reservations.ErrBadRequest)
	text, _ := json.Marshal(got)
	if isRefused && got == nil && strings.Contains(err.Error(), want) {
		return
	}
	if diff := cmp.Diff(want, string(text)); err != nil || diff != "" {
		t.Errorf("%v, entries or reason (-want +got):\n%s", err, diff)
	}
}

// TestPagesOfARegisterAreJoinedByDay: the days are 6 and 7 July, or all, and a page has one reservation. What other lists do
// without is an error here, because it would empty the register without a word.
func TestPagesOfARegisterAreJoinedByDay(t *testing.T) {
	const low, high, twice = `"season":1`, `"season":2`, "the page at offset 0 has two entries for the day " +
		"2026-07-06 that are not two parts of it: one is empty, or both have the same item"
	onDay6 := func(item string) string {
		return `{"date":"2026-07-06","items":[{"reservationId":9,"numOfPersons":2},` + item + `]}`
	}
	for name, test := range map[string]struct {
		pages       []entries // at the offsets 0, 1 and so on
		total, want string    // want is what is read, or why it is refused
	}{
		"nobody is counted":            {nil, "0", array(on(6), on(7))},
		"nobody has checked in":        {[]entries{{on(6), on(7)}}, "1", array(on(6), on(7))},
		"days in another order":        {[]entries{{on(7), on(6, 9)}}, "1", array(on(6, 9), on(7))},
		"items in the order of pages":  {[]entries{{on(6, 9), on(7)}, {on(6, 3), on(7, 3)}}, "2", array(on(6, 9, 3), on(7, 3))},
		"no name on one page":          {[]entries{{on(6, 0), on(7)}, {on(6, 3), on(7, 3)}}, "2", array(on(6, 0, 3), on(7, 3))},
		"entries without a date":       {[]entries{{on(0, 9), on(6), on(7)}, {on(6, 3), on(7), on(0, 3)}}, "2", array(on(6, 3), on(7), on(0, 9), on(0, 3))},
		"it may be the day left out":   {[]entries{{on(0), on(6, 9), on(7)}, {on(0, 3), on(7)}}, "2", array(on(6, 9), on(7), on(0), on(0, 3))},
		"a field of one entry":         {[]entries{{with(low, on(6, 9)), on(7)}}, "1", array(with(low, on(6, 9)), on(7))},
		"a field of two pages":         {[]entries{{with(low, on(6, 9)), on(7)}, {with(low, on(6, 3)), on(7)}}, "2", array(with(low, on(6, 9, 3)), on(7))},
		"another field on each page":   {[]entries{{with(low, on(6, 9)), on(7)}, {with(high, on(6, 3)), on(7)}}, "2", array(on(6, 9, 3), on(7))},
		"a day in two parts":           {[]entries{{with(low, on(6, 9)), with(low, on(6, 0)), on(7)}}, "1", array(with(low, on(6, 9, 0)), on(7))},
		"a field of one of two parts":  {[]entries{{with(low, on(6, 9)), on(6, 0), on(7)}}, "1", array(on(6, 9, 0), on(7))},
		"two parts with the same item": {[]entries{{on(6, 9), on(6, 9), on(7)}}, "1", twice},
		"an empty entry more":          {[]entries{{on(6, 9), on(6), on(7)}}, "1", twice},
		"an empty day left out":        {[]entries{{on(6, 9), on(7)}, {on(7, 3)}}, "2", "offset 1 leaves out the day 2026-07-06"},
		"no day, but no date":          {[]entries{{on(6, 9), on(7)}, {on(6, 3), on(0)}}, "2", array(on(6, 9, 3), on(7), on(0))},
		"some days after the total":    {[]entries{{on(6, 9), on(7)}, {on(6)}}, "1", "offset 1 leaves out the day 2026-07-07"},
		"somebody after the total":     {[]entries{{on(6, 9), on(7)}, {on(6, 3), on(7)}}, "1", "shows reservations, although X-Total-Count is 1"},
		"a total that was repeated":    {[]entries{{on(6, 9), on(7)}}, "1, 1", array(on(6, 9), on(7))},
		"two totals":                   {[]entries{{on(6, 9), on(7)}}, "1, 2", `"1, 2", which is not a count`},
		"a total of more than 31 bits": {[]entries{{on(6, 9), on(7)}}, "2147483648", "which is not a count"},
		"fewer than nobody":            {[]entries{{onDay6(`{"reservationId":9,"numOfPersons":-1}`)}}, "1", "a number below 0"},
		"one item without that number": {[]entries{{onDay6(`{"reservationId":9}`)}}, "1", array(onDay6(`{"reservationId":9}`), on(7))},
		"an item that is null":         {[]entries{{onDay6(`null`)}}, "1", "items"},
		// The register ends with the last day that a page shows, unless an entry without a date may be a later one.
		"to the last day, a day left out":      {[]entries{{on(6, 9), on(8, 9)}}, "1", array(on(6, 9), on(7), on(8, 9))},
		"to the last day, no date":             {[]entries{{on(6, 9), on(0, 9)}}, "1", array(on(6, 9), on(0, 9))},
		"to the last day, within ten years":    {[]entries{{on(3666, 9), on(5)}}, "1", "the day 2026-07-05 is outside the range"},
		"to the last day, more than ten years": {[]entries{{on(3667, 9), on(5)}}, "1", "is more than 3660 days after 2026-07-06"},
	} {
		t.Run(name, func(t *testing.T) {
			p := paramsOf(2, 1)
			if strings.HasPrefix(name, "to the last day") {
				p.DateTo = types.Date{}
			}
			checkEntries(t, p, test.want, func(params url.Values) (body, total string) {
				if offset, _ := strconv.Atoi(params.Get("offset")); offset < len(test.pages) {
					return array(test.pages[offset]...), test.total
				}
				return array(), test.total
			})
		})
	}
}

// itemOf returns an item on which every field has a value that a number makes.
func itemOf(n int) item {
	fill := func(_ reflect.Type, _ reflect.StructField, value reflect.Value) bool {
		switch field := value.Addr().Interface().(type) {
		case **int:
			*field = new(n - 1)
		case *types.Date:
			*field = types.NewDate(2026, 7, n)
		case *types.DateTime: // the same instant with another offset for each number
			*field = types.NewDateTime(time.Unix(0, 0).In(time.FixedZone("", 3600*n)))
		case *types.Extra:
			*field = types.Extra{"undocumented": fmt.Append(nil, n)}
		default: // an id or a text
			return false
		}
		return true
	}
	return testclient.Args{ID: int64(n), Fill: fill}.Value(reflect.TypeFor[item]()).Interface().(item)
}

// readItems reads the register of a service that counts so many reservations, and has these items, one for each day.
func readItems(t *testing.T, total int, p reservations.PresenceParams, items func(request int) []item) ([]day, error) {
	t.Helper()
	s := &asked{service: service{total: func(query) int { return total }, days: func(q query) []day {
		for night, of := range items(q.number) {
			q.register[night].Items = []item{of}
		}
		return q.register
	}}}
	return s.client(t).Reports.Presence(t.Context(), p)
}

// changeAll changes all of a day that could share memory with another day.
func changeAll(d *day) {
	of := &d.Items[0]
	if of.NumOfPersons != nil {
		*of.NumOfPersons = 7
	}
	for name, value := range of.Extra {
		value[0], of.Extra[name] = '7', []byte("8")
	}
	d.Items = append(d.Items, item{})
}

// eachField gives f each field of an item, and a function that makes itemOf(1) with the value of another item in this field.
func eachField(t *testing.T, f func(t *testing.T, name string, changed func(other item) item)) {
	for field := range reflect.TypeFor[item]().Fields() {
		t.Run(field.Name, func(t *testing.T) {
			f(t, field.Name, func(other item) item {
				of := itemOf(1)
				reflect.ValueOf(&of).Elem().FieldByIndex(field.Index).Set(reflect.ValueOf(other).FieldByIndex(field.Index))
				return of
			})
		})
	}
}

// TestAFieldStaysOnItsDay: what a field has on one day, or does not have, is on no other day.
func TestAFieldStaysOnItsDay(t *testing.T) {
	eachField(t, func(t *testing.T, field string, changed func(item) item) {
		for _, other := range []item{{}, itemOf(2)} {
			want, total := []item{itemOf(1), changed(other), itemOf(1)}, 1
			if field == "ReservationID" { // without an id it is known by its number
				total = max(1, int(other.ReservationID))
			}
			got := testkit.Must(readItems(t, total, paramsOf(3, 0), func(int) []item { return want }))
			for night := range got {
				if diff := cmp.Diff([]item{want[night]}, got[night].Items); diff != "" {
					t.Errorf("total %d, night %d (-sent +got):\n%s", total, night, diff)
				}
				changeAll(&got[night]) // which shows on no other night
			}
		}
	})
}

// TestConfirmComparesTheFields: it ignores Modified, undocumented fields, and the number of a reservation that has an id.
func TestConfirmComparesTheFields(t *testing.T) {
	eachField(t, func(t *testing.T, field string, changed func(item) item) {
		p := paramsOf(1, 0)
		p.Confirm = true
		_, err := readItems(t, 1, p, func(request int) []item { return []item{changed(itemOf(request))} })
		isIgnored := field == "Modified" || field == "Extra" || field == "ReservationNumber"
		if isIgnored && err != nil || !isIgnored && !errors.As(err, new(*reservations.IncompleteError)) {
			t.Errorf("another value in each reading is ignored: want %t (%v)", isIgnored, err)
		}
	})
}
