// SPDX-License-Identifier: MIT

// Command checkin changes a reservation and one of its additional guests on behalf of the
// guest, as an online check-in does, and shows what the service made of it.
//
// It calls the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY, for
// the organization RESERVATIONS_ORGANIZATION, and takes the token of the reservation from
// RESERVATION_TOKEN: a flag would show it to everybody who can list processes. With
// neither URL nor key it starts an invented service in this process:
//
//	go run ./examples/checkin
//	go run ./examples/checkin -phone "+44 1632 960001"
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
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// variables is the end of the help.
const variables = `
The service is set in the environment:
  RESERVATIONS_BASE_URL      address of the service, such as https://api.example.com
  RESERVATIONS_API_KEY       API key for the service
  RESERVATIONS_ORGANIZATION  id of the organization
  RESERVATION_TOKEN          token of the reservation
With neither address nor key set, the program starts an invented service in this process.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "checkin:", err)
		os.Exit(1)
	}
}

// form is what the guest filled in, and for which reservation and additional guest. What
// was left open is not sent, and so stays as it was.
type form struct {
	reservation int64
	token       types.Secret
	stay        types.ReservationUpdate

	companion int64 // id of the additional guest
	person    types.ReservationAdditionalGuestUpdate
}

func parseForm(args []string, stdout io.Writer) (form, error) {
	f := form{token: types.NewSecret(os.Getenv("RESERVATION_TOKEN"))}
	flags := flag.NewFlagSet("checkin", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main reports the error
	flags.Int64Var(&f.reservation, "reservation", 0, "`id` of the reservation")
	flags.Int64Var(&f.companion, "companion", 0, "`id` of the additional guest")
	flags.Func("notes", "`text` for the reception; an empty one clears it", func(text string) error {
		f.stay.Notes = types.SetOrNull(text)
		return nil
	})
	flags.Func("phone", "phone `number` of the guest; an empty one clears it", func(number string) error {
		f.stay.Guest = &types.ReservationGuestUpdate{PhoneNumber: types.SetOrNull(number)}
		return nil
	})
	flags.Func("born", "`day` the additional guest was born, such as 2014-03-09", func(text string) error {
		day, err := types.ParseDate(text)
		if err != nil || day.IsZero() || day.Midnight().After(time.Now()) {
			return errors.New("want a day in the past such as 2014-03-09")
		}
		f.person.BirthDate = types.Set(day)
		return nil
	})
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(stdout)
			flags.Usage()
			fmt.Fprint(stdout, variables)
		}
		return f, err
	}
	if flags.NArg() > 0 {
		return f, fmt.Errorf("%q is not a flag; -h lists the flags", flags.Arg(0))
	}
	return f, nil
}

func run(ctx context.Context, args []string, stdout io.Writer) error {
	f, err := parseForm(args, stdout)
	if err != nil {
		return err
	}
	client, err := reservations.NewClientFromEnv()
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		server := startDemo()
		defer server.Close()
		fmt.Fprintf(stdout, "RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: calling an invented service in this process, at %s.\n", server.URL())
		client, err = reservations.NewClient(server.URL(), reservationstest.Key, reservations.WithOrganization(demoOrganization))
		f.fillInDemo()
	}
	if err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	if f.changesStay() {
		if err := updateStay(ctx, client, f, stdout); err != nil {
			return err
		}
	}
	if f.changesPerson() {
		return updatePerson(ctx, client, f, stdout)
	}
	return nil
}

func (f form) changesStay() bool   { return !f.stay.Notes.IsZero() || f.stay.Guest != nil }
func (f form) changesPerson() bool { return !f.person.BirthDate.IsZero() }

// check refuses a form that cannot be sent whole, before a part of it is sent.
func (f form) check() error {
	switch {
	case f.reservation == 0 || f.token.IsZero():
		return errors.New("-reservation and RESERVATION_TOKEN are needed: name the reservation and its token")
	case (f.companion != 0) != f.changesPerson():
		return errors.New("-companion and -born belong together: the additional guest and the day of birth")
	case !f.changesStay() && !f.changesPerson():
		return errors.New("nothing would change: use -notes, -phone, or -companion with -born")
	}
	return nil
}

func updateStay(ctx context.Context, client *reservations.Client, f form, stdout io.Writer) error {
	r, err := client.Reservations.Update(ctx, f.reservation, reservations.UpdateReservationParams{Token: f.token}, &f.stay)
	switch {
	case reservations.MayHaveWritten(err):
		return fmt.Errorf("reservation %d may have been updated, look at it before you try again: %w", f.reservation, err)
	case err != nil:
		return fmt.Errorf("updating reservation %d failed: %w", f.reservation, err)
	}
	fmt.Fprintf(stdout, "Reservation %s of %s\n", r.Number, r.Name)
	fmt.Fprintf(stdout, "  %s to %s, %d persons, %s %s\n",
		known(r.DateFrom.Date()), known(r.DateTo.Date()), r.NumOfPersons, r.AccommodationTitle, r.AccommodationUnitNumber)
	fmt.Fprintf(stdout, "  status %s, %s", r.Status, r.PaymentStatus)
	if r.Balance.Given() { // an amount that was not given is not an amount of nothing
		fmt.Fprintf(stdout, ", balance %.2f", r.Balance)
	}
	fmt.Fprintln(stdout)
	return nil
}

// updatePerson changes the additional guest. The service takes the two parts of a form one by
// one, so an error says how far it came.
func updatePerson(ctx context.Context, client *reservations.Client, f form, stdout io.Writer) error {
	params := reservations.UpdateAdditionalGuestParams{Reservation: f.reservation, Token: f.token}
	g, err := client.Reservations.UpdateAdditionalGuest(ctx, f.companion, params, &f.person)
	switch {
	case err != nil && f.changesStay():
		return fmt.Errorf("reservation %d was updated, but updating additional guest %d failed: %w",
			f.reservation, f.companion, err)
	case err != nil:
		return fmt.Errorf("updating additional guest %d failed: %w", f.companion, err)
	}
	fmt.Fprintf(stdout, "Additional guest %s\n", g.Name)
	fmt.Fprintf(stdout, "  %s, born %s\n", g.AgeGroupSpecificationDescription, known(g.BirthDate))
	return nil
}

func known(day types.Date) string {
	return cmp.Or(day.Plain().String(), "unknown")
}
