// SPDX-License-Identifier: MIT

package walks_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// sentDay returns a date as it is read from a response.
func sentDay(text string) (d types.Date) {
	_ = json.Unmarshal([]byte(`"`+text+`"`), &d) // it never fails
	return d
}

// TestParamsThatCannotBeSent are refused before anything is sent, by a page as by the register.
func TestParamsThatCannotBeSent(t *testing.T) {
	t.Parallel()
	from, to := testclient.ParkFrom, testclient.ParkFrom.AddDays(1)
	type params = reservations.PresenceParams
	tests := []struct {
		name, param, reason string
		params              params
	}{
		{"no first day", "dateFrom", "", params{DateTo: to}},
		{"days in reverse", "dateTo", "", params{DateFrom: to, DateTo: from}},
		{"limit", "limit", "", params{DateFrom: from, Limit: -1}},
		{"offset", "offset", "", params{DateFrom: from, Offset: -1}},
		{"category", "accommodationCategory", "", params{DateFrom: from, AccommodationCategory: -1}},
		{"unreadable", "dateFrom", "not a day", params{DateFrom: sentDay("next spring")}},
		{"30 February", "dateFrom", "not a day", params{DateFrom: types.Date{Year: 2026, Month: 2, Day: 30}}},
		{"month 0", "dateTo", "not a day", params{DateFrom: from, DateTo: types.Date{Year: 2027, Day: 1}}},
		{"year 10000", "dateTo", "not a day", params{DateFrom: from, DateTo: types.NewDate(10_000, 1, 1)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			srv := serve(0)
			c, p := testclient.Over(t, srv), test.params
			_, register := c.Reports.Presence(t.Context(), p)
			_, page := c.Reports.PresencePage(t.Context(), p)
			for _, err := range []error{register, page} {
				var bad *reservations.ParamError
				if !errors.As(err, &bad) || bad.Param != test.param || bad.Name != "reports.presence" ||
					bad.Reason == "" || !strings.Contains(bad.Reason, test.reason) {
					t.Errorf("got %v, want a ParamError for %s", err, test.param)
				}
			}
			if n := len(srv.Requests()); n != 0 {
				t.Errorf("%d requests were sent", n)
			}
		})
	}
}
