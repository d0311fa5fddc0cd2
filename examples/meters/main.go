// SPDX-License-Identifier: MIT

// Command meters reports the reading of an electricity meter, and never reports it twice: it writes down what
// it will send before it sends it, in a file for each unit and day.
//
// It calls the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY. With neither
// set it starts an invented service in this process.
package main

import (
	"cmp"
	"context"
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

const usage = `Meters reports the reading of an electricity meter, and never reports it twice.

It calls the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY. With neither
set it starts an invented service in this process.

`

func main() {
	log.SetFlags(0)
	log.SetPrefix("meters: ")
	unit := flag.Int64("unit", 0, "`id` of the accommodation unit")
	quantity := flag.String("quantity", "", "`number` on the electricity meter, such as 1234.500")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("%q is not a flag; -h lists the flags", flag.Arg(0))
	}
	client, err := reservations.NewClientFromEnv()
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		fmt.Println("RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: calling an invented service in this process.")
		*unit, *quantity = cmp.Or(*unit, 7), cmp.Or(*quantity, "1234.500")
		client, err = reservations.NewClient(reservationstest.NewServer().URL(), reservationstest.Key)
	}
	if err != nil {
		log.Fatal(err)
	}
	reading, err := types.ParseDecimal(*quantity)
	if err != nil || *unit < 1 || !reading.Given() || reading.Decimal().IsNegative() {
		log.Fatal("-unit and -quantity are needed: which meter shows what, and not less than 0")
	}
	if err := report(context.Background(), client, ".", *unit, time.Now(), reading); err != nil {
		log.Fatal(err)
	}
}

// report sends what a meter shows now, unless there is a file for this day: then an earlier run has sent it, or was ended
// while it did.
func report(ctx context.Context, client *reservations.Client, folder string, unit int64, now time.Time, reading types.Decimal) error {
	dir, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer dir.Close()
	file := filepath.Join(folder, fmt.Sprintf("unit-%d-%s.txt", unit, types.DateOf(now)))
	intent, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("nothing is sent again: %s says whether the reading has arrived, and if it is empty nobody knows", file)
	}
	if err != nil {
		return err
	}
	if err := errors.Join(intent.Sync(), intent.Close(), dir.Sync()); err != nil { // a power cut loses neither the file nor its name
		return err
	}
	sent, err := client.Reports.CreateUtilityMeterReport(ctx, &types.UtilityMeterReportCreate{
		AccommodationUnit: &types.RequestRef{ID: unit}, Type: new(types.UtilityTypeElectricity),
		Quantity: reading, Datetime: types.NewDateTime(now),
	})
	switch {
	case reservations.MayHaveWritten(err): // the file stays, so that no later run sends the reading again
		return fmt.Errorf("the reading of unit %d may have arrived: look for it, and remove %s only if it is not there: %w", unit, file, err)
	case err != nil: // the service has certainly not stored the reading: a later run may send it
		return fmt.Errorf("the reading of unit %d has not arrived: %w", unit, errors.Join(err, os.Remove(file)))
	}
	fmt.Printf("Report %d of unit %d: %s %s\n", sent.ID, unit, sent.Type, sent.Quantity)
	return os.WriteFile(file, fmt.Appendf(nil, "report %d\n", sent.ID), 0o600)
}
