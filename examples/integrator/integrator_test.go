// SPDX-License-Identifier: MIT

package integrator

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/jarcoal/httpmock"
	"github.com/redis/go-redis/v9"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/fleet"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/sharedlimit"
	"github.com/reservationkit/reservations-go/types"
)

const (
	baseURL = "https://api.example.com"
	key     = "k3y-of-the-integrator"
)

// world is what the program needs around it: a mocked service, Redis, and a memory for spans.
type world struct {
	mock  *httpmock.MockTransport
	redis *miniredis.Miniredis
	spans *tracetest.InMemoryExporter
}

func newWorld(t *testing.T) (*world, *reservations.Client) {
	t.Helper()
	w := &world{httpmock.NewMockTransport(), miniredis.RunT(t), tracetest.NewInMemoryExporter()}
	rdb := redis.NewClient(&redis.Options{Addr: w.redis.Addr()})
	t.Cleanup(func() { rdb.Close() })
	limiter, err := sharedlimit.New(rdb, sharedlimit.Config{Name: "integrator", Rate: 1000})
	if err != nil {
		t.Fatal(err)
	}
	client, err := NewClient(baseURL, key, &http.Client{Transport: w.mock}, limiter, trace.NewTracerProvider(trace.WithSyncer(w.spans)))
	if err != nil {
		t.Fatal(err)
	}
	return w, client
}

func TestCopyNightly(t *testing.T) {
	t.Parallel()
	w, client := newWorld(t)
	w.mock.RegisterResponder("GET", baseURL+"/api/reservations/summaries", httpmock.NewStringResponder(http.StatusOK,
		`[{"id":1,"number":"R1","dateFrom":"2026-11-20","dateTo":"2026-11-22","totalPrice":"129.95"},
		  {"id":2,"number":"R2","dateFrom":"2026-11-21","dateTo":"2026-11-22","totalPrice":"0.10"}]`))

	database := filepath.Join(t.TempDir(), "copy.db")
	for _, want := range []int{2, 0} { // the second night has nothing new
		if added, err := CopyNightly(t.Context(), client, database); err != nil || added != want {
			t.Errorf("%d new reservations, error %v, want %d", added, err, want)
		}
	}
	if keys := w.redis.Keys(); len(keys) == 0 {
		t.Error("nothing is stored in Redis, so the rate limit is not shared")
	}
	names := map[string]bool{}
	for _, span := range w.spans.GetSpans() {
		names[span.Name] = true
	}
	if !names["GET /api/reservations/summaries"] {
		t.Errorf("the spans are %v, want one for the attempts", names)
	}
}

func TestCopyParks(t *testing.T) {
	t.Setenv("RESERVATIONS_KEY_DUNES", key)
	mock := httpmock.NewMockTransport()
	mock.RegisterResponder("GET", baseURL+"/api/reservations/summaries", httpmock.NewStringResponder(http.StatusOK,
		`[{"id":1,"number":"R1","dateFrom":"2026-11-20","dateTo":"2026-11-22","totalPrice":"129.95"}]`))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	park := fleet.Park{Organization: 7, Name: "Dunes", BaseURL: baseURL, Key: "dunes"}
	err := CopyParks(ctx, t.TempDir(), []fleet.Park{park}, &http.Client{Transport: mock}, func(r fleet.Report) {
		if r.Outcome != fleet.Done || r.Result.New != 1 {
			t.Errorf("got %+v, want a copy of one reservation", r)
		}
		stop()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the end of the context", err)
	}
}

// TestCopyFails: an error reaches the program with its kind, and without the key.
func TestCopyFails(t *testing.T) {
	t.Parallel()
	w, client := newWorld(t)
	w.mock.RegisterResponder("GET", baseURL+"/api/reservations/summaries",
		httpmock.NewStringResponder(http.StatusUnauthorized, `{"statusCode":401,"description":"`+key+` is unknown"}`))

	_, err := CopyNightly(t.Context(), client, filepath.Join(t.TempDir(), "copy.db"))
	if !errors.Is(err, reservations.ErrUnauthorized) || strings.Contains(err.Error(), key) {
		t.Errorf("error %v, want ErrUnauthorized without the key", err)
	}
}

// TestPublishedTestServer: the packages below the root are published too.
func TestPublishedTestServer(t *testing.T) {
	t.Parallel()
	_, client := reservationstest.New(t, reservationstest.WithRecords(reservationstest.NewGuest(7, func(g *types.Guest) { g.DisplayName = "Els" })))
	guest, err := client.Guests.Get(t.Context(), 7)
	if err != nil || guest.DisplayName != "Els" {
		t.Errorf("guest %v, error %v", guest, err)
	}
}
