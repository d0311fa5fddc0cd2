// SPDX-License-Identifier: MIT

package main

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/fleet"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestCopyParks copies each invented park once and ends, and says what failed. .ci/postgres does it in a database.
func TestCopyParks(t *testing.T) {
	t.Parallel()
	server := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewSummary(1)))
	defer server.Close()
	var out strings.Builder
	if err := copyParks(t.Context(), t.TempDir(), "", invented(server.URL()), reservationstest.Key, &out); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"Dunes (999999999001) done. Reservations: 1 new,", "Coast (999999999002) done.", "Wood (999999999003) done."} {
		if strings.Count(out.String(), want) != 1 {
			t.Errorf("got\n%swant %s", out.String(), want)
		}
	}
	server.Inject(reservationstest.OpSummaries, reservationstest.Always(), reservationstest.Status(http.StatusForbidden))
	parks, dir := invented(server.URL())[:1], filepath.Join(t.TempDir(), "copies")
	out.Reset()
	err := copyParks(t.Context(), dir, "", parks, reservationstest.Key, &out)
	if err == nil || !strings.HasPrefix(err.Error(), "GET /api/reservations/summaries: 403 ") {
		t.Errorf("got %v and\n%s", err, out.String())
	}
	if status, err := fleet.StatusFiles(dir, parks); err != nil || status[0].State != fleet.Stopped {
		t.Errorf("got %+v and error %v, want that the park is stopped", status, err)
	}
}
