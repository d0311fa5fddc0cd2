// SPDX-License-Identifier: MIT

package walks_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// itemWith returns an item on which every field has a value, and one of them a value that a number makes; 0 is not given.
func itemWith(t *testing.T, changed, number int) (of item) {
	t.Helper()
	for i := range reflect.TypeFor[item]().NumField() {
		n := 1
		if i == changed {
			n = number
		}
		if n == 0 {
			continue
		}
		switch field := reflect.ValueOf(&of).Elem().Field(i).Addr().Interface().(type) {
		case *int64:
			*field = int64(n)
		case *string:
			*field = fmt.Sprint("text ", n)
		case **int:
			*field = new(n - 1)
		case *types.Date:
			*field = types.NewDate(2026, 7, n)
		case *types.DateTime: // the same instant with another offset for each number
			*field = types.NewDateTime(time.Unix(0, 0).In(time.FixedZone("", 3600*n)))
		case *types.Extra:
			*field = types.Extra{"undocumented": fmt.Append(nil, n)}
		default:
			t.Fatalf("field %d is of a type that this test does not know", i)
		}
	}
	return of
}

// sends is a service with an item for each day, which belongs to reservation 1, 2 or to one without an id.
func sends(items func(request int) []item) *asked {
	s := new(asked)
	s.days = func(q query, days []day) []day {
		for night, of := range items(q.number) {
			days[night].Items = []item{of}
		}
		return days
	}
	s.total = func(q query) int {
		reservations := map[int64]bool{}
		for _, of := range items(q.number) {
			reservations[max(1, of.ReservationID)] = true // without an id it is known by its number
		}
		return len(reservations)
	}
	return s
}

// change changes all of a day that could share memory with another day.
func change(d *day) {
	of := &d.Items[0]
	if of.NumOfPersons != nil {
		*of.NumOfPersons = 7
	}
	for name, value := range of.Extra {
		value[0], of.Extra[name] = '7', []byte("8")
	}
	d.Items = append(d.Items, item{})
}

// TestFieldsOfAnItem: what a field has on one day, or does not have, is on no other day. Two readings are equal for Confirm
// if each field is, but Modified, undocumented fields, and the number of a reservation that has an id.
func TestFieldsOfAnItem(t *testing.T) {
	for i := range reflect.TypeFor[item]().NumField() {
		field := reflect.TypeFor[item]().Field(i).Name
		t.Run(field, func(t *testing.T) {
			for _, number := range []int{0, 2} {
				want := []item{itemWith(t, i, 1), itemWith(t, i, number), itemWith(t, i, 1)}
				got, err := sends(func(int) []item { return want }).client(t).Reports.Presence(t.Context(), days(3, 0))
				if err != nil {
					t.Fatal(err)
				}
				for night := range got {
					if diff := cmp.Diff([]item{want[night]}, got[night].Items); diff != "" {
						t.Errorf("number %d, night %d (-sent +got):\n%s", number, night, diff)
					}
					change(&got[night]) // which shows on no other night
				}
			}
			p := days(1, 0)
			p.Confirm = true
			_, err := sends(func(request int) []item { return []item{itemWith(t, i, 3-request)} }).client(t).Reports.Presence(t.Context(), p)
			isIgnored := field == "Modified" || field == "Extra" || field == "ReservationNumber"
			if isIgnored && err != nil || !isIgnored && !errors.As(err, new(*reservations.IncompleteError)) {
				t.Errorf("another value in each reading is ignored: want %t (%v)", isIgnored, err)
			}
		})
	}
}
