// SPDX-License-Identifier: MIT

package mirror_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/mirror"
)

// TestSumOutOfRange: an amount that SQLite cannot add costs its own cell, and counts cost none. PostgreSQL adds all.
func TestSumOutOfRange(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, first, second string
		sqlite, postgres    any
	}{
		{"in range", "9000000000000", "0.5", "9000000000000.50", "9000000000000.5"},
		{"one amount", "1e30", "5", nil, "1000000000000000000000000000005"},
		{"one amount alone", "1e30", "null", nil, "1000000000000000000000000000000"},
		{"one below zero", "-1e30", "5", nil, "-999999999999999999999999999995"},
		{"as many digits as can be read", "1e300", "-1e300", nil, "0"},
		{"their sum", "9e12", "9e12", nil, "18000000000000"},
		{"their sum below zero", "-9e12", "-9e12", nil, "-18000000000000"},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		dsn := newDSN()
		m := openMirror(t, dsn, mirror.Config{SkipRegister: true})
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				syncOf(t, m, fmt.Sprintf(`[
					{"id":1,"dateFrom":"2026-07-06","totalPrice":%s,"taxTotal":1,"numOfPersons":%d},
					{"id":2,"dateFrom":"2026-07-06","totalPrice":%s,"taxTotal":2,"numOfPersons":%[2]d},
					{"id":3,"dateFrom":"2026-08-06","totalPrice":7,"numOfPersons":2}]`, test.first, math.MaxInt, test.second))
				want := test.sqlite
				if strings.HasPrefix(dsn, "postgres") {
					want = test.postgres
				}
				rows := query(t, m.DB(), "SELECT * FROM turnover_per_month ORDER BY month")
				if len(rows) != 2 || rows[0]["total_price"] != want || rows[0]["reservations"] != int64(2) || exact(t, rows[0]["tax_total"]) != "3" {
					t.Errorf("the first month is %v, want the total %v", rows, want)
				}
				if august := rows[1]; exact(t, august["total_price"]) != "7" || fmt.Sprint(august["persons"]) != "2" {
					t.Errorf("the other month is %v", august)
				}
				if kept := query(t, m.DB(), "SELECT total_price FROM reservations WHERE id = 1"); exact(t, kept[0]["total_price"]) != exact(t, test.first) {
					t.Errorf("the copy has %v, want %s", kept, test.first)
				}
			})
		}
	})
}
