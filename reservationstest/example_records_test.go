// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// checkIn stands for the code under test: it changes reservation 1 on behalf of its guest.
func checkIn(ctx context.Context, client *reservations.Client) error {
	params := reservations.UpdateReservationParams{Organization: 12, Token: reservationstest.Token(1)}
	_, err := client.Reservations.Update(ctx, 1, params, &types.ReservationUpdate{
		Notes: types.Set("Arrives late"),
		Guest: &types.ReservationGuestUpdate{FirstName: types.Set("Els")},
	})
	return err
}

// What a request has changed can be read back from the server.
func ExampleGet() {
	t := &testing.T{} // the one that your test function is given
	srv, client := reservationstest.New(t, reservationstest.WithRecords(
		reservationstest.NewReservation(1),
		reservationstest.NewSummary(1),
	))
	if err := checkIn(context.Background(), client); err != nil {
		t.Fatal(err)
	}
	summary, found := reservationstest.Get[types.ReservationSummary](srv, 1)
	fmt.Println(found, summary.Notes, summary.Guest.FirstName, summary.Guest.Surname)
	// Output: true Arrives late Els de Vries
}

// Built records are complete, and a test changes what it is about.
func ExampleServer_Put() {
	srv := reservationstest.NewServer()
	srv.Put(
		reservationstest.NewTask(1, func(t *types.Task) { t.Title = "Mow the lawn" }),
		reservationstest.NewReservation(1),
		reservationstest.OfReservation(1, reservationstest.NewAdditionalGuest(7), reservationstest.NewDiscountCode(8)),
	)
	task, _ := reservationstest.Get[types.Task](srv, 1)
	reservation, _ := reservationstest.Get[types.Reservation](srv, 1)
	fmt.Println(task.Title, task.Status, task.Priority)
	fmt.Println(reservation.Number, reservation.AdditionalGuests[0].Name)
	// Output:
	// Mow the lawn open 200
	// R000001 Bram Visser
}
