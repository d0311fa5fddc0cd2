// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"context"
	"fmt"
	"log"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// A program that counts warnings notices when the service begins to send other values than it
// documents, such as a string for a number, before a call fails.
func ExampleRespond_warnings() {
	warnings := map[string]int{} // a metric in a program, because calls may count at the same time
	count := func(_ context.Context, call reservations.Call, found []reservations.WarningCount) {
		for _, w := range found {
			warnings[call.Name+" "+w.Field+": "+w.Problem] += w.Count
		}
	}
	t := &testing.T{} // the one that your test function is given
	srv, client := reservationstest.New(t,
		reservationstest.WithClientOptions(reservations.WithHooks(reservations.Hooks{Warnings: count})))
	changed := []map[string]any{{"id": 1}, {"id": "2"}, {"id": "3"}}
	srv.Inject(reservationstest.OpSummaries, reservationstest.Always(), reservationstest.Respond(changed))

	list, err := client.Reservations.SummariesPage(context.Background(), reservations.SummariesParams{
		DateFrom: time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC),
		DateTo:   time.Date(2026, time.December, 1, 0, 0, 0, 0, time.UTC),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(list), "reservations")
	for what, n := range warnings {
		fmt.Println(n, what)
	}
	// Output:
	// 3 reservations
	// 2 reservations.summaries [].id: a string where a whole number is documented
}
