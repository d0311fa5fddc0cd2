// SPDX-License-Identifier: MIT

// Command webhooks shows what became of a webhook event, and deletes its webhook.
//
// It calls the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY.
// With neither set it starts an invented service in this process:
//
//	go run ./examples/webhooks
//	go run ./examples/webhooks -event 9001 -delete 71
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

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
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "webhooks:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("webhooks", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main reports the error
	event := flags.Int64("event", 0, "show the webhook event with this `id`")
	webhook := flags.Int64("delete", 0, "delete the webhook with this `id`, and all its events with it")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(stdout)
			flags.Usage()
			fmt.Fprint(stdout, variables)
		}
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("%q is not a flag; -h lists the flags", flags.Arg(0))
	}
	client, err := reservations.NewClientFromEnv()
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		server := startDemo()
		defer server.Close()
		fmt.Fprintf(stdout, "RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: calling an invented service in this process, at %s.\n", server.URL())
		client, err = reservations.NewClient(server.URL(), reservationstest.Key)
		*event, *webhook = cmp.Or(*event, demoEvent), cmp.Or(*webhook, demoWebhook)
	}
	if err != nil {
		return err
	}
	if *event == 0 && *webhook == 0 {
		return errors.New("nothing to do: give -event, -delete or both")
	}
	if *event != 0 {
		if err := inspect(ctx, client, *event, stdout); err != nil {
			return err
		}
	}
	if *webhook != 0 {
		return remove(ctx, client, *webhook, stdout)
	}
	return nil
}

// inspect shows a webhook event. The service answers with a list, although an id names
// one event, so show whatever is in it.
func inspect(ctx context.Context, client *reservations.Client, id int64, stdout io.Writer) error {
	events, err := client.Webhooks.Event(ctx, id)
	switch {
	case errors.Is(err, reservations.ErrNotFound) || err == nil && len(events) == 0:
		return fmt.Errorf("there is no webhook event %d", id)
	case err != nil:
		return fmt.Errorf("reading webhook event %d failed: %w", id, err)
	}
	for _, event := range events {
		fmt.Fprintf(stdout, "Event %s: %s of record %d\n", event.ID, event.Event, event.SubjectID)
		fmt.Fprintf(stdout, "  for webhook %d at %s\n", event.Webhook.ID, event.Webhook.URL)
		fmt.Fprintf(stdout, "  status %s, %d attempts\n", event.Status, event.Attempts)
		if event.ResponseStatusCode != nil { // nil when no receiver ever answered
			fmt.Fprintf(stdout, "  the receiver answered %d\n", *event.ResponseStatusCode)
		}
		if event.Error != "" {
			fmt.Fprintf(stdout, "  error: %s\n", event.Error)
		}
		fmt.Fprintf(stdout, "  payload: %s\n", describe(event.Payload))
	}
	return nil
}

// describe reads from a payload the fields it needs. Read those that your events have,
// and print no more: a payload may hold personal data and tokens.
func describe(payload types.Object) string {
	var reservation struct {
		Number   string     `json:"number"`
		DateFrom types.Date `json:"dateFrom"`
	}
	if err := payload.Decode(&reservation); err != nil || reservation.Number == "" {
		return fmt.Sprintf("%d bytes that describe no reservation", len(payload))
	}
	return fmt.Sprintf("reservation %s from %s", reservation.Number, reservation.DateFrom)
}

func remove(ctx context.Context, client *reservations.Client, id int64, stdout io.Writer) error {
	err := client.Webhooks.Delete(ctx, id)
	switch {
	case errors.Is(err, reservations.ErrNotFound):
		return fmt.Errorf("there is no webhook %d", id)
	case err != nil:
		return fmt.Errorf("deleting webhook %d failed: %w", id, err)
	}
	fmt.Fprintf(stdout, "Webhook %d is deleted, and its events with it.\n", id)
	return nil
}
