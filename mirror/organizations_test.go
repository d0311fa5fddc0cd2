// SPDX-License-Identifier: MIT

package mirror_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestOrganizationsOfACopy are those that were opened, each with its settings. Organization 0 stands alone.
func TestOrganizationsOfACopy(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		dsn := newDSN()
		openMirror(t, dsn, mirror.Config{Organization: 12, Redact: true})
		openMirror(t, dsn, mirror.Config{Organization: 7, StoreSecrets: true})
		if got, err := mirror.Organizations(t.Context(), dsn); err != nil || !slices.Equal(got, []int64{7, 12}) {
			t.Errorf("got %v, %v, want 7 and 12", got, err)
		}
		for name, config := range map[string]mirror.Config{
			"settings of another organization": {Organization: 7, Redact: true},
			"default organization":             {},
		} {
			if _, err := mirror.Open(t.Context(), dsn, config); !errors.Is(err, mirror.ErrSettings) {
				t.Errorf("%s: got %v, want ErrSettings", name, err)
			}
		}
		if _, err := mirror.OpenExisting(t.Context(), dsn, 8); !errors.Is(err, mirror.ErrNoCopy) {
			t.Errorf("an organization without a copy: got %v, want ErrNoCopy", err)
		}

		alone := newDSN()
		openMirror(t, alone, mirror.Config{})
		if _, err := mirror.Open(t.Context(), alone, mirror.Config{Organization: 7}); !errors.Is(err, mirror.ErrSettings) {
			t.Errorf("an organization beside 0: got %v, want ErrSettings", err)
		}
	})
}

// TestEachOrganization has a status and views of its rows alone, and forgets in these alone. Other views are over all.
func TestEachOrganization(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		dsn, night := newDSN(), types.DateOf(time.Now().UTC()).AddDays(-2)
		var mirrors []*mirror.Mirror
		for i := range 2 {
			srv := source(t, int64(3+i)) // which arrive in January
			persons := types.PresenceItem{ReservationID: 1, NumOfPersons: new(2 + i)}
			register := among(types.PresenceDay{Date: night, Items: []types.PresenceItem{persons}})
			srv.Inject(reservationstest.OpPresence, reservationstest.Always(), register)
			m := openMirror(t, dsn, mirror.Config{Organization: int64(i + 1), RegisterFrom: night})
			sync(t, m, clientOf(t, srv))
			mirrors = append(mirrors, m)
		}
		if done, err := mirrors[0].ForgetGuests(t.Context(), 1); err != nil || done != (mirror.Forgotten{Reservations: 1, Items: 1}) {
			t.Errorf("the first organization has forgotten %+v, %v", done, err)
		}
		for i, m := range mirrors {
			status, err := m.Status(t.Context())
			if err != nil || status.Reservations != 3+i || status.ForgottenGuests != 1-i || status.Nights != 2 {
				t.Errorf("organization %d: status %+v, %v", i+1, status, err)
			}
		}
		tests := []struct{ query, want string }{
			{"SELECT organization, reservations AS n FROM turnover_per_month ORDER BY organization", "1: 3, 2: 4, "},
			{"SELECT reservations AS n FROM turnover_per_month_all", "<nil>: 7, "},
			{"SELECT organization, CAST(nights AS INTEGER) AS n FROM tourist_tax_nights ORDER BY organization", "1: 2, 2: 3, "},
			{"SELECT CAST(nights AS INTEGER) AS n FROM tourist_tax_nights_all", "<nil>: 5, "},
			{"SELECT organization, COUNT(name) AS n FROM reservations GROUP BY organization ORDER BY organization", "1: 2, 2: 4, "},
		}
		for _, test := range tests {
			got := ""
			for _, row := range query(t, mirrors[0].DB(), test.query) {
				got += fmt.Sprintf("%v: %v, ", row["organization"], row["n"])
			}
			if got != test.want {
				t.Errorf("%s: got %s want %s", test.query, got, test.want)
			}
		}
	})
}

// TestGiveOrganizationItsID changes the id of all that is stored of an organization, in one statement.
func TestGiveOrganizationItsID(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		dsn, client := newDSN(), clientOf(t, source(t, 50))
		night := types.DateOf(time.Now().UTC()).AddDays(-2)
		m := openMirror(t, dsn, mirror.Config{RegisterFrom: night})
		sync(t, m, client)
		if _, err := m.ForgetGuests(t.Context(), 7); err != nil {
			t.Fatal(err)
		}
		if _, err := m.DB().ExecContext(t.Context(), "UPDATE organizations SET id = 12 WHERE id = 0"); err != nil {
			t.Fatal(err)
		}
		for _, table := range firstTables {
			if rows := query(t, m.DB(), "SELECT COUNT(*) AS n FROM "+table+" WHERE organization <> 12"); rows[0]["n"] != int64(0) {
				t.Errorf("%s: %v rows have no new id", table, rows[0]["n"])
			}
		}
		renamed := openMirror(t, dsn, mirror.Config{Organization: 12, RegisterFrom: night})
		if got := sync(t, renamed, client); got.New != 0 || got.Changed != 0 || got.Since.IsZero() {
			t.Errorf("the next Sync: %+v, want that nothing is new", got)
		}
		if status, err := renamed.Status(t.Context()); err != nil || status.Reservations != 50 || status.ForgottenGuests != 1 {
			t.Errorf("got %+v, %v", status, err)
		}
	})
}
