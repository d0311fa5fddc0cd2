// SPDX-License-Identifier: MIT

// Command mirror copies the reservations into an SQLite file: all of them in the first run, and later those
// that have changed since the last run. Then it reads the turnover per month from the copy.
//
// It reads the organization RESERVATIONS_ORGANIZATION of the service at RESERVATIONS_BASE_URL with the
// key in RESERVATIONS_API_KEY. With neither set it starts an invented service in this process:
//
//	go run ./examples/mirror
package main

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"text/tabwriter"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
)

const usage = `Mirror copies all reservations into an SQLite file, and prints the turnover per month.

It reads the organization RESERVATIONS_ORGANIZATION of the service at RESERVATIONS_BASE_URL with the key
in RESERVATIONS_API_KEY. With neither set it starts an invented service in this process.

`

func main() {
	log.SetFlags(0)
	file := flag.String("file", "", "SQLite `file` (default reservations.db, or invented.db for the invented service)")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("mirror: %q is not a flag; -h lists the flags", flag.Arg(0))
	}
	client, err := reservations.NewClientFromEnv()
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		fmt.Println("RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: reading an invented service in this process.")
		server := reservationstest.NewServer()
		for id := range int64(1200) {
			server.Put(reservationstest.NewSummary(1001 + id))
		}
		client, err = reservations.NewClient(server.URL(), reservationstest.Key, reservations.WithOrganization(1))
		if *file == "" {
			*file = "invented.db"
		}
	}
	if err != nil {
		log.Fatal("mirror: ", err)
	}
	if *file == "" {
		*file = "reservations.db"
	}
	if err := sync(context.Background(), client, *file, os.Stdout); err != nil {
		log.Fatal(err) // the text of err begins with mirror or GET
	}
}

// sync brings the copy up to date, and prints the turnover per month from it.
func sync(ctx context.Context, client *reservations.Client, file string, out io.Writer) error {
	m, err := mirror.Open(ctx, "sqlite:"+file, mirror.Config{SkipRegister: true}) // sqlite: marks a path
	if err != nil {
		return err
	}
	defer m.Close()
	result, err := m.Sync(ctx, client)
	if err != nil {
		return fmt.Errorf("mirror: the copy is not complete, and the next run goes on from here: %w", err)
	}
	fmt.Fprintf(out, "%s\n\n", result)

	rows, err := m.DB().QueryContext(ctx, "SELECT month, reservations, total_price FROM turnover_per_month ORDER BY month")
	if err != nil {
		return err
	}
	defer rows.Close()
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "MONTH\tRESERVATIONS\tTOTAL PRICE\t")
	for rows.Next() {
		var month, number, price sql.NullString // NULL when the service did not send the value
		if err := rows.Scan(&month, &number, &price); err != nil {
			return err
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t\n", month.String, number.String, price.String)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return table.Flush()
}
