// SPDX-License-Identifier: MIT

package examples

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/dnaeon/go-vcr.v4/pkg/cassette"
	"gopkg.in/dnaeon/go-vcr.v4/pkg/recorder"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// recorded returns a client that plays a file or, when there is none, records it.
func recorded(t *testing.T, file, baseURL, apiKey string) *reservations.Client {
	vcr, err := recorder.New(file, recorder.WithSkipRequestLatency(true),
		recorder.WithHook(removePersonalData, recorder.BeforeSaveHook),
		recorder.WithMatcher(func(r *http.Request, kept cassette.Request) bool {
			return r.Method == kept.Method && token.ReplaceAllString(r.URL.String(), "") == kept.URL
		}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := vcr.Stop(); err != nil { // writes the file
			t.Error(err)
		}
	})
	client, err := reservations.NewClient(baseURL, apiKey, reservations.WithHTTPClient(&http.Client{Transport: vcr}),
		reservations.WithMaxConcurrency(1), reservations.WithRetry(reservations.NoRetry()))
	if err != nil {
		t.Fatal(err)
	}
	return client
}

var token = regexp.MustCompile(`\w*[tT]oken=[^&]*`) // in a query
var keptTexts = []string{"date", "dateFrom", "dateTo", "created", "modified", "status", "type", "amount", "balance", "totalPrice"}

// removePersonalData keeps no header and no body of a request, and no text of a response that may describe a person.
func removePersonalData(i *cassette.Interaction) error {
	i.Request = cassette.Request{Method: i.Request.Method, URL: token.ReplaceAllString(i.Request.URL, "")}
	var body any
	decoder := json.NewDecoder(strings.NewReader(i.Response.Body))
	decoder.UseNumber() // keeps every digit
	if err := decoder.Decode(&body); err != nil {
		return err // no file is written
	}
	data, err := json.Marshal(withoutTexts("", body))
	i.Response.Body, i.Response.ContentLength = string(data), int64(len(data))
	i.Response.Headers = http.Header{"X-Total-Count": i.Response.Headers["X-Total-Count"]}
	return err
}

func withoutTexts(field string, value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name := range v {
			v[name] = withoutTexts(name, v[name])
		}
	case []any:
		for i := range v {
			v[i] = withoutTexts(field, v[i])
		}
	case string:
		if !slices.Contains(keptTexts, field) {
			return "text"
		}
	}
	return value
}

// TestGoVCR holds the recipe of docs/testing.md: it records, the file tells nothing, and it is played without a service.
func TestGoVCR(t *testing.T) {
	file := filepath.Join(t.TempDir(), "calls")
	server := reservationstest.NewServer(reservationstest.WithRecords(
		reservationstest.NewGuest(7, func(g *types.Guest) { g.Email, g.Surname = "els@example.org", "Canary" }),
		reservationstest.NewReservation(7), reservationstest.NewTransaction(7), reservationstest.OfReservation(7, reservationstest.NewGroupReservation(8))))
	defer server.Close()
	for id := range int64(150) {
		server.Put(reservationstest.NewSummary(1001+id, func(r *types.ReservationSummary) { r.Name = "Canary" }))
	}
	use := func(t *testing.T, apiKey string) {
		client := recorded(t, file, server.URL(), apiKey)
		guest, err := client.Guests.Get(t.Context(), 7)
		if err != nil || guest.ID != 7 {
			t.Errorf("got the guest %v and error %v", guest, err)
		}
		transaction, err := client.Transactions.Update(t.Context(), 7)
		if err != nil || transaction.Amount.String() != "100" {
			t.Errorf("got the transaction %v and error %v, want its amount", transaction, err)
		}
		group, err := client.Reservations.GroupReservations(t.Context(), 7, reservations.GroupReservationsParams{Organization: 1, Token: reservationstest.Token(7)})
		if err != nil || len(group) != 1 {
			t.Errorf("got %d reservations and error %v, want the other one of the group", len(group), err)
		}
		params := reservations.SummariesParams{Organization: 1, DateFrom: night.Midnight(), DateTo: night.AddDays(7).Midnight()}
		summaries, err := reservations.Collect(client.Reservations.AllSummaries(t.Context(), params))
		if err != nil || len(summaries) != 150 || summaries[149].ID != 1150 {
			t.Errorf("got %d summaries and error %v, want 150", len(summaries), err)
		}
	}
	t.Run("record", func(t *testing.T) { use(t, reservationstest.Key) })
	server.Close()
	for _, secret := range []string{reservationstest.Key, reservationstest.Token(7).Reveal(), "Canary", "els@example.org"} {
		if strings.Contains(read(t, file+".yaml"), secret) {
			t.Errorf("the file holds %q", secret)
		}
	}
	t.Run("play", func(t *testing.T) { use(t, "another key") })
}
