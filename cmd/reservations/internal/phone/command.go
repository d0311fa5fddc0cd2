// SPDX-License-Identifier: MIT

// Package phone reports what a telephone system knows of its calls.
package phone

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/outbox"
	"github.com/reservationkit/reservations-go/types"
)

// Command is "reservations phone".
func Command(app *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "phone",
		Short: "Report telephone calls, and leave notes at reservations",
	}
	cmd.AddCommand(sendCommand(app))
	return cmd
}

func sendCommand(app *cli.App) *cobra.Command {
	var c call
	cmd := &cobra.Command{
		Use:   "send",
		Short: "Report the state of a call, or leave a note at a reservation, or both",
		Long: `Report the state of a call, or leave a note at a reservation, or both.

A call is reported once for each of its states, always with the same --reference and with all that is
known by then. The service knows the call by its reference, and updates it. A note has the
reference of its call and "-note".

What is sent goes through an outbox, a file, so that nothing is lost when the program is killed or the
service is away. The one event that is on its way then may have arrived: it is held, and
reservations outbox status lists it.`,
		Example: `  reservations phone send --reference 42 --status ringing --from +441632960001 --to +441632960100 --began now
  reservations phone send --reference 42 --status hangup --from +441632960001 --to +441632960100 \
    --began 2026-11-20T09:20:00Z --answered 2026-11-20T09:20:08Z --ended 2026-11-20T09:21:38Z
  reservations phone send --reference 42 --reservation 1001 --note "Asked for a late check-out."`,
	}
	f := cmd.Flags()
	f.StringVar(&c.reference, "reference", "", "`id` that the telephone system gave the call")
	f.StringVar(&c.status, "status", "", "`state` of the call: "+strings.Join(statuses, ", "))
	f.StringVar(&c.direction, "direction", string(types.VoIPCallDirectionIn), "`way` of the call: in or out")
	f.StringVar(&c.from, "from", "", "telephone `number` of the caller")
	f.StringVar(&c.to, "to", "", "telephone `number` that was called")
	f.StringVar(&c.beganText, "began", "", "`time` at which it began to ring, such as 2026-11-20T14:30:00+01:00, or now")
	f.StringVar(&c.answeredText, "answered", "", "`time` at which it was answered; without it the call is not answered")
	f.StringVar(&c.endedText, "ended", "", "`time` at which it ended")
	f.Int64Var(&c.reservation, "reservation", 0, "`id` of the reservation to leave the note at")
	f.StringVar(&c.note, "note", "", "`text` of the note")
	write := outbox.NewWrite(app, cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := c.check(app.Now()); err != nil {
			return cli.UsageErrorf("%w; see %s --help", err, cmd.CommandPath())
		}
		if err := write.Send(cmd.Context(), outbox.Phone, c.events()...); err != nil {
			return fmt.Errorf("call %s: %w", c.reference, err)
		}
		return nil
	}
	return cmd
}
