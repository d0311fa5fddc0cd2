// SPDX-License-Identifier: MIT

// Command export keeps a file with all reservations up to date. Its first run reads all of them, and a later run reads
// those that have changed since. A run that fails or is killed leaves the file as it was, and the next one reads the same.
//
// It reads the organization RESERVATIONS_ORGANIZATION of the service at RESERVATIONS_BASE_URL with the
// key in RESERVATIONS_API_KEY. With neither set it starts an invented service in this process:
//
//	go run ./examples/export
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const usage = `Export writes all reservations to a file, and later brings it up to date with those that have changed.

It reads the organization RESERVATIONS_ORGANIZATION of the service at RESERVATIONS_BASE_URL with the key
in RESERVATIONS_API_KEY. With neither set it starts an invented service in this process.

`

func main() {
	log.SetFlags(0)
	log.SetPrefix("export: ")
	name := flag.String("file", "", "JSON `file` (default reservations.json, or invented.json for the invented service)")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("%q is not a flag; -h lists the flags", flag.Arg(0))
	}
	file := "reservations.json"
	client, err := reservations.NewClientFromEnv()
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		fmt.Println("RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: reading an invented service in this process.")
		server := reservationstest.NewServer()
		for id := range int64(1200) {
			server.Put(reservationstest.NewSummary(1001 + id))
		}
		file = "invented.json"
		client, err = reservations.NewClient(server.URL(), reservationstest.Key, reservations.WithOrganization(1))
	}
	if err != nil {
		log.Fatal(err)
	}
	if *name != "" {
		file = *name
	}
	if err := export(context.Background(), client, file); err != nil {
		log.Fatalf("%s is as it was: %v", file, err)
	}
}

// export brings a file up to date. It replaces the file at once, so that the time in it is always that of its reservations.
func export(ctx context.Context, client *reservations.Client, name string) error {
	all := stored{Reservations: map[int64]types.ReservationSummary{}}
	data, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(data, &all)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	read, err := update(ctx, client, &all)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*") // only its owner can read it
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // does nothing after Rename
	if err := errors.Join(json.NewEncoder(file).Encode(all), file.Sync(), file.Close()); err != nil {
		return err
	}
	fmt.Printf("%s: %d reservations, of which %d were read\n", name, len(all.Reservations), read)
	return os.Rename(file.Name(), name)
}

const overlap = 15 * time.Minute // more than two clocks differ, and more than a change takes to be listed

type stored struct {
	Since        time.Time // when the last complete run began, less the overlap
	Reservations map[int64]types.ReservationSummary
}

// update reads the reservations that have changed, stores them by id, and returns how many they are.
func update(ctx context.Context, client *reservations.Client, all *stored) (read int, err error) {
	began := time.Now()
	params := reservations.SummariesParams{
		DateFrom:      time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC),
		DateTo:        time.Date(2099, time.December, 31, 0, 0, 0, 0, time.UTC),
		ModifiedSince: all.Since, // zero in the first run, which reads everything
		IncludeClosed: new(true), // or the copy may keep a reservation that is closed as it was before
	}
	for r, err := range client.Reservations.AllSummaries(ctx, params) {
		if err != nil {
			return read, err // Since stays, so that the next run reads the same again
		}
		all.Reservations[r.ID] = r // in a database: INSERT ... ON CONFLICT (id) DO UPDATE ...
		read++
	}
	all.Since = began.Add(-overlap) // only now, because the list has ended without an error
	return read, nil
}
