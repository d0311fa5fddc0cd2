// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"time"

	"github.com/alicebob/miniredis/v2"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// prepare starts what the environment does not name. It returns the variables that the
// processes need besides, and a function that ends what was started.
func prepare(o options, stdout io.Writer) (env []string, stop func(), err error) {
	var stops []func()
	stop = func() {
		for _, f := range stops {
			f()
		}
	}
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		service := startDemo()
		stops = append(stops, service.Close)
		fmt.Fprintf(stdout, "RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: "+
			"calling an invented service in this process, at %s, which accepts %d requests per second.\n", service.URL, demoLimit)
		env = append(env, "RESERVATIONS_BASE_URL="+service.URL, "RESERVATIONS_API_KEY="+reservationstest.Key)
	} else if _, err := reservations.NewClientFromEnv(); err != nil {
		return nil, stop, err
	}
	if os.Getenv("REDIS_URL") == "" {
		redis, err := miniredis.Run()
		if err != nil {
			stop()
			return nil, stop, err
		}
		stops = append(stops, redis.Close)
		fmt.Fprintln(stdout, "REDIS_URL is not set: sharing the limit through a small stand-in for Redis in this process. Other machines are left out.")
		env = append(env, "REDIS_URL=redis://"+redis.Addr())
	}
	fmt.Fprintf(stdout, "%d processes send for %v, together at most %v requests per second.\n", o.processes, o.duration, o.rate)
	return env, stop, nil
}

// demoLimit is how many requests the invented service accepts per second. It counts them over
// five seconds, as services do that do not mind when some come close together.
const demoLimit = 10

// startDemo serves two invented facility groups, and responds with 429 to what is too much.
func startDemo() *httptest.Server {
	service := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewFacilityGroup(1), reservationstest.NewFacilityGroup(2)))
	const window = 5 * time.Second
	var mu sync.Mutex
	var accepted []time.Time
	allow := func(now time.Time) bool {
		mu.Lock()
		defer mu.Unlock()
		for len(accepted) > 0 && now.Sub(accepted[0]) >= window {
			accepted = accepted[1:]
		}
		if len(accepted) >= demoLimit*int(window/time.Second) {
			return false
		}
		accepted = append(accepted, now)
		return true
	}
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !allow(time.Now()) {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		service.ServeHTTP(w, r)
	}))
}
