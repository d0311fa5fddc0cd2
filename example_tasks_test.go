// SPDX-License-Identifier: MIT

package reservations_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/url"
	"os"
	"sync/atomic"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// The code that the README and docs show for their tasks. A test compares them.

// The night register is complete, or there is an error.
func ExampleCountPersonNights() {
	srv := reservationstest.NewServer(reservationstest.WithBookings(family))
	defer srv.Close()
	client, err := reservations.NewClient(srv.URL(), reservationstest.Key)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()

	days, err := client.Reports.Presence(ctx, reservations.PresenceParams{
		DateFrom: types.NewDate(2026, 7, 6),
		DateTo:   types.NewDate(2026, 7, 8),
		Confirm:  true, // read it until two readings in a row are equal
	})
	if _, ok := errors.AsType[*reservations.IncompleteError](err); ok {
		log.Fatal("write no register now; later it may be complete: ", reservations.IsTemporary(err), ": ", err)
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

// A list is read with one loop over all its pages.
func ExampleReservationsService_AllSummaries() {
	client := exampleClient(reservationstest.NewSummary(7))
	ctx := context.Background()

	params := reservations.SummariesParams{
		DateFrom: time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC),
		DateTo:   time.Date(2026, time.December, 1, 0, 0, 0, 0, time.UTC),
	}
	for summary, err := range client.Reservations.AllSummaries(ctx, params) {
		if err != nil {
			log.Fatal(err) // the last thing that is yielded; the records before it are good
		}
		fmt.Println(summary.Number, summary.DateFrom.Date(), summary.Status, summary.TotalPrice)
	}
	// Output: R000007 2026-11-20 confirmed 700
}

// A reservation is changed on behalf of its guest, with its token.
func ExampleReservationsService_Update() {
	client := exampleClient(reservationstest.NewReservation(7))
	ctx := context.Background()

	params := reservations.UpdateReservationParams{Token: types.NewSecret("token-7")}
	changed, err := client.Reservations.Update(ctx, 7, params, &types.ReservationUpdate{
		DateTo: types.Set(types.NewDate(2026, 11, 28).DateTime()),
		Notes:  types.Set("arrives late"),
		Locale: types.Null[string](), // cleared; all other fields stay as they are
	})
	switch {
	case reservations.MayHaveWritten(err):
		log.Fatal("look at the reservation before you send this again: ", err)
	case reservations.IsTemporary(err):
		log.Fatal("nothing was changed, send it again later: ", err)
	case err != nil:
		log.Fatal(err)
	}
	fmt.Println(changed.Number, changed.DateTo.Date(), changed.TotalPrice)
	// Output: R000007 2026-11-28 700
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

// A nightly job is patient, and a call behind a button is not.
func ExampleWithCallRetry() {
	srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(7)))
	defer srv.Close()
	srv.Inject("guests.get", reservationstest.Nth(1), reservationstest.Status(503))
	baseURL, apiKey := srv.URL(), reservationstest.Key
	ctx := context.Background()

	client, err := reservations.NewClient(baseURL, apiKey,
		reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 200, MaxElapsed: time.Hour, Budget: 10_000})) // for the job
	if err != nil {
		log.Fatal(err)
	}
	guest, err := client.Guests.Get(ctx, 7, // behind a button
		reservations.WithCallRetry(reservations.NoRetry()), reservations.WithCallTimeout(2*time.Second))
	switch {
	case reservations.IsTemporary(err):
		fmt.Println("try again later:", err)
	case err != nil:
		log.Fatal(err)
	default:
		fmt.Println("welcome back:", guest.Returning)
	}
	// Output: try again later: GET /api/guests/7: 503 Service Unavailable
}

// The logger gets a record for each attempt, and records log without personal data.
func Example_logging() {
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: withoutTimes})))
	srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(7)))
	defer srv.Close()
	srv.Inject("guests.get", reservationstest.Nth(1), reservationstest.TooManyRequests("0"))
	baseURL, apiKey := srv.URL(), reservationstest.Key
	ctx := context.Background()

	client, err := reservations.NewClient(baseURL, apiKey, reservations.WithLogger(slog.Default()))
	if err != nil {
		log.Fatal(err)
	}
	guest, err := client.Guests.Get(ctx, 7)
	if err != nil {
		slog.Error("cannot read the guest", "error", err) // with operation, status, request id and more as fields
		os.Exit(1)
	}
	slog.Info("one record", "guest", guest) // without name, address and other personal data
	slog.Info("several records", "guests", types.Redacted([]types.Guest{*guest}))
	// Output:
	// level=INFO msg="reservations request" operation=guests.get method=GET path=/api/guests/{id} url_path=/api/guests/7 attempt=1 status=429
	// level=INFO msg="one record" guest="Guest{id:7 uuid:00000000-0000-4000-8000-000000000007 locale:en created:2026-11-01T09:00:00Z}"
	// level=INFO msg="several records" guests="[Guest{id:7 uuid:00000000-0000-4000-8000-000000000007 locale:en created:2026-11-01T09:00:00Z}]"
}

// withoutTimes leaves out of a log record what changes from run to run.
func withoutTimes(_ []string, a slog.Attr) slog.Attr {
	switch a.Key {
	case slog.TimeKey, "duration", "server", "wait":
		return slog.Attr{}
	}
	return a
}

// In a form that a guest filled in, an empty text clears the field.
func ExampleReservationsService_UpdateAdditionalGuest_form() {
	client := exampleClient(reservationstest.NewReservation(7), reservationstest.OfReservation(7, reservationstest.NewAdditionalGuest(8)))
	ctx := context.Background()

	form := url.Values{"firstName": {"Els"}, "surname": {"Jansen"}, "prefix": {""}}
	params := reservations.UpdateAdditionalGuestParams{Reservation: 7, Token: types.NewSecret("token-7")}
	companion, err := client.Reservations.UpdateAdditionalGuest(ctx, 8, params, &types.ReservationAdditionalGuestUpdate{
		FirstName:     types.SetOrNull(form.Get("firstName")),
		Surname:       types.SetOrNull(form.Get("surname")),
		SurnamePrefix: types.SetOrNull(form.Get("prefix")),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(companion.Name)
	// Output: Els Jansen
}

// A program that keeps a copy of its key gets the new one after a 401.
func ExampleAPIKeyRefused() {
	srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(7)))
	defer srv.Close()
	baseURL, apiKey := srv.URL(), reservationstest.Key
	ctx := context.Background()

	var stored, kept atomic.Value // the key where your program gets it, and the copy that it keeps
	stored.Store(apiKey)
	kept.Store("the key of yesterday")
	client, err := reservations.NewClient(baseURL, "", reservations.WithAPIKeySource(
		func(ctx context.Context) (string, error) {
			if reservations.APIKeyRefused(ctx) {
				kept.Store(stored.Load())
			}
			return kept.Load().(string), nil
		}))
	if err != nil {
		log.Fatal(err)
	}
	guest, err := client.Guests.Get(ctx, 7)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(guest.ID)
	fmt.Println(len(srv.Requests()), "requests")
	// Output:
	// 7
	// 2 requests
}
