// SPDX-License-Identifier: MIT

package reservations_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/jarcoal/httpmock"
	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// The first call of the README: an invented park in this process, and its register of a week.
func Example() {
	monday := types.NewDate(2026, 7, 6)
	park := reservationstest.NewServer(reservationstest.WithPark(1, 50, monday, 7))
	client, err := reservations.NewClient(park.URL(), reservationstest.Key, reservations.WithOrganization(1))
	if err != nil {
		log.Fatal(err)
	}
	days, err := client.Reports.Presence(context.Background(), reservations.PresenceParams{
		DateFrom: monday,
		DateTo:   monday.AddDays(6),
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, day := range days {
		fmt.Printf("%s: %d persons\n", day.Date, day.Persons())
	}
	// Output:
	// 2026-07-06: 42 persons
	// 2026-07-07: 52 persons
	// 2026-07-08: 56 persons
	// 2026-07-09: 55 persons
	// 2026-07-10: 61 persons
	// 2026-07-11: 63 persons
	// 2026-07-12: 60 persons
}

// exampleClient returns a client of a service in memory that holds the given records.
// Organization 1 is the default of its calls.
func exampleClient(records ...any) *reservations.Client {
	srv := reservationstest.NewServer(reservationstest.WithRecords(records...))
	client, err := reservations.NewClient(srv.URL(), reservationstest.Key, reservations.WithOrganization(1))
	if err != nil {
		log.Fatal(err)
	}
	return client
}

// family is one reservation: two adults and a child for two nights, and the child is
// fetched after the first.
var family = reservationstest.Booking{
	ID: 7, Number: "R7", Name: "Jansen", DateFrom: types.NewDate(2026, 7, 6), DateTo: types.NewDate(2026, 7, 8),
	Stays: []reservationstest.Stay{
		{AgeGroup: "Adults", Persons: 2, CheckIn: july.DateFrom.Midnight(), CheckOut: july.DateTo.Midnight()},
		{AgeGroup: "Children", Persons: 1, CheckIn: july.DateFrom.Midnight(), CheckOut: types.NewDate(2026, 7, 7).Midnight()},
	},
}

var july = reservations.PresenceParams{
	DateFrom: types.NewDate(2026, 7, 6),
	DateTo:   types.NewDate(2026, 7, 8),
}

// parkClient returns a client of a service in memory that has these bookings.
func parkClient(bookings ...reservationstest.Booking) *reservations.Client {
	srv := reservationstest.NewServer(reservationstest.WithBookings(bookings...))
	client, err := reservations.NewClient(srv.URL(), reservationstest.Key)
	if err != nil {
		log.Fatal(err)
	}
	return client
}

func ExampleReportsService_PresenceDays() {
	client := parkClient(family)
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
	client := parkClient(family)
	params := july
	params.Confirm = true // read it until two passes in a row agree
	params.Progress = func(at reservations.PresenceProgress) {
		fmt.Printf("pass %d: %d of %d reservations\n", at.Pass, at.Covered, at.Total)
	}
	days, err := client.Reports.Presence(context.Background(), params)
	fmt.Println(len(days), "days,", err)
	// Output:
	// pass 1: 1 of 1 reservations
	// pass 2: 1 of 1 reservations
	// 3 days, <nil>
}

func ExampleReportsService_PresencePage() {
	client := parkClient(family, family)
	params := july
	params.Limit = 1
	page, err := client.Reports.PresencePage(context.Background(), params)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(page.Days), "days of the first of", page.Total, "reservations")
	// Output: 3 days of the first of 2 reservations
}

func ExampleWritePresenceCSV() {
	client := parkClient(family)
	days, err := client.Reports.Presence(context.Background(), july)
	if err != nil {
		log.Fatal(err)
	}
	// For Excel in Europe set BOM to true and Comma to ';'.
	if err := reservations.WritePresenceCSV(os.Stdout, days, reservations.PresenceCSVOptions{}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// date,reservationId,reservationNumber,reservationName,reservationAccommodationTitle,reservationAccommodationUnitNumber,reservationDateFrom,reservationDateTo,ageGroupSpecificationDescription,numOfPersons,guestLocality,guestCountry,guestDocumentType,modified
	// 2026-07-06,7,R7,Jansen,,,2026-07-06,2026-07-08,Adults,2,,,,
	// 2026-07-06,7,R7,Jansen,,,2026-07-06,2026-07-08,Children,1,,,,
	// 2026-07-07,7,R7,Jansen,,,2026-07-06,2026-07-08,Adults,2,,,,
}

func ExampleCollect() {
	client := exampleClient(reservationstest.NewSupplement(7), reservationstest.NewSupplement(8))
	all := client.Supplements.All(context.Background(), reservations.SupplementsParams{})
	supplements, err := reservations.Collect(all)
	fmt.Println(len(supplements), "supplements,", err)
	// Output: 2 supplements, <nil>
}

// Money is added up exactly.
func ExampleReservationsService_AllSummaries_sums() {
	cent := reservationstest.NewSummary(8, func(s *types.ReservationSummary) { s.TotalPrice, s.Closed = types.MustNumber("0.01"), new(true) })
	client, ctx := exampleClient(reservationstest.NewSummary(7), cent), context.Background()

	params := reservations.SummariesParams{
		DateFrom:      time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC),
		DateTo:        time.Date(2026, time.December, 1, 0, 0, 0, 0, time.UTC),
		IncludeClosed: new(true), // or the sums may be without the closed reservations
	}
	sums := map[types.ReservationStatus]types.Number{}
	for summary, err := range client.Reservations.AllSummaries(ctx, params, reservations.WithCallStrict()) {
		if err == nil && !summary.TotalPrice.Given() {
			err = fmt.Errorf("reservation %s has no price", summary.Number)
		}
		if err != nil {
			log.Fatal(err)
		}
		sum := sums[summary.Status].Decimal().Add(summary.TotalPrice.Decimal())
		sums[summary.Status] = types.NewNumber(sum)
	}
	fmt.Println(sums)
	// Output: map[confirmed:700.01]
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
	params := reservations.PresenceParams{DateFrom: monday, DateTo: monday}
	days, err := client.Reports.Presence(context.Background(), params)
	fmt.Println(len(days), "day,", err)
	// Output: 1 day, <nil>
}

// The night register is complete, or there is an error.
func ExampleCountPersonNights() {
	client, ctx := parkClient(family), context.Background()

	days, err := client.Reports.Presence(ctx, reservations.PresenceParams{
		DateFrom: types.NewDate(2026, 7, 6),
		DateTo:   types.NewDate(2026, 7, 8),
		Confirm:  true, // read it until two passes in a row are equal
	})
	if reservations.IsTemporary(err) {
		log.Fatal("write no register now, read it again later: ", err)
	}
	if err != nil {
		log.Fatal(err)
	}
	for _, nights := range reservations.CountPersonNights(days) { // by country and age group
		fmt.Printf("%q %s: %d person-nights\n", nights.Country, nights.AgeGroup, nights.Count)
	}
	// Output:
	// "" Adults: 4 person-nights
	// "" Children: 1 person-nights
}

// What a program can do after a write that failed.
func ExampleMayHaveWritten() {
	client, ctx := exampleClient(reservationstest.NewTask(7)), context.Background()

	task, err := client.Tasks.Reset(ctx, 7)
	switch {
	case reservations.MayHaveWritten(err):
		log.Print("look at the task before you send this again: ", err)
	case reservations.IsTemporary(err):
		log.Print("nothing was changed, send it again later: ", err)
	case err != nil:
		log.Print("nothing was changed: ", err)
	default:
		fmt.Println(task.Title, "is", task.Status)
	}
	// Output: Clean is open
}

// A switch over the errors that a program handles in different ways.
func ExampleAPIError() {
	client, ctx := exampleClient(), context.Background()

	guest, err := client.Guests.Get(ctx, 77)
	refused, isRefused := errors.AsType[*reservations.APIError](err)
	switch {
	case errors.Is(err, reservations.ErrNotFound):
		fmt.Println(err) // also ErrBadRequest, ErrUnauthorized, ErrForbidden, ErrRateLimited, ErrServer
	case errors.Is(err, context.DeadlineExceeded):
		fmt.Println("no time left:", err)
	case isRefused:
		fmt.Println(refused.StatusCode, refused.Errors, refused.RequestID, refused.RetryAfter)
	case err != nil:
		log.Fatal(err)
	default:
		fmt.Println(guest.ID)
	}
	// Output: GET /api/guests/77: 404 Not Found: there is no Guest with id 77
}

// An operation that the package has no method for gets the same key, retries and errors.
func ExampleClient_Do() {
	client, ctx := announcementsClient(), context.Background()

	var announcements []struct {
		ID    int64
		Title string
	}
	request := reservations.Request{
		Method: "GET",
		Path:   "/api/announcements/",
		Query:  url.Values{"limit": {"10"}},
	}
	if err := client.Do(ctx, request, &announcements); err != nil {
		log.Fatal(err)
	}
	fmt.Println(announcements)
	// Output: [{1 Pool closed}]
}

// announcementsClient returns a client of a service with an operation that this package has no method for.
func announcementsClient() *reservations.Client {
	mock := httpmock.NewMockTransport()
	mock.RegisterResponder("GET", "https://api.example.com/api/announcements/?limit=10",
		httpmock.NewStringResponder(200, `[{"id":1,"title":"Pool closed"}]`))
	client, err := reservations.NewClient("https://api.example.com", "key",
		reservations.WithHTTPClient(&http.Client{Transport: mock}))
	if err != nil {
		log.Fatal(err)
	}
	return client
}
