package reservations_test

import (
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// loadHeader tells the server which call of the load a request belongs to.
const loadHeader = "X-Load-Call"

// An effect is what a fault does to a call that meets it.
type effect int

const (
	passes  effect = iota // the response is good
	delays                // the request is sent again, and that is not counted as an attempt
	fails                 // the attempt has failed: a read is retried, a write is not
	slows                 // a write ends; a read is sent again, and that is counted unless others succeed
	refuses               // the call ends
)

// loadFault is a fault that hits some requests in a thousand.
type loadFault struct {
	name     string
	thousand int
	effect   effect
	respond  reservationstest.Fault
}

// quickFaults need no waiting, so that they can be used in real time as well.
var quickFaults = []loadFault{
	{"429 with Retry-After: 0", 10, delays, reservationstest.TooManyRequests("0")},
	{"500", 15, fails, reservationstest.Status(500)},
	{"502 in HTML", 15, fails, reservationstest.HTML(502)},
	{"503", 15, slows, reservationstest.Status(503)},
	{"reset before the server acts", 15, slows, reservationstest.Reset()},
	{"reset after the server has acted", 15, slows, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		next.ServeHTTP(httptest.NewRecorder(), r)
		reservationstest.Reset()(w, r, nil)
	}},
	{"truncated", 15, fails, unlessBodyless(reservationstest.Truncate(40))},
	{"401", 2, refuses, reservationstest.Status(401)},
	{"a page of HTML", 2, refuses, unlessBodyless(reservationstest.HTML(200))},
	{"endless", 1, refuses, reservationstest.Endless()},
	{"early hints", 5, passes, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		w.WriteHeader(http.StatusEarlyHints)
		next.ServeHTTP(w, r)
	}},
}

// unlessBodyless refuses a deletion instead, because nothing is read of the body of its response.
func unlessBodyless(fault reservationstest.Fault) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.Method == http.MethodDelete {
			reservationstest.Status(500)(w, r, next)
			return
		}
		fault(w, r, next)
	}
}

// slowFaults take their time.
var slowFaults = []loadFault{
	{"429", 10, delays, reservationstest.TooManyRequests("")},
	{"429 with Retry-After: 2", 10, delays, reservationstest.TooManyRequests("2")},
	{"slow", 20, passes, reservationstest.Slow(100 * time.Millisecond)},
	{"hangs before the server acts", 10, fails, func(_ http.ResponseWriter, r *http.Request, _ http.Handler) { <-r.Context().Done() }},
	{"hangs after the server has acted", 10, fails, func(_ http.ResponseWriter, r *http.Request, next http.Handler) {
		next.ServeHTTP(httptest.NewRecorder(), r)
		<-r.Context().Done()
	}},
}

// fate is what the server has seen of one call.
type fate struct {
	requests int
	executed int // requests that reached the operation
	faults   []loadFault
}

func (f fate) count(is effect) (n int) {
	for _, fault := range f.faults {
		if fault.effect == is {
			n++
		}
	}
	return n
}

// ends reports whether the faults must have ended a call, and mayEnd whether they may have.
func (f fate) ends(write bool, attempts int) bool {
	return f.count(refuses) > 0 || f.count(fails) >= attempts || write && f.count(fails)+f.count(slows) > 0
}

func (f fate) mayEnd(write bool, attempts int) bool {
	return f.ends(write, attempts) || f.count(fails)+f.count(slows) >= attempts
}

// again is how many requests a call needs because of the faults.
func (f fate) again() int { return f.count(delays) + f.count(fails) + f.count(slows) }

// loadFates has what the server has seen of each call, by the value of the header.
type loadFates struct {
	sync.Mutex
	of map[string]*fate
}

func (f *loadFates) update(r *http.Request, change func(*fate)) {
	f.Lock()
	defer f.Unlock()
	call := r.Header.Get(loadHeader)
	if f.of[call] == nil {
		f.of[call] = new(fate)
	}
	change(f.of[call])
}

func (f *loadFates) get(call string) fate {
	f.Lock()
	defer f.Unlock()
	if f.of[call] == nil {
		return fate{}
	}
	seen := *f.of[call]
	seen.faults = slices.Clone(seen.faults)
	return seen
}

// disturb makes every operation fail at random. What happens to a request depends only on the
// seed, its call, and how many requests of the call came before it.
func disturb(srv *reservationstest.Server, seed uint64, faults []loadFault) *loadFates {
	fates := &loadFates{of: map[string]*fate{}}
	hit := func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		respond := func(w http.ResponseWriter, r *http.Request, next http.Handler) { next.ServeHTTP(w, r) }
		fates.update(r, func(f *fate) {
			f.requests++
			if fault, ok := drawFault(seed, r.Header.Get(loadHeader)+"/"+strconv.Itoa(f.requests), faults); ok {
				f.faults = append(f.faults, fault)
				respond = fault.respond
			}
		})
		respond(w, r, next)
	}
	execute := func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		fates.update(r, func(f *fate) { f.executed++ })
		next.ServeHTTP(w, r)
	}
	for _, operation := range reservations.Operations() {
		srv.Inject(operation.Name, reservationstest.Always(), hit)
		srv.Inject(operation.Name, reservationstest.Always(), execute)
	}
	return fates
}

func drawFault(seed uint64, request string, faults []loadFault) (loadFault, bool) {
	sum := fnv.New64a()
	sum.Write([]byte(request))
	n := rand.New(rand.NewPCG(seed, sum.Sum64())).IntN(1000)
	for _, fault := range faults {
		if n -= fault.thousand; n < 0 {
			return fault, true
		}
	}
	return loadFault{}, false
}
