// Command voip reports a telephone call to the service as a telephone system does: it
// rings, is answered, and ends. Then it leaves a note at the reservation of the caller.
//
// It calls the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY.
// With neither set it starts an invented service in this process:
//
//	go run ./examples/voip
//	go run ./examples/voip -from +441632960001 -to +441632960100 -reservation 1001 -note "Wants a late check-out."
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// variables is the end of the help.
const variables = `
The service is set in the environment:
  RESERVATIONS_BASE_URL  address of the service, such as https://api.example.com
  RESERVATIONS_API_KEY   API key for the service
With neither address nor key set, the program starts an invented service in this process.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	if err := run(ctx, os.Args[1:], time.Now(), os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "voip:", err)
		os.Exit(1)
	}
}

// call is what a telephone system knows of a call.
type call struct {
	reference             string // the id the telephone system gave it
	from, to              string // telephone numbers
	begin, answered, over time.Time
	reservation           int64 // of the caller
	note                  string
}

// parseCall makes up a call that ended now: it rang for 8 seconds, and then the two
// talked for a minute and a half.
func parseCall(args []string, now time.Time, stdout io.Writer) (call, error) {
	c := call{begin: now.Add(-98 * time.Second), answered: now.Add(-90 * time.Second), over: now}
	c.reference = fmt.Sprintf("call-%d", now.UnixMilli())
	flags := flag.NewFlagSet("voip", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main reports the error
	flags.StringVar(&c.from, "from", "", "telephone `number` of the caller")
	flags.StringVar(&c.to, "to", "", "telephone `number` that was called")
	flags.Int64Var(&c.reservation, "reservation", 0, "`id` of the reservation to leave the note at")
	flags.StringVar(&c.note, "note", "", "`text` of the note")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(stdout)
			flags.Usage()
			fmt.Fprint(stdout, variables)
		}
		return c, err
	}
	if flags.NArg() > 0 {
		return c, fmt.Errorf("%q is not a flag; -h lists the flags", flags.Arg(0))
	}
	return c, nil
}

func run(ctx context.Context, args []string, now time.Time, stdout io.Writer) error {
	c, err := parseCall(args, now, stdout)
	if err != nil {
		return err
	}
	client, err := reservations.NewClientFromEnv()
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		server := startDemo()
		defer server.Close()
		fmt.Fprintf(stdout, "RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: calling an invented service in this process, at %s.\n", server.URL())
		client, err = reservations.NewClient(server.URL(), reservationstest.Key)
		c.fillInDemo()
	}
	if err != nil {
		return err
	}
	if c.from == "" || c.to == "" || c.reservation == 0 || c.note == "" {
		return errors.New("-from, -to, -reservation and -note are needed: say who called whom and what to note where")
	}
	if err := report(ctx, client, c, stdout); err != nil {
		return err
	}
	return leaveNote(ctx, client, c, stdout)
}

// report sends one event per state of the call. The events share the reference of the
// call, by which the service knows that they belong together, and each says all that is
// known by then.
func report(ctx context.Context, client *reservations.Client, c call, stdout io.Writer) error {
	event := types.VoIPEvent{
		Reference:   c.reference,
		Event:       types.Ptr(types.CallEventCall),
		Direction:   types.Ptr(types.CallDirectionIn),
		Source:      &c.from,
		Destination: &c.to,
		Status:      types.Ptr(types.CallStatusRinging),
		BeginDate:   types.NewDateTime(c.begin),
		Answered:    types.Ptr(false), // said, not left out: false is an answer here
		Duration:    types.Ptr(0),
	}
	if err := send(ctx, client, event, stdout); err != nil {
		return err
	}
	event.Status = types.Ptr(types.CallStatusOngoing)
	event.AnswerDate = types.NewDateTime(c.answered)
	event.Answered = types.Ptr(true)
	if err := send(ctx, client, event, stdout); err != nil {
		return err
	}
	event.Status = types.Ptr(types.CallStatusHangup)
	event.EndDate = types.NewDateTime(c.over)
	event.Duration = types.Ptr(int(c.over.Sub(c.answered).Seconds())) // whether ringing counts is not documented
	return send(ctx, client, event, stdout)
}

func send(ctx context.Context, client *reservations.Client, event types.VoIPEvent, stdout io.Writer) error {
	known, err := client.VoIP.SendEvent(ctx, event)
	if err != nil {
		return fmt.Errorf("reporting the call as %s failed: %w", *event.Status, err)
	}
	fmt.Fprintf(stdout, "Call %d from %s: %s, answered %t, %d seconds\n", known.ID, known.Source, known.Status, known.Answered, known.Duration)
	return nil
}

// leaveNote makes a note at the reservation. It is an event of its own and so has a
// reference of its own.
func leaveNote(ctx context.Context, client *reservations.Client, c call, stdout io.Writer) error {
	answer, err := client.VoIP.SendEvent(ctx, types.VoIPEvent{
		Reference:   c.reference + "-note",
		Event:       types.Ptr(types.CallEventReservationChangeNote),
		Notes:       &c.note,
		Reservation: &types.Ref{ID: c.reservation},
	})
	if err != nil {
		return fmt.Errorf("the call was reported, but noting it at reservation %d failed: %w", c.reservation, err)
	}
	fmt.Fprintf(stdout, "Noted at reservation %d: %s\n", c.reservation, answer.Notes)
	return nil
}
