// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"fmt"
	"strings"
	"testing"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const (
	reportTarget = "/api/utility_meter_reports/"
	voipTarget   = "/api/voip/webhook"
)

// TestRefused has wrong requests, and what is said of them; nothing has changed afterwards. Package inbound has what is said
// of parameters and bodies, and the contract proves that all of openapi.yaml are checked.
func TestRefused(t *testing.T) {
	t.Parallel()
	const (
		guests     = "/api/reservation_additional_guests/"
		wrongToken = "there is no Reservation with id 1 and this token"
	)
	tests := []struct {
		method, target, body string
		status               int
		want                 string // with a semicolon between errors
	}{
		{"GET", "/api/reports//presence?token=canary", "", 404, "GET /api/reports//presence matches no operation"},
		{"GET", presencePath + "/", "", 404, "GET " + presencePath + "/ matches no operation"},
		{"GET", "/api/none/", "", 404, "GET /api/none/ matches no operation"},
		{"GET", "/api/guests/1/2", "", 404, "GET /api/guests/1/2 matches no operation"},
		{"PUT", presencePath, "", 404, "PUT " + presencePath + " matches no operation"},
		{"GET", "/api/guests/one", "", 404, "there is no Guest with id one"},
		{"GET", "/api/tax_profiles/a%2Fb%20c", "", 404, "there is no TaxProfile with id a/b c"},
		{"GET", "/api/supplements/?organization=6&limit=0", "", 400,
			`limit is "0", want an integer of at least 1; organization is 6, but this server holds only organization 1`},
		{"POST", voipTarget, "{}", 400, "reference is missing"},
		{"PUT", updateTarget, `{"dateFrom":"2026-11-22","dateTo":"2026-11-21"}`, 400, "dateTo is before dateFrom"},
		{"PUT", "/api/reservations/1?organization=1&token=x", `{"locale":"de"}`, 404, wrongToken},
		{"PUT", guests + "1?reservation=1&token=x", `{"surname":"X"}`, 404, wrongToken},
		{"PUT", guests + "1?reservation=2&token=token-2", `{}`, 404, "reservation 2 has no additional guest with id 1"},
		{"GET", "/api/reservations/1/group_reservations_list?organization=1&token=x", "", 404, wrongToken},
		{"GET", "/api/reservation_discount_codes/current?organization=1&reservation=1&reservationToken=x", "", 400, wrongToken},
	}
	for _, test := range tests {
		t.Run(test.method+test.target+test.body, func(t *testing.T) {
			t.Parallel()
			srv := stocked(rt.WithOrganization(1))
			srv.Put(rt.NewReservation(2))
			held := func() []any { return []any{rt.All[types.Reservation](srv), rt.All[types.ReservationSummary](srv)} }
			before := held()
			resp := inMemory(t, srv).send(test.method, test.target, test.body)
			type document struct {
				StatusCode int
				Errors     []string
			}
			want := document{test.status, strings.Split(test.want, "; ")}
			wantSame(t, want, decoded[document](t, readAll(t, resp)))
			wantSame(t, fmt.Sprint(test.status, " application/json"), fmt.Sprint(resp.StatusCode, " ", resp.Header.Get("Content-Type")))
			wantSame(t, before, held())
		})
	}
}
