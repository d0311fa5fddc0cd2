// SPDX-License-Identifier: MIT

package mirror_test

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// longAgo is before every overlap.
var longAgo = time.Now().AddDate(0, 0, -2)

// full returns a summary, one of eight with lines, because lines take most of the time. What is in it depends on id and
// version.
func full(id int64, version int, modified time.Time) types.ReservationSummary {
	arrival, price := types.NewDate(2026, 1, 1).AddDays(int(id%365)), types.NewNumber(decimal.New(id*100+int64(version), -2))
	plain := types.ReservationSummary{
		ID: id, Number: fmt.Sprintf("R%06d", id), Name: fmt.Sprintf("Guest %d", id), Notes: fmt.Sprintf("version %d", version),
		DateFrom: arrival.DateTime(), DateTo: arrival.AddDays(7).DateTime(), Modified: types.NewDateTime(modified), TotalPrice: price,
		Guest: &types.GuestContact{ID: id, Surname: "de Vries"},
	}
	if id%8 != 1 {
		return plain
	}
	plain.Guests = []types.GuestContact{{ID: id + 1_000_000, Surname: fmt.Sprintf("Other %d", id)}}
	plain.AgeGroupLines = []types.SummaryAgeGroupLine{{ID: id, Description: "Adults", Quantity: types.NewNumber(2)}}
	for line := range version % 3 {
		plain.OrderLines = append(plain.OrderLines, types.SummaryOrderLine{ID: id*10 + int64(line), TotalPrice: price, TaxRate: types.Scalar{Text: "21"}})
	}
	plain.SupplementOrderLines = []types.SummarySupplementOrderLine{{ID: id, Description: "Linen", Required: new(true), Supplement: &types.ResponseRef{ID: 3}}}
	plain.CancellationInsuranceChargeLines = []types.SummaryCancellationInsuranceChargeLine{{ID: id, Type: types.CancellationInsuranceChargeLineTypePolicyFee}}
	plain.DepositOrderLines = []types.SummaryDepositOrderLine{{ID: id, Description: "Deposit", TotalPrice: types.NewNumber(50)}}
	plain.PaymentChargeLines = []types.SummaryPaymentChargeLine{{ID: id, TotalPrice: types.MustNumber("0.35")}}
	plain.RegistrationNumberEntries = []types.SummaryRegistrationNumberEntry{{ID: id, Number: fmt.Sprintf("NL-%d", id), ValidFrom: arrival.DateTime()}}
	return plain
}

// source returns a service with reservations 1 to n, last modified long ago.
func source(t *testing.T, n int64) *reservationstest.Server {
	t.Helper()
	srv := reservationstest.NewServer()
	t.Cleanup(srv.Close)
	for id := range n {
		srv.Put(full(id+1, 1, longAgo))
	}
	return srv
}

// all responds with the pages of a list, whatever was changed since when.
func all(list []types.ReservationSummary) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		offset, _ := strconv.Atoi(r.URL.Query().Get("offset"))
		limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
		reservationstest.Respond(list[min(offset, len(list)):min(offset+limit, len(list))])(w, r, next)
	}
}

// serving returns a service with this list and this register.
func serving(t *testing.T, list, register reservationstest.Fault) *reservationstest.Server {
	t.Helper()
	srv := source(t, 0)
	srv.Inject("reservations.summaries", reservationstest.Always(), list)
	srv.Inject("reports.presence", reservationstest.Always(), register)
	return srv
}

// nights responds with the nights that are asked for, on which so many reservations are present in all.
func nights(reservations int, day func(night types.Date) any) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		var all []any
		from, to := r.URL.Query().Get("dateFrom")[:len(time.DateOnly)], r.URL.Query().Get("dateTo")[:len(time.DateOnly)]
		for night := must(types.ParseDate(from)); night.String() <= to; night = night.AddDays(1) {
			all = append(all, day(night))
		}
		w.Header().Set("X-Total-Count", strconv.Itoa(reservations))
		reservationstest.Respond(all)(w, r, next)
	}
}

// on responds with nights of which somebody was present on this one alone.
func on(night types.Date, items ...types.PresenceItem) reservationstest.Fault {
	return nights(len(items), func(asked types.Date) any {
		if asked != night {
			return types.PresenceDay{Date: asked, Items: []types.PresenceItem{}}
		}
		return types.PresenceDay{Date: night, Items: items}
	})
}

// present returns a night on which n persons of one reservation were present.
func present(night types.Date, n int) any {
	items := []types.PresenceItem{{ReservationID: 1, NumOfPersons: &n}}
	return types.PresenceDay{Date: night, Items: items[:min(1, n)]}
}

// persons returns how many persons the copy has on each night.
func persons(t *testing.T, m *mirror.Mirror) map[string]int {
	t.Helper()
	all := map[string]int{}
	for _, row := range query(t, m.DB(), "SELECT d.day, num_of_persons AS n FROM register_days d LEFT JOIN register_items i ON i.day = d.day") {
		n, _ := row["n"].(int64)
		all[row["day"].(string)] += int(n)
	}
	return all
}

// checkEqual compares a copy with one that is made at once.
func checkEqual(t *testing.T, m *mirror.Mirror, dsn string, config mirror.Config, source *reservationstest.Server) {
	t.Helper()
	atOnce := openMirror(t, dsn, config)
	sync(t, atOnce, clientOf(source))
	if diff := cmp.Diff(dump(t, atOnce), dump(t, m)); diff != "" {
		t.Errorf("(-copy made at once +copy):\n%s", diff)
	}
}
