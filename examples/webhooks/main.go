// SPDX-License-Identifier: MIT

// Command webhooks receives events of a webhook, and shows what has changed.
//
// It is not documented how the service signs a delivery, what its body holds, or whether a delivery that
// failed is retried. So the address is a secret, the program reads the event and the reservations that have
// changed from the service with the key, and a real program also reads the changes from time to time.
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
	"github.com/reservationkit/reservations-go/types"
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
	if flag.NArg() > 0 {
		log.Fatalf("webhooks: %q is not a flag; -h lists the flags", flag.Arg(0))
	}
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
	mux.Handle("POST /"+secret, r) // register the address https://HOST/SECRET at the service
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
	since time.Time // changes after this time have not been shown yet
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var hint struct{ ID json.Number } // accepts 9001 and "9001"
	err := json.NewDecoder(http.MaxBytesReader(w, request.Body, 1<<20)).Decode(&hint)
	id, errID := hint.ID.Int64()
	if err != nil || errID != nil {
		http.Error(w, "no id of an event", http.StatusBadRequest)
		return
	}
	switch err = r.receive(request.Context(), id); {
	case errors.Is(err, reservations.ErrNotFound):
		http.Error(w, "no event of this webhook", http.StatusNotFound)
	case err != nil:
		log.Print("webhooks: ", err) // not in the response, because it is not known who reads that
		http.Error(w, "try again later", http.StatusServiceUnavailable)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

// receive reads an event from the service, and then the reservations that have changed. The service responds
// with a list, although an id names a single event. Events of other webhooks are left out.
func (r *receiver) receive(ctx context.Context, id int64) error {
	events, err := r.client.Webhooks.Event(ctx, id)
	if err != nil {
		return err
	}
	events = slices.DeleteFunc(events, func(e types.WebhookEvent) bool { return e.Webhook.ID != r.webhook })
	if len(events) == 0 {
		return reservations.ErrNotFound
	}
	for _, event := range events {
		if slices.Contains(r.seen, event.ID) {
			continue
		}
		fmt.Fprintf(r.out, "Event %s: %s of record %d\n", event.ID, event.Event, event.SubjectID)
		if err := r.showChanges(ctx); err != nil {
			return err // the event is not in seen, so another delivery of it is tried again
		}
		r.seen = append(r.seen[max(0, len(r.seen)-999):], event.ID)
	}
	return nil
}

// showChanges prints the reservations that have changed since its last call, some of them twice: the periods
// overlap, because clocks differ, and it is not documented whether a change at ModifiedSince itself is listed.
func (r *receiver) showChanges(ctx context.Context) error {
	now := time.Now()
	params := reservations.SummariesParams{ModifiedSince: r.since, DateFrom: now.AddDate(-1, 0, 0), DateTo: now.AddDate(2, 0, 0), IncludeClosed: new(true)}
	for found, err := range r.client.Reservations.AllSummaries(ctx, params) {
		if err != nil {
			return err
		}
		fmt.Fprintf(r.out, "  reservation %s is %s, from %s to %s\n", found.Number, found.Status, found.DateFrom.DateAsWritten(), found.DateTo.DateAsWritten())
	}
	r.since = now.Add(-5 * time.Minute)
	return nil
}
