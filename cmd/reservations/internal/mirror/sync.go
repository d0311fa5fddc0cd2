// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	store "github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/types"
)

// inventedOrganization is an id that no organization has, so that invented reservations are told from those of a
// park.
const inventedOrganization = 999_999_999_999

// demoNights is how many nights of the invented park are copied.
const demoNights = 14

// goesOn is what becomes of a copy that was interrupted.
const goesOn = "what was read is in the copy, and the next run goes on from there"

// syncOptions are the flags of sync and watch.
type syncOptions struct {
	redact, full, skipRegister bool
	registerFrom               types.Date
}

func (o *syncOptions) addTo(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&o.redact, "redact", false, "store no personal data; a copy is made with or without it, and stays so")
	f.BoolVar(&o.full, "full", false, "read everything, and remove what the service no longer lists; do so once a week")
	f.BoolVar(&o.skipRegister, "skip-register", false, "copy the reservations only, not the night register")
	f.TextVar(&o.registerFrom, "register-from", types.Date{}, "first `day` of the night register, such as 2026-01-01 (default a year ago)")
}

func syncCommand(app *cli.App, db *database) *cobra.Command {
	var o syncOptions
	cmd := &cobra.Command{
		Use:   "sync",
		Short: "Read what has changed since the last time, or everything the first time",
		Long: `Read what has changed since the last time, or everything the first time.

A run that is stopped or fails has stored what it read, and the next one goes on from there.
The last 35 nights of the register are read again each time.`,
		Example: `  reservations mirror sync
  reservations mirror sync --database park.db --redact
  reservations mirror sync -q || mail -s "the copy is not complete" desk@example.com`,
	}
	o.addTo(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return o.run(app, db, cmd, func(ctx context.Context, m *store.Mirror, service *cli.Service, name string) error {
			result, err := m.Sync(ctx, service.Client)
			if err != nil {
				return fmt.Errorf("%s is not complete, and the next run goes on from there: %w", name, explain(err, name))
			}
			app.Say("%s: %s", name, Summary(result))
			warn(app, name, result)
			return nil
		})
	}
	return cmd
}

func watchCommand(app *cli.App, db *database) *cobra.Command {
	var o syncOptions
	every := time.Hour
	cmd := &cobra.Command{
		Use:   "watch",
		Short: "Do as sync does, again and again, until it is stopped",
		Long: `Do as sync does, again and again, until it is stopped with Ctrl-C or SIGTERM, which is no failure.

A sync that fails is one line on standard error, also with --quiet, and the next one goes on from there.`,
		Example: `  reservations mirror watch --every 15m`,
	}
	o.addTo(cmd)
	cmd.Flags().DurationVar(&every, "every", every, "`time` from the end of one sync to the next, such as 15m")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if every <= 0 {
			return cli.UsageErrorf("--every must be longer than 0, such as 15m")
		}
		return o.run(app, db, cmd, func(ctx context.Context, m *store.Mirror, service *cli.Service, name string) error {
			return watch(ctx, app, m, service, every, name)
		})
	}
	return cmd
}

// watch reads until it is stopped. A failed read does not end it, because most failures are temporary.
func watch(ctx context.Context, app *cli.App, m *store.Mirror, service *cli.Service, every time.Duration, name string) error {
	err := m.Watch(ctx, service.Client, every, func(result store.SyncResult, err error) {
		at := app.Now().UTC().Format(time.RFC3339)
		if err != nil {
			app.Warn("%s %s is not complete: %v; the next attempt is in %v", at, name, explain(err, name), every)
			return
		}
		app.Say("%s %s: %s", at, name, Summary(result))
		warn(app, at+" "+name, result)
	})
	if errors.Is(err, context.Canceled) {
		app.Say("Stopped; %s.", goesOn)
		return nil
	}
	return explain(err, name)
}

// Summary is the one line that a sync prints.
func Summary(r store.SyncResult) string {
	return fmt.Sprintf("reservations %d new, %d changed, %d unchanged, %d removed; nights %d read, %d new or changed",
		r.New, r.Changed, r.Unchanged, r.Removed, r.Nights, r.NightsChanged)
}

// warn says what was not copied as it was sent, also with --quiet.
func warn(app *cli.App, name string, r store.SyncResult) {
	for _, warning := range r.Warnings() {
		app.Warn("%s: %s", name, warning)
	}
}

// run opens the service and the database for do.
func (o syncOptions) run(app *cli.App, db *database, cmd *cobra.Command,
	do func(context.Context, *store.Mirror, *cli.Service, string) error) error {
	today := types.DateOf(app.Now().UTC())
	service, err := app.Connect(today.AddDays(-demoNights), today)
	if err != nil {
		return err
	}
	defer service.Close()
	config := store.Config{
		Organization: service.Organization, Redact: o.redact, Full: o.full, SkipRegister: o.skipRegister, RegisterFrom: o.registerFrom,
		Progress: func(r store.SyncResult) {
			app.Status("%d reservations and %d nights read", r.New+r.Changed+r.Unchanged, r.Nights)
		},
	}
	if service.Demo {
		config.Organization = inventedOrganization
		if o.registerFrom.IsZero() {
			config.RegisterFrom = today.AddDays(-demoNights)
		}
	}
	if config.Organization == 0 {
		return cli.UsageErrorf("no organization is set, and a copy is of one: set --organization or RESERVATIONS_ORGANIZATION")
	}
	m, name, err := db.open(cmd.Context(), cmd, config)
	if err != nil {
		return err
	}
	defer m.Close()
	app.OnInterrupt("%s", goesOn)
	return do(cmd.Context(), m, service, name)
}
