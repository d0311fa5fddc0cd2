package reservations_test

import (
	"context"
	"fmt"
	"log"
	"sync"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// cachedKey reads the key from a place where it changes now and then, and keeps it for a
// minute.
type cachedKey struct {
	mu    sync.Mutex
	key   string
	until time.Time
	read  func(context.Context) (string, error)
}

func (s *cachedKey) Key(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Now().Before(s.until) {
		return s.key, nil
	}
	key, err := s.read(ctx)
	if err == nil {
		s.key, s.until = key, time.Now().Add(time.Minute)
	}
	return key, err
}

// The key is read again while the program runs.
func ExampleWithAPIKeySource() {
	srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewTaxProfile(1)))
	defer srv.Close()
	store := &cachedKey{read: func(context.Context) (string, error) { return reservationstest.Key, nil }}
	client, err := reservations.NewClient(srv.URL(), "", reservations.WithAPIKeySource(store.Key))
	if err != nil {
		log.Fatal(err)
	}
	profile, err := client.TaxProfiles.Get(context.Background(), "1")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(profile.ID)
	// Output: 1
}

// A client for each organization. They share their connections and what they learn about the
// rate limit.
func ExampleClient_With() {
	srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewCategory(7)))
	defer srv.Close()
	first, err := reservations.NewClient(srv.URL(), reservationstest.Key, reservations.WithOrganization(1))
	if err != nil {
		log.Fatal(err)
	}
	second, err := first.With(reservations.WithOrganization(2))
	if err != nil {
		log.Fatal(err)
	}
	for _, client := range []*reservations.Client{first, second} {
		if _, err := client.Accommodations.Category(context.Background(), 7, reservations.CategoryParams{}); err != nil {
			log.Fatal(err)
		}
	}
	for _, call := range srv.Calls() {
		fmt.Println(call.Method, call.Path, call.Query.Get("organization"))
	}
	// Output:
	// GET /api/accommodation_categories/7 1
	// GET /api/accommodation_categories/7 2
}

// Two keys for one service that limits the requests of both together.
func ExampleWithSharedThrottle() {
	first, err := reservations.NewClient("https://api.example.com", "key of the first park")
	if err != nil {
		log.Fatal(err)
	}
	second, err := reservations.NewClient("https://api.example.com", "key of the second park", reservations.WithSharedThrottle(first))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(first, second)
	// Output: reservations.Client(https://api.example.com) reservations.Client(https://api.example.com)
}

// A nightly export is patient, and a call behind a button is not.
func ExampleWithCallRetry() {
	client, err := reservations.NewClient("https://api.example.com", "key",
		reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 10, MaxElapsed: time.Hour}))
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // so that this example sends nothing
	_, err = client.Guests.Get(ctx, 7, reservations.WithCallRetry(reservations.NoRetry()), reservations.WithCallTimeout(2*time.Second))
	fmt.Println(err)
	// Output: GET /api/guests/7: not sent: context canceled
}
