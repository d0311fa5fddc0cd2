// SPDX-License-Identifier: MIT

// Command webhooks receives events of a webhook, and shows what has changed.
//
// How the service signs a delivery, and what its body holds, is not documented. So nothing in a request
// is believed: the address is a secret, and a delivery is only a hint to read the event from the
// service, with the key, and then what has changed there. Whether a delivery that fails comes again
// is not documented either, so a program also has to look without one from time to time.
//
//	go run ./examples/webhooks
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

const usage = `Webhooks receives the events of a webhook, and prints which reservations have changed.

It reads the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY. With neither
set it starts an invented service in this process. WEBHOOK_SECRET is the path of the address to deliver to.

`

func main() {
	log.SetFlags(0)
	listen := flag.String("listen", "127.0.0.1:8080", "`address` to listen at; put a proxy with TLS before it")
	webhook := flag.Int64("webhook", 1, "`id` of the webhook")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	r := &receiver{webhook: *webhook, since: time.Now(), out: os.Stdout}
	client, err := reservations.NewClientFromEnv()
	isDemo := os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == ""
	if isDemo {
		fmt.Println("RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: receiving from an invented service in this process.")
		server := reservationstest.NewServer(reservationstest.WithRecords(
			reservationstest.NewWebhookEvent(9001), reservationstest.NewSummary(1001)))
		client, err = reservations.NewClient(server.URL(), reservationstest.Key, reservations.WithOrganization(1))
		r.since = time.Time{} // the invented reservation was changed long ago
	}
	if err != nil {
		log.Fatal("webhooks: ", err)
	}
	r.client = client
	if isDemo {
		delivery := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/", strings.NewReader(`{"id": "9001"}`))
		r.ServeHTTP(httptest.NewRecorder(), delivery)
		return
	}
	secret := os.Getenv("WEBHOOK_SECRET")
	if len(secret) < 20 {
		log.Fatal("webhooks: WEBHOOK_SECRET needs at least 20 characters: it is the only proof of who calls")
	}
	mux := http.NewServeMux()
	mux.Handle("POST /"+secret, r) // the address to register is https://…/ and the secret
	server := &http.Server{Addr: *listen, Handler: mux, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second}
	log.Fatal("webhooks: ", server.ListenAndServe())
}

// receiver receives deliveries, one at a time.
type receiver struct {
	client  *reservations.Client
	webhook int64
	out     io.Writer

	mu    sync.Mutex
	seen  []string  // ids of events: a delivery can come twice
	since time.Time // what was changed later has not been shown
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var hint struct {
		ID json.Number `json:"id"` // a number, also where it is written as a text
	}
	err := json.NewDecoder(http.MaxBytesReader(w, request.Body, 1<<20)).Decode(&hint)
	id, errID := hint.ID.Int64()
	if err != nil || errID != nil {
		http.Error(w, "no id of an event", http.StatusBadRequest)
		return
	}
	switch err = r.receive(request.Context(), id); {
	case errors.Is(err, reservations.ErrNotFound), errors.Is(err, errForeign):
		http.Error(w, "no event of this webhook", http.StatusNotFound)
	case err != nil:
		log.Print("webhooks: ", err) // not in the response: its reader is not known
		http.Error(w, "try again later", http.StatusServiceUnavailable)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

var errForeign = errors.New("the event is of another webhook")

// receive reads an event from the service, and then what has changed. The service responds with a list
// of events, although an id names one.
func (r *receiver) receive(ctx context.Context, id int64) error {
	events, err := r.client.Webhooks.Event(ctx, id)
	if err != nil {
		return err
	}
	for _, event := range events {
		if event.Webhook.ID != r.webhook {
			return errForeign
		}
		if slices.Contains(r.seen, event.ID) {
			continue
		}
		fmt.Fprintf(r.out, "Event %s: %s of record %d\n", event.ID, event.Event, event.SubjectID)
		if err := r.showChanges(ctx); err != nil {
			return err // and the event is not seen
		}
		r.seen = append(r.seen[max(0, len(r.seen)-999):], event.ID)
	}
	return nil
}

// showChanges shows the reservations that have been changed since it was called last. The times overlap,
// because clocks differ, and because it is not documented whether the first instant belongs to them.
func (r *receiver) showChanges(ctx context.Context) error {
	now := time.Now()
	params := reservations.SummariesParams{ModifiedSince: r.since, DateFrom: now.AddDate(-1, 0, 0), DateTo: now.AddDate(2, 0, 0)}
	for summary, err := range r.client.Reservations.AllSummaries(ctx, params) {
		if err != nil {
			return err
		}
		fmt.Fprintf(r.out, "  reservation %s is %s, from %s to %s\n", summary.Number, summary.Status, summary.DateFrom.Date(), summary.DateTo.Date())
	}
	r.since = now.Add(-5 * time.Minute)
	return nil
}
