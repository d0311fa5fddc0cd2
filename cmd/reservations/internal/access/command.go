// SPDX-License-Identifier: MIT

// Package access tells a system for door locks or Wi-Fi who may come in.
package access

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/files"
	"github.com/reservationkit/reservations-go/types"
)

// Command is "reservations access".
func Command(app *cli.App) *cobra.Command {
	cmd := &cobra.Command{Use: "access", Short: "Tell door locks or Wi-Fi who may come in"}
	cmd.AddCommand(watchCommand(app))
	return cmd
}

const long = `Read the reservations again and again, and deliver what has changed as events.

An event is a line of JSON with an id, a kind, the stay as it is now and as it was: the ids and numbers
of the reservation and its unit, days and times, no token and nothing about persons. The kinds:

  arrival      it begins today, or within the days of --ahead
  departure    its day of departure has passed
  extended     it ends later
  shortened    it ends earlier
  moved        it is in another unit
  changed      something else: its day of arrival, its times, a number
  cancelled    its status opens no doors any more
  unassigned   it has no unit any more
  postponed    it begins later than it did, and not yet
  missing      the service does not list it any more, and does not say why

A read that fails changes nothing, and the next one finds the same difference. Each event is kept in the
state until it has been delivered, also when the program is killed: the one that is being delivered
then is delivered again, with the same id. One that is not accepted keeps the later ones waiting.`

// options are the flags, and what a run adds to them.
type options struct {
	state, post, postFile string
	name                  string // of the state, as messages call it
	every                 time.Duration
	once, dryRun          bool
	ahead, longest        int
	statuses              []string
	recordFirst           bool
	acceptEmpty           bool
	today                 types.Date
	later                 int // days by which the demo is later than today
}

func watchCommand(app *cli.App) *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "watch",
		Short: "Deliver arrivals, departures and changed stays as events",
		Long:  long,
		Example: `  reservations access watch --once --dry-run              show the events of a first read
  reservations access watch --once --post https://locks.example.com/events
  reservations access watch --every 5m >>events.jsonl      until Ctrl-C`,
	}
	f := cmd.Flags()
	f.StringVar(&o.state, "state", "access.db", "`file` that keeps the stays of the last read and the events to deliver")
	f.StringVar(&o.post, "post", "", "`URL` to send each event to; without it they are printed")
	f.StringVar(&o.postFile, "post-file", "", "`file` that holds the URL, where it has a secret in it")
	f.DurationVar(&o.every, "every", 5*time.Minute, "`time` between two reads")
	f.BoolVar(&o.once, "once", false, "read once, for example from cron")
	f.BoolVarP(&o.dryRun, "dry-run", "n", false, "read once and print the events, and deliver and keep nothing")
	f.IntVar(&o.ahead, "ahead", 1, "how many `days` before its first day an arrival is delivered")
	f.IntVar(&o.longest, "longest", 366, "how many `days` the longest stay has; longer ones may be missed")
	f.StringSliceVar(&o.statuses, "status", []string{"confirmed", "imported"}, "`states` of reservations that open doors")
	f.BoolVar(&o.recordFirst, "record", false, "deliver nothing at the first read: the receiver knows the stays of today")
	f.BoolVar(&o.acceptEmpty, "accept-empty", false, "accept a list without any reservation although some were known")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := o.check(app); err != nil {
			return err
		}
		return run(cmd.Context(), app, o, cmd.Flags().Changed("state"))
	}
	return cmd
}

// known are the states of a reservation.
var known = []string{
	string(types.ReservationStatusCancelled), string(types.ReservationStatusDenied), string(types.ReservationStatusImported),
	string(types.ReservationStatusOpen), string(types.ReservationStatusConfirmed), string(types.ReservationStatusOption),
	string(types.ReservationStatusOptionExpired), string(types.ReservationStatusSession),
}

// check reports flags that cannot be used, and reads the address.
func (o *options) check(app *cli.App) error {
	switch {
	case o.ahead < 0 || o.longest < 0:
		return cli.UsageErrorf("--ahead and --longest must not be negative")
	case o.every <= 0:
		return cli.UsageErrorf("--every must be positive, such as 5m")
	case o.post != "" && o.postFile != "":
		return cli.UsageErrorf("only one of --post and --post-file can be set")
	}
	for _, status := range o.statuses {
		if !slices.Contains(known, status) { // a misspelt status would lock all guests out
			return cli.UsageErrorf("--status %q is not a state of a reservation: %s", status, strings.Join(known, ", "))
		}
	}
	return o.checkAddress(app)
}

// checkAddress reads the address to send events to, if there is one. Its errors do not show it,
// because it can hold a secret.
func (o *options) checkAddress(app *cli.App) error {
	flag := "--post"
	if o.postFile != "" {
		flag = "--post-file"
		var err error
		if o.post, err = app.ReadSecret(o.postFile); err != nil {
			return cli.UsageErrorf("the address cannot be read: %w", err)
		}
	}
	if o.post == "" && o.postFile == "" {
		return nil
	}
	receiver, err := url.Parse(o.post)
	if err != nil || receiver.Scheme != "http" && receiver.Scheme != "https" || receiver.Host == "" {
		return cli.UsageErrorf("%s is not an address that begins with https:// or http://", flag)
	}
	return nil
}

// run opens the service and the state, and reads.
func run(ctx context.Context, app *cli.App, o options, isState bool) error {
	service, err := app.Connect(app.Today(), app.Today())
	if err != nil {
		return err
	}
	defer service.Close()
	o.name = o.state
	if service.Demo && !isState {
		files.RemoveLeftovers(os.TempDir())
		folder, remove, err := files.TempFolder(os.TempDir())
		if err != nil {
			return err
		}
		defer remove()
		o.state, o.name = filepath.Join(folder, "access.db"), "the state of the demo"
	}
	if service.Demo {
		begin(service.Park, app.Today())
	}
	owner := fmt.Sprintf("organization %d of %s", service.Organization, service.Host)
	w := &watcher{app: app, client: service.Client, options: o, owner: owner, deliver: toWriter(app.Stdout)}
	if o.post != "" {
		w.deliver = toURL(o.post)
	}
	if o.dryRun {
		return w.try(ctx)
	}
	if w.store, err = openStore(ctx, o.state, owner); err != nil {
		return err
	}
	defer w.store.close()
	switch {
	case o.once:
		return w.follow(ctx)
	case service.Demo:
		return w.demo(ctx, service.Park)
	}
	return w.watch(ctx)
}
