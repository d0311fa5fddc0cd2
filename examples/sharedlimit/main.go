// SPDX-License-Identifier: MIT

// Command sharedlimit starts three processes that share one rate limit through Redis, and counts the
// requests of each process.
//
//	go run ./examples/sharedlimit
//	REDIS_URL=redis://localhost:6379/0 go run ./examples/sharedlimit -rate 20
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/sharedlimit"
)

const (
	processes = 3
	sending   = 3 * time.Second // how long each process sends requests
)

const usage = `Sharedlimit starts three processes that share one rate limit through the Redis at REDIS_URL.

It calls the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY. With neither
set it starts an invented service in this process.

`

func main() {
	log.SetFlags(0)
	rate := flag.Float64("rate", 9.7, "`requests` per second of all processes together")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		log.Fatalf("sharedlimit: %q is not a flag; -h lists the flags", flag.Arg(0))
	}
	run := start
	if os.Getenv("SHAREDLIMIT_PROCESS") != "" {
		run = send
	}
	if err := run(*rate, os.Stdout); err != nil {
		log.Fatal("sharedlimit: ", err)
	}
}

// start starts the processes, waits for them, and prints how many requests they have sent.
func start(rate float64, out io.Writer) error {
	if rate <= 0 || rate > 1000 {
		return errors.New("-rate must be above 0 and at most 1000")
	}
	env := append(os.Environ(), "SHAREDLIMIT_PROCESS=1")
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		server := reservationstest.NewServer()
		fmt.Fprintln(out, "RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: calling an invented service in this process.")
		env = append(env, "RESERVATIONS_BASE_URL="+server.URL(), "RESERVATIONS_API_KEY="+reservationstest.Key)
	} else if _, err := reservations.NewClientFromEnv(); err != nil {
		return err
	}
	if os.Getenv("REDIS_URL") == "" {
		stand, err := miniredis.Run()
		if err != nil {
			return err
		}
		defer stand.Close()
		fmt.Fprintln(out, "REDIS_URL is not set: sharing the limit through a small stand-in for Redis in this process.")
		env = append(env, "REDIS_URL=redis://"+stand.Addr())
	}
	var all sync.WaitGroup
	sent, errs := make([][]time.Time, processes), make([]error, processes)
	for i := range sent {
		all.Go(func() {
			cmd := exec.CommandContext(context.Background(), os.Args[0], "-rate", fmt.Sprint(rate)) //nolint:gosec // it starts itself
			cmd.Env, cmd.Stderr = env, os.Stderr
			output, err := cmd.Output()
			if err == nil {
				err = json.Unmarshal(output, &sent[i])
			}
			if err != nil {
				errs[i] = fmt.Errorf("process %d failed: %w", i+1, err)
			}
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	report(out, rate, sent)
	return nil
}

// report prints how many requests were sent, and at what rate. Between n requests there are n-1 intervals, so the
// rate is n-1 requests in the time from the first to the last one.
func report(out io.Writer, rate float64, sent [][]time.Time) {
	for i, times := range sent {
		fmt.Fprintf(out, "process %d: %d requests\n", i+1, len(times))
	}
	all := slices.SortedFunc(slices.Values(slices.Concat(sent...)), time.Time.Compare)
	if n := len(all); n > 1 {
		fmt.Fprintf(out, "together: %d requests, %.1f per second, and at most %.1f\n", n, float64(n-1)/all[n-1].Sub(all[0]).Seconds(), rate)
	}
}

// send runs in each of the processes. It sends requests until its time is over, and prints the time of each.
func send(rate float64, out io.Writer) error {
	where, err := redis.ParseURL(os.Getenv("REDIS_URL"))
	if err != nil {
		return errors.New("REDIS_URL is not the address of a Redis, such as redis://localhost:6379/0")
	}
	rdb := redis.NewClient(where)
	defer rdb.Close()
	limiter, err := sharedlimit.New(rdb, sharedlimit.Config{Name: "example", Rate: rate, Processes: processes})
	if err != nil {
		return err
	}
	times := []time.Time{}
	hooks := reservations.WithHooks(reservations.Hooks{AttemptStart: func(ctx context.Context, _ reservations.Attempt) context.Context {
		times = append(times, time.Now())
		return ctx
	}})
	client, err := reservations.NewClientFromEnv(limiter.Option(), hooks)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), sending)
	defer cancel()
	for ctx.Err() == nil {
		if _, err := client.Accommodations.FacilityGroups(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("reading the facility groups failed: %w", err)
		}
	}
	return json.NewEncoder(out).Encode(times)
}
