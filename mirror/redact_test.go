// SPDX-License-Identifier: MIT

package mirror_test

import (
	"database/sql"
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
var plainTexts = []string{"Number", "Title", "Country", "GuestCountry", "ReservationNumber", "ReservationAccommodationTitle", "ReservationAccommodationUnitNumber", "AgeGroupSpecificationDescription"}

// canaries fills every text of a record, and its unreadable dates, with canaries, and returns them.
func canaries(record reflect.Value, path string) (all []string) {
	switch value := record.Addr().Interface().(type) {
	case *types.Extra:
		*value = types.Extra{"undocumented": []byte(`"canary ` + path + `"`)}
		return []string{"canary " + path}
	case *types.DateTime:
		if !strings.HasSuffix(path, "Modified") && !strings.HasSuffix(path, "DateFrom") { // by which the source selects
			_ = value.UnmarshalJSON([]byte(`"canary ` + path + `"`))
			return []string{"canary " + path}
		}
		return nil
	case *types.Date:
		if strings.HasSuffix(path, "BirthDate") {
			*value = types.NewDate(1961, 2, 23)
			return []string{"1961-02-23"}
		}
		return nil
	case *types.Scalar:
		*value = types.Scalar{Text: "canary " + path, Quoted: true}
		return []string{"canary " + path}
	case *types.Secret:
		*value = types.NewSecret("canary " + path)
		return []string{"canary " + path}
	case *types.Number:
		return nil
	}
	switch record.Kind() {
	case reflect.String:
		record.SetString("canary " + path)
		return []string{"canary " + path}
	case reflect.Pointer:
		if record.Type().Elem().Kind() == reflect.Struct {
			record.Set(reflect.New(record.Type().Elem()))
			return canaries(record.Elem(), path)
		}
	case reflect.Slice:
		record.Set(reflect.MakeSlice(record.Type(), 2, 2))
		for i := range 2 {
			all = append(all, canaries(record.Index(i), fmt.Sprintf("%s-%d", path, i))...)
		}
	case reflect.Struct:
		for i := range record.NumField() {
			field := record.Type().Field(i)
			isDescription := field.Name == "Description" && record.Type() == reflect.TypeFor[types.SummaryAgeGroupLine]()
			if isNumberOfPerson := record.Type() == reflect.TypeFor[types.SummaryRegistrationNumberEntry](); !isNumberOfPerson && slices.Contains(plainTexts, field.Name) || isDescription {
				canary := "canary@" + path + "." + field.Name // does not look like one of those
				if len(path)%2 == 0 {
					canary = strings.Repeat("Canary "+path+"."+field.Name, 9)
				}
				record.Field(i).SetString(canary)
				all = append(all, canary)
				continue
			}
			all = append(all, canaries(record.Field(i), path+"."+field.Name)...)
		}
	}
	return all
}

// contents returns everything that is in a database: the bytes of its files, or the text of its rows.
func contents(t *testing.T, db *sql.DB, dsn string) string {
	t.Helper()
	var all strings.Builder
	files, err := filepath.Glob(dsn + "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(data)
	}
	for _, table := range append([]string{"mirror_state", "mirror_seen", "forgotten"}, tables...) {
		fmt.Fprintln(&all, query(t, db, "SELECT * FROM "+table))
	}
	return all.String()
}

// crowded returns a service with one reservation and one night that are full of canaries.
func crowded(t *testing.T) (srv *reservationstest.Server, summary types.ReservationSummary, night types.PresenceDay, planted []string) {
	t.Helper()
	planted = canaries(reflect.ValueOf(&summary).Elem(), "summary")
	summary.ID, summary.Number, summary.TotalPrice = 1, "R1", types.MustNumber("12.34")
	summary.DateFrom, summary.Modified = types.NewDate(2026, 7, 6).DateTime(), types.NewDateTime(time.Now())
	summary.Guest.ID, summary.Guest.Country = 5, "NL"
	night.Items = make([]types.PresenceItem, 1)
	planted = append(planted, canaries(reflect.ValueOf(&night).Elem().Field(1).Index(0), "item")...)
	night.Date = types.DateOf(time.Now().UTC()).AddDays(-1)
	night.Items[0].ReservationID, night.Items[0].NumOfPersons, night.Items[0].GuestCountry = 1, new(2), "NL"
	srv = reservationstest.NewServer()
	t.Cleanup(srv.Close)
	return srv, summary, night, planted
}

// TestRedact plants canaries in every text that the service can send, and looks for them in the
// database. Without Redact they must be there, or the test would find nothing.
func TestRedact(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		for _, redact := range []bool{true, false} {
			t.Run(fmt.Sprint("redact ", redact), func(t *testing.T) {
				srv, summary, night, planted := crowded(t)
				srv.Inject("reservations.summaries", reservationstest.Nth(1), reservationstest.Respond([]types.ReservationSummary{summary}))
				srv.Inject("reports.presence", reservationstest.Always(), one(night))
				dsn := newDSN()
				m := openMirror(t, dsn, mirror.Config{Redact: redact, RegisterFrom: night.Date})
				sync(t, m, clientOf(t, srv))
				all := contents(t, m.DB(), dsn)
				found := 0
				for _, canary := range planted {
					if strings.Contains(all, canary) {
						found++
						if redact {
							t.Errorf("%q is stored", canary)
						}
					}
				}
				if !redact && found < len(planted)/2 { // secrets and Extra are not stored either
					t.Errorf("%d of %d canaries are stored without Redact", found, len(planted))
				}
				for text, want := range map[string]int64{
					"SELECT COUNT(*) FROM reservations WHERE number = 'R1'":                                       1,
					"SELECT COUNT(*) FROM reservation_guests WHERE id = 5 AND country = 'NL'":                     1,
					"SELECT CAST(nights AS BIGINT) FROM tourist_tax_nights WHERE country = 'NL'":                  2,
					"SELECT reservations FROM turnover_per_month WHERE CAST(total_price AS VARCHAR(9)) = '12.34'": 1,
				} {
					for _, row := range append(query(t, m.DB(), text), map[string]any{}) {
						for _, got := range row {
							if got != want {
								t.Errorf("%s: %v, want %d", text, got, want)
							}
						}
					}
				}
			})
		}
	})
}

