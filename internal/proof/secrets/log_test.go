// SPDX-License-Identifier: MIT

package secrets_test

import (
	"errors"
	"io"
	"log"
	"os"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestNothingIsWrittenToTheGlobalLog is not parallel: it redirects the log and stderr.
func TestNothingIsWrittenToTheGlobalLog(t *testing.T) {
	var out watch
	log.SetOutput(&out)
	defer log.SetOutput(os.Stderr)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr := os.Stderr
	os.Stderr = w
	srv := reservationstest.NewServer()
	srv.Inject(reservationstest.OpPresence, reservationstest.Always(), reservationstest.Status(503))
	p, _ := testclient.Days(1)
	c := testclient.Over(t, srv, reservations.WithRetry(reservations.RetryPolicy{MinWait: 1, MaxWait: 1}))
	_, callErr := c.Reports.Presence(t.Context(), p)
	os.Stderr = stderr
	w.Close()
	written, _ := io.ReadAll(r)
	if !errors.Is(callErr, reservations.ErrServer) || out.String()+string(written) != "" {
		t.Errorf("got %v and output %q%q", callErr, out.String(), written)
	}
}
