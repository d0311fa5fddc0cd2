package reservationstest_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// checkIn stands for the code under test: it changes reservation 1 on behalf of its guest.
func checkIn(client *http.Client) error {
	target := "https://api.example.test/api/reservations/1?organization=12&token=" + reservationstest.Token(1).Reveal()
	r, err := http.NewRequest(http.MethodPut, target, strings.NewReader(`{"notes":"Arrives late","guest":{"firstName":"Els"}}`))
	if err != nil {
		return err
	}
	r.Header.Set("X-Api-Key", reservationstest.Key)
	r.Header.Set("Content-Type", "application/json")
	resp, err := client.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		message, _ := io.ReadAll(resp.Body)
		return fmt.Errorf("%s: %s", resp.Status, message)
	}
	return nil
}

// What a request has changed can be read back from the server.
func ExampleGet() {
	srv := reservationstest.NewServer(reservationstest.WithRecords(
		reservationstest.NewReservation(1),
		reservationstest.NewSummary(1),
	))
	if err := checkIn(&http.Client{Transport: srv}); err != nil {
		fmt.Println(err)
		return
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

// A test can set the response of any operation to a record.
func ExampleRespond() {
	srv := reservationstest.NewServer()
	srv.Inject(reservationstest.OpGuest, reservationstest.Nth(1), reservationstest.Respond(reservationstest.NewGuest(7)))
	srv.Inject(reservationstest.OpGuest, reservationstest.Nth(2), reservationstest.Status(http.StatusServiceUnavailable))

	client := &http.Client{Transport: srv}
	for range 3 {
		r, err := http.NewRequest(http.MethodGet, "https://api.example.test/api/guests/7", nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		r.Header.Set("X-Api-Key", reservationstest.Key)
		resp, err := client.Do(r)
		if err != nil {
			fmt.Println(err)
			return
		}
		resp.Body.Close()
		fmt.Println(resp.Status)
	}
	// Output:
	// 200 OK
	// 503 Service Unavailable
	// 404 Not Found
}

// BodyOf decodes the body of a recorded request.
func ExampleBodyOf() {
	srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewReservation(1)))
	if err := checkIn(&http.Client{Transport: srv}); err != nil {
		fmt.Println(err)
		return
	}
	for _, call := range srv.Calls() {
		update, err := reservationstest.BodyOf[types.ReservationUpdate](call)
		fmt.Println(call.Operation, call.ID, call.Query.Get("organization"), *update.Notes, err)
	}
	// Output: reservations.update 1 12 Arrives late <nil>
}
