// SPDX-License-Identifier: MIT

package mirror_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestMoney sums amounts that a float cannot hold, and others that have no cents.
func TestMoney(t *testing.T) {
	tests := map[string]struct{ amounts, sum string }{
		"tenths":        {`0.1,0.2,0.3,0.4,0.5,0.6,0.7`, "2.8"},
		"cents":         {`1000000000.01,0.02,-0.03`, "1000000000"},
		"not binary":    {`2.01,16720.1`, "16722.11"}, // times a million a float is less
		"below zero":    {`-0.5,0.25`, "-0.25"},
		"exponent":      {`1e3,25e-2`, "1000.25"},
		"written as 0":  {`0,0.00`, "0"},
		"one not given": {`null,5`, "5"},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true})
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

// TestDriversStoreSecrets: pgx stores what String returns, of a type that does not say what a database gets.
func TestDriversStoreSecrets(t *testing.T) {
	t.Parallel()
	secret, again := types.NewSecret("token-7"), types.Secret{}
	if err := open(t, "sqlite", ":memory:").QueryRow("SELECT CAST(? AS TEXT)", &secret).Scan(&again); err != nil || again != secret {
		t.Errorf("SQLite: got %q, %v", again.Reveal(), err)
	}
	for kind, value := range map[uint32]any{pgtype.TextOID: secret, pgtype.TextArrayOID: []types.Secret{secret}} {
		data, err := pgtype.NewMap().Encode(kind, pgtype.TextFormatCode, value, nil)
		if text := strings.Trim(string(data), `{"}`); err != nil || text != "token-7" {
			t.Errorf("PostgreSQL: got %s, %v", data, err)
		}
	}
}

// TestValues stores what the service sends, and tells what it did not send.
func TestValues(t *testing.T) {
	const closed = "CASE WHEN closed THEN 'yes' ELSE 'no' END"
	tests := map[string]struct{ sent, column, want string }{
		"money":                  {`"totalPrice":7.50`, "total_price", "7.50"},
		"no money":               {`"totalPrice":null`, "total_price", "<nil>"},
		"zero":                   {`"totalPrice":0`, "total_price", "0"},
		"no count":               {`"numOfDays":3`, "num_of_persons", "<nil>"},
		"day of a date-time":     {`"dateFrom":"2026-07-06T23:30:00-02:00"`, "date_from", "2026-07-06"},
		"instant of a date-time": {`"dateFrom":"2026-07-06T23:30:00-02:00"`, "date_from_at", "2026-07-07T01:30:00.000000Z"},
		"no instant of a day":    {`"dateFrom":"2026-07-06"`, "date_from_at", "<nil>"},
		"instant of year 10000":  {`"dateFrom":"9999-12-31T23:30:00-02:00"`, "date_from_at", "<nil>"},
		"day of such an instant": {`"dateFrom":"9999-12-31T23:30:00-02:00"`, "date_from", "9999-12-31"},
		"no date":                {`"dateFrom":"0000-00-00"`, "date_from", "<nil>"},
		"odd date":               {`"checkin":"after noon"`, "checkin_at", "<nil>"},
		"microseconds":           {`"modified":"2026-07-06T10:00:00.1234567Z"`, "modified_at", "2026-07-06T10:00:00.123456Z"},
		"text":                   {`"name":"Ann\u0000a é"`, "name", "Ann\uFFFDa é"},
		"no text":                {`"name":""`, "name", "<nil>"},
		"false":                  {`"closed":false`, closed, "no"},
		"true":                   {`"closed":true`, closed, "yes"},
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

// syncOf copies summaries, as JSON of the service.
func syncOf(t *testing.T, m *mirror.Mirror, summaries string) mirror.SyncResult {
	t.Helper()
	srv := source(t, 0)
	srv.Inject("reservations.summaries", reservationstest.Always(), reservationstest.Body(200, "application/json", summaries))
	return sync(t, m, clientOf(srv), mirror.Full())
}

// TestUnread keeps what cannot be read as it was sent, and counts it.
func TestUnread(t *testing.T) {
	tests := []struct {
		name, sent string
		table      string // in which the extra is
		extra      string
		unread     string // of the reservation
	}{
		{"a comma in an amount", `"totalPrice":"12,50"`, "reservations", `{"totalPrice":"12,50"}`, "totalPrice"},
		{"half a person", `"numOfPersons":2.5`, "reservations", `{"numOfPersons":2.5}`, "numOfPersons"},
		{"a text for a boolean", `"cancelled":"yes"`, "reservations", `{"cancelled":"yes"}`, "cancelled"},
		{"a date", `"checkin":"noon"`, "reservations", `{"checkin":"noon"}`, "checkin"},
		{"a record in the record", `"accommodation":"x"`, "reservations", "", "accommodation"},
		{"a field of it", `"accommodation":{"id":1,"category":{"id":"x"}}`, "reservations", `{"accommodation.category.id":"x"}`, "accommodation.category.id"},
		{"a field of the guest", `"guest":{"id":[1],"surname":"A"}`, "reservation_guests", `{"id":[1]}`, "guest.id"},
		{"a field of the guests", `"guests":[{"surname":"A","email":{}}]`, "reservation_guests", `{"email":{}}`, "guests[].email"},
		{"a field of a line", `"orderLines":[{"id":1},{"id":2,"quantity":"3,5"}]`, "order_lines", `{"quantity":"3,5"}`, "orderLines[].quantity"},
		{"a text for a list", `"orderLines":"none"`, "reservations", "", "orderLines"},
		{"an id that begins like another", `"name":"a"},{"id":1.5,"name":{}`, "reservations", "", ""},
		{"a token", `"token":["secret"]`, "reservations", "", "token"},
		{"a group, which has a token", `"groupReservation":"secret"`, "reservations", "", "groupReservation"},
		{"what means the same", `"numOfPersons":2.0,"closed":1,"guest":[]`, "reservations", "", ""},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true})
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				result := syncOf(t, m, `[{"id":1,`+test.sent+`},{"id":2,"totalPrice":5}]`)
				extra := texts(t, m, "SELECT extra FROM "+test.table+" WHERE extra IS NOT NULL")
				unread := texts(t, m, "SELECT unread FROM reservations WHERE unread IS NOT NULL")
				if extra != test.extra || unread != test.unread {
					t.Errorf("extra %s, unread %s; want %s, %s", extra, unread, test.extra, test.unread)
				}
				want := map[string]int{}
				if test.unread != "" {
					want[test.unread] = 1
				}
				if !maps.Equal(result.Unread, want) {
					t.Errorf("the counts are %v, want %v", result.Unread, want)
				}
			})
		}
	})
}

