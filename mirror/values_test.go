// SPDX-License-Identifier: MIT

package mirror_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestValues stores what the service sends, sums it, and keeps and names what cannot be read.
func TestValues(t *testing.T) {
	const day, group = "date_from, date_from_at FROM reservations", "group_reservation_token FROM reservations"
	const closed = "CASE WHEN closed THEN 'yes' ELSE 'no' END FROM reservations"
	const turnover, extra = "total_price FROM turnover_per_month WHERE month = '2026-07'", "CAST(extra AS TEXT) FROM reservations WHERE id = 1"
	amounts := func(all ...string) (list string) {
		for i, amount := range all {
			list += fmt.Sprintf(`,{"id":%d,"dateFrom":"2026-07-06","totalPrice":%s}`, i+1, amount)
		}
		return list[1:]
	}
	reservation := func(fields string) string { return `{"id":1,` + fields + "}" }
	tests := []struct{ name, sent, query, want string }{
		{"money", reservation(`"totalPrice":7.50`), "total_price || ' EUR' FROM reservations", "7.50 EUR"},
		{"zero", reservation(`"totalPrice":0`), "total_price FROM reservations", "0"},
		{"date-time", reservation(`"dateFrom":"2026-07-06T23:30:00-02:00"`), day, "2026-07-06 2026-07-07T01:30:00.000000Z"},
		{"day", reservation(`"dateFrom":"2026-07-06"`), day, "2026-07-06 <nil>"},
		{"instant of year 10000", reservation(`"dateFrom":"9999-12-31T23:30:00-02:00"`), day, "9999-12-31 <nil>"},
		{"no date", reservation(`"dateFrom":"0000-00-00"`), day, "<nil> <nil>"},
		{"odd date", reservation(`"checkin":"after noon"`), "checkin_at FROM reservations", "<nil>"},
		{"microseconds", reservation(`"modified":"2026-07-06T10:00:00.1234567Z"`), "modified_at FROM reservations", "2026-07-06T10:00:00.123456Z"},
		{"text", reservation(`"name":"Ann\u0000a é"`), "name FROM reservations", "Ann\uFFFDa é"},
		{"true", reservation(`"closed":true`), closed, "yes"},
		{"record in a record", reservation(`"accommodation":{"category":{"id":7}}`), "accommodation_category_id FROM reservations", "7"},
		{"no id", reservation(`"accommodation":{"title":"x"}`), "accommodation_id FROM reservations", "<nil>"},
		{"no token", reservation(`"groupReservation":{"id":5,"token":"secret"}`), group, "<nil>"},
		{"unknown field", reservation(`"newToken":"secret"`), extra, "<nil>"},

		{"sum of cents", amounts("1000000000.01", "0.02", "-0.03"), turnover, "1000000000"},
		{"sum that is not binary", amounts("2.01", "16720.1"), turnover, "16722.11"}, // times a million a float is less
		{"sum below zero", amounts("-0.5", "0.25"), turnover, "-0.25"},
		{"sum with an exponent", amounts("1e3", "25e-2"), turnover, "1000.25"},
		{"sum without one", amounts("null", "5"), turnover, "5"},
		{"turnover of a month", standing, "reservations || ' ' || persons || ' ' || days FROM turnover_per_month WHERE month = '2026-07'", "2 3 7"},
		{"its sum", standing, turnover, "11"},
		{"of another month", standing, "total_price FROM turnover_per_month WHERE month = '2026-08' AND days IS NULL", "100"},
		{"of no month", standing, "total_price FROM turnover_per_month WHERE month IS NULL", "1000"},

		{"a comma in an amount", reservation(`"totalPrice":"12,50"`), extra, `{"totalPrice":"12,50"}`},
		{"a record in the record", reservation(`"accommodation":"x"`), extra, "<nil>"},
		{"a field of it", reservation(`"accommodation":{"id":1,"category":{"id":"x"}}`), extra, `{"accommodation.category.id":"x"}`},
		{"a field of the guest", reservation(`"guest":{"id":[1],"surname":"A"}`), "CAST(extra AS TEXT) FROM reservation_guests", `{"id":[1]}`},
		{"a field of the guests", reservation(`"guests":[{"surname":"A","email":{}}]`), "unread FROM reservations", "guests[].email"},
		{"a field of a line", reservation(`"orderLines":[{"id":1},{"id":2,"quantity":"3,5"}]`), "CAST(extra AS TEXT) FROM order_lines WHERE position = 1", `{"quantity":"3,5"}`},
		{"a text for a list", reservation(`"orderLines":"none"`), "unread FROM reservations", "orderLines"},
		{"an id that begins like another", reservation(`"name":"a"`) + `,{"id":1.5,"name":{}}`, "unread FROM reservations", "<nil>"},
		{"a token", reservation(`"token":["secret"]`), extra, "<nil>"},
		{"a group, which has a token", reservation(`"groupReservation":"secret"`), extra, "<nil>"},
		{"what means the same", reservation(`"numOfPersons":2.0,"closed":1,"guest":[]`), "unread FROM reservations", "<nil>"},

		{"a token, stored", reservation(`"token":"t-1"`), "token FROM reservations", "t-1"},
		{"that of a group, stored", reservation(`"groupReservation":{"token":"t-2"}`), group, "t-2"},
		{"unknown fields, stored", reservation(`"new":{"a":[1.50]},"groupReservation":{"id":2,"more":true}`), extra,
			`{"groupReservation.more":true,"new":{"a":[1.50]}}`},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		part := openMirror(t, newDSN(), mirror.Config{SkipRegister: true})
		whole := openMirror(t, newDSN(), mirror.Config{SkipRegister: true, StoreSecrets: true, StoreExtra: true})
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				m := map[bool]*mirror.Mirror{false: part, true: whole}[strings.HasSuffix(test.name, ", stored")]
				result, named := syncOf(t, m, "["+test.sent+"]"), map[string]int{}
				got := texts(t, m, "SELECT "+test.query)
				if number, err := decimal.NewFromString(got); err == nil {
					got = number.String()
				}
				for name := range strings.FieldsSeq(texts(t, m, "SELECT unread FROM reservations WHERE unread IS NOT NULL")) {
					named[name] = 1
				}
				if got != test.want || !maps.Equal(result.Unread, named) {
					t.Errorf("got %s, want %s; unread are %v in the copy and %v in the result", got, test.want, named, result.Unread)
				}
			})
		}
	})
}

