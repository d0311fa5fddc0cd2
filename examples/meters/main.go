// Command meters reports the reading of a utility meter of an accommodation unit.
//
// It calls the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY.
// With neither set it starts an invented service in this process:
//
//	go run ./examples/meters
//	go run ./examples/meters -unit 7 -type w -quantity 88.125
//
// The reading goes through an outbox, a SQLite file, so that none is lost when the program is
// killed or the service is away. Whoever reads meters out of reach of a network accepts the
// readings there and sends them later:
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
	"path/filepath"
	"syscall"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/examples/outbox"
	"github.com/reservationkit/reservations-go/reservationstest"
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
	flags.SetOutput(io.Discard) // main reports the error
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
	flags.TextVar(&r.at, "at", now.Truncate(time.Second), "`time` of the reading, such as 2026-11-20T14:30:00+01:00")
	box.AddFlags(flags, "meters.db", "hold")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(stdout)
			flags.Usage()
			fmt.Fprint(stdout, variables)
		}
		return r, box, err
	}
	if flags.NArg() > 0 {
		return r, box, fmt.Errorf("%q is not a flag; -h lists the flags", flags.Arg(0))
	}
	return r, box, box.Check()
}

func run(ctx context.Context, args []string, now time.Time, stdout, stderr io.Writer) error {
	r, box, err := parse(args, now, stdout)
	if err != nil {
		return err
	}
	if box.Manages() {
		return box.Manage(ctx, stdout)
	}
	var client *reservations.Client
	noRetry := reservations.WithRetry(reservations.NoRetry()) // the outbox retries
	switch {
	case box.Accept:
	case os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "":
		if box.Deliver { // real readings would be lost in an invented service
			return errors.New("-deliver needs a service: set RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY")
		}
		server := startDemo()
		defer server.Close()
		folder, err := os.MkdirTemp("", "meters")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		fmt.Fprintf(stdout, "RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: calling an invented service in this process, at %s.\n", server.URL())
		client, err = reservations.NewClient(server.URL(), reservationstest.Key, noRetry)
		if err != nil {
			return err
		}
		r.fillInDemo()
		box.File = filepath.Join(folder, "meters.db") // invented readings are not mixed with real ones
	default:
		if client, err = reservations.NewClientFromEnv(noRetry); err != nil {
			return err
		}
	}
	if !box.Deliver && (r.unit == 0 || r.kind == "" || !r.quantity.Given()) {
		return errors.New("-unit, -type and -quantity are needed: say which meter shows what")
	}
	report := types.UtilityMeterReportCreate{
		AccommodationUnit: &types.Ref{ID: r.unit},
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
