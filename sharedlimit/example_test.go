// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"context"
	"fmt"
	"log"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/sharedlimit"
)

// Share the limit of an API key with all other processes that use it.
func Example() {
	server, err := miniredis.Run() // in place of the Redis that the processes share
	if err != nil {
		log.Fatal(err)
	}
	defer server.Close()
	redisURL := "redis://" + server.Addr()
	srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(7)))
	defer srv.Close()
	baseURL, apiKey := srv.URL(), reservationstest.Key
	ctx := context.Background()

	options, err := redis.ParseURL(redisURL) // such as redis://localhost:6379
	if err != nil {
		log.Fatal(err)
	}
	rdb := redis.NewClient(options)
	defer rdb.Close()
	limiter, err := sharedlimit.New(rdb, sharedlimit.Config{Name: "park-7", Rate: 9.5}) // requests per second of all processes
	if err != nil {
		log.Fatal(err)
	}
	client, err := reservations.NewClient(baseURL, apiKey, limiter.Option())
	if err != nil {
		log.Fatal(err)
	}
	guest, err := client.Guests.Get(ctx, 7)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(guest.ID)
	// Output: 7
}
