// SPDX-License-Identifier: MIT

// Command quickstart prints who was present last night.
//
// It reads the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY.
// With neither set it starts an invented service in this process.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const usage = `Quickstart prints who was present last night.

It reads the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY. With neither
set it starts an invented service in this process.

`

func main() {
	log.SetFlags(0)
	night := types.DateOf(time.Now().UTC()).AddDays(-1) // the last day that is over; the register counts days in UTC
	flag.TextVar(&night, "night", night, "print another `day`, such as 2026-11-20")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("quickstart: %q is not a flag; -h lists the flags", flag.Arg(0))
	}
	client, err := reservations.NewClientFromEnv()
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		fmt.Println("RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: reading an invented service in this process.")
		server := reservationstest.NewServer(reservationstest.WithBookings(reservationstest.Park(1, 30, night, 1)...))
		client, err = reservations.NewClient(server.URL(), reservationstest.Key)
	}
	if err != nil {
		log.Fatal("quickstart: ", err)
	}
	days, err := client.Reports.Presence(context.Background(), reservations.PresenceParams{
		DateFrom: night,
		DateTo:   night,
		Grouped:  new(true), // one line per reservation instead of one per age group
	})
	if err != nil {
		log.Fatal("quickstart: ", err)
	}
	for _, day := range days {
		if err := printDay(os.Stdout, day); err != nil {
			log.Fatal("quickstart: ", err)
		}
	}
}

// printDay prints a night in the order of the units.
func printDay(out io.Writer, day types.PresenceDay) error {
	fmt.Fprintln(out, "Night of", day.Date.Midnight().Format("Monday 2 January 2006"))
	fmt.Fprintf(out, "Reservations: %d, persons: %d\n\n", len(day.Items), day.Persons())
	table := tabwriter.NewWriter(out, 0, 0, 3, ' ', 0)
	fmt.Fprintln(table, "UNIT\tNAME\tPERSONS\tCOUNTRY\tBOOKED UNTIL")
	items := slices.SortedStableFunc(slices.Values(day.Items), func(a, b types.PresenceItem) int {
		return cmp.Or(byNumber(a.ReservationAccommodationUnitNumber, b.ReservationAccommodationUnitNumber),
			cmp.Compare(a.ReservationName, b.ReservationName))
	})
	for _, item := range items {
		fmt.Fprintf(table, "%s\t%s\t%d\t%s\t%s\n", item.ReservationAccommodationUnitNumber, item.ReservationName,
			item.Persons(), item.GuestCountry, item.ReservationDateTo)
	}
	return table.Flush()
}

// byNumber orders C9 before C10: of two numbers with the same first letter, the shorter one comes first.
func byNumber(a, b string) int {
	kind := func(unit string) string { return unit[:min(1, len(unit))] }
	return cmp.Or(cmp.Compare(kind(a), kind(b)), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}
