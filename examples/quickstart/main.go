// Command quickstart prints who was present last night.
//
// It reads the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY.
// With neither set it starts an invented service in this process.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

func main() {
	night := types.DateOf(time.Now().UTC()).AddDays(-1)
	client, err := reservations.NewClientFromEnv()
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		fmt.Println("RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: reading an invented service in this process.")
		server := reservationstest.NewServer(reservationstest.WithBookings(reservationstest.Park(1, 30, night, 1)...))
		defer server.Close()
		client, err = reservations.NewClient(server.URL(), reservationstest.Key)
	}
	if err != nil {
		log.Fatal(err)
	}
	params := reservations.PresenceParams{DateFrom: night.Midnight(), DateTo: night.Midnight()}
	for day, err := range client.Reports.PresenceDays(context.Background(), params) {
		if err != nil {
			log.Fatal(err)
		}
		for _, item := range day.Items {
			fmt.Println(day.Date, item.ReservationAccommodationUnitNumber, item.ReservationName, item.AgeGroupSpecificationDescription)
		}
	}
}
