// SPDX-License-Identifier: MIT

package load_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"reflect"
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

const (
	records  = 30 // of each kind that is only read
	pageSize = 10
	bookings = 90
)

// newStore returns what all reads share.
func newStore() *reservationstest.Server {
	ids := make([]int64, records)
	for i := range ids {
		ids[i] = int64(i + 1)
	}
	store := testclient.Server(ids...)
	store.SetBookings(reservationstest.Park(3, bookings, testclient.ParkFrom, 3)...)
	return store
}

// drawCall returns a call at random. A write has this id, which is that of no other call, and a
// walk may be left after two pages, or confirm what it has read.
func drawCall(random *rand.Rand, id int64) testclient.Call {
	all := testclient.Calls()
	call := all[random.IntN(len(all))]
	call.Limit = pageSize
	if call.ID = id; !call.Writes() {
		call.ID = 1 + random.Int64N(records)
	}
	switch random.IntN(3) {
	case 0:
		call.Most = 2 * pageSize
	case 1:
		call.Fill = confirm
	}
	return call
}

func confirm(_ reflect.Type, field reflect.StructField, value reflect.Value) bool {
	if field.Name == "Confirm" {
		value.SetBool(true)
	}
	return field.Name == "Confirm"
}

// A truth is what a call returns, and how many requests it needs, while nothing fails.
type truth struct {
	value    []byte
	requests int
}

// truthOf makes a call again, a write on a server that nothing has changed.
func truthOf(t *testing.T, call testclient.Call, store *reservationstest.Server) truth {
	t.Helper()
	if call.Writes() {
		store = testclient.Server(call.ID)
	}
	var requests atomic.Int64
	counted := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		requests.Add(1)
		return store.RoundTrip(r)
	})
	value, err := call.Do(t.Context(), testclient.Over(t, counted, reservations.WithMaxConcurrency(ahead)))
	if err != nil {
		t.Errorf("%s, while nothing fails: %v", call.Name, err)
	}
	return truth{marshal(value), int(requests.Load())}
}

var instant = regexp.MustCompile(`"\d{4}-\d\d-\d\dT[^"]*"`)

// marshal returns a value as JSON, without the time at which a write has just changed it.
func marshal(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return instant.ReplaceAllFunc(data, func(text []byte) []byte {
		at, err := time.Parse(time.RFC3339, string(bytes.Trim(text, `"`)))
		if err != nil || time.Since(at).Abs() > time.Hour {
			return text
		}
		return []byte(`"now"`)
	})
}
