// SPDX-License-Identifier: MIT

// Package load_test makes random calls from many goroutines on one client, while the service
// fails at random, and compares every one with what happened to its requests.
package load_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/proof/faults"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

const (
	goroutines = 100
	ahead      = 8 // requests that a walk may send for pages that turn out not to be needed
)

// load is one run.
type load struct {
	seed     uint64
	attempts int  // that may fail in one call
	limits   bool // some calls are cancelled, or have a deadline
	sockets  bool // a connection may be gone when a request is sent: net/http sends a read again itself, and a write fails
	store    *reservationstest.Server
	client   *reservations.Client
	fates    *fates

	mu   sync.Mutex
	made []made
}

// made is a call that was made.
type made struct {
	testclient.Call
	key   string // the value of the header
	limit time.Duration
	took  time.Duration
	value []byte
	err   error
}

// unlimited is longer than any call takes.
const unlimited = time.Hour

// TestLoad makes the calls in virtual time, in which no deadline is missed by chance, and which
// ends only when no goroutine of the client and no connection is left.
func TestLoad(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const attempts = 2
		store := newStore()
		client := testclient.Over(t, store,
			reservations.WithMaxConcurrency(ahead),
			reservations.WithAttemptTimeout(5*time.Second),
			reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: attempts}),
			reservations.WithMaxResponseBytes(1<<18))
		l := load{seed: rand.Uint64(), attempts: attempts, limits: true, store: store, client: client}
		calls := 2
		if testkit.Deep() {
			calls = 8
		}
		l.run(t, calls, func(faults.Fault) bool { return true })
		synctest.Wait()
		l.check(t)
	})
}

// run makes this number of calls in each goroutine, under the faults that may happen.
func (l *load) run(t *testing.T, calls int, may func(faults.Fault) bool) {
	l.fates = disturb(l.store, l.seed, may)
	var running sync.WaitGroup
	for g := range goroutines {
		running.Go(func() {
			random := rand.New(rand.NewPCG(l.seed, uint64(g)))
			for i := range calls {
				l.call(t.Context(), random, int64(1000*(g+1)+i))
			}
		})
	}
	running.Wait()
}

// call makes one call at random.
func (l *load) call(ctx context.Context, random *rand.Rand, id int64) {
	call := made{Call: drawCall(random, id), key: fmt.Sprint(id), limit: unlimited}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	options := []reservations.CallOption{reservations.WithHeader(callHeader, call.key)}
	limit, how := time.Duration(random.IntN(4000))*time.Millisecond, random.IntN(20)
	if l.limits && how < 3 {
		call.limit = limit + 1
	}
	switch {
	case call.limit == unlimited:
	case how == 0:
		defer time.AfterFunc(limit, cancel).Stop()
	case how == 1:
		options = append(options, reservations.WithCallTimeout(limit+1))
	case how == 2:
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	start := time.Now()
	value, err := call.Do(ctx, l.client, options...)
	call.took, call.value, call.err = time.Since(start), marshal(value), err
	l.mu.Lock()
	defer l.mu.Unlock()
	l.made = append(l.made, call)
}
