// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	store "github.com/reservationkit/reservations-go/mirror"
)

// forgetOptions are the flags of forget.
type forgetOptions struct {
	guests, reservations []int64
	dryRun, confirm      bool
}

func forgetCommand(app *cli.App, db *database) *cobra.Command {
	var o forgetOptions
	cmd := &cobra.Command{
		Use:   "forget",
		Short: "Erase the personal data of guests from the copy, for good",
		Long: `Erase the personal data of guests from the copy, for good, and keep it out from then on: names, addresses,
phone numbers, documents and free text of every reservation in which one of these guests occurs, also those
of the other guests in it. Amounts, dates, counts and countries stay, so that all sums are as before.
With --reservations it does so for single reservations, and their guests stay in others.

--dry-run lists the reservations by number and id, and the ids of the other guests in them. An id that is not
in the copy is an error, and then nothing is erased.

The ids of guests are in what "reservations show reservations --format json" prints, and with --personal
their names.

Nothing is sent to the service: what it holds, and backups of the copy, are erased elsewhere.
An SQLite file holds the data no more when the command ends. PostgreSQL keeps it until VACUUM FULL.`,
		Example: `  reservations mirror forget --guests 5001,5012 --dry-run
  reservations mirror forget --guests 5001,5012 --confirm
  reservations mirror forget --reservations 5041 --dry-run`,
	}
	o.addFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := o.check(); err != nil {
			return err
		}
		m, name, err := db.openExisting(cmd.Context(), cmd)
		if err != nil {
			return err
		}
		defer m.Close()
		return explain(o.run(cmd.Context(), app, m, name), name)
	}
	return cmd
}

func (o *forgetOptions) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Func("guests", "`ids` of guests, with commas between them", func(text string) (err error) {
		o.guests, err = parseIDs(text)
		return err
	})
	f.Func("reservations", "`ids` of reservations, with commas between them, instead of guests", func(text string) (err error) {
		o.reservations, err = parseIDs(text)
		return err
	})
	f.BoolVar(&o.dryRun, "dry-run", false, "print what would be erased, and erase nothing")
	f.BoolVar(&o.confirm, "confirm", false, "erase it; without this flag nothing is")
}

func (o *forgetOptions) check() error {
	switch {
	case (len(o.guests) == 0) == (len(o.reservations) == 0):
		return cli.UsageErrorf("give the ids of guests, such as --guests 7,12, or those of reservations, such as --reservations 2041")
	case o.dryRun == o.confirm:
		return cli.UsageErrorf("what is erased does not come back: look first with --dry-run, then erase with --confirm")
	}
	return nil
}

func parseIDs(text string) (ids []int64, err error) {
	for part := range strings.SplitSeq(text, ",") {
		id, err := strconv.ParseInt(strings.TrimSpace(part), 10, 64)
		if err != nil || id <= 0 {
			return nil, errors.New("want positive numbers with commas between them")
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// run prints what would be erased, or erases it.
func (o *forgetOptions) run(ctx context.Context, app *cli.App, m *store.Mirror, name string) error {
	p := newPreview(m, o)
	if err := p.checkKnown(ctx); err != nil {
		return err
	}
	if o.dryRun {
		return p.print(ctx, app.Stdout, name)
	}
	forget, ids := m.ForgetGuests, o.guests
	if len(o.reservations) > 0 {
		forget, ids = m.ForgetReservations, o.reservations
	}
	erased, err := forget(ctx, ids...)
	if err == nil {
		app.Say("Erased personal data from %s in %s.", describe(erased), name)
	}
	return err
}

func describe(f store.Forgotten) string {
	return plural(f.Reservations, "reservation") + " and " + plural(f.Items, "item") + " of the register"
}

func plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
