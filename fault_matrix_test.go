package reservations_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

const (
	matrixHost     = "api.example.test"
	matrixMaxBytes = 64 << 10 // of a body, and of a header
)

// matrixCells returns the cells of these methods under these faults.
func matrixCells(methods []faultedMethod, faults []matrixFault) (cells []matrixCell) {
	for _, m := range methods {
		for _, f := range faults {
			for _, always := range []bool{false, true} {
				for _, timing := range []string{"none", "deadline", "cancelled"} {
					cells = append(cells, matrixCell{method: m, fault: f, always: always, timing: timing})
				}
			}
		}
	}
	return cells
}

// TestFaultMatrix holds every operation to the promises of docs/promises.md under every fault.
func TestFaultMatrix(t *testing.T) {
	t.Parallel()
	reads := matrixStore()
	values := matrixValues(t, reads)
	for _, c := range casesOf(allMatrixCells()) {
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c.run(t, reads).check(t, c, values[c.method.name])
			})
		})
	}
}

func allMatrixCells() []matrixCell {
	faults := slices.Concat(tooManyRequests(), refusals(), redirects(), brokenConnections(), bodies())
	return slices.Concat(matrixCells(faultedMethods, faults), oddMatrixCells(), usedMatrixCells())
}

// usedMatrixCells are those of connections that break when they are used again.
func usedMatrixCells() []matrixCell {
	methods := slices.DeleteFunc(slices.Clone(faultedMethods), func(m faultedMethod) bool {
		return m.walk || !m.writes() && !slices.Contains(oddMethods, m.name)
	})
	faults := slices.DeleteFunc(append(brokenConnections(), oddButTransient()...), func(f matrixFault) bool { return f.kind != transient })
	cells := matrixCells(methods, faults)
	for i := range cells {
		cells[i].used = true
	}
	return cells
}

// oddMatrixCells are those of faults that concern how a response is read, which is the same
// for methods of a kind.
func oddMatrixCells() []matrixCell {
	others := slices.DeleteFunc(slices.Clone(faultedMethods), func(m faultedMethod) bool { return !slices.Contains(oddMethods, m.name) })
	return matrixCells(others, oddFaults())
}

// matrixValues returns what each method returns when nothing fails, as JSON.
func matrixValues(t *testing.T, reads *reservationstest.Server) map[string]string {
	t.Helper()
	values := map[string]string{}
	nothing := matrixFault{fault: everyTime(reservationstest.Before(func() {}))}
	synctest.Test(t, func(t *testing.T) {
		for _, m := range faultedMethods {
			r := matrixCell{method: m, fault: nothing}.run(t, reads)
			if r.err != nil {
				t.Fatalf("%s without a fault: %v", m.name, r.err)
			}
			values[m.name] = r.json(t)
		}
	})
	return values
}

// run makes the call of a cell. All cells of reads share a store.
func (c matrixCell) run(t *testing.T, reads *reservationstest.Server) matrixResult {
	service := newFaultyService(c, reads)
	client := service.client(t)
	if c.used {
		service.use(t, client)
	}
	ctx, cancel := c.context(t.Context())
	defer cancel()
	start := time.Now()
	value, err := c.method.call(ctx, client)
	took := time.Since(start)
	service.pipes.check(t)
	time.Sleep(2 * matrixTimeout) // what the service does late counts as well
	service.pipes.close()
	return matrixResult{service, value, err, took}
}

// context returns the context of the call.
func (c matrixCell) context(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.timing == "deadline" {
		return context.WithTimeout(ctx, matrixDeadline)
	}
	ctx, cancel := context.WithCancel(ctx)
	if c.timing == "cancelled" {
		time.AfterFunc(matrixCancel, cancel)
	}
	return ctx, cancel
}

// faultyService is the service of one cell, and what is counted of it.
type faultyService struct {
	store    http.Handler
	fault    reservationstest.Fault
	applies  reservationstest.When
	pipes    *pipes
	arrived  atomic.Int64 // requests
	executed atomic.Int64 // of them carried out
	attempts atomic.Int64 // that the client made
}

// newFaultyService returns the service of a cell. The fault applies to the first request,
// or to the second one of a walk.
func newFaultyService(c matrixCell, reads *reservationstest.Server) *faultyService {
	s := &faultyService{store: reads, fault: c.fault.fault(), applies: reservationstest.Always()}
	switch {
	case c.always:
	case c.method.walk:
		s.applies = reservationstest.Nth(2)
	default:
		s.applies = reservationstest.Nth(1)
	}
	if c.method.writes() {
		s.store = writableStore()
	}
	s.pipes = newPipes(matrixHost+":443", s)
	s.pipes.transport.DisableKeepAlives = c.method.walk && c.fault.resent // so that the client has to do it
	if c.fault.kind == unsent {
		s.pipes.refuse = func(dial int64) bool { return c.always || dial == 1 }
	}
	return s
}

// use makes a call without a fault, which leaves its connection to the next one.
func (s *faultyService) use(t *testing.T, client *reservations.Client) {
	t.Helper()
	store, applies := s.store, s.applies
	s.store, s.applies = matrixUse, reservationstest.Nth()
	if _, err := client.TaxProfiles.Get(t.Context(), "7"); err != nil {
		t.Fatal(err)
	}
	s.store, s.applies = store, applies
	s.arrived.Store(0)
	s.executed.Store(0)
	s.attempts.Store(0)
}

// matrixUse responds to a call that only uses a connection.
var matrixUse = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"id":7}`) })

func (s *faultyService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	request := s.arrived.Add(1)
	body, err := io.ReadAll(r.Body) // net/http tells a handler only then that the client has left
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	time.Sleep(matrixLatency)
	operation := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.executed.Add(1)
		s.store.ServeHTTP(w, r)
	})
	if s.applies(int(request)) {
		s.fault(w, r, operation)
		return
	}
	operation(w, r)
}

func (s *faultyService) client(t *testing.T) *reservations.Client {
	t.Helper()
	client, err := reservations.NewClient("https://"+matrixHost, reservationstest.Key,
		reservations.WithOrganization(1),
		reservations.WithHTTPClient(&http.Client{Transport: s.pipes.transport}),
		reservations.WithAttemptTimeout(matrixTimeout),
		reservations.WithRetry(reservations.RetryPolicy{MaxElapsed: matrixMaxElapsed}),
		reservations.WithMaxResponseBytes(matrixMaxBytes),
		reservations.WithHooks(reservations.Hooks{AttemptEnd: func(context.Context, reservations.Attempt) { s.attempts.Add(1) }}))
	if err != nil {
		t.Fatal(err)
	}
	return client
}
