// SPDX-License-Identifier: MIT

// Command fleet copies parks, each at its time, until it is stopped. With neither RESERVATIONS_BASE_URL nor
// RESERVATIONS_API_KEY it starts an invented service in this process, copies its three parks once, and ends:
//
//	go run ./examples/fleet
//
// With RESERVATIONS_DATABASE_URL the copies are in a PostgreSQL database, where two workers share the parks.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/reservationkit/reservations-go/fleet"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
)

const usage = `Fleet copies parks, each at its time, until it is stopped with Ctrl-C.

The park is the organization RESERVATIONS_ORGANIZATION of the service at RESERVATIONS_BASE_URL with the key in
RESERVATIONS_API_KEY. With neither set it starts an invented service in this process, copies its three parks once, and ends.
Each park has an SQLite file in the folder copies, or all are in the PostgreSQL database of RESERVATIONS_DATABASE_URL.
`

func main() {
	log.SetFlags(0)
	flag.Usage = func() { fmt.Fprint(flag.CommandLine.Output(), usage) }
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("fleet: %q is not a flag; -h lists the flags", flag.Arg(0))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	parks, key, err := list()
	dir := "copies"
	if err == nil && parks[0].Organization == firstInvented {
		dir = fmt.Sprintf("invented-%d", os.Getpid()) // new copies in every run
	}
	if err == nil {
		err = copyParks(ctx, dir, os.Getenv("RESERVATIONS_DATABASE_URL"), parks, key, os.Stdout)
	}
	if err != nil {
		log.Fatal(err) // the text of err begins with fleet, mirror or GET
	}
}

// list returns the park of the environment or the invented parks, and one key for all of them. A program with
// several parks has a key for each of them, which fleet.KeysFromFiles can read.
func list() (parks []fleet.Park, key string, err error) {
	baseURL, key := os.Getenv("RESERVATIONS_BASE_URL"), os.Getenv("RESERVATIONS_API_KEY")
	if baseURL == "" && key == "" {
		fmt.Println("RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: copying three invented parks of a service in this process.")
		server := reservationstest.NewServer()
		for id := range int64(400) {
			server.Put(reservationstest.NewSummary(1001 + id))
		}
		return invented(server.URL()), reservationstest.Key, nil
	}
	id, err := strconv.ParseInt(os.Getenv("RESERVATIONS_ORGANIZATION"), 10, 64)
	if baseURL == "" || key == "" || err != nil {
		return nil, "", errors.New("fleet: set RESERVATIONS_BASE_URL, RESERVATIONS_API_KEY and the id in RESERVATIONS_ORGANIZATION, or none")
	}
	return []fleet.Park{{Organization: id, BaseURL: baseURL, Key: "park", Interval: time.Hour}}, key, nil
}

// firstInvented is an id that no organization has.
const firstInvented = 999_999_999_001

func invented(baseURL string) []fleet.Park {
	night := fleet.Window{From: "22:00", To: "06:00", Zone: "Europe/Amsterdam"}
	return []fleet.Park{
		{Organization: firstInvented, Name: "Dunes", BaseURL: baseURL, Key: "dunes", Window: night, Interval: time.Hour},
		{Organization: firstInvented + 1, Name: "Coast", BaseURL: baseURL, Key: "coast", Limit: "group", Interval: 2 * time.Hour},
		{Organization: firstInvented + 2, Name: "Wood", BaseURL: baseURL, Key: "wood", Limit: "group"}, // once a day
	}
}

// copyParks copies parks into the folder dir, or into the database at dsn when dsn is not "". It ends as
// soon as each invented park was synced, or when ctx ends.
func copyParks(ctx context.Context, dir, dsn string, parks []fleet.Park, key string, out io.Writer) (err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var mu sync.Mutex
	failures := map[int64]error{} // by organization; nil after a sync without an error
	config := fleet.Config{
		Keys: func(fleet.Park) func(context.Context) (string, error) {
			return func(context.Context) (string, error) { return key, nil }
		},
		Copy: mirror.Config{SkipRegister: true},
		Report: func(r fleet.Report) {
			mu.Lock()
			defer mu.Unlock()
			fmt.Fprintf(out, "%s (%d) %s. %v Next sync: %s\n", r.Park.Name, r.Park.Organization, r.Outcome, r.Result, r.Next.Format(time.RFC3339))
			failures[r.Park.Organization] = r.Err
			if len(failures) == len(parks) && parks[0].Organization == firstInvented {
				stop()
			}
		},
	}
	if dsn == "" {
		err = fleet.RunFiles(ctx, dir, parks, config)
	} else {
		err = work(ctx, dsn, parks, config)
	}
	if errors.Is(err, context.Canceled) {
		err = errors.Join(slices.Collect(maps.Values(failures))...)
	}
	return err
}

// work copies parks in a database, with two workers. In a real program each is a process, on any machine.
func work(ctx context.Context, dsn string, parks []fleet.Park, config fleet.Config) error {
	pool, err := mirror.NewPool(ctx, dsn, 6) // connections: one for each worker, and two more for each Run
	if err != nil {
		return err
	}
	defer pool.Close()
	if known, err := fleet.Parks(ctx, pool); err != nil || len(known) > 0 {
		return errors.Join(err, errors.New("fleet: the list in the database is not empty, or cannot be read"))
	}
	if err := fleet.Set(ctx, pool, parks...); err != nil {
		return err
	}
	config.Workers = 1
	workers, errs := sync.WaitGroup{}, make([]error, 2)
	for i := range errs {
		workers.Go(func() { errs[i] = fleet.Run(ctx, pool, config) })
	}
	workers.Wait()
	for _, park := range parks {
		errs = append(errs, fleet.Remove(context.WithoutCancel(ctx), pool, park.Organization))
	}
	return errors.Join(errs...)
}