// TestUnreadPersonalData is not stored with Redact, nor of a guest to forget; it is counted all the same.
func TestUnreadPersonalData(t *testing.T) {
	const sent = `[{"id":1,"totalPrice":"12,50","checkin":"canary","name":["canary"],"guests":[{"id":"5","surname":"canary"},null]}]`
	want := map[string]int{"totalPrice": 1, "checkin": 1, "name": 1, "guests": 1}
	onEach(t, func(t *testing.T, newDSN func() string) {
		for _, redact := range []bool{true, false} {
			t.Run(fmt.Sprint("redact ", redact), func(t *testing.T) {
				m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true, Redact: redact})
				must(m.ForgetGuests(t.Context(), 5))
				if result := syncOf(t, m, sent); !maps.Equal(result.Unread, want) {
					t.Errorf("counted %v, want %v", result.Unread, want)
				}
				if got := texts(t, m, "SELECT unread FROM reservations WHERE extra IS NULL"); got != "checkin,guests,name,totalPrice" {
					t.Errorf("the copy has not read %s", got)
				}
			})
		}
	})
}

// TestKept leaves the rows of a list that cannot be read as they were, until it can be read.
func TestKept(t *testing.T) {
	const guestRow, guestsRow, line = `"guest":{"id":1,"surname":"A"}`, `"guests":[{"id":2,"surname":"B"}]`, `"orderLines":[{"id":3,"totalPrice":4}]`
	const all = guestRow + "," + guestsRow + "," + line
	const rows = `SELECT CAST(position AS VARCHAR(9)) || surname FROM reservation_guests UNION SELECT 'line' FROM order_lines
		UNION SELECT 'unread ' || unread FROM reservations WHERE unread IS NOT NULL ORDER BY 1`
	tests := []struct{ name, sent, rows string }{
		{"all lists", all, "0A 1B line"},
		{"the lines", guestRow + "," + guestsRow + `,"orderLines":[null]`, "0A 1B line unread orderLines"},
		{"the guest", `"guest":"x","guests":[],` + line, "0A line unread guest"},
		{"the guests", `"guest":{"surname":"C"},"guests":[5],` + line, "0C 1B line unread guests"},
		{"guest and guests", `"guest":5,"guests":[5],` + line, "0A 1B line unread guest,guests"},
		{"lists that are empty", `"guests":[],"orderLines":[]`, ""},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true})
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				for _, step := range []struct{ sent, rows string }{{all, "0A 1B line"}, {test.sent, test.rows}, {all, "0A 1B line"}} {
					syncOf(t, m, `[{"id":1,`+step.sent+`}]`)
					if got := texts(t, m, rows); got != step.rows {
						t.Errorf("of %s the copy has %s, want %s", step.sent, got, step.rows)
					}
				}
			})
		}
	})
}

// TestAside copies all but the records that have no id, or one with a different record.
func TestAside(t *testing.T) {
	const first = `[{"id":1,"number":"R1"},{"id":2,"number":"R2"},{"id":3,"number":"R3"}]`
	const ids = "SELECT CASE WHEN number IN ('A', 'B') THEN 0 ELSE id END FROM reservations ORDER BY 1"
	tests := []struct {
		name, sent string
		full       string // ids in the copy after a full Sync
		aside      int
	}{
		{"no id", `[{"id":1},{"number":"R2"},{"id":4}]`, "1 2 3 4", 1},
		{"an id that cannot be read", `[{"id":1.5,"number":"R3"},{"id":4}]`, "1 2 3 4", 1},
		{"one id for two", `[{"id":2,"number":"A"},{"id":4},{"id":2,"number":"B"}]`, "2 4", 2},
		{"one id for three that are new", `[{"id":5,"number":"A"},{"id":4},{"id":5,"number":"B"},{"id":5}]`, "4", 3},
		{"the same twice", `[{"id":1},{"id":4},{"id":1}]`, "1 4", 0},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true})
				syncOf(t, m, first)
				if result, got := syncOf(t, m, test.sent), texts(t, m, ids); got != test.full || result.SetAside != test.aside {
					t.Errorf("the copy has the ids %s, and %d were set aside; want %s, %d", got, result.SetAside, test.full, test.aside)
				}
			})
		}
	})
}
