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
	"number", "accommodationUnit.number", "accommodation.title", "accommodation.category.title", "guest.country", "guests[].country",
	"ageGroupLines[].description", "GuestCountry", "ReservationNumber", "ReservationAccommodationTitle",
	"ReservationAccommodationUnitNumber", "AgeGroupSpecificationDescription",
}

// canaries returns texts for a field that a redacted copy does not have.
func canaries(field string) []string {
	switch {
	case slices.Contains(plainTexts, field):
		return []string{"canary@" + field, strings.Repeat("canary "+field, 9)}
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

// leaked returns the canaries that are in a text.
func leaked(all string) []string {
	return regexp.MustCompile(`canary[ @][\w.[\]]*|1961-02-23`).FindAllString(all, -1)
}

// crowded returns a service with n reservations that have guest 5, of which reservation 1 was present in a night, and 20
// others. Each field of these reservations and of the night has a canary once.
func crowded(t *testing.T) (srv *reservationstest.Server, night types.Date, n int) {
	t.Helper()
	list := []string{`{"id":1,"number":"R1","dateFrom":"2025-07-06","totalPrice":12.34,"guest":{"id":5,"country":"NL"}}`}
	for _, path := range fieldsOf(reflect.TypeFor[types.ReservationSummary](), "")[1:] { // without the id
		for _, canary := range canaries(path) {
			guest := `"guests":[{"id":5}]`
			if strings.HasPrefix(path, "guests") {
				guest = `"guest":{"id":5}`
			}
			list = append(list, recordWith(fmt.Sprintf(`"id":%d,%s`, len(list)+1, guest), path, strconv.Quote(canary)))
		}
	}
	n = len(list)
	for id := range int64(20) {
		list = append(list, string(must(json.Marshal(full(id+1000, 2, time.Now())))))
	}
	items := []types.PresenceItem{{ReservationID: 1, NumOfPersons: new(2), GuestCountry: "NL"}, {ReservationID: 1}, {ReservationID: 1}}
	for i := range items[1:] {
		for field, value := range reflect.ValueOf(&items[i+1]).Elem().Fields() {
			if texts := canaries(field.Name); field.Type.Kind() == reflect.String {
				value.SetString(texts[i%len(texts)])
			}
		}
		items[i+1].Extra = types.Extra{"unknown": []byte(`"canary unknown"`)}
	}
	srv, night = source(t, 0), types.DateOf(time.Now().UTC()).AddDays(-1)
	body := reservationstest.Body(http.StatusOK, "application/json", "["+strings.Join(list, ",")+"]")
	srv.Inject("reservations.summaries", reservationstest.Always(), body)
	srv.Inject("reports.presence", reservationstest.Always(), on(night, items...))
	return srv, night, n
}

// sums are those of the reservation and the night that are full of canaries.
const sums = `SELECT number, total_price, (SELECT COUNT(*) FROM reservation_guests WHERE id = 5 AND country = 'NL') AS guests,
	(SELECT CAST(nights AS BIGINT) FROM tourist_tax_nights WHERE country = 'NL') AS nights,
	(SELECT CAST(total_price AS VARCHAR(9)) FROM turnover_per_month WHERE month = '2025-07') AS turnover FROM reservations WHERE id = 1`

// TestRedact looks for the canaries in the database. Without Redact they must be there, or the test would find nothing.
// Values that cannot be read are counted and named in any case.
func TestRedact(t *testing.T) {
	onEachCase(t, map[string]bool{"redact": true, "all": false}, func(t *testing.T, newDSN func() string, redact bool) {
		srv, night, n := crowded(t)
		dsn := newDSN()
		m := openMirror(t, dsn, mirror.Config{Redact: redact, RegisterFrom: night})
		result := sync(t, m, clientOf(srv))
		if found := leaked(contents(t, m, dsn)); redact && len(found) > 0 || !redact && len(found) < n/2 { // secrets and Extra are not stored either
			t.Errorf("%d canaries are stored: %q", len(found), found)
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

// TestForget erases a guest, keeps the sums, and keeps the guest out of later Syncs.
func TestForget(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		srv, night, n := crowded(t)
		dsn := newDSN()
		m := openMirror(t, dsn, mirror.Config{RegisterFrom: night})
		client := clientOf(srv)
		sync(t, m, client)
		before := fmt.Sprint(query(t, m.DB(), sums))
		check := func(when string) {
			t.Helper()
			all := contents(t, m, dsn)
			if found := leaked(all); len(found) > 0 {
				t.Errorf("%s these are stored: %q", when, found)
			}
			if after := fmt.Sprint(query(t, m.DB(), sums)); after != before {
				t.Errorf("%s the sums are %s, want %s", when, after, before)
			}
			if !strings.Contains(all, "Other 1001") {
				t.Errorf("%s the other guests are gone too", when)
			}
		}
		done, err := m.ForgetGuests(t.Context(), 5)
		if want := (mirror.Forgotten{Reservations: n, Items: 3}); err != nil || done != want {
			t.Errorf("it erased %+v, %v; want %+v", done, err, want)
		}
		check("after forgetting")
		sync(t, m, client)
		check("after a Sync")
		sync(t, m, client, mirror.Full(), mirror.AllowRemovals())
		check("after a full Sync")
		if done, err := m.ForgetReservations(t.Context(), 1000); err != nil || done.Reservations != 1 {
			t.Errorf("of another reservation it erased %+v, %v", done, err)
		}
		srv.ClearFaults()
		srv.Inject("reservations.summaries", reservationstest.Always(), all([]types.ReservationSummary{full(1000, 3, time.Now())}))
		item := types.PresenceItem{ReservationID: 1000, ReservationName: "Guest 1000", NumOfPersons: new(1)}
		srv.Inject("reports.presence", reservationstest.Always(), on(night, item))
		result := sync(t, m, client)
		if result.Changed != 1 || result.NightsChanged != 1 || strings.Contains(contents(t, m, dsn), "Guest 1000") {
			t.Errorf("after a change of the other reservation its guest is stored again: %+v", result)
		}
	})
}

// TestForgetReachesTheRegister erases names in nights that are no longer read again, also of a guest who comes later,
// and keeps them out when the reservation is no longer listed.
func TestForgetReachesTheRegister(t *testing.T) {
	night := types.DateOf(time.Now().UTC()).AddDays(-100)
	items := []types.PresenceItem{
		{ReservationID: 1, ReservationName: "canary of the register", NumOfPersons: new(1)},
		{ReservationID: 2, ReservationName: "canary of the register", NumOfPersons: new(1)},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		srv, dsn := source(t, 0), newDSN()
		srv.Inject("reports.presence", reservationstest.Always(), on(night, items...))
		m := openMirror(t, dsn, mirror.Config{RegisterFrom: night})
		step := func(forget int64, guests ...int64) {
			t.Helper()
			for i, guest := range guests {
				r := full(int64(i+1), int(guest), time.Now())
				r.Name, r.Guest.ID = "canary of the reservation", guest
				srv.Put(r)
			}
			sync(t, m, clientOf(srv))
			must(m.ForgetGuests(t.Context(), forget))
		}
		check := func(when string) {
			t.Helper()
			for table, rows := range dump(t, m) {
				if strings.Contains(strings.Join(rows, "\n"), "canary") {
					t.Errorf("%s %s has %q", when, table, rows)
				}
			}
			if rows := query(t, m.DB(), "SELECT day FROM register_items"); len(rows) != 2 {
				t.Errorf("%s the register has %v, want two items", when, rows)
			}
		}
		step(5, 6, 8)
		step(8, 5, 8)
		check("when a guest to forget has come, and another one was forgotten")
		srv.Inject("reservations.summaries", reservationstest.Always(), reservationstest.Respond([]types.ReservationSummary{full(3, 1, time.Now())}))
		sync(t, m, clientOf(srv), mirror.Full())
		must(m.ForgetGuests(t.Context(), 5))
		check("when the reservations are gone")
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
