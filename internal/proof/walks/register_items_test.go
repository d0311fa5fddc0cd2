// SPDX-License-Identifier: MIT

package walks_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
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
		switch field := reflect.ValueOf(&of).Elem().Field(i); v := field.Addr().Interface().(type) {
		case *int64:
			*v = int64(n)
		case *string:
			*v = map[bool]string{true: fmt.Sprint("text ", n)}[n > 0]
		case **int:
			*v = map[bool]*int{true: new(n - 1)}[n > 0]
		case *types.Date:
			*v = map[bool]types.Date{true: types.NewDate(2026, 7, n)}[n > 0]
		case *types.DateTime: // the same instant with another offset for each number
			*v = map[bool]types.DateTime{true: types.NewDateTime(time.Unix(0, 0).In(time.FixedZone("", 3600*n)))}[n > 0]
		case *types.Extra:
			*v = map[bool]types.Extra{true: {"undocumented": fmt.Append(nil, n)}}[n > 0]
		default:
			t.Fatalf("field %d is of a type that this test does not know", i)
		}
	}
	return of
}

// sends responds to each request with an item for each day from testclient.ParkFrom on.
func sends(days func(request int) []item) http.RoundTripper {
	requests := 0
	return testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		requests++
		var body []day
		reservations := map[int64]bool{}
		for night, of := range days(requests) {
			reservations[max(1, of.ReservationID)] = true // without an id it is known by its number
			body = append(body, day{Date: testclient.ParkFrom.AddDays(night), Items: []item{of}})
		}
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		return testclient.Responds(200, "application/json", string(text), "X-Total-Count", fmt.Sprint(len(reservations)))(r)
	})
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
				got, err := testclient.Over(t, sends(func(int) []item { return want })).Reports.Presence(t.Context(), days(3, 0))
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
			_, err := testclient.Over(t, sends(func(request int) []item { return []item{itemWith(t, i, 3-request)} })).Reports.Presence(t.Context(), p)
			if ignored := field == "Modified" || field == "Extra" || field == "ReservationNumber"; ignored != (err == nil) {
				t.Errorf("another value in each reading is ignored: %t, want %t (%v)", err == nil, ignored, err)
			} else if !ignored {
				isIncomplete(t, err)
			}
		})
	}
}
