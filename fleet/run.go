// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reservationkit/reservations-go/mirror"
)

// SpareConnections is how many connections the pool of [Run] needs in addition to one for each of Config.Workers.
const SpareConnections = 2

// Run copies the parks of the list in a PostgreSQL database into the same database, until ctx ends; it
// then returns the error of ctx. It makes the tables of the list and of the copy when there are none. The list is
// edited with [Set] and [Remove], also while workers run.
//
// Any number of processes may run it on one database, on any machines, each with the same Config. A process
// takes a park that waits, with a lease of Config.Lease, and prolongs the lease while it syncs the park. So only one
// process syncs a park at a time. When ctx ends, parks are given back at once, and another process goes on where the
// sync was stopped. When a process is killed, or its machine is lost, another process goes on after the lease has
// run out.
//
// Failures do not end Run, because most are temporary: failures of a park are reported, and failures of the database
// are logged and tried again. Run fails at once if the Config or the pool cannot be used, or if the tables of the list
// cannot be made. When a newer version has changed the tables, Run takes no further park, ends when its syncs have
// ended, and fails with ErrNewerSchema or mirror.ErrNewerSchema.
//
// The pool must allow SpareConnections more connections than Config.Workers, and each connection must keep its session:
// a pooler in front of the database must not share a session between transactions.
func Run(ctx context.Context, pool *pgxpool.Pool, config Config) error {
	config, err := config.withDefaults()
	if err != nil {
		return err
	}
	if pool == nil {
		return errors.New("fleet: there is no pool")
	}
	if least := config.Workers + SpareConnections; int(pool.Config().MaxConns) < least {
		return fmt.Errorf("fleet: the pool has at most %d connections, and %d workers need %d; set pool_max_conns",
			pool.Config().MaxConns, config.Workers, least)
	}
	if err := migrate(ctx, pool); err != nil {
		return err
	}
	w := &worker{
		leases:  leases{pool, workerName(), config.Lease, config.PerLimit},
		config:  config,
		clients: newClients(config),
		slots:   make(chan struct{}, config.Workers),
		newer:   make(chan error, 1),
		running: map[*taken]*time.Timer{},
	}
	return w.run(ctx)
}

// workerName returns a name that no other worker has.
func workerName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s/%d/%s", host, os.Getpid(), crand.Text()[:8])
}

// worker is one Run at work.
type worker struct {
	leases  leases
	config  Config
	clients *clients
	slots   chan struct{} // holds an element for each sync, and one while a park is taken
	newer   chan error    // holds the error of a sync that found tables of a newer version

	mu        sync.Mutex
	running   map[*taken]*time.Timer // the timer stops the sync at the end of the lease
	reporting sync.Mutex
}

func (w *worker) run(ctx context.Context) error {
	var syncs sync.WaitGroup
	ended := make(chan struct{})
	var prolonging sync.WaitGroup
	prolonging.Go(func() { w.prolong(ctx, ended) })
	err := w.takeParks(ctx, &syncs)
	syncs.Wait()
	close(ended)
	prolonging.Wait()
	return err
}

// lookInterval is the least time until the next look for a park after none was found, or after an error. A random
// part of it is added, so that workers do not look at the same time.
const lookInterval = time.Second

// takeParks begins a sync of each park that waits, as soon as there is a slot for it. It returns when ctx ends, or
// when the tables are of a newer version.
func (w *worker) takeParks(ctx context.Context, syncs *sync.WaitGroup) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-w.newer:
			return err
		case w.slots <- struct{}{}:
		}
		t, err := w.leases.take(ctx)
		if t != nil {
			syncs.Go(func() {
				w.sync(ctx, t)
				<-w.slots
			})
			continue
		}
		<-w.slots
		if errors.Is(err, ErrNewerSchema) {
			return err
		}
		w.log(err)
		select {
		case <-ctx.Done():
		case <-time.After(lookInterval + rand.N(lookInterval)):
		}
	}
}

// sync syncs a park, if it may still be synced now, and gives it back.
func (w *worker) sync(ctx context.Context, t *taken) {
	if at := next(t.park, t.history, t.at); !at.Equal(t.at) { // such as when its window has ended while it waited
		w.log(w.leases.giveBack(ctx, t, at))
		return
	}
	r := w.syncTaken(ctx, t)
	now := t.now()
	switch {
	case errors.Is(r.Err, mirror.ErrNewerSchema):
		r.Outcome, r.Next = Interrupted, now
		w.log(w.leases.giveBack(ctx, t, t.due))
		select {
		case w.newer <- r.Err:
		default: // it holds the error of another sync already
		}
	case r.Outcome == Interrupted:
		r.Next = now
		w.log(w.leases.giveBack(ctx, t, t.due))
	default:
		h := t.history.after(t.at, now, r.Outcome, r.Err)
		r.Next = next(t.park, h, now)
		w.log(w.leases.finish(ctx, t, h, r))
	}
	if w.config.Report != nil {
		w.reporting.Lock()
		defer w.reporting.Unlock()
		w.config.Report(r)
	}
}

// syncTaken syncs a park. It stops the sync when the worker loses the park.
func (w *worker) syncTaken(ctx context.Context, t *taken) Report {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lease := time.AfterFunc(w.config.Lease, cancel)
	defer lease.Stop()
	w.mu.Lock()
	w.running[t] = lease
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		delete(w.running, t)
		w.mu.Unlock()
	}()
	return w.clients.sync(ctx, t.park, func(ctx context.Context, c mirror.Config) (*mirror.Mirror, error) {
		return mirror.OpenPool(ctx, w.leases.pool, c)
	})
}

// prolong prolongs the leases until ended is closed. It stops the syncs of parks that the worker has lost, because
// they were taken out of the list or another worker has them. While the database does not answer, no lease is
// prolonged, and each sync is stopped at the end of its lease, because another worker may take the park then.
func (w *worker) prolong(ctx context.Context, ended <-chan struct{}) {
	ticker := time.NewTicker(w.config.Lease / 3)
	defer ticker.Stop()
	for {
		select {
		case <-ended:
			return
		case <-ticker.C:
		}
		w.mu.Lock()
		running := maps.Clone(w.running)
		w.mu.Unlock()
		var syncs []int64
		for t := range running {
			syncs = append(syncs, t.park.Organization)
		}
		if len(syncs) == 0 {
			continue
		}
		began := time.Now()
		mine, err := w.leases.prolong(ctx, syncs)
		w.log(err)
		for t, lease := range running {
			switch {
			case err != nil:
			case mine[t.park.Organization]:
				lease.Reset(w.config.Lease - time.Since(began))
			default:
				lease.Reset(0)
			}
		}
	}
}

func (w *worker) log(err error) {
	if err != nil && w.config.Log != nil {
		w.config.Log.Error("a statement of the fleet failed, which is tried again", "worker", w.leases.worker, "error", err)
	}
}
