// SPDX-License-Identifier: MIT

// Command meters reports the reading of a utility meter, and says what to do after a failure: the
// service may have stored the reading already, and then it must not simply be sent again.
//
// It calls the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY. With neither
// set it starts an invented service in this process:
//
//	go run ./examples/meters -unit 7 -quantity 1234.500
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
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const usage = `Meters reports the reading of an electricity meter.

It calls the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY. With neither
set it starts an invented service in this process.

`

func main() {
	log.SetFlags(0)
	unit := flag.Int64("unit", 0, "`id` of the accommodation unit")
	var quantity types.Decimal
	flag.Func("quantity", "`number` on the electricity meter, such as 1234.500", func(text string) (err error) {
		quantity, err = types.ParseDecimal(text)
		return err
	})
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("meters: %q is not a flag; -h lists the flags", flag.Arg(0))
	}
	client, err := reservations.NewClientFromEnv()
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		fmt.Println("RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: calling an invented service in this process.")
		server := reservationstest.NewServer()
		*unit, quantity = cmp.Or(*unit, 7), cmp.Or(quantity, types.MustDecimal("1234.500"))
		client, err = reservations.NewClient(server.URL(), reservationstest.Key)
	}
	if err != nil {
		log.Fatal("meters: ", err)
	}
	if err := report(context.Background(), client, *unit, quantity, os.Stdout); err != nil {
		log.Fatal("meters: ", err)
	}
}

// report sends one reading. The service takes no reference for a reading and has no list of readings, so
// after a failure only the kind of the error says whether the reading may have arrived.
func report(ctx context.Context, client *reservations.Client, unit int64, quantity types.Decimal, out io.Writer) error {
	if unit < 1 || !quantity.Given() || quantity.Decimal().IsNegative() {
		return errors.New("-unit and -quantity are needed: which meter shows what, and not less than 0")
	}
	kept, err := client.Reports.CreateUtilityMeterReport(ctx, &types.UtilityMeterReportCreate{
		AccommodationUnit: &types.RequestRef{ID: unit},
		Type:              new(types.UtilityTypeElectricity),
		Quantity:          quantity, // sent with all its digits: 1234.500
		Datetime:          types.NewDateTime(time.Now()),
	})
	switch {
	case reservations.MayHaveWritten(err):
		return fmt.Errorf("the reading of unit %d may have arrived: look at it before you report it again: %w", unit, err)
	case reservations.IsTemporary(err):
		return fmt.Errorf("the reading of unit %d has not arrived: report it again later: %w", unit, err)
	case err != nil:
		return fmt.Errorf("the reading of unit %d was not accepted: %w", unit, err)
	}
	fmt.Fprintf(out, "Report %d of unit %d: %s %s\n", kept.ID, unit, kept.Type, kept.Quantity)
	return nil
}
