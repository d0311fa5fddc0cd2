// SPDX-License-Identifier: MIT

package cost

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// BenchmarkGrowth reads registers of few and of many small pages: what a page costs must not
// depend on how many there are.
func BenchmarkGrowth(b *testing.B) {
	for name, pages := range map[string]int{"few": 100, "many": 10_000} {
		b.Run("pages="+name, func(b *testing.B) {
			requests := 0
			client := onWire(b, func(req *http.Request) *http.Response {
				requests++
				return threeDays(req, pages*25)
			})
			params := reservations.PresenceParams{
				DateFrom: types.DateOf(firstDay),
				DateTo:   types.DateOf(firstDay.AddDate(0, 0, 3)),
				Limit:    25,
			}
			before := processorTime()
			for b.Loop() {
				if _, err := client.Reports.Presence(b.Context(), params); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(processorTime()-before)/float64(requests), "cpu-ns/page")
		})
	}
}

// threeDays returns the page that is asked for, where everybody stays for all three days.
func threeDays(req *http.Request, reservations int) *http.Response {
	query := req.URL.Query()
	offset, _ := strconv.Atoi(query.Get("offset"))
	limit, _ := strconv.Atoi(query.Get("limit"))
	var items []byte
	for id := offset + 1; id <= min(offset+limit, reservations); id++ {
		items = fmt.Appendf(items, `,{"reservationId":%d,"numOfPersons":2}`, id)
	}
	if len(items) > 0 {
		items = items[1:]
	}
	body := []byte{'['}
	for day := range 3 {
		body = fmt.Appendf(body, `{"date":"2026-07-%02d","items":[%s]},`, day+1, items)
	}
	body[len(body)-1] = ']'
	return jsonResponse(req, body, reservations)
}
