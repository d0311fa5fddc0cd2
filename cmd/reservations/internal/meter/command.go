// SPDX-License-Identifier: MIT

// Package meter reports readings of utility meters.
package meter

import (
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/calendar"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/outbox"
	"github.com/reservationkit/reservations-go/types"
)

// Command is "reservations meter".
func Command(app *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "meter",
		Short: "Report readings of utility meters",
	}
	cmd.AddCommand(sendCommand(app))
	return cmd
}

func sendCommand(app *cli.App) *cobra.Command {
	var r reading
	cmd := &cobra.Command{
		Use:   "send",
		Short: "Report what the meter of an accommodation unit shows",
		Long: `Report what the meter of an accommodation unit shows.

The reading goes through an outbox, a file, so that none is lost when the program is killed or the
service is away. The one reading that is on its way then may have arrived. The service takes no
reference for a reading and offers no list of them, so no program can find out: the reading is held
until somebody has looked, and reservations outbox status lists it.`,
		Example: `  reservations meter send --unit 7 --type electricity --quantity 1234.500 --dry-run
  reservations meter send --unit 7 --type electricity --quantity 1234.500
  reservations meter send --unit 7 --type water --quantity 88.125 --at 2026-11-20T14:30:00+01:00 --queue`,
	}
	f := cmd.Flags()
	f.Int64Var(&r.unit, "unit", 0, "`id` of the accommodation unit")
	f.StringVar(&r.kind, "type", "", "`what` the meter measures: electricity, water or gas")
	cli.Complete(cmd, "type", "electricity", "water", "gas")
	f.StringVar(&r.quantity, "quantity", "", "`number` on the meter, such as 1234.500")
	f.StringVar(&r.at, "at", "now", "`time` of the reading, such as 2026-11-20T14:30:00+01:00")
	write := outbox.NewWrite(app, cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		report, err := r.report(app.Now())
		if err != nil {
			return cli.UsageErrorf("%w; see %s --help", err, cmd.CommandPath())
		}
		if err := write.Send(cmd.Context(), outbox.Meter, report); err != nil {
			return fmt.Errorf("unit %d: %w", r.unit, err)
		}
		return nil
	}
	return cmd
}

// reading is what the user has read from a meter.
type reading struct {
	unit               int64
	kind, quantity, at string
}

var kinds = map[string]types.UtilityType{
	"electricity": types.UtilityTypeElectricity,
	"water":       types.UtilityTypeWater,
	"gas":         types.UtilityTypeGas,
}

// quantity is what a meter can show: no sign, and a dot before decimals.
var quantity = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,9})?$`)

// report is what is sent. It is an error where something is missing or cannot be.
func (r reading) report(now time.Time) (types.UtilityMeterReportCreate, error) {
	kind, isKind := kinds[r.kind]
	at, err := calendar.ParseInstant("--at", r.at, now)
	var problem error
	switch {
	case r.unit == 0 || r.kind == "" || r.quantity == "":
		problem = errors.New("--unit, --type and --quantity are needed: which meter shows what")
	case r.unit < 0:
		problem = errors.New("--unit must be a positive id")
	case !isKind:
		problem = fmt.Errorf("--type is %q, and must be electricity, water or gas", r.kind)
	case !quantity.MatchString(r.quantity):
		problem = fmt.Errorf("--quantity is %q, and must be a number such as 1234.500, not negative", r.quantity)
	case err != nil:
		problem = err
	case at.After(now):
		problem = fmt.Errorf("--at is in the future: %s", r.at)
	}
	if problem != nil {
		return types.UtilityMeterReportCreate{}, problem
	}
	return types.UtilityMeterReportCreate{
		AccommodationUnit: &types.RequestRef{ID: r.unit},
		Type:              &kind,
		Quantity:          types.MustDecimal(r.quantity),
		Datetime:          types.NewDateTime(at),
	}, nil
}
