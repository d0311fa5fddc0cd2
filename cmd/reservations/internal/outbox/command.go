// SPDX-License-Identifier: MIT

package outbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

// Command is "reservations outbox".
func Command(app *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "outbox",
		Short: "Deliver what phone send and meter send have kept, and decide about what may have arrived",
		Long: `Deliver what phone send and meter send have kept, and decide about what may have arrived.

A message is waiting until the service has it, and is then deleted. The one message that is on its
way when the program is killed or the connection breaks may have arrived. It is held until
you decide: look at what the service has, and then retry it or drop it. A message that the service
does not want, or that this version of the program cannot read, is refused, and the later ones are sent.`,
	}
	cmd.AddCommand(statusCommand(app), deliverCommand(app), retryCommand(app), dropCommand(app))
	return cmd
}

func statusCommand(app *cli.App) *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "status",
		Short: "List the messages, without what they say",
		Example: `  reservations outbox status
  reservations outbox status --format json`,
	}
	fileFlag(cmd, &file)
	format := cli.FormatFlag(cmd, cli.FormatTable, cli.FormatJSON)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return withExisting(cmd.Context(), file, func(box *Outbox) error {
			messages, err := box.List(cmd.Context())
			if err != nil {
				return err
			}
			app.Say("%s.", keeps(file, messages))
			return list(app, messages, *format)
		})
	}
	return cmd
}

// list prints messages without their bodies, which can hold personal data.
func list(app *cli.App, messages []Message, format string) error {
	if format == cli.FormatJSON {
		return cli.WriteJSON(app.Stdout, append([]Message{}, messages...)) // [] and not null
	}
	if len(messages) == 0 {
		return nil
	}
	table := cli.Table{Header: []string{"NUMBER", "KIND", "STATE", "TRIES", "PROBLEM"}}
	for _, m := range messages {
		table.Rows = append(table.Rows, []string{
			strconv.FormatInt(m.ID, 10), string(m.Kind), m.State, strconv.Itoa(m.Tries), m.Problem,
		})
	}
	return table.Write(app.Stdout)
}

func deliverCommand(app *cli.App) *cobra.Command {
	var file string
	var dryRun bool
	var d delivery
	cmd := &cobra.Command{
		Use:   "deliver",
		Short: "Send the messages that wait, in their order",
		Example: `  reservations outbox deliver
  reservations outbox deliver --watch 5s       send new ones as they come, until Ctrl-C`,
	}
	fileFlag(cmd, &file)
	d.addFlags(cmd)
	cmd.Flags().DurationVar(&d.watch, "watch", 0, "look for new messages after each such `time`, and go on trying for ever")
	cmd.Flags().BoolVarP(&dryRun, "dry-run", "n", false, "list what would be sent, and send nothing")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := d.check(); err != nil {
			return err
		}
		if d.watch > 0 {
			d.wait = 0
		}
		return withExisting(cmd.Context(), file, func(box *Outbox) error {
			if dryRun {
				return tryDelivery(cmd.Context(), app, box)
			}
			return deliver(cmd.Context(), app, box, d)
		})
	}
	return cmd
}

// tryDelivery lists what a delivery would send.
func tryDelivery(ctx context.Context, app *cli.App, box *Outbox) error {
	messages, err := box.List(ctx)
	if err != nil {
		return err
	}
	var waiting []Message
	for _, m := range messages {
		if m.State == stateWaiting {
			waiting = append(waiting, m)
		}
	}
	app.Say("Nothing was sent: outbox deliver would send %s (--dry-run).", counted(len(waiting)))
	return list(app, waiting, cli.FormatTable)
}

func deliver(ctx context.Context, app *cli.App, box *Outbox, d delivery) error {
	service, err := connect(app)
	if err != nil {
		return err
	}
	defer service.Close()
	if service.Demo {
		return cli.UsageErrorf("--demo would lose the messages of %s in an invented park: outbox deliver needs your service", box.name)
	}
	err = d.run(ctx, app, box, box.name, service.Client)
	if errors.Is(err, ErrBusy) {
		return cli.TemporaryError{Text: err.Error()}
	}
	return err
}

func retryCommand(app *cli.App) *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:     "retry NUMBER",
		Short:   "Let a message that is held or refused be sent again, by the next delivery",
		Example: `  reservations outbox retry 7`,
		Args:    cobra.ExactArgs(1),
	}
	fileFlag(cmd, &file)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return decide(cmd.Context(), file, args[0], func(box *Outbox, id int64) error {
			if err := box.Again(cmd.Context(), id); err != nil {
				return err
			}
			app.Say("Message %d waits for the next delivery.", id)
			return nil
		})
	}
	return cmd
}

func dropCommand(app *cli.App) *cobra.Command {
	var file string
	var dryRun bool
	cmd := &cobra.Command{
		Use:   "drop NUMBER",
		Short: "Delete a message that is held or refused",
		Example: `  reservations outbox drop 7 --dry-run      show what would be deleted
  reservations outbox drop 7`,
		Args: cobra.ExactArgs(1),
	}
	fileFlag(cmd, &file)
	cmd.Flags().BoolVarP(&dryRun, "dry-run", "n", false, "print the message, and delete nothing")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return decide(cmd.Context(), file, args[0], func(box *Outbox, id int64) error {
			if dryRun {
				return show(cmd.Context(), app, box, id)
			}
			if err := box.Drop(cmd.Context(), id); err != nil {
				return err
			}
			app.Say("Message %d is deleted.", id)
			return nil
		})
	}
	return cmd
}

// show prints the whole body of a message that can be dropped, because a person has to decide by it.
func show(ctx context.Context, app *cli.App, box *Outbox, id int64) error {
	messages, err := box.List(ctx)
	if err != nil {
		return err
	}
	for _, m := range messages {
		if m.ID == id && (m.State == stateHeld || m.State == stateRefused) {
			fmt.Fprintf(app.Stdout, "%s\n", m.Body)
			app.Say("Nothing was deleted: this is message %d, which is %s (--dry-run).", id, m.State)
			return nil
		}
	}
	return box.noSuch(id)
}

// decide calls a function with an outbox and the number of a message.
func decide(ctx context.Context, file, number string, do func(*Outbox, int64) error) error {
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil || id < 1 {
		return cli.UsageErrorf("%q is not the number of a message; reservations outbox status lists them", number)
	}
	return withExisting(ctx, file, func(box *Outbox) error { return do(box, id) })
}

// withExisting opens an outbox, which has to be there, for a function.
func withExisting(ctx context.Context, file string, do func(*Outbox) error) error {
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return cli.UsageErrorf("there is no outbox %s: phone send and meter send make one; --outbox names another", file)
	}
	box, err := Open(ctx, file)
	if err != nil {
		return err
	}
	defer box.Close()
	return do(box)
}
