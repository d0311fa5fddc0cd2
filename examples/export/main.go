// SPDX-License-Identifier: MIT

// Command export writes the reservations of a year to a CSV file. The file is replaced only when the whole list was
// read, so it is never half a list.
//
// It reads the organization RESERVATIONS_ORGANIZATION of the service at RESERVATIONS_BASE_URL with the
// key in RESERVATIONS_API_KEY. With neither set it starts an invented service in this process:
//
//	go run ./examples/export -year 2026
package main

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const usage = `Export writes the reservations of a year to a CSV file, which it replaces only when the whole list was read.

It reads the organization RESERVATIONS_ORGANIZATION of the service at RESERVATIONS_BASE_URL with the key
in RESERVATIONS_API_KEY. With neither set it starts an invented service in this process.

`

func main() {
	log.SetFlags(0)
	year := flag.Int("year", 2026, "`year` whose reservations are written")
	name := flag.String("out", "reservations.csv", "`file` to write")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("export: %q is not a flag; -h lists the flags", flag.Arg(0))
	}
	client, err := reservations.NewClientFromEnv()
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		fmt.Println("RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: reading an invented service in this process.")
		server := reservationstest.NewServer()
		for id := range int64(1200) {
			server.Put(reservationstest.NewSummary(1001 + id))
		}
		client, err = reservations.NewClient(server.URL(), reservationstest.Key, reservations.WithOrganization(1))
	}
	if err != nil {
		log.Fatal("export: ", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	rows, err := export(ctx, client, *year, *name)
	stop()
	if err != nil {
		log.Fatalf("export: %s is as it was: %v", *name, err)
	}
	fmt.Printf("%s: %d reservations\n", *name, rows)
}

// export writes the file, and returns how many reservations are in it. It writes a new file beside the old one,
// and gives it the name when the list has ended without an error.
func export(ctx context.Context, client *reservations.Client, year int, name string) (rows int, err error) {
	file, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*") // only its owner can read it
	if err != nil {
		return 0, err
	}
	defer os.Remove(file.Name()) // does nothing after Rename
	defer file.Close()
	out := csv.NewWriter(file)
	out.Write([]string{"id", "number", "name", "from", "to", "price"})
	params := reservations.SummariesParams{
		DateFrom: time.Date(year, time.January, 1, 0, 0, 0, 0, time.UTC),
		DateTo:   time.Date(year, time.December, 31, 0, 0, 0, 0, time.UTC),
	}
	for r, err := range client.Reservations.AllSummaries(ctx, params) {
		if err != nil {
			return rows, err
		}
		out.Write(row(r)) // out.Error returns its error after Flush
		rows++
	}
	out.Flush()
	if err := errors.Join(out.Error(), file.Sync(), file.Close()); err != nil {
		return rows, err
	}
	return rows, os.Rename(file.Name(), name)
}

// row returns the cells of a reservation. A spreadsheet takes none of its texts for a formula.
func row(r types.ReservationSummary) []string {
	cells := []string{strconv.FormatInt(r.ID, 10), r.Number, r.Name, r.DateFrom.Date().String(), r.DateTo.Date().String()}
	for i, cell := range cells {
		cells[i] = reservations.EscapeFormula(cell)
	}
	return append(cells, r.TotalPrice.String())
}
