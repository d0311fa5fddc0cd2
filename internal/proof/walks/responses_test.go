// SPDX-License-Identifier: MIT

package walks_test

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// eachList runs f for each method that reads a list page by page.
func eachList(t *testing.T, f func(*testing.T, testclient.Call)) {
	t.Helper()
	eachWalk(t, func(t *testing.T, call testclient.Call) {
		if call.Operation.Name != "reports.presence" {
			f(t, call)
		}
	})
}

// read reads a list to its end and returns the IDs of its records.
func read(t *testing.T, c *reservations.Client, list testclient.Call, opts ...reservations.CallOption) (all []int64, err error) {
	t.Helper()
	records, err := list.Do(t.Context(), c, opts...)
	for i := range reflect.ValueOf(records).Len() {
		all = append(all, reflect.ValueOf(records).Index(i).FieldByName("ID").Int())
	}
	return all, err
}

// ids returns the IDs from 1 to last.
func ids(last int64) (all []int64) {
	for id := range last {
		all = append(all, id+1)
	}
	return all
}

// TestEachList: all lists are read alike, and the error of each says how far it was read. Different records with one id end no
// walk if the call allows them.
func TestEachList(t *testing.T) {
	eachList(t, func(t *testing.T, list testclient.Call) {
		s := &asked{park: park(here(60)), service: service{serve: firstPage}}
		got, err := read(t, s.client(t), list)
		if diff := s.failed(err, list.Name, 1); diff != "" || !strings.Contains(err.Error(), "at offset 110, the page begins like the first one") {
			t.Errorf("got %v (-want +got):\n%s", err, diff)
		}
		if diff := cmp.Diff(ids(10), got); diff != "" {
			t.Errorf("the records of the first page (-want +got):\n%s", diff)
		}
		s = &asked{park: park("xxx"), service: service{change: withID(1, 1)}}
		got, err = read(t, s.client(t), list, reservations.WithRepeatedIDs())
		if diff := cmp.Diff([]int64{1, 1, 3}, got); diff != "" || err != nil {
			t.Errorf("%v, ids (-want +got):\n%s", err, diff)
		}
	})
}

// TestPagesThatAreTooLarge are read again in smaller pages, down to one record. Two long neighbours do not make all later
// pages small.
func TestPagesThatAreTooLarge(t *testing.T) {
	for name, test := range map[string]struct {
		longest []int // places of records of over 2,800 bytes
		most    int64 // WithMaxResponseBytes
		fails   bool
	}{
		"all records are short":     {nil, 4_000, false},
		"one long record":           {[]int{139}, 4_000, false},
		"two long neighbours":       {[]int{139, 140}, 4_000, false},
		"the first two":             {[]int{0, 1}, 4_000, false},
		"the last two":              {[]int{296, 297}, 4_000, false},
		"a record that is too long": {[]int{139}, 2_800, true},
	} {
		t.Run(name, func(t *testing.T) {
			eachList(t, func(t *testing.T, list testclient.Call) {
				s := &asked{park: park(here(298))}
				for _, place := range test.longest {
					s.park[place].Name = strings.Repeat("x", 2800)
				}
				list.Limit = 30
				got, err := read(t, s.client(t, reservations.WithMaxResponseBytes(test.most)), list)
				if test.fails {
					if !isTooLarge(err) || len(got) > 139 {
						t.Errorf("read %d records, %v; want an error that names the option", len(got), err)
					}
				} else if diff := cmp.Diff(ids(298), got); diff != "" || err != nil || len(s.requests) > 40 {
					t.Errorf("%d requests, %v, IDs (-want +got):\n%s", len(s.requests), err, diff)
				}
			})
		})
	}
}

func isTooLarge(err error) bool {
	return errors.As(err, new(*http.MaxBytesError)) && strings.Contains(err.Error(), "WithMaxResponseBytes")
}

// TestRegisterThatIsTooLarge is read in smaller pages, also when it is read again. A single reservation that is too
// large is an error.
func TestRegisterThatIsTooLarge(t *testing.T) {
	for most, fails := range map[int64]bool{300: true, 3_000: false, 6_000: false} {
		t.Run(fmt.Sprint(most, " bytes"), func(t *testing.T) {
			s := &asked{park: park(here(60)), service: service{presence: exact, change: since(4, withAnother)}} // which is read again then
			c, p := s.client(t, reservations.WithMaxResponseBytes(most)), days(4, 0)
			if fails {
				if days, err := c.Reports.Presence(t.Context(), p); !isTooLarge(err) {
					t.Errorf("%d days, %v", len(days), err)
				}
				return
			}
			p.Confirm = true
			s.checkRegister(t, c, p)
			if sent := strings.Join(s.requests[1:], " "); strings.Contains(sent, "+100") {
				t.Errorf("pages of 100 are asked for again: %s", sent)
			}
		})
	}
}

// TestNoContent: status 204 is an empty list, whichever method reads it. A register needs a total all the same, and a
// record cannot be absent.
func TestNoContent(t *testing.T) {
	for _, call := range testclient.Calls() {
		isRegister := call.Operation.Name == "reports.presence"
		if call.ReturnsNothing() || isRegister && !call.Walk {
			continue
		}
		t.Run(call.Name, func(t *testing.T) {
			got, err := call.Do(t.Context(), testclient.Over(t, testclient.Responds(204, "", "")))
			isRecord := call.Method.Type.Out(0).Kind() == reflect.Pointer
			if isRecord != errors.As(err, new(*reservations.DecodeError)) || isRegister != errors.As(err, new(*reservations.IncompleteError)) {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
	t.Run("a register with a total of 0", func(t *testing.T) {
		empty := testclient.Responds(204, "", "", "X-Total-Count", "0")
		if got, err := testclient.Over(t, empty).Reports.Presence(t.Context(), days(2, 0)); err != nil || len(got) != 2 {
			t.Errorf("got %d days, %v", len(got), err)
		}
	})
}
