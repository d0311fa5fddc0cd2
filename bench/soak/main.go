// SPDX-License-Identifier: MIT

// Command soak reads the night register and the lists of a service over and over, while the
// service fails at random and its data changes. It fails when a walk returns wrong data without an
// error, and when memory, goroutines or descriptors grow:
//
//	go run ./soak -for 10m
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"time"
)

func main() {
	long := flag.Duration("for", 5*time.Minute, "how `long` to read")
	seed := flag.Uint64("seed", rand.Uint64(), "of the faults and changes, as far as they do not depend on the order of requests")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	report, err := soak(ctx, *long, *seed)
	fmt.Print(report)
	if err != nil {
		fmt.Fprintf(os.Stderr, "soak: seed %d: %v\n", *seed, err)
		os.Exit(1)
	}
}

// soak reads in rounds, each with one walk of each kind. The samples are taken between two rounds, when no
// request is under way, so that only a leak makes them grow. soak takes longer than long when it has fewer
// than 60 samples by then: with few samples, most of the first third would be from when the pools fill.
func soak(ctx context.Context, long time.Duration, seed uint64) (*report, error) {
	s, err := newService(seed)
	if err != nil {
		return new(report), err
	}
	defer s.server.Close()
	const samples = 60
	r := &report{walks: map[string]*outcome{}}
	start := time.Now()
	defer func() {
		r.took, r.requests, r.faults, r.changes = time.Since(start), s.requests.Load(), s.faults.Load(), s.changes.Load()
	}()
	for next := start; (time.Since(start) < long || len(r.samples) < samples) && ctx.Err() == nil; {
		if err := s.round(ctx, r); err != nil {
			return r, err
		}
		if now := time.Now(); now.After(next) {
			r.samples, next = append(r.samples, takeSample()), now.Add(long/samples)
		}
	}
	return r, r.growth()
}
