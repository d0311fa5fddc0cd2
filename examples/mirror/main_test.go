// SPDX-License-Identifier: MIT

package main

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestSync copies everything once, then what has changed, and says that a later run goes on.
func TestSync(t *testing.T) {
	t.Parallel()
	server, client := reservationstest.New(t)
	file := filepath.Join(t.TempDir(), "copy.db")
	put := func(id int64) {
		server.Put(reservationstest.NewSummary(id, func(r *types.ReservationSummary) {
			r.TotalPrice, r.Modified = types.MustNumber("129.9"), types.NewDateTime(time.Now())
		}))
	}
	put(1)
	for _, want := range []string{"Reservations: 1 new,", "Reservations: 1 new, 0 changed, 1 unchanged,"} {
		var out strings.Builder
		if err := sync(t.Context(), client, file, &out); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("got %v and %q, want %q", err, out.String(), want)
		}
		put(2)
	}
	var out strings.Builder
	if err := sync(t.Context(), client, file, &out); err != nil || !strings.Contains(out.String(), "  2026-11             2       259.80\n") {
		t.Errorf("got %v and\n%s", err, out.String())
	}
	server.Inject(reservationstest.OpSummaries, reservationstest.Always(), reservationstest.Status(http.StatusForbidden))
	if err := sync(t.Context(), client, file, &out); err == nil || !strings.Contains(err.Error(), "the next run goes on from here") {
		t.Errorf("got %v, want that the next run goes on", err)
	}
}
