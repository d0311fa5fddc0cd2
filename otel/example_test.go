// SPDX-License-Identifier: MIT

package otelreservations_test

import (
	"context"
	"fmt"
	"log"

	"github.com/reservationkit/reservations-go"
	otelreservations "github.com/reservationkit/reservations-go/otel"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// With the global providers, which a program sets up as it does for its other packages.
func Example() {
	srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(7)))
	defer srv.Close()
	baseURL, apiKey := srv.URL(), reservationstest.Key
	ctx := context.Background()

	client, err := reservations.NewClient(baseURL, apiKey, otelreservations.Option())
	if err != nil {
		log.Fatal(err)
	}
	guest, err := client.Guests.Get(ctx, 7)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(guest.ID)
	// Output: 7
}
