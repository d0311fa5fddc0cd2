// SPDX-License-Identifier: MIT

package doctor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/doctor/inmemory"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

var today = types.NewDate(2026, time.November, 20)

const testKey = "key-of-the-tests"

// newPark is a service in which every question can be answered, and nothing is contradicted.
func newPark(opts ...reservationstest.Option) *reservationstest.Server {
	bookings := reservationstest.Park(5, 400, today.AddDays(-registerDays), registerDays)
	opts = append([]reservationstest.Option{
		reservationstest.WithKey(testKey), reservationstest.WithOrganization(70017), reservationstest.WithBookings(bookings...),
	}, opts...)
	server := reservationstest.NewServer(opts...)
	for i := range 150 {
		id, arrival := int64(90001+i), today.AddDays(-i)
		server.Put(reservationstest.NewSummary(id, func(s *types.ReservationSummary) {
			s.DateFrom, s.DateTo = arrival.DateTime(), arrival.AddDays(4).DateTime()
			s.Modified = types.NewDateTime(arrival.Midnight().Add(10 * time.Hour))
			s.Guest.Country = "NL"
			s.CancellationInsuranceChargeLines = []types.SummaryCancellationInsuranceChargeLine{{ID: id, Percentage: types.NewNumber(6)}}
		}))
		server.Put(reservationstest.NewGuest(id, func(g *types.Guest) { g.Country = "NL" }))
	}
	server.Put(reservationstest.NewUnit(1), reservationstest.NewRegistrationNumberEntry(1), reservationstest.NewRegistrationNumberEntry(2))
	for id := range int64(30) {
		server.Put(reservationstest.NewSupplement(id + 1))
	}
	return server
}

// examine asks a service in memory and in virtual time, the checks with these names or all.
func examine(t *testing.T, service http.Handler, names ...string) (report *Report) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		report = ask(t, inmemory.Transport(service), names...)
	})
	return report
}

func ask(t *testing.T, next http.RoundTripper, names ...string) *Report {
	t.Helper()
	recorder := NewRecorder(next)
	opts := append(recorder.Options(), reservations.WithOrganization(70017))
	client, err := reservations.NewClient("https://park.example.test", testKey, opts...)
	if err != nil {
		t.Fatal(err)
	}
	e := Examination{
		Client: client, Recorder: recorder, Today: today, Interval: interval, Checks: names, Status: func(string) {},
	}
	report, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// A change changes the service: it is middleware.
type change func(w http.ResponseWriter, r *http.Request, next http.Handler)

func changed(service http.Handler, changes ...change) http.Handler {
	for _, c := range changes {
		next := service
		service = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { c(w, r, next) })
	}
	return service
}

const (
	presencePath    = "/api/reports/presence"
	summariesPath   = "/api/reservations/summaries"
	supplementsPath = "/api/supplements/"
)

// query changes the query of requests to a path.
func query(path string, change func(map[string][]string)) change {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.URL.Path == path {
			r = r.Clone(r.Context())
			q := r.URL.Query()
			change(q)
			r.URL.RawQuery = q.Encode()
		}
		next.ServeHTTP(w, r)
	}
}

// document changes the header and the JSON of successful responses to a path, or of all with "".
func document(path string, change func(r *http.Request, header http.Header, value any) any) change {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		recorded := httptest.NewRecorder()
		next.ServeHTTP(recorded, r)
		body := recorded.Body.Bytes()
		if (path == "" || r.URL.Path == path) && recorded.Code == http.StatusOK {
			var value any
			d := json.NewDecoder(bytes.NewReader(body))
			d.UseNumber()
			if err := d.Decode(&value); err != nil {
				panic(err)
			}
			body, _ = json.Marshal(change(r, recorded.Header(), value))
		}
		recorded.Header().Del("Content-Length")
		maps.Copy(w.Header(), recorded.Header())
		w.WriteHeader(recorded.Code)
		w.Write(body)
	}
}

// each calls f for every object in a JSON value.
func each(value any, f func(map[string]any)) any {
	switch value := value.(type) {
	case map[string]any:
		f(value)
		for _, inner := range value {
			each(inner, f)
		}
	case []any:
		for _, inner := range value {
			each(inner, f)
		}
	}
	return value
}

// refuse responds with a status to requests that a condition holds for.
func refuse(status int, when func(*http.Request) bool) change {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if when(r) {
			reservationstest.Status(status)(w, r, next)
			return
		}
		next.ServeHTTP(w, r)
	}
}

func number(r *http.Request, name string) (n int) {
	fmt.Sscan(r.URL.Query().Get(name), &n)
	return n
}
