// SPDX-License-Identifier: MIT

package mirror_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// plainTexts are the only fields whose text a redacted copy has, unless it has an @ or is long.
var plainTexts = []string{
	"number", "accommodationUnit.number", "accommodation.title", "accommodation.category.title", "guest.country",
	"guests[].country", "ageGroupLines[].description", "GuestCountry", "ReservationNumber",
	"ReservationAccommodationTitle", "ReservationAccommodationUnitNumber", "AgeGroupSpecificationDescription",
}

// canaries returns texts for a field that a redacted copy does not have.
func canaries(field string) []string {
	switch {
	case slices.Contains(plainTexts, field):
		return []string{"canary@" + field, "canary " + strings.Repeat(field, 20)}
	case strings.HasSuffix(field, "birthDate"):
		return []string{"1961-02-23"}
	}
	return []string{"canary " + field}
}

// contents returns everything that is in a database: the bytes of its files, and the text of its rows.
func contents(t *testing.T, m *mirror.Mirror, dsn string) string {
	t.Helper()
	all := fmt.Sprint(dump(t, m))
	for _, name := range must(filepath.Glob(dsn + "*")) {
		all += string(must(os.ReadFile(name)))
	}
	for _, table := range []string{"mirror_state", "forgotten"} {
		all += fmt.Sprint(query(t, m.DB(), "SELECT * FROM "+table))
	}
	return all
}

// canary matches what has to be nowhere.
var canary = regexp.MustCompile(`canary[ @][\w.[\]]*|1961-02-23`)

// past is a night that is not read again by default.
var past = types.DateOf(time.Now().UTC()).AddDays(-100)

// crowded returns a list of n reservations that have guest 5, and 20 others, and items of that night. Each field of the
// n reservations and of the items of reservation 1 has a canary.
func crowded() (list reservationstest.Fault, items []types.PresenceItem, n int) {
	sent := []string{`{"id":1,"number":"R1","dateFrom":"2025-07-06","totalPrice":12.34,"guest":{"id":5,"country":"NL"}}`}
	for _, path := range fieldsOf(reflect.TypeFor[types.ReservationSummary](), "")[1:] { // without the id
		for _, canary := range canaries(path) {
			guest := `"guests":[{"id":5}]`
			if strings.HasPrefix(path, "guests") {
				guest = `"guest":{"id":5}`
			}
			sent = append(sent, recordWith(fmt.Sprintf(`"id":%d,%s`, len(sent)+1, guest), path, strconv.Quote(canary)))
		}
	}
	n = len(sent)
	for id := range int64(20) {
		sent = append(sent, string(must(json.Marshal(full(id+1000, 2, time.Now())))))
	}
	items = []types.PresenceItem{
		{ReservationID: 1}, {ReservationID: 1}, {ReservationID: 1, NumOfPersons: new(2), GuestCountry: "NL"},
		{ReservationID: 1000, ReservationName: "Guest 1000"}, {ReservationID: 1001, ReservationName: "Guest 1001"},
		{ReservationID: 1002, ReservationName: "Guest 1002"},
	}
	for i := range 2 {
		for field, value := range reflect.ValueOf(&items[i]).Elem().Fields() {
			if texts := canaries(field.Name); field.Type.Kind() == reflect.String {
				value.SetString(texts[i%len(texts)])
			}
		}
		items[i].Extra = types.Extra{"unknown": []byte(`"canary unknown"`)}
	}
	return reservationstest.Body(http.StatusOK, "application/json", "["+strings.Join(sent, ",")+"]"), items, n
}

// sums are those of the reservation and the night that are full of canaries.
const sums = `SELECT number, total_price, (SELECT COUNT(*) FROM reservation_guests WHERE id = 5 AND country = 'NL') AS guests,
	(SELECT CAST(nights AS BIGINT) FROM tourist_tax_nights WHERE country = 'NL') AS nights,
	(SELECT CAST(total_price AS VARCHAR(9)) FROM turnover_per_month WHERE month = '2025-07') AS turnover FROM reservations WHERE id = 1`

// TestRedact looks for the canaries in the database. Without Redact they must be there, or the test would find nothing.
// Values that cannot be read are counted and named in any case.
func TestRedact(t *testing.T) {
	onEachCase(t, map[string]bool{"redact": true, "all": false}, func(t *testing.T, newDSN func() string, redact bool) {
		list, items, n := crowded()
		dsn := newDSN()
		m := openMirror(t, dsn, mirror.Config{Redact: redact, RegisterFrom: past})
		result := sync(t, m, clientOf(serving(t, list, on(past, items...))))
		found := canary.FindAllString(contents(t, m, dsn), -1)
		rows := canary.FindAllString(fmt.Sprint(dump(t, m)), -1) // each once, without secrets and Extra
		if redact && len(found) > 0 || !redact && len(rows) < n/2 {
			t.Errorf("%d canaries are in the rows, and in the database are %q", len(rows), found)
		}
		want := "[map[guests:1 nights:2 number:R1 total_price:12.34 turnover:12.34]]"
		if got := fmt.Sprint(query(t, m.DB(), sums)); got != want {
			t.Errorf("the sums are %s, want %s", got, want)
		}
		named := texts(t, m, "SELECT unread FROM reservations WHERE unread IN ('guests', 'totalPrice') ORDER BY unread")
		if named != "guests totalPrice" || result.Unread["guests"] != 1 || result.Unread["totalPrice"] != 1 {
			t.Errorf("unread are %q in the copy and %v in the result", named, result.Unread)
		}
	})
}

