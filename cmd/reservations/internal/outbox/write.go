// SPDX-License-Identifier: MIT

package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/files"
)

// Write is what the commands that write through an outbox have in common: their flags, and what
// these do.
type Write struct {
	app    *cli.App
	file   string
	isFile func() bool // whether --outbox is set
	isTemp bool        // the outbox is removed at the end
	queue  bool
	dryRun bool
	delivery
}

// NewWrite adds the flags to a command.
func NewWrite(app *cli.App, cmd *cobra.Command) *Write {
	w := &Write{app: app}
	fileFlag(cmd, &w.file)
	w.isFile = func() bool { return cmd.Flags().Changed("outbox") }
	cmd.Flags().BoolVar(&w.queue, "queue", false, "only keep it in the outbox, which needs no service; outbox deliver sends it")
	cmd.Flags().BoolVarP(&w.dryRun, "dry-run", "n", false, "print what would be sent, and send and keep nothing")
	w.addFlags(cmd)
	return w
}

func fileFlag(cmd *cobra.Command, file *string) {
	cmd.Flags().StringVar(file, "outbox", "outbox.db", "`file` that keeps what the service does not have yet, for its owner alone")
}

// Send keeps messages in the outbox and sends what is there, as the flags say.
func (w *Write) Send(ctx context.Context, kind Kind, messages ...any) error {
	if err := w.check(); err != nil {
		return err
	}
	if w.queue && w.dryRun {
		return cli.UsageErrorf("only one of --queue and --dry-run can be set")
	}
	if w.dryRun {
		return w.print(kind, messages)
	}
	if w.queue {
		return w.keep(ctx, kind, messages)
	}
	service, err := connect(w.app)
	if err != nil {
		return err
	}
	defer service.Close()
	if service.Demo {
		remove, err := w.inDemo(ctx)
		if err != nil {
			return err
		}
		defer remove()
	}
	box, err := Open(ctx, w.file)
	if err != nil {
		return err
	}
	defer box.Close()
	if err := box.Add(ctx, kind, messages...); err != nil {
		return err
	}
	name := w.file
	if w.isTemp {
		name = "the outbox"
	}
	err = w.run(ctx, w.app, box, name, service.Client)
	if errors.Is(err, ErrBusy) {
		w.app.Say("Another program is delivering from %s, and sends it.", w.file)
		return nil
	}
	return err
}

// connect returns the service. Its client makes one attempt, because the outbox makes the others.
func connect(app *cli.App) (*cli.Service, error) {
	return app.Connect(app.Today(), app.Today(), reservations.WithRetry(reservations.NoRetry()))
}

// print prints the messages as lines of JSON.
func (w *Write) print(kind Kind, messages []any) error {
	encoder := json.NewEncoder(w.app.Stdout)
	encoder.SetEscapeHTML(false)
	for _, message := range messages {
		if err := encoder.Encode(message); err != nil {
			return err
		}
	}
	w.app.Say("Nothing was sent: this is what %s send would send (--dry-run).", kind)
	return nil
}

func (w *Write) keep(ctx context.Context, kind Kind, messages []any) error {
	box, err := Open(ctx, w.file)
	if err != nil {
		return err
	}
	defer box.Close()
	if err := box.Add(ctx, kind, messages...); err != nil {
		return err
	}
	w.app.Say("Kept %s in %s; reservations outbox deliver sends it.", counted(len(messages)), w.file)
	return nil
}

// inDemo keeps messages for the invented park out of an outbox with real ones. Without --outbox the
// outbox is in a temporary folder, which the returned function removes.
func (w *Write) inDemo(ctx context.Context) (remove func(), err error) {
	if !w.isFile() {
		files.RemoveLeftovers(os.TempDir())
		folder, remove, err := files.TempFolder(os.TempDir())
		w.file, w.isTemp = filepath.Join(folder, "outbox.db"), true
		return remove, err
	}
	box, err := Open(ctx, w.file)
	if err != nil {
		return nil, err
	}
	defer box.Close()
	kept, err := box.List(ctx)
	if err == nil && len(kept) > 0 {
		err = cli.UsageErrorf("%s keeps messages for your service, and --demo would send them to an invented park", w.file)
	}
	return func() {}, err
}

// delivery is how a command delivers: its flags, and what these do.
type delivery struct {
	wait      time.Duration
	watch     time.Duration
	uncertain string
}

func (d *delivery) addFlags(cmd *cobra.Command) {
	cmd.Flags().DurationVar(&d.wait, "wait", time.Minute, "`time` to go on trying while the service is away; 0 is for ever")
	cmd.Flags().StringVar(&d.uncertain, "uncertain", "hold",
		"`what` to do with a message that may have arrived: hold it until you decide, or send it again")
}

func (d *delivery) check() error {
	switch {
	case d.uncertain != "send" && d.uncertain != "hold":
		return cli.UsageErrorf("--uncertain is %q, and must be hold or send", d.uncertain)
	case d.wait < 0 || d.watch < 0:
		return cli.UsageErrorf("--wait and --watch must not be negative")
	}
	return nil
}

// run delivers what the outbox has, which is called name, and says how far it came.
func (d *delivery) run(ctx context.Context, app *cli.App, box *Outbox, name string, client *reservations.Client) error {
	sent, problems := 0, 0
	say := func(format string, args ...any) {
		sent++
		app.Say(format, args...)
	}
	err := box.Deliver(ctx, Delivery{
		Send: sender(client, say), Hold: d.uncertain == "hold", Patience: d.wait, Watch: d.watch,
		Log: func(m Message, err error) {
			app.Warn("Message %d, try %d, is %s: %v", m.ID, m.Tries, m.State, err)
			if m.State == stateHeld || m.State == stateRefused {
				problems++
			}
		},
		Pause: func(wait time.Duration) { app.Say("The next attempt is in %v", wait) },
	})
	if errors.Is(err, ErrBusy) {
		return err
	}
	left, listErr := box.List(context.WithoutCancel(ctx))
	if listErr != nil {
		return errors.Join(err, listErr)
	}
	state := keeps(name, left)
	app.Say("Sent %s; %s.", counted(sent), state)
	app.OnInterrupt("%s, and reservations outbox deliver goes on", state)
	switch {
	case err != nil && len(left) > 0 && name == box.name:
		return fmt.Errorf("%w; nothing is lost: reservations outbox deliver goes on with %s", err, name)
	case err != nil:
		return err
	case problems > 0:
		return fmt.Errorf("%s held or refused: reservations outbox status shows why, "+
			"and outbox retry or outbox drop decides", counted(problems))
	}
	return nil
}

// keeps says what an outbox has.
func keeps(name string, messages []Message) string {
	if len(messages) == 0 {
		return name + " is empty"
	}
	counts := map[string]int{}
	for _, m := range messages {
		counts[m.State]++
	}
	var states []string
	for _, state := range []string{stateWaiting, stateSending, stateHeld, stateRefused} {
		if counts[state] > 0 {
			states = append(states, fmt.Sprintf("%d %s", counts[state], state))
		}
	}
	return fmt.Sprintf("%s keeps %s: %s", name, counted(len(messages)), strings.Join(states, ", "))
}

func counted(messages int) string {
	if messages == 1 {
		return "1 message"
	}
	return fmt.Sprintf("%d messages", messages)
}
