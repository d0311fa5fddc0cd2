// SPDX-License-Identifier: MIT

package mirror_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// plainTexts are the only texts that a redacted copy has, unless they have an @ or are long.
var plainTexts = []string{
	"ReservationSummary.Number", "SummaryAccommodationUnit.Number", "SummaryAccommodation.Title", "SummaryAccommodationCategory.Title",
	"GuestContact.Country", "SummaryAgeGroupLine.Description",
	"PresenceItem.GuestCountry", "PresenceItem.ReservationNumber", "PresenceItem.ReservationAccommodationTitle",
	"PresenceItem.ReservationAccommodationUnitNumber", "PresenceItem.AgeGroupSpecificationDescription",
}

// canaries fills every text of a record with canaries, and returns them. isPlain says that the text may be stored unless
// it has an @ or is long.
func canaries(record reflect.Value, path string, isPlain bool) (all []string) {
	canary := "canary " + path
	switch value := record.Addr().Interface().(type) {
	case *types.Extra:
		*value = types.Extra{"undocumented": []byte(`"` + canary + `"`)}
	case *types.Date:
		if !strings.HasSuffix(path, "BirthDate") {
			return nil
		}
		*value, canary = types.NewDate(1961, 2, 23), "1961-02-23"
	case *types.Scalar:
		*value = types.Scalar{Text: canary, Quoted: true}
	case *types.Secret:
		*value = types.NewSecret(canary)
	case *types.DateTime, *types.Number:
		return nil
	default:
		switch record.Kind() {
		case reflect.String:
			switch {
			case isPlain && len(path)%2 == 0:
				canary = strings.Repeat("Canary "+path, 9)
			case isPlain:
				canary = "canary@" + path
			}
			record.SetString(canary)
			return []string{canary}
		case reflect.Pointer:
			if record.Type().Elem().Kind() == reflect.Struct {
				record.Set(reflect.New(record.Type().Elem()))
				all = canaries(record.Elem(), path, false)
			}
		case reflect.Slice:
			record.Set(reflect.MakeSlice(record.Type(), 2, 2))
			for i := range 2 {
				all = append(all, canaries(record.Index(i), fmt.Sprintf("%s-%d", path, i), false)...)
			}
		case reflect.Struct:
			for i := range record.NumField() {
				name := record.Type().Field(i).Name
				all = append(all, canaries(record.Field(i), path+"."+name, slices.Contains(plainTexts, record.Type().Name()+"."+name))...)
			}
		}
		return all
	}
	return []string{canary}
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

// leaked returns those of the canaries that are in a text.
func leaked(all string, planted []string) []string {
	return slices.DeleteFunc(slices.Clone(planted), func(canary string) bool { return !strings.Contains(all, canary) })
}

// crowded returns a service with reservation 1, one night that are both full of canaries, and 20 other reservations.
func crowded(t *testing.T) (srv *reservationstest.Server, night types.Date, planted []string) {
	t.Helper()
	var summary types.ReservationSummary
	var item types.PresenceItem
	planted = canaries(reflect.ValueOf(&summary).Elem(), "summary", false)
	planted = append(planted, canaries(reflect.ValueOf(&item).Elem(), "item", false)...)
	summary.ID, summary.Number, summary.TotalPrice = 1, "R1", types.MustNumber("12.34")
	summary.DateFrom, summary.Modified = types.NewDate(2025, 7, 6).DateTime(), types.NewDateTime(time.Now())
	summary.Guest.ID, summary.Guest.Country = 5, "NL"
	item.ReservationID, item.NumOfPersons, item.GuestCountry = 1, new(2), "NL"
	list := []types.ReservationSummary{summary}
	for id := range int64(20) {
		list = append(list, full(id+10, 2, time.Now()))
	}
	srv, night = source(t, 0), types.DateOf(time.Now().UTC()).AddDays(-1)
	srv.Inject("reservations.summaries", reservationstest.Always(), all(list))
	srv.Inject("reports.presence", reservationstest.Always(), on(night, item))
	return srv, night, planted
}

// sums are those of the reservation and the night that are full of canaries.
const sums = `SELECT number, total_price, (SELECT COUNT(*) FROM reservation_guests WHERE id = 5 AND country = 'NL') AS guests,
	(SELECT CAST(nights AS BIGINT) FROM tourist_tax_nights WHERE country = 'NL') AS nights,
	(SELECT CAST(total_price AS VARCHAR(9)) FROM turnover_per_month WHERE month = '2025-07') AS turnover FROM reservations WHERE id = 1`

// TestRedact plants canaries in every text that the service can send, and looks for them in the
// database. Without Redact they must be there, or the test would find nothing.
func TestRedact(t *testing.T) {
	onEachCase(t, map[string]bool{"redact": true, "all": false}, func(t *testing.T, newDSN func() string, redact bool) {
		srv, night, planted := crowded(t)
		dsn := newDSN()
		m := openMirror(t, dsn, mirror.Config{Redact: redact, RegisterFrom: night})
		sync(t, m, clientOf(srv))
		found := leaked(contents(t, m, dsn), planted)
		if redact && len(found) > 0 || !redact && len(found) < len(planted)/2 { // secrets and Extra are not stored either
			t.Errorf("%d of %d canaries are stored: %q", len(found), len(planted), found)
		}
		want := "[map[guests:1 nights:2 number:R1 total_price:12.34 turnover:12.34]]"
		if got := fmt.Sprint(query(t, m.DB(), sums)); got != want {
			t.Errorf("the sums are %s, want %s", got, want)
		}
	})
}

// TestForget erases a guest, keeps the sums, and keeps the guest out of later Syncs.
func TestForget(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		srv, night, planted := crowded(t)
		dsn := newDSN()
		m := openMirror(t, dsn, mirror.Config{RegisterFrom: night})
		client := clientOf(srv)
		sync(t, m, client)
		before := fmt.Sprint(query(t, m.DB(), sums))
		check := func(when string) {
			t.Helper()
			all := contents(t, m, dsn)
			if found := leaked(all, planted); len(found) > 0 {
				t.Errorf("%s these are stored: %q", when, found)
			}
			if after := fmt.Sprint(query(t, m.DB(), sums)); after != before {
				t.Errorf("%s the sums are %s, want %s", when, after, before)
			}
			if !strings.Contains(all, "Other 17") {
				t.Errorf("%s the other guests are gone too", when)
			}
		}
		done, err := m.ForgetGuests(t.Context(), 5)
		if want := (mirror.Forgotten{Reservations: 1, Items: 1}); err != nil || done != want {
			t.Errorf("it erased %+v, %v; want %+v", done, err, want)
		}
		check("after forgetting")
		sync(t, m, client)
		check("after a Sync")
		sync(t, m, client, mirror.Full(), mirror.AllowRemovals())
		check("after a full Sync")
		if done, err := m.ForgetReservations(t.Context(), 10); err != nil || done.Reservations != 1 {
			t.Errorf("of another reservation it erased %+v, %v", done, err)
		}
		srv.ClearFaults()
		srv.Inject("reservations.summaries", reservationstest.Always(), all([]types.ReservationSummary{full(10, 3, time.Now())}))
		srv.Inject("reports.presence", reservationstest.Always(), on(night, types.PresenceItem{ReservationID: 10, ReservationName: "Guest 10", NumOfPersons: new(1)}))
		if result := sync(t, m, client); result.Changed != 1 || result.NightsChanged != 1 || strings.Contains(contents(t, m, dsn), "Guest 10") {
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