// standing are reservations of which the first four stand.
const standing = `
	{"id":1,"dateFrom":"2026-07-06","totalPrice":1,"numOfPersons":2,"numOfDays":7,"status":"confirmed"},
	{"id":2,"dateFrom":"2026-07-31T23:59:00+14:00","totalPrice":10,"numOfPersons":1,"cancelled":false},
	{"id":3,"dateFrom":"2026-08-01","totalPrice":100,"status":"open"}, {"id":4,"totalPrice":1000},
	{"id":5,"dateFrom":"2026-07-06","totalPrice":1e4,"status":"cancelled"}, {"id":6,"dateFrom":"2026-07-06","totalPrice":1e5,"denied":true},
	{"id":7,"dateFrom":"2026-07-06","totalPrice":1e6,"status":"option-expired"},
	{"id":8,"dateFrom":"2026-07-06","totalPrice":1e6,"status":"session","cancelled":true}`

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

// TestPGXStoresSecrets: it stores what String returns, of a type that does not say what a database gets.
func TestPGXStoresSecrets(t *testing.T) {
	t.Parallel()
	secret := types.NewSecret("token-7")
	for kind, value := range map[uint32]any{pgtype.TextOID: secret, pgtype.TextArrayOID: []types.Secret{secret}} {
		data, err := pgtype.NewMap().Encode(kind, pgtype.TextFormatCode, value, nil)
		if text := strings.Trim(string(data), `{"}`); err != nil || text != "token-7" {
			t.Errorf("got %s, %v", data, err)
		}
	}
}

