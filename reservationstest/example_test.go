// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/jarcoal/httpmock"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// A test has a server and a client in one line. The server is closed when the test ends.
func ExampleNew() {
	t := &testing.T{} // the one that your test function is given
	srv, client := reservationstest.New(t, reservationstest.WithRecords(reservationstest.NewGuest(7)))
	srv.Inject("guests.get", reservationstest.Nth(1), reservationstest.Status(http.StatusServiceUnavailable))

	guest, err := client.Guests.Get(context.Background(), 7)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("guest", guest.ID)
	for _, request := range srv.Requests() {
		fmt.Println(request.Operation, request.ID, request.Status)
	}
	// Output:
	// guest 7
	// guests.get 7 503
	// guests.get 7 200
}

// In memory the host of the URL does not matter and no port is opened. With httpmock a server
// responds to some URLs, and other responders to the rest.
func ExampleServer_RoundTrip() {
	client := &http.Client{}
	httpmock.ActivateNonDefault(client)
	defer httpmock.DeactivateNonDefault(client)

	srv := reservationstest.NewServer()
	httpmock.RegisterResponder(http.MethodGet, "https://api.example.test/api/reports/presence", srv.RoundTrip)

	resp, err := client.Get("https://api.example.test/api/reports/presence") // without a key
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	fmt.Println(resp.Status)
	// Output: 401 Unauthorized
}

// What a request has changed can be read back from the server.
func ExampleGet() {
	t := &testing.T{} // the one that your test function is given
	srv, client := reservationstest.New(t, reservationstest.WithRecords(
		reservationstest.NewTask(1, func(task *types.Task) { task.Status, task.Done = "done", true }),
	))
	if _, err := client.Tasks.Reset(context.Background(), 1); err != nil {
		t.Fatal(err)
	}
	task, found := reservationstest.Get[types.Task](srv, 1)
	fmt.Println(found, task.Status, task.Done)
	// Output: true open false
}
