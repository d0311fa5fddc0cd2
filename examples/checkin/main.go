// SPDX-License-Identifier: MIT

// Command checkin changes a reservation on behalf of its guest, as an online check-in does. It sets the
// fields that the guest has filled in, clears those that the guest has emptied, and sends nothing else.
//
// It calls the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY, for
// the organization RESERVATIONS_ORGANIZATION, and takes the token of the reservation from
// RESERVATION_TOKEN: a flag would show it to everybody who can list processes. With
// neither URL nor key it starts an invented service in this process:
//
//	go run ./examples/checkin -notes "We arrive around nine." -phone ""
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const usage = `Checkin changes a reservation on behalf of its guest. The token of the reservation is in RESERVATION_TOKEN.

It calls the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY. With neither
set it starts an invented service in this process.

`

func main() {
	log.SetFlags(0)
	var form types.ReservationUpdate
	var guest types.ReservationGuestUpdate
	reservation := flag.Int64("reservation", 0, "`id` of the reservation")
	token := types.NewSecret(os.Getenv("RESERVATION_TOKEN"))
	field("notes", "`text` for the reception", &form.Notes, func(text string) (string, error) { return text, nil })
	field("phone", "phone `number`", &guest.PhoneNumber, func(text string) (string, error) { return text, nil })
	field("born", "`day` of birth, such as 1990-03-09", &guest.BirthDate, birthDate)
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("checkin: %q is not a flag; -h lists the flags", flag.Arg(0))
	}
	client, err := reservations.NewClientFromEnv()
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		fmt.Println("RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: calling an invented service in this process.")
		*reservation = cmp.Or(*reservation, 1001)
		server := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewReservation(*reservation)))
		client, err = reservations.NewClient(server.URL(), reservationstest.Key, reservations.WithOrganization(1))
		token = reservationstest.Token(*reservation)
		form.Notes = cmp.Or(form.Notes, types.Set("We arrive around nine in the evening."))
	}
	if err != nil {
		log.Fatal("checkin: ", err)
	}
	if !guest.PhoneNumber.IsZero() || !guest.BirthDate.IsZero() {
		form.Guest = &guest
	}
	if err := update(context.Background(), client, *reservation, token, &form, os.Stdout); err != nil {
		log.Fatal("checkin: ", err)
	}
}

// field makes a flag for a field. A value of the flag sets the field, and "" clears it.
func field[T comparable](name, usage string, value *types.Nullable[T], parse func(string) (T, error)) {
	flag.Func(name, usage+`; "" clears it`, func(text string) error {
		if text == "" {
			*value = types.Null[T]()
			return nil
		}
		parsed, err := parse(text)
		*value = types.Set(parsed)
		return err
	})
}

func birthDate(text string) (types.Date, error) {
	day, err := types.ParseDate(text)
	if err != nil || day.Midnight().After(time.Now()) {
		return day, errors.New("want a day in the past such as 1990-03-09")
	}
	return day, nil
}

// update sends the changed fields, and prints the reservation as the service returns it.
func update(ctx context.Context, client *reservations.Client, id int64, token types.Secret, form *types.ReservationUpdate, out io.Writer) error {
	switch {
	case id < 1 || token.IsZero():
		return errors.New("-reservation and RESERVATION_TOKEN are needed: name the reservation and its token")
	case form.Notes.IsZero() && form.Guest == nil:
		return errors.New("nothing would change: use -notes, -phone or -born")
	}
	r, err := client.Reservations.Update(ctx, id, reservations.UpdateReservationParams{Token: token}, form)
	switch {
	case reservations.MayHaveWritten(err):
		return fmt.Errorf("reservation %d may have been updated, look at it before you try again: %w", id, err)
	case reservations.IsTemporary(err):
		return fmt.Errorf("reservation %d was not updated, try again later: %w", id, err)
	case err != nil:
		return fmt.Errorf("reservation %d was not updated: %w", id, err)
	}
	fmt.Fprintf(out, "Reservation %s of %s\n", r.Number, r.Name)
	from, to := r.DateFrom.DateAsWritten(), r.DateTo.DateAsWritten()
	fmt.Fprintf(out, "  %s to %s, %d persons, %s %s\n", from, to, r.NumOfPersons, r.AccommodationTitle, r.AccommodationUnitNumber)
	fmt.Fprintf(out, "  status %s, %s", r.Status, r.PaymentStatus)
	if r.Balance.Given() { // an amount that the service did not send is not 0
		fmt.Fprintf(out, ", balance %.2f", r.Balance)
	}
	fmt.Fprintln(out)
	return nil
}
