// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const (
	reportTarget = "/api/utility_meter_reports/"
	voipTarget   = "/api/voip/webhook"
)

// TestRefused has wrong requests, and what is said of them; nothing has changed afterwards. That every
// parameter of openapi.yaml is checked, the contract proves.
func TestRefused(t *testing.T) {
	t.Parallel()
	const (
		from       = presencePath + "?dateFrom=2026-11-01T00:00:00Z"
		wrongKey   = "the header X-Api-Key is missing, given twice, or not the key of this server"
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
		{"GET", "/api/guests/", "", 404, "GET /api/guests/ matches no operation"},
		{"PUT", presencePath, "", 404, "PUT " + presencePath + " matches no operation"},
		{"PUT", "/api/tasks/2/reset", "", 404, "there is no Task with id 2"},
		{"GET", "/api/guests/one", "", 404, "there is no Guest with id one"},
		{"GET", "/api/tax_profiles/a%2Fb%20c", "", 404, "there is no TaxProfile with id a/b c"},
		{"GET", from + "&limit=0&offset=-1", "", 400, `offset is "-1", want an integer of at least 0; limit is "0", want an integer of at least 1`},
		{"GET", from + "&limit=5&limit=5", "", 400, "limit is given 2 times"},
		{"GET", from + "&limit=%zz", "", 400, `the query cannot be read: invalid URL escape "%zz"`},
		{"GET", from + "&grouped=1&a=b", "", 400, `grouped is "1", want true or false; there is no parameter "a"`},
		{"GET", presencePath + "?dateFrom=2026-11-01", "", 400, `dateFrom is "2026-11-01", want a day such as 2026-11-20T00:00:00Z`},
		{"GET", summariesPath + "?organization=6&dateFrom=x&dateTo=2026-11-01T00:00:00Z", "", 400,
			`organization is 6, but this server holds only organization 1; dateFrom is "x", want a date-time such as 2026-11-20T00:00:00Z`},
		{"GET", "/api/supplements/?organization=", "", 400, "organization is missing"},
		{"GET", "/api/accommodation_units/1?include[]=accommodations&include[]=x", "", 400, `include[] is "x", want one of accommodations, translations`},
		{"POST", voipTarget, "", 400, "the body is missing"},
		{"POST", voipTarget, "{}", 400, "reference is missing"},
		{"PUT", "/api/transactions/1", "{}", 400, "this operation takes no body"},
		{"PUT", updateTarget, "[]", 400, "the body is not as documented: json: cannot unmarshal array into Go value of type types.ReservationUpdate"},
		{"PUT", updateTarget, `{"guest":{"salutation":"Male"}}`, 400, `guest.salutation is "Male", want one of male, female, family`},
		{"PUT", updateTarget, `{"dateFrom":"2026-11-22","dateTo":"2026-11-21"}`, 400, "dateTo is before dateFrom"},
		{"PUT", "/api/reservations/1?organization=1&token=x", `{"locale":"de"}`, 404, wrongToken},
		{"PUT", guests + "1?reservation=1&token=x", `{"surname":"X"}`, 404, wrongToken},
		{"PUT", guests + "1?reservation=2&token=token-2", `{}`, 404, "reservation 2 has no additional guest with id 1"},
		{"GET", "/api/reservations/1/group_reservations_list?organization=1&token=x", "", 404, wrongToken},
		{"GET", "/api/reservation_discount_codes/current?organization=1&reservation=1&reservationToken=x", "", 400, wrongToken},
		{"GET", "/api/guests/1?key=another", "", 401, wrongKey},
		{"GET", "/api/guests/1?key=", "", 401, wrongKey},
	}
	for _, test := range tests {
		t.Run(test.method+test.target+test.body, func(t *testing.T) {
			t.Parallel()
			srv := stocked(rt.WithOrganization(1))
			srv.Put(rt.NewReservation(2))
			held := func() []any { return []any{rt.All[types.Reservation](srv), rt.All[types.ReservationSummary](srv)} }
			before := held()
			target, key, isKey := strings.Cut(test.target, "?key=")
			header := []string{"X-Other", ""}
			if isKey {
				header = []string{"X-Api-Key", key}
			}
			resp := inMemory(t, srv).send(test.method, target, test.body, header...)
			name := http.StatusText(test.status)
			want := map[string]any{"statusCode": float64(test.status), "description": name[:1] + strings.ToLower(name[1:]), "errors": []any{}}
			for message := range strings.SplitSeq(test.want, "; ") {
				want["errors"] = append(want["errors"].([]any), message)
			}
			wantSame(t, want, decoded[map[string]any](t, readAll(t, resp)))
			wantSame(t, fmt.Sprint(test.status, " application/json"), fmt.Sprint(resp.StatusCode, " ", resp.Header.Get("Content-Type")))
			wantSame(t, before, held())
		})
	}
}

func TestContentType(t *testing.T) {
	t.Parallel()
	for contentType, status := range map[string]int{"Application/JSON; charset=utf-8": 200, "": 400, "text/json": 400, "json;;": 400} {
		wantSame(t, status, inMemory(t, rt.NewServer()).send("POST", reportTarget, `{}`, "Content-Type", contentType).StatusCode)
	}
}
