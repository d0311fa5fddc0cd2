// SPDX-License-Identifier: MIT

package doctor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

var today = types.NewDate(2026, time.November, 20)

const (
	testKey       = "key-of-the-tests"
	testHost      = "park.example.test"
	presencePath  = "/api/reports/presence"
	summariesPath = "/api/reservations/summaries"
)

// newPark is a service in which every question can be answered, and nothing is contradicted.
func newPark() *reservationstest.Server {
	bookings := reservationstest.Park(5, 400, today.AddDays(-registerDays), registerDays)
	server := reservationstest.NewServer(reservationstest.WithKey(testKey), reservationstest.WithOrganization(70017),
		reservationstest.WithBookings(bookings...))
	for i := range 150 {
		arrival := today.AddDays(-i)
		server.Put(reservationstest.NewSummary(int64(90001+i), func(s *types.ReservationSummary) {
			s.DateFrom, s.DateTo, s.Modified = arrival.DateTime(), arrival.AddDays(4).DateTime(), types.NewDateTime(arrival.Midnight())
		}))
	}
	return server
}

// asked is what was found out about a service.
type asked struct {
	*report
	err error
}

// answer returns the answer to a check.
func (a asked) answer(id string) result {
	return a.Results[slices.IndexFunc(a.Results, func(r result) bool { return r.ID == id })]
}

// ask asks a service in memory and in virtual time the checks with these names, or all.
func ask(t *testing.T, service http.Handler, names ...string) (got asked) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		transport := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			w := httptest.NewRecorder()
			r.Body = http.NoBody
			service.ServeHTTP(w, r)
			response := w.Result()
			if response.Header["Date"] == nil {
				response.Header.Set("Date", time.Now().UTC().Format(http.TimeFormat))
			}
			return response, nil
		})
		opts := append([]reservations.Option{reservations.WithRetry(reservations.NoRetry())}, reservations.WithOrganization(70017), reservations.WithHTTPClient(&http.Client{Transport: transport}))
		client, err := reservations.NewClient("https://"+testHost, testKey, opts...)
		if err != nil {
			t.Fatal(err)
		}
		questions, err := choose(names)
		if err != nil {
			t.Fatal(err)
		}
		p := &probe{client: client, today: today, status: func(request) {}, replies: map[string]*reply{}}
		got.err = p.run(t.Context(), requestsOf(questions), interval)
		got.report = p.report(questions)
	})
	return got
}

// A change changes the service: it is middleware.
type change = reservationstest.Fault

func changed(service http.Handler, c change) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { c(w, r, service) })
}

// query changes the query of requests to a path.
func query(path string, change func(query map[string][]string)) change {
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
func each(value any, f func(object map[string]any)) any {
	switch value := value.(type) {
	case map[string]any:
		for _, inner := range value {
			each(inner, f)
		}
		f(value)
	case []any:
		for _, inner := range value {
			each(inner, f)
		}
	}
	return value
}

func number(r *http.Request, name string) (n int) {
	fmt.Sscan(r.URL.Query().Get(name), &n)
	return n
}
