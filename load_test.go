package reservations_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

const (
	loadGoroutines = 100
	loadAhead      = 8 // requests that a walk may send for pages that turn out not to be needed
)

// load is one run: many goroutines that make random calls on one client, while the service
// fails at random.
type load struct {
	seed     uint64
	attempts int  // that may fail in one call
	limits   bool // some calls are cancelled, or have a deadline
	resends  bool // net/http sends a read again itself when it finds that a connection is gone
	srv      *reservationstest.Server
	client   *reservations.Client
	fates    *loadFates
	proofs   map[string]int // requests of each walk when nothing fails

	mu    sync.Mutex
	truth map[string][]byte
	calls []loadCall
}

// loadCall is a call that was made.
type loadCall struct {
	row     loadRow
	id      int64
	key     string // the value of the header
	limited bool
	err     error
}

// TestLoad makes the calls in virtual time, in which no deadline is missed by chance, and which
// ends only when no goroutine of the client and no connection is left.
func TestLoad(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const attempts = 2
		srv := loadServer()
		client := over(t, srv, reservations.WithOrganization(1), reservations.WithMaxConcurrency(loadAhead), reservations.WithAttemptTimeout(5*time.Second),
			reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: attempts}), reservations.WithMaxResponseBytes(1<<18))
		l := load{seed: rand.Uint64(), attempts: attempts, limits: true, srv: srv, client: client}
		l.run(t, 8, append(quickFaults, slowFaults...))
		synctest.Wait()
		l.check(t)
	})
}

func (l *load) run(t *testing.T, calls int, faults []loadFault) {
	l.truth, l.proofs = map[string][]byte{}, map[string]int{}
	for _, row := range loadWalks {
		l.srv.ResetCalls()
		if _, err := row.call(t.Context(), l.client, 1); err != nil {
			t.Fatalf("%s, while nothing fails: %v", row.name, err)
		}
		l.proofs[row.name] = len(l.srv.Calls())
	}
	l.fates = disturb(l.srv, l.seed, faults)
	var running sync.WaitGroup
	for g := range loadGoroutines {
		running.Go(func() {
			random := rand.New(rand.NewPCG(l.seed, uint64(g)))
			for i := range calls {
				if !l.call(t, random, int64(1000*(g+1)+i)) {
					return
				}
			}
		})
	}
	running.Wait()
}

// call makes one call and compares what it returns with what the server holds. It reports
// whether that is right.
func (l *load) call(t *testing.T, random *rand.Rand, id int64) bool {
	rows := slices.Concat(loadOperations, loadWalks)
	row := rows[random.IntN(len(rows))]
	made := loadCall{row: row, id: 1 + random.Int64N(loadRecords), key: fmt.Sprint(id)}
	if row.put != nil {
		made.id = id
		row.put(l.srv, id)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	options := []reservations.CallOption{reservations.WithHeader(loadHeader, made.key)}
	limit := time.Duration(random.IntN(4000)) * time.Millisecond
	switch n := random.IntN(20); {
	case !l.limits || n > 2:
		limit = time.Hour
	case n == 0:
		defer time.AfterFunc(limit, cancel).Stop()
	case n == 1:
		options = append(options, reservations.WithCallTimeout(limit+1))
	case n == 2:
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	made.limited = limit < time.Hour
	start := time.Now()
	got, err := row.call(ctx, l.client, made.id, options...)
	took := time.Since(start)
	made.err = err
	l.mu.Lock()
	l.calls = append(l.calls, made)
	l.mu.Unlock()

	problem := ""
	switch want := l.want(row, made.id); {
	case made.limited && took > limit+1:
		problem = fmt.Sprintf("took %v, although it may take %v", took, limit)
	case err == nil && !bytes.Equal(want(), marshal(got)):
		problem = fmt.Sprintf("returned %.300s, want %.300s", marshal(got), want())
	case err != nil && row.walk && !bytes.HasPrefix(want(), bytes.TrimSuffix(marshal(got), []byte("]"))):
		problem = fmt.Sprintf("returned %.300s and then an error, want the first of %.300s", marshal(got), want())
	}
	if problem != "" {
		t.Errorf("seed %d: call %s, %s: %s", l.seed, made.key, row.name, problem)
	}
	return problem == ""
}

// want returns what a success of a call returns, as JSON. What is only read does not change.
func (l *load) want(row loadRow, id int64) func() []byte {
	return func() []byte {
		if row.put != nil {
			return marshal(row.want(l.srv, id))
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		key := fmt.Sprint(row.name, id)
		if l.truth[key] == nil {
			l.truth[key] = marshal(row.want(l.srv, id))
		}
		return l.truth[key]
	}
}

func marshal(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return data
}

// check compares every call with what the server has seen of it.
func (l *load) check(t *testing.T) {
	failed, requests := 0, 0
	for _, call := range l.calls {
		seen := l.fates.get(call.key)
		requests += seen.requests
		if call.err != nil {
			failed++
		}
		if problem := l.problem(call, seen); problem != "" {
			t.Errorf("seed %d: call %s, %s: %s; error %v, %d requests, %d executed, faults %v",
				l.seed, call.key, call.row.name, problem, call.err, seen.requests, seen.executed, names(seen.faults))
		}
	}
	t.Logf("seed %d: %d calls, of which %d failed as they had to, and %d requests", l.seed, len(l.calls), failed, requests)
}

func names(faults []loadFault) (names []string) {
	for _, fault := range faults {
		names = append(names, fault.name)
	}
	return names
}

func (l *load) problem(call loadCall, seen fate) string {
	write := call.row.done != nil
	ends := seen.ends(write, l.attempts)
	switch {
	case call.err != nil && !isDocumented(call.err):
		return "the error is of no documented type"
	case call.err != nil && !seen.mayEnd(write, l.attempts) && !call.limited:
		return "nothing that happened explains the error"
	case call.err == nil && ends && !call.row.walk && !l.resends:
		return "it succeeded against what happened"
	case seen.requests > 1+seen.again() && !call.row.walk:
		return "there are too many requests"
	case call.row.walk && seen.requests > l.proofs[call.row.name]+loadAhead+seen.again():
		return fmt.Sprintf("there are too many requests: %d when nothing fails, and %d may be ahead", l.proofs[call.row.name], loadAhead)
	case write && seen.executed > 1:
		return "the write was executed more than once"
	case write && call.row.done(l.srv, call.id) != seen.executed:
		return "the server does not hold what was written"
	case write && call.err == nil && seen.executed != 1:
		return "it succeeded without being executed"
	}
	return ""
}

// isDocumented reports whether an error is of one of the types that calls return.
func isDocumented(err error) bool {
	return errors.As(err, new(*reservations.APIError)) || errors.As(err, new(*reservations.TransportError)) ||
		errors.As(err, new(*reservations.DecodeError)) || errors.As(err, new(*reservations.IncompleteError))
}
