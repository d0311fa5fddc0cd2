// SPDX-License-Identifier: MIT

package otelreservations_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestMetricsOfARetriedCall holds every series, in virtual time.
func TestMetricsOfARetriedCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tel := newTelemetry()
		srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(77)))
		srv.Inject("guests.get", reservationstest.Always(), reservationstest.Before(func() { time.Sleep(2 * time.Second) })) // virtual
		srv.Inject("guests.get", reservationstest.Nth(1), reservationstest.TooManyRequests("3"))
		client := tel.client(t, srv)
		for range 2 {
			if _, err := client.Guests.Get(t.Context(), 77); err != nil {
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
			"http.client.request.duration error.type=429," + request + "http.response.status_code=429," + server + url: "1 in 2s",
			"http.client.request.duration " + request + "http.response.status_code=200," + server + url:                "2 in 4s",
			"http.client.active_requests " + request + server + url:                                                    "0",
			"reservations.call.duration " + op + server:                                                                "2 in 9s",
			"reservations.wait.duration " + op + server:                                                                "3 in 3s",
			"reservations.retries error.type=429," + op + server:                                                       "1",
		}
		if diff := cmp.Diff(want, tel.allSeries(t)); diff != "" {
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
		client := tel.client(t, responds(200, "application/json", body))
		_, _ = client.Reservations.SummariesPage(t.Context(), params)
	}
	const (
		ofID  = "reservations.operation=reservations.summaries,reservations.warning.field=[].id,"
		other = "reservations.operation=reservations.summaries,reservations.warning.field="
		text  = "reservations.warning.problem=a string where a whole number is documented,"
		end   = ",server.address=api.example.com,server.port=443"
	)
	want := map[string]string{
		ofID + text + "reservations.warning.read=true" + end:                                                                   "4",
		other + "[].numOfPersons," + text + "reservations.warning.read=false" + end:                                            "1",
		other + "[],reservations.warning.problem=a number where an object is documented,reservations.warning.read=false" + end: "1",
	}
	if diff := cmp.Diff(want, series(t, tel.measured(t)["reservations.warnings"])); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

// TestInstruments have the names, units and buckets of the conventions, and ours theirs.
func TestInstruments(t *testing.T) {
	t.Parallel()
	tel := newTelemetry()
	srv := reservationstest.NewServer(reservationstest.WithBookings(reservationstest.Park(1, 3, monday, 1)...))
	defer srv.Close()
	srv.Inject("reports.presence", reservationstest.Nth(1), reservationstest.TooManyRequests("0"))
	srv.Inject("guests.get", reservationstest.Always(), reservationstest.Body(200, "application/json", `{"id":"7"}`))
	client := tel.client(t, srv)
	if _, err := client.Reports.Presence(t.Context(), reservations.PresenceParams{DateFrom: monday, DateTo: monday}); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Guests.Get(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	units := map[string]string{}
	for name, m := range tel.measured(t) {
		units[name] = m.Unit
		h, is := m.Data.(metricdata.Histogram[float64])
		if m.Description == "" || is && (h.DataPoints[0].Bounds[0] != 0.005 || len(h.DataPoints[0].Bounds) < 14) { // those of the conventions
			t.Errorf("the metric %s has the description %q and the data %v", name, m.Description, m.Data)
		}
	}
	want := map[string]string{
		"http.client.request.duration": "s", "http.client.active_requests": "{request}", "reservations.call.duration": "s",
		"reservations.wait.duration": "s", "reservations.retries": "{retry}", "reservations.walk.pages": "{page}",
		"reservations.warnings": "{warning}",
	}
	if diff := cmp.Diff(want, units); diff != "" {
		t.Errorf("units (-want +got):\n%s", diff)
	}
}
