// SPDX-License-Identifier: MIT

// Command quickstart prints who was present last night.
//
// It reads the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY.
// With neither set it starts an invented service in this process.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"text/tabwriter"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const help = `Quickstart prints who was present last night.

It reads the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY.
With neither set it starts an invented service in this process and reads that.

`

func main() {
	log.SetFlags(0)
	night := types.DateOf(time.Now().UTC()).AddDays(-1)
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), help)
		flag.PrintDefaults()
	}
	flag.TextVar(&night, "night", night, "print another `day`, such as 2026-11-20")
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("quickstart: %q is not a flag; -h lists the flags", flag.Arg(0))
	}
	client, err := reservations.NewClientFromEnv()
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		fmt.Print("RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: reading an invented service in this process.\n\n")
		server := reservationstest.NewServer(reservationstest.WithBookings(reservationstest.Park(1, 30, night, 1)...))
		defer server.Close()
		client, err = reservations.NewClient(server.URL(), reservationstest.Key)
	}
	if err != nil {
		log.Fatal("quickstart: ", err)
	}
	days, err := client.Reports.Presence(context.Background(), reservations.PresenceParams{
		DateFrom: night,
		DateTo:   night,
		Grouped:  types.Ptr(true), // one line per reservation instead of one per age group
	})
	if err != nil {
		log.Fatal("quickstart: ", err)
	}
	for _, day := range days {
		printDay(day)
	}
}

func printDay(day types.PresenceDay) {
	fmt.Println("Night of", day.Date.Midnight().Format("Monday 2 January 2006"))
	fmt.Printf("Reservations: %d, persons: %d\n\n", len(day.Items), day.Persons())
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', 0)
	fmt.Fprintln(table, "UNIT\tNAME\tPERSONS\tFROM\tBOOKED UNTIL")
	for _, item := range day.Items {
		fmt.Fprintf(table, "%s\t%s\t%d\t%s\t%s\n", item.ReservationAccommodationUnitNumber, item.ReservationName,
			item.Persons(), item.GuestCountry, item.ReservationDateTo)
	}
	table.Flush()
}
