// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/jarcoal/httpmock"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// family is two adults who arrived on 20 November and a child who came a day later.
// Nobody has checked out yet.
var family = reservationstest.Booking{
	ID:       1,
	Number:   "R1",
	DateFrom: types.NewDate(2026, time.November, 20),
	DateTo:   types.NewDate(2026, time.November, 22),
	Stays: []reservationstest.Stay{
		{AgeGroup: "Adults", Persons: 2, CheckIn: time.Date(2026, time.November, 20, 14, 0, 0, 0, time.UTC)},
		{AgeGroup: "Children", Persons: 1, CheckIn: time.Date(2026, time.November, 21, 9, 0, 0, 0, time.UTC)},
	},
}

// getPresence stands for the code under test.
func getPresence(client *http.Client, baseURL string) (*http.Response, error) {
	target := baseURL + "/api/reports/presence?grouped=true&dateFrom=2026-11-21T00:00:00Z"
	r, err := http.NewRequest(http.MethodGet, target, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("X-Api-Key", reservationstest.Key)
	return client.Do(r)
}

func printBody(resp *http.Response, err error) {
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	fmt.Println(resp.Status, string(body), err)
}

// A test has a server and a client in one line. The server is closed when the test ends.
func ExampleNew() {
	t := &testing.T{} // the one that your test function is given
	srv, client := reservationstest.New(t, reservationstest.WithRecords(reservationstest.NewGuest(7)))
	srv.Inject("guests.get", reservationstest.Nth(1), reservationstest.Status(http.StatusServiceUnavailable))

	guest, err := client.Guests.Get(context.Background(), 7)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("guest", guest.ID, "after", len(srv.Requests()), "requests")
	// Output: guest 7 after 2 requests
}

// In memory the host of the URL does not matter and no port is opened. With httpmock a server
// responds to some URLs, and other responders to the rest.
func ExampleServer_RoundTrip() {
	client := &http.Client{}
	httpmock.ActivateNonDefault(client)
	defer httpmock.DeactivateNonDefault(client)

	srv := reservationstest.NewServer()
	httpmock.RegisterResponder(http.MethodGet, "https://api.example.test/api/reports/presence", srv.RoundTrip)

	printBody(getPresence(client, "https://api.example.test"))
	// Output: 200 OK [{"date":"2026-11-21","items":[]}] <nil>
}

// The response to every second request is a 429, and Calls shows it afterwards.
func ExampleServer_Inject() {
	srv := reservationstest.NewServer()
	srv.Inject("reports.presence", reservationstest.Every(2), reservationstest.TooManyRequests("30"))

	client := &http.Client{Transport: srv}
	for range 3 {
		printBody(getPresence(client, "https://api.example.test"))
	}
	for _, call := range srv.Requests() {
		fmt.Println(call.Operation, call.Query.Get("dateFrom"), call.Status)
	}
	// Output:
	// 200 OK [{"date":"2026-11-21","items":[]}] <nil>
	// 429 Too Many Requests {"description":"Too many requests","errors":[],"statusCode":429} <nil>
	// 200 OK [{"date":"2026-11-21","items":[]}] <nil>
	// reports.presence 2026-11-21T00:00:00Z 200
	// reports.presence 2026-11-21T00:00:00Z 429
	// reports.presence 2026-11-21T00:00:00Z 200
}

// A fault is middleware, so a test can write one that is missing here.
func ExampleFault() {
	teapot := func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.URL.Query().Get("grouped") == "true" {
			w.WriteHeader(http.StatusTeapot)
			return
		}
		next.ServeHTTP(w, r)
	}
	srv := reservationstest.NewServer()
	srv.Inject("reports.presence", reservationstest.Always(), teapot)

	printBody(getPresence(&http.Client{Transport: srv}, "https://api.example.test"))
	// Output: 418 I'm a teapot  <nil>
}

// Register is what a client must have read when it has all pages.
func ExampleServer_Register() {
	srv := reservationstest.NewServer(reservationstest.WithBookings(family))
	days := srv.Register(reservations.PresenceParams{
		DateFrom: types.NewDate(2026, time.November, 19),
		DateTo:   types.NewDate(2026, time.November, 22),
	})
	for _, d := range days {
		fmt.Print(d.Date)
		for _, item := range d.Items {
			fmt.Printf(" %s %d", item.AgeGroupSpecificationDescription, *item.NumOfPersons)
		}
		fmt.Println()
	}
	// Output:
	// 2026-11-19
	// 2026-11-20 Adults 2
	// 2026-11-21 Adults 2 Children 1
	// 2026-11-22 Adults 2 Children 1
}
