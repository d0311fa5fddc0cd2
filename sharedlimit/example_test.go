package sharedlimit_test

import (
	"log"
	"os"

	"github.com/redis/go-redis/v9"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/sharedlimit"
)

// Share the limit of an API key with all other processes that use it.
func Example() {
	options, err := redis.ParseURL(os.Getenv("REDIS_URL")) // such as redis://localhost:6379/0
	if err != nil {
		log.Fatal(err)
	}
	rdb := redis.NewClient(options)
	defer rdb.Close()
	newClient := func(baseURL, apiKey string) (*reservations.Client, error) {
		limiter, err := sharedlimit.New(rdb, sharedlimit.Config{Name: "park-7", Rate: 9.5})
		if err != nil {
			return nil, err
		}
		return reservations.NewClient(baseURL, apiKey, limiter.Option())
	}
	client, err := newClient(os.Getenv("RESERVATIONS_BASE_URL"), os.Getenv("RESERVATIONS_API_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	_ = client // use it as any other
}