// syncOf copies summaries, as JSON of the service.
func syncOf(t *testing.T, m *mirror.Mirror, summaries string) mirror.SyncResult {
	t.Helper()
	srv := source(t, 0)
	srv.Inject("reservations.summaries", reservationstest.Always(), reservationstest.Body(200, "application/json", summaries))
	return sync(t, m, clientOf(srv), mirror.Full())
}

// TestKept leaves the rows of a list that cannot be read as they were, until it can be read.
func TestKept(t *testing.T) {
	const guestRow, guestsRow, line = `"guest":{"id":1,"surname":"A"}`, `"guests":[{"id":2,"surname":"B"}]`, `"orderLines":[{"id":3,"totalPrice":4}]`
	const all = guestRow + "," + guestsRow + "," + line
	const rows = `SELECT CAST(position AS VARCHAR(9)) || surname FROM reservation_guests UNION SELECT 'line' FROM order_lines
		UNION SELECT 'unread ' || unread FROM reservations WHERE unread IS NOT NULL ORDER BY 1`
	type kept struct{ sent, rows string }
	onEachCase(t, map[string]kept{
		"all lists":            {all, "0A 1B line"},
		"the lines":            {guestRow + "," + guestsRow + `,"orderLines":[null]`, "0A 1B line unread orderLines"},
		"the guest":            {`"guest":"x","guests":[],` + line, "0A line unread guest"},
		"the guests":           {`"guest":{"surname":"C"},"guests":[5],` + line, "0C 1B line unread guests"},
		"guest and guests":     {`"guest":5,"guests":[5],` + line, "0A 1B line unread guest,guests"},
		"lists that are empty": {`"guests":[],"orderLines":[]`, ""},
	}, func(t *testing.T, newDSN func() string, test kept) {
		m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true})
		for _, step := range []kept{{all, "0A 1B line"}, {test.sent, test.rows}, {all, "0A 1B line"}} {
			syncOf(t, m, `[{"id":1,`+step.sent+`}]`)
			if got := texts(t, m, rows); got != step.rows {
				t.Errorf("of %s the copy has %s, want %s", step.sent, got, step.rows)
			}
		}
	})
}

// TestSkipped copies all but the records that have no id, or one with a different record.
func TestSkipped(t *testing.T) {
	const first = `[{"id":1,"number":"R1"},{"id":2,"number":"R2"},{"id":3,"number":"R3"}]`
	const ids = "SELECT CASE WHEN number IN ('A', 'B') THEN 0 ELSE id END FROM reservations ORDER BY 1"
	type skipped struct {
		sent, full string // full: ids in the copy after a full Sync
		skipped    int
	}
	onEachCase(t, map[string]skipped{
		"no id":                         {`[{"id":1},{"number":"R2"},{"id":4}]`, "1 2 3 4", 1},
		"an id that cannot be read":     {`[{"id":1.5,"number":"R3"},{"id":4}]`, "1 2 3 4", 1},
		"one id for two":                {`[{"id":2,"number":"A"},{"id":4},{"id":2,"number":"B"}]`, "2 4", 2},
		"one id for three that are new": {`[{"id":5,"number":"A"},{"id":4},{"id":5,"number":"B"},{"id":5}]`, "4", 3},
		"the same twice":                {`[{"id":1},{"id":4},{"id":1}]`, "1 4", 0},
	}, func(t *testing.T, newDSN func() string, test skipped) {
		m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true})
		syncOf(t, m, first)
		if result, got := syncOf(t, m, test.sent), texts(t, m, ids); got != test.full || result.Skipped != test.skipped {
			t.Errorf("the copy has the ids %s, and %d were skipped; want %s, %d", got, result.Skipped, test.full, test.skipped)
		}
	})
}
