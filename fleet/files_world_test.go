// SPDX-License-Identifier: MIT

package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// world is a folder with copies, and a service in memory for each park, in virtual time.
type world struct {
	t        testing.TB
	dir      string
	parks    []Park
	services map[int64]*reservationstest.Server
	workers  int
	perLimit int
	attempt  time.Duration                                       // that a response may take; 0 is a minute
	before   func(ctx context.Context, organization int64) error // is called for each request
	after    func(organization int64)                            // is called after each request
	reports  []Report
}

// newWorld has parks with the organizations 1 and up, which are synced at any time.
func newWorld(t testing.TB, parks int) *world {
	w := &world{t: t, dir: filepath.Join(t.TempDir(), "copies"), services: map[int64]*reservationstest.Server{}}
	for i := range int64(parks) {
		w.parks = append(w.parks, Park{Organization: i + 1, BaseURL: "https://api.example.com", Key: fmt.Sprintf("key-%d", i+1)})
		service := reservationstest.NewServer(reservationstest.WithKey(w.parks[i].Key))
		for id := range int64(12) {
			service.Put(reservationstest.NewSummary(id + 1))
		}
		w.services[i+1] = service
	}
	return w
}

// run is RunFiles for a time.
func (w *world) run(long time.Duration) {
	w.t.Helper()
	ctx, stop := context.WithTimeout(w.t.Context(), long)
	defer stop()
	if err := RunFiles(ctx, w.dir, w.parks, w.config()); !errors.Is(err, context.DeadlineExceeded) {
		w.t.Fatalf("got %v, want the end of the context", err)
	}
}

func (w *world) config() Config {
	return Config{
		Keys: func(p Park) func(context.Context) (string, error) {
			return func(context.Context) (string, error) { return p.Key, nil }
		},
		Options: func(p Park) []reservations.Option {
			transport := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				if w.before != nil {
					if err := w.before(r.Context(), p.Organization); err != nil {
						return nil, err
					}
				}
				if w.after != nil {
					defer w.after(p.Organization)
				}
				return w.services[p.Organization].RoundTrip(r)
			})
			return []reservations.Option{
				reservations.WithHTTPClient(&http.Client{Transport: transport}), reservations.WithRetry(reservations.NoRetry()),
				reservations.WithAttemptTimeout(cmp.Or(w.attempt, time.Minute)),
			}
		},
		Copy:     mirror.Config{SkipRegister: true},
		Workers:  w.workers,
		PerLimit: w.perLimit,
		Report:   func(r Report) { w.reports = append(w.reports, r) },
	}
}

// syncs are the reports in words, with the time since start.
func (w *world) syncs(start time.Time) (all []string) {
	for _, r := range w.reports {
		all = append(all, fmt.Sprintf("%d %v %s", r.Park.Organization, r.Began.Sub(start).Round(time.Second), r.Outcome))
	}
	return all
}

// copied is how many reservations a copy has.
func (w *world) copied(organization int64) int {
	w.t.Helper()
	m, err := mirror.OpenExisting(w.t.Context(), folder(w.dir).copyOf(organization), organization)
	if err != nil {
		w.t.Fatal(err)
	}
	defer m.Close()
	status, err := m.Status(w.t.Context())
	if err != nil || status.Organization != organization {
		w.t.Errorf("got organization %d and error %v, want %d", status.Organization, err, organization)
	}
	return status.Reservations
}
