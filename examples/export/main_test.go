// SPDX-License-Identifier: MIT

package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestExport is interrupted by a refusal, and goes on.
func TestExport(t *testing.T) {
	t.Parallel()
	server, client := reservationstest.New(t)
	for id := range int64(450) {
		server.Put(reservationstest.NewSummary(1001+id, func(r *types.ReservationSummary) { r.Name = "=1+1" }))
	}
	var again atomic.Bool
	name := filepath.Join(t.TempDir(), "reservations.csv")
	server.Inject(reservationstest.OpSummaries, reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if offset := r.URL.Query().Get("offset"); len(offset) == 3 && offset > "250" && !again.Load() {
			http.Error(w, "", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
	first, err := export(t.Context(), client, 2026, name)
	if err == nil || first == 0 || first > 300 {
		t.Fatalf("got %d rows, error %v, want that a page is refused", first, err)
	}
	again.Store(true)
	rows, err := export(t.Context(), client, 2026, name)
	if err != nil || rows != 450 {
		t.Fatalf("got %d rows, error %v", rows, err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if want := "1001,R001001,'=1+1,2026-11-20,2026-11-27,700"; len(lines) != 451 || lines[1] != want || !strings.HasPrefix(lines[450], "1450,") {
		t.Errorf("%d lines, the first %q and the last %q", len(lines), lines[1], lines[len(lines)-1])
	}
	if _, err := os.Stat(name + ".progress"); !os.IsNotExist(err) {
		t.Errorf("the progress is left: %v", err)
	}
}
