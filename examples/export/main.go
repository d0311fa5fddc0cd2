// SPDX-License-Identifier: MIT

// Command export writes the reservations of a year to a CSV file. When a run was stopped or has failed, the
// next run goes on where it ended.
//
// It reads the organization RESERVATIONS_ORGANIZATION of the service at RESERVATIONS_BASE_URL with the
// key in RESERVATIONS_API_KEY. With neither set it starts an invented service in this process:
//
//	go run ./examples/export -year 2026
package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"os/signal"
	"strconv"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const usage = `Export writes the reservations of a year to a CSV file, and goes on where an earlier run has stopped.

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
		log.Fatalf("export: %d reservations are written, and the next run goes on after them: %v", rows, err)
	}
	fmt.Printf("%s: %d reservations\n", *name, rows)
}

// progress says how many bytes and reservations of the file are good, and has the token that names the last
// of these reservations. They are stored in one file, so that they always belong together.
type progress struct {
	Token string
	Size  int64
	Rows  int
}

// export writes the file, or what is missing of it, and returns how many reservations are in it.
func export(ctx context.Context, client *reservations.Client, year int, name string) (rows int, err error) {
	var done progress
	text, err := os.ReadFile(name + ".progress")
	if err == nil {
		err = json.Unmarshal(text, &done)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600) // only the owner may read personal data
	if err != nil {
		return 0, err
	}
	defer file.Close()
	_, err = file.Seek(done.Size, io.SeekStart)
	if err = errors.Join(err, file.Truncate(done.Size)); err != nil { // rows after the stored size are written again
		return 0, err
	}
	out := csv.NewWriter(file)
	if done.Size == 0 {
		out.Write([]string{"id", "number", "name", "from", "to", "price"})
	}
	keep := func() error { // called every hundred rows, at the end and after an error of the service
		out.Flush()
		size, err := file.Seek(0, io.SeekCurrent)
		if err = errors.Join(out.Error(), err, file.Sync()); err != nil {
			return err // what was stored before is still true
		}
		text, _ := json.Marshal(progress{done.Token, size, done.Rows})
		return replace(name+".progress", text)
	}
	params := reservations.SummariesParams{
		DateFrom: time.Date(year, time.January, 1, 0, 0, 0, 0, time.UTC),
		DateTo:   time.Date(year, time.December, 31, 0, 0, 0, 0, time.UTC),
	}
	for r, err := range client.Reservations.AllSummaries(ctx, params, reservations.WithResume(&done.Token)) {
		if err != nil {
			return done.Rows, errors.Join(err, keep())
		}
		out.Write(row(r)) // out.Error returns its error after Flush
		if done.Rows++; done.Rows%100 == 0 {
			if err := keep(); err != nil {
				return done.Rows, err
			}
		}
	}
	if err := keep(); err != nil {
		return done.Rows, err
	}
	return done.Rows, os.Remove(name + ".progress")
}

// row returns the cells of a reservation. A spreadsheet takes none of its texts for a formula.
func row(r types.ReservationSummary) []string {
	cells := []string{strconv.FormatInt(r.ID, 10), r.Number, r.Name, r.DateFrom.Date().String(), r.DateTo.Date().String()}
	for i, cell := range cells {
		cells[i] = reservations.EscapeFormula(cell)
	}
	return append(cells, r.TotalPrice.String())
}

// replace writes a file that is the old or the new one whenever the program is killed.
func replace(name string, text []byte) error {
	if err := os.WriteFile(name+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}
