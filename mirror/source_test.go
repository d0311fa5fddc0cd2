// SPDX-License-Identifier: MIT

package mirror_test

import (
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// plain returns a summary without lines. What is in it depends on id and version.
func plain(id int64, version int, modified time.Time) types.ReservationSummary {
	arrival := types.NewDate(2026, 1, 1).AddDays(int(id % 365))
	return types.ReservationSummary{
		ID: id, Number: fmt.Sprintf("R%06d", id), Name: fmt.Sprintf("Guest %d", id), Notes: fmt.Sprintf("version %d", version),
		DateFrom: arrival.DateTime(), DateTo: arrival.AddDays(7).DateTime(), Modified: types.NewDateTime(modified),
		TotalPrice: types.NewNumber(decimal.New(id*100+int64(version), -2)),
		Guest:      &types.GuestContact{ID: id, Surname: "de Vries"},
	}
}

// full returns a summary, one of eight with lines, because lines take most of the time.
func full(id int64, version int, modified time.Time) types.ReservationSummary {
	if id%8 != 1 {
		return plain(id, version, modified)
	}
	return withLines(id, version, modified)
}

// withLines returns a summary with a line of each kind.
func withLines(id int64, version int, modified time.Time) types.ReservationSummary {
	p := plain(id, version, modified)
	return reservationstest.NewSummary(id, func(r *types.ReservationSummary) {
		r.Name, r.Notes, r.DateFrom, r.DateTo, r.Modified, r.TotalPrice = p.Name, p.Notes, p.DateFrom, p.DateTo, p.Modified, p.TotalPrice
		price := p.TotalPrice
		r.Guests = []types.GuestContact{{ID: id + 1_000_000, Surname: fmt.Sprintf("Other %d", id)}}
		for line := range version % 3 {
			r.OrderLines = append(r.OrderLines, types.SummaryOrderLine{ID: id*10 + int64(line), Description: "Stay", TotalPrice: price, TaxRate: types.Scalar{Text: "21"}})
		}
		r.SupplementOrderLines = []types.SummarySupplementOrderLine{{ID: id, Description: "Linen", Quantity: types.NewNumber(2), Required: new(true), Supplement: &types.ResponseRef{ID: 3}}}
		r.CancellationInsuranceChargeLines = []types.SummaryCancellationInsuranceChargeLine{{ID: id, Type: types.CancellationInsuranceChargeLineTypePolicyFee, Amount: types.MustNumber("3.50")}}
		r.DepositOrderLines = []types.SummaryDepositOrderLine{{ID: id, Description: "Deposit", TotalPrice: types.NewNumber(50)}}
		r.PaymentChargeLines = []types.SummaryPaymentChargeLine{{ID: id, TotalPrice: types.MustNumber("0.35")}}
		r.RegistrationNumberEntries = []types.SummaryRegistrationNumberEntry{{ID: id, Number: fmt.Sprintf("NL-%d", id), ValidFrom: types.NewDate(2026, 1, 1).DateTime()}}
	})
}

// tables are those that are a copy of the source.
var tables = []string{
	"reservations", "reservation_guests", "age_group_lines", "order_lines", "supplement_order_lines", "cancellation_insurance_charge_lines",
	"deposit_order_lines", "payment_charge_lines", "registration_number_entries", "register_days", "register_items",
}

// dump returns the rows of all tables as text, without the time at which they were stored.
func dump(t *testing.T, db *sql.DB) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, table := range tables {
		for _, row := range query(t, db, "SELECT * FROM "+table) {
			delete(row, "stored_at")
			all[table] = append(all[table], fmt.Sprint(row))
		}
		slices.Sort(all[table])
	}
	return all
}

// query returns the rows of a query by the names of their columns.
func query(t *testing.T, db *sql.DB, text string, args ...any) (all []map[string]any) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), text, args...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		row := map[string]any{}
		for i, name := range columns {
			if data, ok := values[i].([]byte); ok {
				values[i] = string(data)
			}
			row[name] = values[i]
		}
		all = append(all, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// checkEqual compares the copy with what the source holds.
func checkEqual(t *testing.T, m *mirror.Mirror, source *reservationstest.Server) {
	t.Helper()
	want := map[int64][]string{}
	for _, r := range reservationstest.All[types.ReservationSummary](source) {
		lines := []string{r.Number, r.Name, r.Notes, r.DateFrom.Date().String(), r.TotalPrice.Decimal().String()}
		for _, line := range r.OrderLines {
			lines = append(lines, fmt.Sprintf("order line %d: %s", line.ID, line.TotalPrice.Decimal()))
		}
		for _, guest := range append([]types.GuestContact{*r.Guest}, r.Guests...) {
			lines = append(lines, fmt.Sprintf("guest %d: %s", guest.ID, guest.Surname))
		}
		want[r.ID] = lines
	}
	got := map[int64][]string{}
	for _, row := range query(t, m.DB(), "SELECT * FROM reservations") {
		id := row["id"].(int64)
		got[id] = []string{row["number"].(string), row["name"].(string), row["notes"].(string), day(row["date_from"]), exact(t, row["total_price"])}
	}
	for _, row := range query(t, m.DB(), "SELECT * FROM order_lines ORDER BY reservation_id, position") {
		id := row["reservation_id"].(int64)
		got[id] = append(got[id], fmt.Sprintf("order line %d: %s", row["id"], exact(t, row["total_price"])))
	}
	for _, row := range query(t, m.DB(), "SELECT * FROM reservation_guests ORDER BY reservation_id, position") {
		id := row["reservation_id"].(int64)
		got[id] = append(got[id], fmt.Sprintf("guest %d: %s", row["id"], row["surname"]))
	}
	for _, id := range slices.Sorted(maps.Keys(want)) {
		if diff := cmp.Diff(want[id], got[id]); diff != "" {
			t.Fatalf("reservation %d (-source +copy):\n%s", id, diff)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("the copy has %d reservations and the source %d", len(got), len(want))
	}
}

// day returns a day as text, whatever the database makes of it.
func day(value any) string {
	if at, ok := value.(time.Time); ok {
		return at.Format(time.DateOnly)
	}
	return fmt.Sprint(value)
}

func exact(t *testing.T, value any) string {
	t.Helper()
	d, err := decimal.NewFromString(fmt.Sprint(value))
	if err != nil {
		t.Fatalf("%v is no number: %v", value, err)
	}
	return d.String()
}

// checkRegister compares the nights of the copy with those of the source.
func checkRegister(t *testing.T, m *mirror.Mirror, source *reservationstest.Server, from, to types.Date) {
	t.Helper()
	want, got := map[string][]string{}, map[string][]string{}
	for _, night := range source.Register(reservations.PresenceParams{DateFrom: from, DateTo: to}) {
		want[night.Date.String()] = nil
		for _, item := range night.Items {
			want[night.Date.String()] = append(want[night.Date.String()], fmt.Sprint(item.ReservationID, item.AgeGroupSpecificationDescription, item.Persons()))
		}
	}
	for _, row := range query(t, m.DB(), "SELECT * FROM register_days") {
		got[day(row["day"])] = nil
	}
	for _, row := range query(t, m.DB(), "SELECT * FROM register_items") {
		night := day(row["day"])
		got[night] = append(got[night], fmt.Sprint(row["reservation_id"], row["age_group_specification_description"], row["num_of_persons"]))
	}
	for _, nights := range []map[string][]string{want, got} {
		for night := range nights {
			slices.Sort(nights[night])
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("nights (-source +copy):\n%s", diff)
	}
}