// TestForget erases a guest, also in nights that are no longer read again, and keeps the sums. It keeps the guest out
// of later Syncs, in other reservations too, and when the service does not list the reservation any more.
func TestForget(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		list, items, n := crowded()
		dsn, client, gone := newDSN(), clientOf(serving(t, list, on(past, items...))), canary
		m := openMirror(t, dsn, mirror.Config{RegisterFrom: past})
		sync(t, m, client)
		before := fmt.Sprint(query(t, m.DB(), sums))
		check := func(when, wantSums string) {
			t.Helper()
			all := contents(t, m, dsn)
			if found := gone.FindAllString(all, -1); len(found) > 0 {
				t.Errorf("%s these are stored: %q", when, found)
			}
			if after := fmt.Sprint(query(t, m.DB(), sums)); after != wantSums {
				t.Errorf("%s the sums are %s, want %s", when, after, wantSums)
			}
			items := query(t, m.DB(), "SELECT day FROM register_items")
			if len(items) != 6 || !strings.Contains(all, "Other 1009") {
				t.Errorf("%s the register has %v, want six items, or the other guests are gone too", when, items)
			}
		}
		done, err := m.ForgetGuests(t.Context(), 5)
		if want := (mirror.Forgotten{Reservations: n, Items: 3}); err != nil || done != want {
			t.Errorf("it erased %+v, %v; want %+v", done, err, want)
		}
		check("after forgetting", before)
		sync(t, m, client)
		check("after a Sync", before)
		sync(t, m, client, mirror.Full(), mirror.AllowRemovals())
		check("after a full Sync", before)
		done, err = m.ForgetReservations(t.Context(), 1000)
		if err != nil || done != (mirror.Forgotten{Reservations: 1, Items: 1}) {
			t.Errorf("of another reservation it erased %+v, %v", done, err)
		}
		gone = regexp.MustCompile(gone.String() + "|Guest 100[012]")
		changed := []types.ReservationSummary{full(1000, 3, time.Now()), full(1001, 3, time.Now()), full(1009, 3, time.Now())}
		changed[1].Guest.ID = 5
		if result := sync(t, m, clientOf(serving(t, all(changed), on(past)))); result.Changed != 3 {
			t.Errorf("%d reservations have changed, want 3", result.Changed)
		}
		must(m.ForgetGuests(t.Context(), 1002))
		check("when that one has changed, and another one has the guest,", before)
		items[3].NumOfPersons = new(4)
		srv := serving(t, all(changed[2:]), on(past, items...))
		if result := sync(t, m, clientOf(srv), mirror.Full(), mirror.AllowRemovals()); result.NightsChanged != 1 {
			t.Errorf("%d nights have changed, want 1", result.NightsChanged)
		}
		check("when the reservations are gone", "[]")
	})
}

// TestForgottenForms: a forgotten guest stays forgotten in whatever form the service sends guests, and others do not.
func TestForgottenForms(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		m := openMirror(t, newDSN(), mirror.Config{SkipRegister: true})
		must(m.ForgetGuests(t.Context(), 5))
		for i, form := range []string{
			`"guest":{"id":5}`, `"Guest":{"ID":5}`, `"guest":{"id":"5"}`, `"guest":{"id":5e0}`, `"guest":{"id":[5]}`, `"guest":[{"id":5}]`, `"guest":[{"id":6},{"id":5}]`,
			`"guest":5`, `"guests":[{"id":5}]`, `"guests":[{"id":6},{"id":5.0},null]`, `"guests":{"id":5}`, `"guests":[[{"id":"5"}]]`, `"guests":{"0":{"id":5}}`, `"guests":[6,5]`,
			`"guests":[{"guest":{"id":5}},7]`,
		} {
			for j, mark := range []string{"", "\ufeff"} {
				body := fmt.Sprintf(`%s[{"id":%d,"name":"canary",%s},{"id":99,"name":"else",%s}]`, mark, 2*i+j+1, form, strings.ReplaceAll(form, "5", "8"))
				syncOf(t, m, body) // each with a reservation that was not forgotten before
				if got := texts(t, m, "SELECT name FROM reservations ORDER BY id"); got != "<nil> else" {
					t.Errorf("of %s the copy has %s", form, got)
				}
			}
		}
	})
}
