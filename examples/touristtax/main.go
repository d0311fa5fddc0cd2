// SPDX-License-Identifier: MIT

// Command touristtax counts the person-nights of a period by reservation and age group, multiplies them by a rate for
// each night, and writes the sums to tourist-tax.csv. It writes the file only when the register is complete.
package main

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// rates are the tax of a person for a night, by the age groups of your service. Write down what your municipality
// asks for; a group that is not here is an error, and never free of tax by mistake.
var rates = map[string]decimal.Decimal{
	"Adults":   decimal.RequireFromString("2.55"),
	"Children": decimal.RequireFromString("1.20"),
	"Infants":  decimal.Zero,
}

const usage = `Touristtax writes the tourist tax of a period to tourist-tax.csv, and prints it.

It reads the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY. With neither
set it starts an invented service in this process.

`

func main() {
	log.SetFlags(0)
	to := types.DateOf(time.Now().UTC()).AddDays(-1) // the last night that is over
	from := to.AddDays(-29)
	flag.TextVar(&from, "from", from, "first `night`, such as 2026-11-01")
	flag.TextVar(&to, "to", to, "last `night`")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("touristtax: %q is not a flag; -h lists the flags", flag.Arg(0))
	}
	client, err := reservations.NewClientFromEnv()
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		fmt.Println("RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: reading an invented service in this process.")
		server := reservationstest.NewServer(reservationstest.WithPark(1, 30, from, 7))
		defer server.Close()
		client, err = reservations.NewClient(server.URL(), reservationstest.Key)
	}
	if err != nil {
		log.Fatal("touristtax: ", err)
	}
	if err := run(context.Background(), client, from, to, "tourist-tax.csv", os.Stdout); err != nil {
		log.Fatal("touristtax: ", err)
	}
}

// run reads the register of a period, and writes and prints its tax.
func run(ctx context.Context, client *reservations.Client, from, to types.Date, name string, stdout io.Writer) error {
	days, err := client.Reports.Presence(ctx, reservations.PresenceParams{DateFrom: from, DateTo: to, Confirm: true})
	if err != nil {
		return err
	}
	rows, err := taxOf(reservations.CountPersonNightsByReservation(days))
	if err != nil {
		return err
	}
	var text strings.Builder
	if err := csv.NewWriter(&text).WriteAll(rows); err != nil {
		return err
	}
	if err := os.WriteFile(name, []byte(text.String()), 0o600); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "%s\n%s holds the tourist tax of %s to %s.\n", text.String(), name, from, to)
	return err
}

// taxOf returns the rows of the file: a header, one row for each reservation, country and age group, and the total.
func taxOf(counted []reservations.PersonNights) ([][]string, error) {
	rows, total := [][]string{{"reservation", "age group", "person-nights", "rate", "tax"}}, decimal.Zero
	for _, nights := range counted {
		if nights.ItemsWithoutPersons > 0 {
			return nil, fmt.Errorf("the register does not say how many %s of %s stayed: look these up first", nights.AgeGroup, nights.ReservationNumber)
		}
		rate, known := rates[nights.AgeGroup]
		if !known {
			return nil, fmt.Errorf("there is no rate for the age group %q", nights.AgeGroup)
		}
		tax := rate.Mul(decimal.NewFromInt(int64(nights.Count)))
		total = total.Add(tax)
		rows = append(rows, []string{
			reservations.EscapeFormula(nights.ReservationNumber), reservations.EscapeFormula(nights.AgeGroup),
			strconv.Itoa(nights.Count), rate.StringFixed(2), tax.StringFixed(2),
		})
	}
	return append(rows, []string{"total", "", "", "", total.StringFixed(2)}), nil
}
