// SPDX-License-Identifier: MIT

// Command access tells a system for door locks or Wi-Fi who may come in: it reads the
// reservations, compares them with those of its last run, and delivers the difference as
// events. Run it every few minutes, for example with cron.
//
// It reads the organization RESERVATIONS_ORGANIZATION of the service at
// RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY. With neither URL nor key
// it starts an invented service in this process:
//
//	go run ./examples/access
//	go run ./examples/access -post https://locks.example.com/events
//
// It reads the list of summaries, because a code must work before the guest has checked in, and
// be changed with the reservation. The night register shows only who has checked in, and it
// names units by a number without an id.
//
// # Events
//
// An event is a JSON object with an id, a kind, the stay as it is now, and the stay as it
// was. It holds the id and number of the reservation and of the unit, the days and the
// times, but no token and no personal data. The kinds are
//
//	arrival     the stay begins today, or within the days of -ahead
//	departure   its day of departure has passed
//	extended    it ends later
//	shortened   it ends earlier
//	moved       it is in another unit
//	changed     something else: its day of arrival, its times, a number
//	cancelled   its status opens no doors any more
//	unassigned  it has no unit any more
//	postponed   it begins later than it did, and not yet
//	missing     the service does not list it any more, and does not say why
//
// Let the lock end a code by the day and time of the stay; the departure comes on the next
// day. Whether a stay that is missing opens its door is for the receiver to decide: the service
// does not document whether it lists all reservations for ever.
//
// # What happens when something fails
//
// A read that fails changes nothing, and the next run finds the same difference. The stays of a
// read and its events are stored in one transaction, before the events are delivered, and each
// event is kept until it has been delivered. So none is lost, also when the program is killed.
// The one event that is being delivered then is delivered twice, with the same id. Events are
// delivered in their order: one that is not accepted keeps the later ones waiting.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// variables is the end of the help.
const variables = `
Each event is delivered at least once. The one that is being delivered when the program is
killed is delivered again by the next run, with the same id.

The service is set in the environment:
  RESERVATIONS_BASE_URL      address of the service, such as https://api.example.com
  RESERVATIONS_API_KEY       API key for the service
  RESERVATIONS_ORGANIZATION  id of the organization
With neither address nor key set, the program starts an invented service in this process.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	if err := run(ctx, os.Args[1:], time.Now(), os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "access:", err)
		os.Exit(1)
	}
}

// options are the flags, and the day.
type options struct {
	state, post    string
	ahead, longest int
	statuses       []string
	recordFirst    bool
	acceptEmpty    bool
	today          types.Date
}

func parseOptions(args []string, now time.Time, stdout io.Writer) (o options, err error) {
	o.today = types.DateOf(now)
	flags := flag.NewFlagSet("access", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main reports the error
	flags.StringVar(&o.state, "state", "access.db", "`file` that keeps the stays of the last read and the events to deliver")
	flags.StringVar(&o.post, "post", "", "`URL` to send each event to, with POST; without it they are lines on stdout")
	flags.IntVar(&o.ahead, "ahead", 1, "how many `days` before the day of arrival a stay is an arrival")
	flags.IntVar(&o.longest, "longest", 366, "how many `days` the longest stay has; the range that is read depends on it")
	statuses := flags.String("status", "confirmed,imported", "`states` of reservations that open doors, separated by commas")
	flags.BoolVar(&o.recordFirst, "record", false, "at the first run deliver nothing: the receiver knows the stays of today")
	flags.BoolVar(&o.acceptEmpty, "empty", false, "accept a read without any reservation although some were known")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(stdout)
			flags.Usage()
			fmt.Fprint(stdout, variables)
		}
		return o, err
	}
	o.statuses = strings.Split(*statuses, ",")
	switch {
	case flags.NArg() > 0:
		return o, fmt.Errorf("%q is not a flag; -h lists the flags", flags.Arg(0))
	case o.ahead < 0 || o.longest < 0:
		return o, errors.New("-ahead and -longest must not be negative")
	}
	if receiver, err := url.Parse(o.post); err != nil || o.post != "" && (receiver.Scheme != "http" && receiver.Scheme != "https" || receiver.Host == "") {
		return o, errors.New("-post is not an address that begins with https:// or http://") // which can hold a secret
	}
	return o, nil
}

func run(ctx context.Context, args []string, now time.Time, stdout, stderr io.Writer) error {
	o, err := parseOptions(args, now, stdout)
	if err != nil {
		return err
	}
	deliver := toWriter(stdout)
	if o.post != "" {
		deliver = toURL(o.post)
	}
	client, err := reservations.NewClientFromEnv()
	var server *reservationstest.Server
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		server = startDemo(o)
		defer server.Close()
		folder, err := os.MkdirTemp("", "access")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		o.state = filepath.Join(folder, "access.db") // invented stays are not mixed with real ones
		fmt.Fprintf(stdout, "RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: reading an invented service in this process, at %s.\n", server.URL())
		client, err = reservations.NewClient(server.URL(), reservationstest.Key, reservations.WithOrganization(demoOrganization))
		if err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	s, err := openStore(ctx, o.state)
	if err != nil {
		return err
	}
	defer s.close()
	if server != nil {
		return runDemo(ctx, client, server, s, o, deliver, stderr)
	}
	return follow(ctx, client, s, o, deliver, stderr)
}

// follow delivers what earlier runs have left, reads, and delivers the difference.
func follow(ctx context.Context, client *reservations.Client, s *store, o options, deliver func(context.Context, []byte) error, stderr io.Writer) error {
	late, err := deliverAll(ctx, s, deliver)
	if late > 0 {
		fmt.Fprintf(stderr, "Delivered %d events of earlier runs\n", late)
	}
	if err != nil {
		return err
	}
	before, isFirst, err := s.stays(ctx)
	if err != nil {
		return err
	}
	listings, err := readListings(ctx, client, o)
	if err != nil {
		return err
	}
	if len(listings) == 0 && len(before) > 0 && !o.acceptEmpty {
		return fmt.Errorf("the service lists no reservation at all, although %d stays were known: nothing is changed; -empty accepts this", len(before))
	}
	stays, events, undecided := difference(before, listings, o)
	for _, problem := range undecided {
		fmt.Fprintln(stderr, problem)
	}
	if isFirst {
		fmt.Fprintf(stderr, "This is the first run with %s\n", o.state)
		if o.recordFirst {
			events = nil
		}
	}
	if err := s.keep(ctx, stays, events); err != nil {
		return err
	}
	count, err := deliverAll(ctx, s, deliver)
	fmt.Fprintf(stderr, "%s: %d stays, delivered %d of %d events\n", o.today, len(stays), count, len(events))
	return err
}
