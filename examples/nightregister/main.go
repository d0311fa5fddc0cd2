// SPDX-License-Identifier: MIT

// Command nightregister writes the register of a night to night-register.csv, and prints how many
// persons of each country and age group were present. It writes the file only when the register is complete.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"text/tabwriter"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const usage = `Nightregister writes the register of a night to night-register.csv, and prints how many persons were there.

It reads the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY. With neither
set it starts an invented service in this process.

`

func main() {
	log.SetFlags(0)
	night := types.DateOf(time.Now().UTC()).AddDays(-1) // the last day that is over; the register counts days in UTC
	flag.TextVar(&night, "night", night, "`day`, such as 2026-11-20")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("nightregister: %q is not a flag; -h lists the flags", flag.Arg(0))
	}
	client, err := reservations.NewClientFromEnv()
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		fmt.Println("RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: reading an invented service in this process.")
		server := reservationstest.NewServer(reservationstest.WithBookings(reservationstest.Park(1, 30, night, 1)...))
		defer server.Close()
		client, err = reservations.NewClient(server.URL(), reservationstest.Key)
	}
	if err != nil {
		log.Fatal("nightregister: ", err)
	}
	if err := run(context.Background(), client, night, "night-register.csv", os.Stdout); err != nil {
		log.Fatal("nightregister: ", err)
	}
}

// run reads a night, writes it to the file called name and prints the number of persons per country and age group.
func run(ctx context.Context, client *reservations.Client, night types.Date, name string, stdout io.Writer) error {
	days, err := client.Reports.Presence(ctx, reservations.PresenceParams{
		DateFrom: night,
		DateTo:   night,
		Confirm:  true, // read it until two passes in a row are equal
	})
	if _, ok := errors.AsType[*reservations.IncompleteError](err); ok {
		return fmt.Errorf("nothing is written, try again later: %w", err)
	}
	if err != nil {
		return err
	}
	if err := writeCSV(name, days); err != nil {
		return err
	}
	table := tabwriter.NewWriter(stdout, 0, 0, 3, ' ', 0)
	fmt.Fprintln(table, "COUNTRY\tAGE GROUP\tPERSONS")
	for _, group := range reservations.CountPersonNights(days) {
		fmt.Fprintf(table, "%s\t%s\t%d\n", cmp.Or(group.Country, "not stated"), cmp.Or(group.AgeGroup, "not stated"), group.Count)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "\n%s holds the register of %s.\n", name, night)
	return err
}

// writeCSV writes the file for its owner alone, because it holds personal data. It replaces an old
// file only when the new one is whole.
func writeCSV(name string, days []types.PresenceDay) error {
	file, err := os.OpenFile(name+".tmp", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close() // a second Close does nothing
	if err := reservations.WritePresenceCSV(file, days, reservations.PresenceCSVOptions{}); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}
