package reservations_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"

	"github.com/jarcoal/httpmock"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// family is one reservation: two adults and a child for two nights, and the child is
// fetched after the first.
var family = reservationstest.Booking{
	ID: 7, Number: "R7", Name: "Jansen", DateFrom: types.NewDate(2026, 7, 6), DateTo: types.NewDate(2026, 7, 8),
	Stays: []reservationstest.Stay{
		{AgeGroup: "Adults", Persons: 2, CheckIn: types.NewDate(2026, 7, 6).Midnight(), CheckOut: types.NewDate(2026, 7, 8).Midnight()},
		{AgeGroup: "Children", Persons: 1, CheckIn: types.NewDate(2026, 7, 6).Midnight(), CheckOut: types.NewDate(2026, 7, 7).Midnight()},
	},
}

var july = reservations.PresenceParams{
	DateFrom: types.NewDate(2026, 7, 6),
	DateTo:   types.NewDate(2026, 7, 8),
}

func ExampleReportsService_PresenceDays() {
	srv := reservationstest.NewServer(reservationstest.WithBookings(family))
	defer srv.Close()
	client, err := reservations.NewClient(srv.URL(), reservationstest.Key)
	if err != nil {
		log.Fatal(err)
	}
	for day, err := range client.Reports.PresenceDays(context.Background(), july) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(day.Date)
		for _, item := range day.Items {
			fmt.Println(" ", item.ReservationName, item.AgeGroupSpecificationDescription, item.Persons())
		}
	}
	// Output:
	// 2026-07-06
	//   Jansen Adults 2
	//   Jansen Children 1
	// 2026-07-07
	//   Jansen Adults 2
	// 2026-07-08
}

func ExampleReportsService_Presence() {
	srv := reservationstest.NewServer(reservationstest.WithBookings(family))
	defer srv.Close()
	client, err := reservations.NewClient(srv.URL(), reservationstest.Key)
	if err != nil {
		log.Fatal(err)
	}
	params := july
	params.Confirm = true // read it until two readings in a row agree
	params.Progress = func(at reservations.PresenceProgress) {
		fmt.Printf("reading %d: %d of %d reservations\n", at.Walk, at.Covered, at.Total)
	}
	days, err := client.Reports.Presence(context.Background(), params)
	fmt.Println(len(days), "days,", err)
	// Output:
	// reading 1: 1 of 1 reservations
	// reading 2: 1 of 1 reservations
	// 3 days, <nil>
}

func ExampleReportsService_PresencePage() {
	srv := reservationstest.NewServer(reservationstest.WithBookings(family, family))
	defer srv.Close()
	client, err := reservations.NewClient(srv.URL(), reservationstest.Key)
	if err != nil {
		log.Fatal(err)
	}
	params := july
	params.Limit = 1
	page, err := client.Reports.PresencePage(context.Background(), params)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(page.Days), "days of the first of", page.Total, "reservations")
	// Output: 3 days of the first of 2 reservations
}

func ExampleAPIError() {
	srv := reservationstest.NewServer()
	defer srv.Close()
	client, err := reservations.NewClient(srv.URL(), "another key")
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.Reports.Presence(context.Background(), july)
	var refused *reservations.APIError
	if errors.As(err, &refused) {
		fmt.Println(refused.StatusCode, errors.Is(err, reservations.ErrUnauthorized))
	}
	// Output: 401 true
}

// A mock of your own can be put into the http.Client at any time.
func ExampleWithHTTPClient() {
	hc := &http.Client{}
	client, err := reservations.NewClient("https://api.example.com", "key", reservations.WithHTTPClient(hc))
	if err != nil {
		log.Fatal(err)
	}
	httpmock.ActivateNonDefault(hc)
	httpmock.RegisterResponder("GET", "https://api.example.com/api/reports/presence",
		httpmock.NewStringResponder(200, `[{"date":"2026-07-06","items":[]}]`).HeaderSet(http.Header{"X-Total-Count": {"0"}}))

	monday := types.NewDate(2026, 7, 6)
	days, err := client.Reports.Presence(context.Background(), reservations.PresenceParams{DateFrom: monday, DateTo: monday})
	fmt.Println(len(days), "day,", err)
	// Output: 1 day, <nil>
}
