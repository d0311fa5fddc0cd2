// SPDX-License-Identifier: MIT

package mirror_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/mirror"
)

// TestMoney sums amounts that a float cannot hold, and others that have no cents.
func TestMoney(t *testing.T) {
	tests := map[string]struct{ amounts, sum string }{
		"tenths":        {`0.1,0.2,0.3,0.4,0.5,0.6,0.7`, "2.8"},
		"cents":         {`1000000000.01,0.02,-0.03`, "1000000000"},
		"not binary":    {`2.01,16720.1`, "16722.11"}, // times a million a float is less
		"negative":      {`-12.34,0.04`, "-12.3"},
		"below zero":    {`-0.5,0.25`, "-0.25"},
		"exponent":      {`1e3,25e-2`, "1000.25"},
		"written as 0":  {`0,0.00`, "0"},
		"one not given": {`null,5`, "5"},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true, Full: true})
		for name, tt := range tests {
			t.Run(name, func(t *testing.T) {
				var list []string
				for i, amount := range strings.Split(tt.amounts, ",") {
					list = append(list, fmt.Sprintf(`{"id":%d,"dateFrom":"2026-07-06","totalPrice":%s}`, i+1, amount))
				}
				syncOf(t, m, "["+strings.Join(list, ",")+"]")
				rows := query(t, m.DB(), "SELECT * FROM turnover_per_month")
				if len(rows) != 1 || rows[0]["month"] != "2026-07" || exact(rows[0]["total_price"]) != tt.sum {
					t.Errorf("the turnover is %v, want %s", rows, tt.sum)
				}
			})
		}
	})
}

// TestSumOutOfRange: an amount that SQLite cannot add costs its own cell, and no other month.
func TestSumOutOfRange(t *testing.T) {
	t.Parallel()
	m := openMirror(t, newFile(t), mirror.Config{SkipRegister: true})
	syncOf(t, m, `[{"id":1,"dateFrom":"2026-06-06","totalPrice":1e30},{"id":2,"dateFrom":"2026-07-06","totalPrice":9e12},
		{"id":3,"dateFrom":"2026-07-06","totalPrice":9e12},{"id":4,"dateFrom":"2026-08-06","totalPrice":7}]`)
	if got := texts(t, m, "SELECT total_price FROM turnover_per_month ORDER BY month"); got != "<nil> <nil> 7.00" {
		t.Errorf("the months have %s, want NULL, NULL and 7.00", got)
	}
}

// TestValues stores what the service sends, and tells what it did not send.
func TestValues(t *testing.T) {
	const closed = "CASE WHEN closed THEN 'yes' ELSE 'no' END"
	tests := map[string]struct{ sent, column, want string }{
		"money":                  {`"totalPrice":7.50`, "total_price", "7.50"},
		"money as a text":        {`"totalPrice":"7.50"`, "total_price", "7.50"},
		"no money":               {`"totalPrice":null`, "total_price", "<nil>"},
		"zero":                   {`"totalPrice":0`, "total_price", "0"},
		"no count":               {`"numOfDays":3`, "num_of_persons", "<nil>"},
		"day of a date-time":     {`"dateFrom":"2026-07-06T23:30:00-02:00"`, "date_from", "2026-07-06"},
		"instant of a date-time": {`"dateFrom":"2026-07-06T23:30:00-02:00"`, "date_from_at", "2026-07-07T01:30:00.000000Z"},
		"no instant of a day":    {`"dateFrom":"2026-07-06"`, "date_from_at", "<nil>"},
		"no date":                {`"dateFrom":"0000-00-00"`, "date_from", "<nil>"},
		"odd date":               {`"checkin":"after noon"`, "checkin_at", "<nil>"},
		"microseconds":           {`"modified":"2026-07-06T10:00:00.1234567Z"`, "modified_at", "2026-07-06T10:00:00.123456Z"},
		"text":                   {`"name":"Ann\u0000a é"`, "name", "Ann\uFFFDa é"},
		"no text":                {`"name":""`, "name", "<nil>"},
		"false":                  {`"closed":false`, closed, "no"},
		"true":                   {`"closed":true`, closed, "yes"},
		"unknown status":         {`"status":"parked"`, "status", "parked"},
		"record in a record":     {`"accommodation":{"category":{"id":7}}`, "accommodation_category_id", "7"},
		"no id":                  {`"accommodation":{"title":"x"}`, "accommodation_id", "<nil>"},
		"no token":               {`"groupReservation":{"id":5,"token":"secret"}`, "group_reservation_token", "<nil>"},
		"unknown field":          {`"newToken":"secret"`, "extra", "<nil>"},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true})
		for name, tt := range tests {
			t.Run(name, func(t *testing.T) {
				syncOf(t, m, `[{"id":1,`+tt.sent+`}]`)
				if got := texts(t, m, "SELECT "+tt.column+" FROM reservations"); got != tt.want {
					t.Errorf("%s is %s, want %s", tt.column, got, tt.want)
				}
			})
		}
	})
}

// TestSecretsAndExtra are stored when asked for.
func TestSecretsAndExtra(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true, StoreSecrets: true, StoreExtra: true})
		syncOf(t, m, `[{"id":1,"token":"t-1","groupReservation":{"id":2,"token":"t-2","more":true},"checkin":"noon","new":{"a":[1.50]}}]`)
		const want = `t-1 t-2 {"checkin":"noon","groupReservation.more":true,"new":{"a":[1.50]}}`
		if got := texts(t, m, "SELECT token || ' ' || group_reservation_token || ' ' || CAST(extra AS TEXT) FROM reservations"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

// TestTurnover counts the reservations that stand.
func TestTurnover(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true})
		syncOf(t, m, `[
			{"id":1,"dateFrom":"2026-07-06","totalPrice":1,"taxTotal":0.21,"balance":0.5,"numOfPersons":2,"numOfDays":7,"status":"confirmed"},
			{"id":2,"dateFrom":"2026-07-31T23:59:00+14:00","totalPrice":10,"numOfPersons":1,"cancelled":false},
			{"id":3,"dateFrom":"2026-08-01","totalPrice":100,"status":"open"},
			{"id":4,"totalPrice":1000},
			{"id":5,"dateFrom":"2026-07-06","totalPrice":1e4,"status":"cancelled"},
			{"id":6,"dateFrom":"2026-07-06","totalPrice":1e5,"denied":true},
			{"id":7,"dateFrom":"2026-07-06","totalPrice":1e6,"status":"option-expired"},
			{"id":8,"dateFrom":"2026-07-06","totalPrice":1e6,"status":"session","cancelled":true}]`)
		want := map[any]string{"2026-07": "2 3 7 11", "2026-08": "1 <nil> <nil> 100", nil: "1 <nil> <nil> 1000"}
		for _, row := range query(t, m.DB(), "SELECT * FROM turnover_per_month") {
			got := fmt.Sprint(row["reservations"], " ", row["persons"], " ", row["days"], " ", exact(row["total_price"]))
			if got != want[row["month"]] {
				t.Errorf("the month %v has %s, want %s", row["month"], got, want[row["month"]])
			}
			delete(want, row["month"])
		}
		if len(want) > 0 {
			t.Errorf("these months are missing: %v", want)
		}
	})
}
