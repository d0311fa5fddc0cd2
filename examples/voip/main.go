// SPDX-License-Identifier: MIT

// Command voip reports a telephone call to the service as a telephone system does: it
// rings, is answered, and ends. Then it leaves a note at the reservation of the caller.
//
// It calls the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY.
// With neither set it starts an invented service in this process:
//
//	go run ./examples/voip
//	go run ./examples/voip -from +441632960001 -to +441632960100 -reservation 1001 -note "Wants a late check-out."
//
// The events go through an outbox, a SQLite file, so that none is lost when the program is
// killed or the service is away. A telephone system accepts events in one program and sends
// them in another that always runs:
//
//	voip -accept -reference 42 -from +441632960001 -to +441632960100 -reservation 1001 -note "Lost a key."
//	voip -deliver -watch 5s
//
// # What can be sent twice
//
// The one event that is on its way when the program is killed or the connection breaks may
// have arrived or not. It is sent again, with the same reference, before any later event, or
// with -uncertain hold it is kept until somebody decides. All others are sent once. By its
// reference the service knows the call, which the second event updates to the same values. What
// it does with a second note of the same reference is not documented; who sees two notes
// recognises them by their reference, if the service shows it, and otherwise by their text.
//
// An event that the service refuses with 400 is put aside with the error, and the later ones
// are sent. When it is sent again later, it can set the call back to an earlier state.
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
The one event that is on its way when the program is killed, or when its connection breaks,
can be sent twice, with the same reference. All others are sent once, and none is lost.

The service is set in the environment:
  RESERVATIONS_BASE_URL  address of the service, such as https://api.example.com
  RESERVATIONS_API_KEY   API key for the service
With neither address nor key set, the program starts an invented service in this process.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	if err := run(ctx, os.Args[1:], time.Now(), os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "voip:", err)
		os.Exit(1)
	}
}

// parse makes up a call that ended now: it rang for 8 seconds, and then the two talked for a
// minute and a half.
func parse(args []string, now time.Time, stdout io.Writer) (c call, box outbox.Command, err error) {
	c = call{begin: now.Add(-98 * time.Second), answered: now.Add(-90 * time.Second), over: now}
	flags := flag.NewFlagSet("voip", flag.ContinueOnError)
	flags.StringVar(&c.reference, "reference", fmt.Sprintf("call-%d", now.UnixMilli()), "the `id` that the telephone system gave the call")
	flags.StringVar(&c.from, "from", "", "telephone `number` of the caller")
	flags.StringVar(&c.to, "to", "", "telephone `number` that was called")
	flags.Int64Var(&c.reservation, "reservation", 0, "`id` of the reservation to leave the note at")
	flags.StringVar(&c.note, "note", "", "`text` of the note")
	box.AddFlags(flags, "voip.db", "send")
	err = box.Parse(flags, args, variables, stdout)
	return c, box, err
}

func run(ctx context.Context, args []string, now time.Time, stdout, stderr io.Writer) error {
	c, box, err := parse(args, now, stdout)
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
		c.fillInDemo()
	}
	if !box.Deliver && (c.reference == "" || c.from == "" || c.to == "" || c.reservation == 0 || c.note == "") {
		return errors.New("-from, -to, -reservation and -note are needed: say who called whom and what to note where")
	}
	return box.Run(ctx, c.events(), func(ctx context.Context, body json.RawMessage) error {
		return send(ctx, client, body, stdout)
	}, stdout, stderr)
}

// send sends one event of the outbox.
func send(ctx context.Context, client *reservations.Client, body json.RawMessage, stdout io.Writer) error {
	var event types.VoIPEvent
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&event); err != nil {
		return fmt.Errorf("this is no telephone event: %w", err)
	}
	known, err := client.VoIP.SendEvent(ctx, event)
	switch {
	case err != nil:
		return err
	case event.Status != nil:
		fmt.Fprintf(stdout, "Call %d from %s: %s, answered %t, %d seconds\n", known.ID, known.Source, known.Status, known.Answered, known.Duration)
	default:
		fmt.Fprintf(stdout, "Noted at reservation %d: %s\n", event.Reservation.ID, known.Notes)
	}
	return nil
}
