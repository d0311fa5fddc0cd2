// SPDX-License-Identifier: MIT

package fleet_test

import (
	"bytes"
	"context"
	"errors"
	"log"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reservationkit/reservations-go/fleet"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// printed ends the program of a document when it has printed what is wanted.
type printed struct {
	want string
	stop func()
}

func (p printed) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte(p.want)) {
		p.stop()
	}
	return len(line), nil
}

// TestFirstProgram is the program of docs/fleet.md.
func TestFirstProgram(t *testing.T) {
	dsn := fleet.NewSchema(t)
	srv := reservationstest.NewServer()
	defer srv.Close()
	t.Setenv("RESERVATIONS_KEY_DUNES", reservationstest.Key)
	baseURL := srv.URL()
	ctx, stop := context.WithCancel(t.Context())
	defer log.SetOutput(os.Stderr)
	log.SetOutput(printed{"Dunes done ", stop})

	pool, err := pgxpool.New(ctx, dsn) // with at least six connections: ...&pool_max_conns=10
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	err = fleet.Set(ctx, pool, fleet.Park{
		Organization: 7, Name: "Dunes", BaseURL: baseURL, Key: "dunes",
		Window:   fleet.Window{From: "22:00", To: "06:00", Zone: "Europe/Amsterdam"},
		Interval: time.Hour,
	})
	if err != nil {
		log.Fatal(err)
	}
	err = fleet.Run(ctx, pool, fleet.Config{
		Keys:   fleet.KeysFromEnvironment, // RESERVATIONS_KEY_DUNES
		Report: func(r fleet.Report) { log.Println(r.Park.Name, r.Outcome, r.Next) },
	})
	if !errors.Is(err, context.Canceled) {
		log.Fatal(err)
	}

	all, err := fleet.Status(t.Context(), pool)
	if err != nil || len(all) != 1 || all[0].Outcome != fleet.Done {
		t.Errorf("got %+v, %v; want one park that was copied", all, err)
	}
}
