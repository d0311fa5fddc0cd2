// SPDX-License-Identifier: MIT

package mirror_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestStatus of a copy that is new, interrupted, complete, and has forgotten guests.
func TestStatus(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		today := types.DateOf(time.Now().UTC())
		dsn := newDSN()
		m := openMirror(t, dsn, mirror.Config{Organization: 1, Redact: true, RegisterFrom: today.AddDays(-3)})
		check := func(step string, want mirror.Status) {
			t.Helper()
			want.Organization, want.Redact = 1, true
			existing, err := mirror.OpenExisting(t.Context(), dsn, 1)
			if err != nil {
				t.Fatalf("%s: %v", step, err)
			}
			defer existing.Close()
			got, err := existing.Status(t.Context())
			if diff := cmp.Diff(want, got, cmpopts.EquateApproxTime(time.Minute)); diff != "" || err != nil {
				t.Errorf("%s: error %v (-want +got):\n%s", step, err, diff)
			}
		}
		check("new", mirror.Status{})

		broken := source(t, 310)
		broken.Inject(reservationstest.OpSummaries, reservationstest.Always(), refusedFrom(290))
		if _, err := m.Sync(t.Context(), clientOf(t, broken)); err == nil {
			t.Fatal("no page fails")
		}
		check("interrupted", mirror.Status{Reservations: 200, Unfinished: true})

		sync(t, m, clientOf(t, source(t, 310)))
		complete := mirror.Status{Reservations: 310, CompleteAt: time.Now(), Nights: 3, FirstNight: today.AddDays(-3), LastNight: today.AddDays(-1)}
		check("complete", complete)

		if _, err := m.ForgetGuests(t.Context(), 1, 2, 3_000_000); err != nil {
			t.Fatal(err)
		}
		complete.ForgottenGuests = 3
		check("forgotten", complete)
	})
}

// TestOpenExistingGoesOn with the settings of the copy: a later Sync stores what the first one did.
func TestOpenExistingGoesOn(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		dsn, client := newDSN(), clientOf(t, source(t, 3))
		sync(t, openMirror(t, dsn, mirror.Config{Organization: 1, StoreSecrets: true, SkipRegister: true}), client)
		m, err := mirror.OpenExisting(t.Context(), dsn, 1)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { m.Close() })
		if result := sync(t, m, client); result.New != 0 || result.Changed != 0 {
			t.Errorf("the settings are others: %v", result)
		}
	})
}

// TestOpenExistingMakesNothing where there is no copy.
func TestOpenExistingMakesNothing(t *testing.T) {
	t.Parallel()
	empty := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(t.TempDir(), "missing.db")
	for _, dsn := range []string{empty, missing} {
		if _, err := mirror.OpenExisting(t.Context(), dsn, 1); !errors.Is(err, mirror.ErrNoCopy) {
			t.Errorf("%s: got %v, want ErrNoCopy", filepath.Base(dsn), err)
		}
		if _, err := mirror.Organizations(t.Context(), dsn); !errors.Is(err, mirror.ErrNoCopy) {
			t.Errorf("%s: got %v, want ErrNoCopy", filepath.Base(dsn), err)
		}
	}
	if _, err := os.Stat(missing); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a database was made: %v", err)
	}
	if _, err := mirror.OpenExisting(t.Context(), ":memory:", 1); !errors.Is(err, mirror.ErrAddress) {
		t.Errorf("got %v, want ErrAddress", err)
	}
	t.Run("postgres", func(t *testing.T) {
		if _, err := mirror.OpenExisting(t.Context(), newSchema(t), 1); !errors.Is(err, mirror.ErrNoCopy) {
			t.Errorf("got %v, want ErrNoCopy", err)
		}
	})
}
