// SPDX-License-Identifier: MIT

//go:build !race

package calls_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// hostile are values of a body that are long or deep: something, n times the same, and its end.
var hostile = map[string]func(n int) string{
	"digits":                  func(n int) string { return strings.Repeat("7", n) },
	"a large exponent":        func(int) string { return "1e2147483648" },
	"nested arrays":           func(n int) string { return strings.Repeat("[", n/10) + strings.Repeat("]", n/10) },
	"nested fields":           func(n int) string { return strings.Repeat(`{"guests":[`, n/50) + strings.Repeat("]}", n/50) },
	"empty objects":           func(n int) string { return "[" + strings.Repeat("{},", n/10) + "{}]" },
	"nulls":                   func(n int) string { return "[" + strings.Repeat("null,", n/10) + "null]" },
	"one key again and again": func(n int) string { return `{"id":1` + strings.Repeat(`,"id":"2","ID":3`, n/100) + "}" },
}

// TestHostileBodiesCostLittle: each value ends in a record or in an error of the right kind, for memory in
// proportion to the body. It is not parallel, because it counts what is allocated.
func TestHostileBodiesCostLittle(t *testing.T) {
	size := 20_000
	if testkit.Deep() {
		size = 1_000_000
	}
	for _, target := range []struct {
		frame  string // a body, with V for the value
		status int
		method string
	}{
		{`[{"id":1,"guests":V,"totalPrice":V,"new":V}]`, 200, "Reservations.SummariesPage"},
		{`[{"items":[{"numOfPersons":V,"new":V}]}]`, 200, "Reports.PresencePage"},
		{`{"description":V,"errors":{"limit":V}}`, 400, "Guests.Get"},
		{`{"statusCode":V,"errors":V}`, 200, "Webhooks.Delete"},
		{`V`, 200, "Reservations.SummariesPage"},
	} {
		for name, value := range hostile {
			t.Run(name+" in "+target.frame, func(t *testing.T) {
				body := strings.ReplaceAll(target.frame, "V", value(size))
				c := testclient.Over(t, testclient.Responds(target.status, "application/json", body))
				most := 1_000_000 + 64*len(body) + 10_000*min(100_000, strings.Count(body, ",")+strings.Count(body, "[")+strings.Count(body, "{"))
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				_, err := testclient.CallOf(target.method).Do(t.Context(), c)
				runtime.ReadMemStats(&after)
				if used := after.TotalAlloc - before.TotalAlloc; used > uint64(most) {
					t.Errorf("%d bytes were allocated, more than %d", used, most)
				}
				ofResponse := err == nil || errors.As(err, new(*reservations.DecodeError)) || errors.As(err, new(*reservations.APIError))
				if !ofResponse || len(fmt.Sprint(err)) > 4096 {
					t.Errorf("got %T with %d bytes, want a DecodeError or an APIError with at most 4096", err, len(fmt.Sprint(err)))
				}
			})
		}
	}
}
