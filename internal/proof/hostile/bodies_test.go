// SPDX-License-Identifier: MIT

//go:build !race

package hostile_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// A target is something that a response is read into.
type target struct {
	name   string
	status int
	frames []string // documents of the kind that it reads, with V for a hostile value
	read   reader
}

var targets = []target{
	{"record", 200, []string{
		`V`, `{"id":V}`, `{"id":1,"attachments":V}`, `{"id":1,"customFields":V}`, `{"id":1,"new":V}`,
	}, call("Guests.Get")},
	{"list", 200, []string{`V`, `[V]`, `[{"id":1,"unitPrice":V}]`}, call("Supplements.Page")},
	{"bulk list", 200, []string{
		`V`, `[V]`, `[{"id":1,"guests":V}]`, `[{"id":1,"totalPrice":V}]`, `[{"id":1,"date":V}]`, `[{"id":1,"new":V}]`,
	}, call("Reservations.SummariesPage")},
	{"register", 200, []string{
		`V`, `[{"items":V}]`, `[{"items":[{"numOfPersons":V,"new":V}]}]`,
	}, call("Reports.PresencePage")},
	{"error body", 400, []string{`V`, `{"description":V}`, `{"errors":V}`, `{"errors":{"limit":V}}`}, call("Guests.Get")},
	{"error body of a success", 200, []string{`{"statusCode":V,"errors":V}`}, call("Webhooks.Delete")},
	{"Do into any", 200, []string{`V`}, do[any]},
	{"Do into a map", 200, []string{`{"new":V}`}, do[map[string]any]},
	{"Do into raw JSON", 200, []string{`V`}, do[json.RawMessage]},
	{"Do into a record", 200, []string{`{"guests":V,"totalPrice":V}`, `{"new":V}`}, do[types.ReservationSummary]},
}

// TestHostileBodiesCostLittle gives each value, in each frame, to each target: it ends in a
// value or in an error of the right kind, for memory in proportion to the body. It is not
// parallel, because it counts what is allocated.
func TestHostileBodiesCostLittle(t *testing.T) {
	for _, target := range targets {
		t.Run(target.name, func(t *testing.T) {
			share := 60
			if testkit.Deep() {
				share = 1
			}
			for _, v := range values {
				value := v.value(share)
				for _, frame := range target.frames {
					t.Run(v.name+" in "+frame, func(t *testing.T) {
						target.check(t, strings.ReplaceAll(frame, "V", value))
					})
				}
			}
		})
	}
}

// TestVeryLargeBodies gives bodies of about the largest size to each target.
func TestVeryLargeBodies(t *testing.T) {
	size := 16 << 20
	if !testkit.Deep() {
		size >>= 6
	}
	tests := []struct{ name, body string }{
		{"empty objects", "[" + strings.Repeat("{},", size/4) + "{}]"},
		{"open arrays", strings.Repeat("[", size)},
		{"digits", strings.Repeat("7", size)},
		{"a string", `"` + strings.Repeat("x", size-2) + `"`},
	}
	for _, test := range tests {
		for _, target := range targets {
			t.Run(test.name+"/"+target.name, func(t *testing.T) { target.check(t, test.body) })
		}
	}
}

func (target target) check(t *testing.T, body string) {
	t.Helper()
	c := testclient.Over(t, testclient.Responds(target.status, "application/json", body))
	var err error
	used := allocated(func() { _, err = target.read(t.Context(), c) })
	if most := mostFor(body); used > most {
		t.Errorf("%d bytes were allocated for %d bytes, more than %d", used, len(body), most)
	}
	if err != nil && !errors.As(err, new(*reservations.DecodeError)) && !errors.As(err, new(*reservations.APIError)) {
		t.Errorf("got %T (%v), want a DecodeError or an APIError", err, err)
	}
	if err != nil && len(err.Error()) > 4096 {
		t.Errorf("the text of the error has %d bytes", len(err.Error()))
	}
}

// mostFor returns how many bytes may be allocated for a body: a multiple of its length, and
// room for as many records as it may hold. That is for all that is allocated on the way, most
// of which is free again at once.
func mostFor(body string) uint64 {
	const times, records, recordBytes = 64, 100_000, 10_000
	parts := strings.Count(body, ",") + strings.Count(body, "[") + strings.Count(body, "{")
	return uint64(1_000_000 + times*len(body) + recordBytes*min(records, parts))
}
