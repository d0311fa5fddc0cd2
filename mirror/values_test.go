// SPDX-License-Identifier: MIT

package mirror_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/mirror"
)

// TestMoney sums amounts that a float cannot hold, and others that have no cents.
func TestMoney(t *testing.T) {
	t.Parallel()
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
				if len(rows) != 1 || rows[0]["month"] != "2026-07" || exact(t, rows[0]["total_price"]) != tt.sum {
					t.Errorf("the turnover is %v, want %s", rows, tt.sum)
				}
			})
		}
	})
}

// TestSumOutOfRange: an amount that SQLite cannot add costs its own cell, and no other month.
func TestSumOutOfRange(t *testing.T) {
	t.Parallel()
	m := openMirror(t, filepath.Join(t.TempDir(), "copy.db"), mirror.Config{SkipRegister: true})
	syncOf(t, m, `[{"id":1,"dateFrom":"2026-06-06","totalPrice":1e30},{"id":2,"dateFrom":"2026-07-06","totalPrice":9e12},
		{"id":3,"dateFrom":"2026-07-06","totalPrice":9e12},{"id":4,"dateFrom":"2026-08-06","totalPrice":7}]`)
	if rows := query(t, m.DB(), "SELECT total_price AS p FROM turnover_per_month ORDER BY month"); rows[0]["p"] != nil || rows[1]["p"] != nil || rows[2]["p"] != "7.00" {
		t.Errorf("the months have %v, want NULL, NULL and 7.00", rows)
	}
}

// TestValues stores what the service sends, tells what it did not send, and keeps what no
// column can hold.
func TestValues(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		sent   string
		column string
		want   any // nil is NULL
	}{
		"money":                  {`"totalPrice":7.50`, "total_price", "7.50"},
		"money as a text":        {`"totalPrice":"7.50"`, "total_price", "7.50"},
		"no money":               {`"totalPrice":null`, "total_price", nil},
		"zero":                   {`"totalPrice":0`, "total_price", "0"},
		"no count":               {`"numOfDays":3`, "num_of_persons", nil},
		"odd count":              {`"numOfPersons":[]`, "num_of_persons", nil},
		"day of a date-time":     {`"dateFrom":"2026-07-06T23:30:00-02:00"`, "date_from", "2026-07-06"},
		"instant of a date-time": {`"dateFrom":"2026-07-06T23:30:00-02:00"`, "date_from_at", "2026-07-07T01:30:00.000000Z"},
		"no instant of a day":    {`"dateFrom":"2026-07-06"`, "date_from_at", nil},
		"no date":                {`"dateFrom":"0000-00-00"`, "date_from", nil},
		"odd date":               {`"checkin":"after noon"`, "checkin_at", nil},
		"odd date is kept":       {`"checkin":"after noon"`, "extra", `{"checkin":"after noon"}`},
		"microseconds":           {`"modified":"2026-07-06T10:00:00.1234567Z"`, "modified_at", "2026-07-06T10:00:00.123456Z"},
		"text":                   {`"name":"Ann\u0000a é"`, "name", "Ann\uFFFDa é"},
		"no text":                {`"name":""`, "name", nil},
		"false":                  {`"closed":false`, "closed", "false"},
		"true":                   {`"closed":true`, "closed", "true"},
		"unknown status":         {`"status":"parked"`, "status", "parked"},
		"record in a record":     {`"accommodation":{"category":{"id":7}}`, "accommodation_category_id", "7"},
		"no id":                  {`"accommodation":{"title":"x"}`, "accommodation_id", nil},
		"group":                  {`"groupReservation":{"id":5,"token":"secret"}`, "group_reservation_id", "5"},
		"no token":               {`"groupReservation":{"id":5,"token":"secret"}`, "group_reservation_token", nil},
		"unknown field":          {`"newToken":"secret"`, "extra", nil},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true})
		for name, tt := range tests {
			t.Run(name, func(t *testing.T) {
				syncOf(t, m, `[{"id":1,`+tt.sent+`}]`)
				rows := query(t, m.DB(), "SELECT * FROM reservations")
				if got, found := rows[0][tt.column]; !found || canonical(tt.column, got) != tt.want {
					t.Errorf("the column %s is %#v, want %#v", tt.column, got, tt.want)
				}
			})
		}
	})
}

// canonical returns what PostgreSQL and SQLite return as one text, and nil for NULL.
func canonical(column string, value any) any {
	switch v := value.(type) {
	case nil:
		return nil
	case time.Time:
		if column == "date_from" {
			return v.Format(time.DateOnly)
		}
		return v.UTC().Format("2006-01-02T15:04:05.000000Z")
	case int64:
		if column == "closed" {
			return fmt.Sprint(v == 1)
		}
	}
	return fmt.Sprint(value)
}

// TestSecretsAndExtra are stored when asked for.
func TestSecretsAndExtra(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		const sent = `[{"id":1,"token":"t-1","groupReservation":{"id":2,"token":"t-2","more":true},"checkin":"noon","new":{"a":[1.50]}}]`
		m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true, StoreSecrets: true, StoreExtra: true})
		syncOf(t, m, sent)
		row := query(t, m.DB(), "SELECT token, group_reservation_token, extra FROM reservations")[0]
		want := map[string]any{"token": "t-1", "group_reservation_token": "t-2", "extra": `{"checkin":"noon","groupReservation.more":true,"new":{"a":[1.50]}}`}
		if diff := cmp.Diff(want, row); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// TestTurnover counts the reservations that stand.
func TestTurnover(t *testing.T) {
	t.Parallel()
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
		want := map[string]string{"2026-07": "2 reservations, 3 persons, 7 days, 11", "2026-08": "1 reservations, <nil> persons, <nil> days, 100", "": "1 reservations, <nil> persons, <nil> days, 1000"}
		got := map[string]string{}
		for _, row := range query(t, m.DB(), "SELECT * FROM turnover_per_month") {
			month, _ := row["month"].(string)
			got[month] = fmt.Sprintf("%v reservations, %v persons, %v days, %s", row["reservations"], row["persons"], row["days"], exact(t, row["total_price"]))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
