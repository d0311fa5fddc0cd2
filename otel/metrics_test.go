// SPDX-License-Identifier: MIT

package otelreservations_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestMetricsOfARetriedCall holds every series with its unit, in virtual time.
func TestMetricsOfARetriedCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tel := newTelemetry()
		srv := reservationstest.NewServer(reservationstest.WithKey(key), reservationstest.WithRecords(reservationstest.NewGuest(77)))
		srv.Inject("guests.get", reservationstest.Always(), reservationstest.Before(func() { time.Sleep(2 * time.Second) })) // virtual
		srv.Inject("guests.get", reservationstest.Nth(1), reservationstest.TooManyRequests("3"))
		client := tel.client(t, base, srv)
		for range 2 {
			if err := getGuest(t.Context(), client); err != nil {
				t.Fatal(err)
			}
		}
		const (
			request = "http.request.method=GET,"
			server  = "server.address=api.example.com,server.port=443"
			url     = ",url.scheme=https,url.template=/api/guests/{id}"
			op      = "reservations.operation=guests.get,"
		)
		want := map[string]string{
			"http.client.request.duration error.type=429," + request + "http.response.status_code=429," + server + url: "1 up to 10: 2s",
			"http.client.request.duration " + request + "http.response.status_code=200," + server + url:                "2 up to 10: 4s",
			"http.client.active_requests " + request + server + url:                                                    "0{request}",
			"reservations.call.duration " + op + server:                                                                "2 up to 300: 9s",
			"reservations.wait.duration " + op + server:                                                                "3 up to 300: 3s",
			"reservations.retries error.type=429," + op + server:                                                       "1{retry}",
		}
		if diff := cmp.Diff(want, tel.series(t)); diff != "" {
			t.Errorf("series (-want +got):\n%s", diff)
		}
	})
}

// TestWarningsAreCounted by operation, field and problem, also for a call that fails.
func TestWarningsAreCounted(t *testing.T) {
	t.Parallel()
	tel := newTelemetry()
	params := reservations.SummariesParams{DateFrom: time.Now(), DateTo: time.Now()}
	for _, body := range []string{`[{"id":"1"},{"id":"2"},{"numOfPersons":"x"}]`, `[{"id":"3"},{"id":4}]`, `[{"id":"5"},7]`} {
		client := tel.client(t, base, responds(200, "application/json", body))
		_, _ = client.Reservations.SummariesPage(t.Context(), params)
	}
	all := tel.series(t)
	const text, object = "a string where a whole number is documented", "a number where an object is documented"
	for _, want := range []struct{ field, problem, read, count string }{
		{"[].id", text, "true", "4{warning}"}, {"[].numOfPersons", text, "false", "1{warning}"}, {"[]", object, "false", "1{warning}"},
	} {
		series := "reservations.warnings reservations.operation=reservations.summaries,reservations.warning.field=" + want.field +
			",reservations.warning.problem=" + want.problem + ",reservations.warning.read=" + want.read + ",server.address=api.example.com,server.port=443"
		if all[series] != want.count {
			t.Errorf("%s is %q, want %s in:\n%s", series, all[series], want.count, sortedKeys(all))
		}
	}
}