// TestForget erases a guest, keeps the sums, and keeps the guest out of later Syncs.
func TestForget(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		srv, summary, night, planted := crowded(t)
		others := make([]types.ReservationSummary, 20)
		for i := range others {
			others[i] = full(int64(i+10), 2, time.Now())
		}
		srv.Inject("reservations.summaries", reservationstest.Always(), all(append(others, summary)))
		srv.Inject("reports.presence", reservationstest.Always(), one(night))
		dsn := newDSN()
		m := openMirror(t, dsn, mirror.Config{RegisterFrom: night.Date})
		client := clientOf(t, srv)
		sync(t, m, client)
		sums := func() string {
			return fmt.Sprint(query(t, m.DB(), "SELECT * FROM turnover_per_month ORDER BY month"), query(t, m.DB(), "SELECT month, country, nights FROM tourist_tax_nights"))
		}
		before := sums()
		check := func(when string) {
			t.Helper()
			all := contents(t, m.DB(), dsn)
			for _, canary := range planted {
				if strings.Contains(all, canary) {
					t.Errorf("%s %q is stored", when, canary)
				}
			}
			if after := sums(); after != before {
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
		again := openMirror(t, dsn, mirror.Config{RegisterFrom: night.Date, Full: true})
		sync(t, again, client)
		check("after a full Sync")
		if done, err := m.ForgetReservations(t.Context(), 10); err != nil || done.Reservations != 1 || strings.Contains(contents(t, m.DB(), dsn), "Guest 10") {
			t.Errorf("of another reservation it erased %+v, %v", done, err)
		}
	})
}
