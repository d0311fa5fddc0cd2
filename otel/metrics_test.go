// SPDX-License-Identifier: MIT

package otelreservations_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	otelreservations "github.com/reservationkit/reservations-go/otel"
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
		client := tel.client(base, srv)
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
			short   = "0.005 0.01 0.025 0.05 0.075 0.1 0.25 0.5 0.75 1 2.5 5 7.5 10" // of the conventions
			long    = short + " 20 30 60 120 300"
		)
		want := map[string]string{
			"http.client.request.duration error.type=429," + request + "http.response.status_code=429," + server + url: "1 in [" + short + "]: 2s",
			"http.client.request.duration " + request + "http.response.status_code=200," + server + url:                "2 in [" + short + "]: 4s",
			"http.client.active_requests " + request + server + url:                                                    "0{request}",
			"reservations.call.duration " + op + server:                                                                "2 in [" + long + "]: 9s",
			"reservations.wait.duration " + op + server:                                                                "3 in [" + long + "]: 3s",
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
		client := tel.client(base, responds(200, "application/json", body))
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

// TestCardinality: ids, tokens, paths, methods and texts of errors that never come twice make
// no new series. What comes from the service and has many values are the statuses alone.
func TestCardinality(t *testing.T) {
	t.Parallel()
	const calls = 3000
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	statuses := []int{200, 302, 404, 429, 500, 600, 777, 999}
	synctest.Test(t, func(t *testing.T) {
		tel := newTelemetry()
		client := tel.client(base, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			unique := fmt.Sprint(random.Uint64())
			switch random.IntN(3) {
			case 0:
				return nil, errors.New("guest " + unique)
			case 1:
				return responds(200, "text/"+unique, unique, "X-Request-Id", unique)(r)
			}
			status := statuses[random.IntN(len(statuses))]
			return responds(status, "application/json", fmt.Sprintf(`{"description":%q,%[1]q:1}`, unique), "X-Request-Id", unique)(r)
		}), reservations.WithRetry(reservations.NoRetry()))
		for range calls {
			id := random.Int64N(1<<53) + 1
			switch random.IntN(4) {
			case 0:
				_, _ = client.Guests.Get(t.Context(), id)
			case 1:
				_, _ = client.TaxProfiles.Get(t.Context(), fmt.Sprint("profile/", id))
			case 2:
				letters := strings.Map(func(r rune) rune { return r - '0' + 'A' }, fmt.Sprint(id))
				_ = client.Do(t.Context(), reservations.Request{Method: letters, Path: fmt.Sprintf("/api/%d/notes/%d", id, id)}, nil)
			case 3:
				_ = client.Do(t.Context(), reservations.Request{Method: "GET", Path: fmt.Sprint("/", id)}, nil)
			}
		}
		// The requests have three targets and four methods at most: two templates, and Do with GET
		// and with any other method. Each ends with one of the statuses or with an error.
		const targets, operations = 4, 3
		outcomes := len(statuses) + 2 // the redirect of a call, the connection, an undecodable body
		most := map[string]int{
			"http.client.active_requests": targets, "http.client.request.duration": targets * outcomes,
			"reservations.call.duration": operations * outcomes, "reservations.wait.duration": operations,
			"reservations.warnings": 8 + 4, // the required fields of a guest and of a tax profile, and the whole document of both
		}
		number := map[string]int{}
		for series := range tel.series(t) {
			name, _, _ := strings.Cut(series, " ")
			number[name]++
		}
		if len(number) != len(most) {
			t.Errorf("got %d metrics, want %d", len(number), len(most))
		}
		for name, got := range number {
			if got > most[name] || got < operations {
				t.Errorf("after %d calls %s has %d series, want %d at most (seed %d)", calls, name, got, most[name], seed)
			}
		}
	})
}

// TestGlobalProviders are used when the program sets them after it has made its client, and without any a client
// works as well. It runs alone, because they belong to the process, and once: OpenTelemetry passes what was made before
// only to the first providers that a process sets.
func TestGlobalProviders(t *testing.T) {
	if wasSet {
		t.Skip("works once in a process: run it without -count")
	}
	wasSet = true
	client := must(reservations.NewClient(base, key, otelreservations.Option(),
		reservations.WithHTTPClient(&http.Client{Transport: responds(200, "application/json", `{"id":77}`)})))
	if err := getGuest(t.Context(), client); err != nil {
		t.Errorf("without a provider: %v", err)
	}
	tel := newTelemetry()
	otel.SetTracerProvider(tel.tracers)
	otel.SetMeterProvider(tel.meters)
	if err := getGuest(t.Context(), client); err != nil {
		t.Fatal(err)
	}
	if spans, series := tel.ended(t), tel.series(t); len(spans) != 2 || len(series) < 4 {
		t.Errorf("got %d spans, want that of the attempt and that of the call, and the series\n%s", len(spans), sortedKeys(series))
	}
}

var wasSet bool

// refusing is a provider of meters that refuse every instrument.
type refusing struct{ noop.MeterProvider }

func (refusing) Meter(string, ...metric.MeterOption) metric.Meter { return refusingMeter{} }

type refusingMeter struct{ noop.Meter }

func (refusingMeter) Float64Histogram(name string, _ ...metric.Float64HistogramOption) (metric.Float64Histogram, error) {
	return nil, errors.New(name)
}

func (refusingMeter) Int64Counter(name string, _ ...metric.Int64CounterOption) (metric.Int64Counter, error) {
	return nil, errors.New(name)
}

// TestARefusedMetric goes to the error handler, and everything else works without it. It runs alone, because the handler
// belongs to the process.
func TestARefusedMetric(t *testing.T) {
	var refused []string
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { refused = append(refused, err.Error()) }))
	t.Cleanup(func() { otel.SetErrorHandler(otel.ErrorHandlerFunc(func(error) {})) })
	client := must(reservations.NewClient(base, key, otelreservations.Option(otelreservations.WithMeterProvider(refusing{})),
		reservations.WithHTTPClient(&http.Client{Transport: responds(200, "application/json", `{"id":77}`)})))
	if err := getGuest(t.Context(), client); err != nil {
		t.Error(err)
	}
	want := []string{"http.client.request.duration", "reservations.call.duration", "reservations.wait.duration", "reservations.retries",
		"reservations.walk.pages", "reservations.warnings"}
	if diff := cmp.Diff(want, refused); diff != "" {
		t.Errorf("refused metrics (-want +got):\n%s", diff)
	}
}

// TestANilSetting is an error of NewClient and not a panic in it.
func TestANilSetting(t *testing.T) {
	t.Parallel()
	_, err := reservations.NewClient(base, key, otelreservations.Option(nil))
	if _, isParam := errors.AsType[*reservations.ParamError](err); !isParam {
		t.Errorf("got %v, want a *ParamError", err)
	}
}
