// SPDX-License-Identifier: MIT

// Command meters reports the reading of a utility meter of an accommodation unit.
//
// It calls the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY.
// With neither set it starts an invented service in this process:
//
//	go run ./examples/meters
//	go run ./examples/meters -unit 7 -type w -quantity 88.125
//
// The reading goes through an outbox, a SQLite file, so that none is lost when the program is
// killed or the service is away. To read meters where there is no network, accept the
// readings there and send them later:
//
//	meters -accept -unit 7 -type e -quantity 1234.500
//	meters -deliver
//
// # What can be sent twice
//
// The one reading that is on its way when the program is killed or the connection breaks may
// have arrived or not. The service takes no reference for a reading and offers no list of
// them, so no program can find out. Such a reading is held until somebody has looked; -list
// shows it, and -again or -drop decides. With -uncertain send it is sent again at once. Two
// reports of one reading have the same unit, type and time of reading to the second, so that
// they can be told from two readings. All others are sent once.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/examples/outbox"
	"github.com/reservationkit/reservations-go/types"
)

// variables is the end of the help.
const variables = `
The one reading that is on its way when the program is killed, or when its connection breaks,
is held or can be sent twice, with the same unit, type and time. All others are sent once, and
none is lost.

The service is set in the environment:
  RESERVATIONS_BASE_URL  address of the service, such as https://api.example.com
  RESERVATIONS_API_KEY   API key for the service
With neither address nor key set, the program starts an invented service in this process.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	if err := run(ctx, os.Args[1:], time.Now(), os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "meters:", err)
		os.Exit(1)
	}
}

// reading is what somebody has read from a meter.
type reading struct {
	unit     int64
	kind     types.UtilityType
	quantity types.Decimal
	at       time.Time
}

func parse(args []string, now time.Time, stdout io.Writer) (r reading, box outbox.Command, err error) {
	flags := flag.NewFlagSet("meters", flag.ContinueOnError)
	flags.Int64Var(&r.unit, "unit", 0, "`id` of the accommodation unit")
	flags.Func("type", "`letter` of what the meter measures: e for electricity, w for water, g for gas", func(text string) error {
		r.kind = types.UtilityType(text)
		if r.kind != types.UtilityTypeElectricity && r.kind != types.UtilityTypeWater && r.kind != types.UtilityTypeGas {
			return errors.New("want e, w or g")
		}
		return nil
	})
	flags.Func("quantity", "`number` on the meter, such as 1234.500", func(text string) (err error) {
		r.quantity, err = types.ParseDecimal(text)
		return err
	})
	// The SDK sends the second; -h shows no more either.
	flags.TextVar(&r.at, "at", now.Truncate(time.Second), "`time` of the reading, such as 2026-11-20T14:30:00+01:00")
	box.AddFlags(flags, "meters.db", "hold")
	err = box.Parse(flags, args, variables, stdout)
	return r, box, err
}

func run(ctx context.Context, args []string, now time.Time, stdout, stderr io.Writer) error {
	r, box, err := parse(args, now, stdout)
	if err != nil {
		return err
	}
	if box.Manages() {
		return box.Manage(ctx, stdout)
	}
	client, demo, end, err := box.Connect(startDemo, stdout)
	defer end()
	if err != nil {
		return err
	}
	if demo {
		r.fillInDemo()
	}
	if !box.Deliver && (r.unit == 0 || r.kind == "" || !r.quantity.Given()) {
		return errors.New("-unit, -type and -quantity are needed: say which meter shows what")
	}
	report := types.UtilityMeterReportCreate{
		AccommodationUnit: &types.RequestRef{ID: r.unit},
		Type:              &r.kind,
		Quantity:          r.quantity,
		Datetime:          types.NewDateTime(r.at),
	}
	return box.Run(ctx, []any{report}, func(ctx context.Context, body json.RawMessage) error {
		return send(ctx, client, body, stdout)
	}, stdout, stderr)
}

// send sends one reading of the outbox.
func send(ctx context.Context, client *reservations.Client, body json.RawMessage, stdout io.Writer) error {
	var report types.UtilityMeterReportCreate
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&report); err != nil {
		return fmt.Errorf("this is no reading of a meter: %w", err)
	}
	known, err := client.Reports.CreateUtilityMeterReport(ctx, &report)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "Report %d of unit %d: %s %s at %s\n", known.ID, report.AccommodationUnit.ID, known.Type, known.Quantity, known.Datetime)
	return nil
}
