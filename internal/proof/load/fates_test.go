// SPDX-License-Identifier: MIT

package load_test

import (
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"github.com/reservationkit/reservations-go/internal/proof/faults"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// callHeader tells the server which call of the load a request belongs to.
const callHeader = "X-Load-Call"

// An effect is what a fault does to a call that meets it.
type effect int

const (
	passes  effect = iota // the response is good
	delays                // the request is sent again, and that is not counted as an attempt
	fails                 // the attempt has failed: a read is retried, a write is not
	slows                 // a write ends; a read is sent again, and that is counted unless others succeed
	refuses               // the call ends
)

func effectOf(f faults.Fault) effect {
	switch {
	case f.Happened == faults.Nothing:
		return passes
	case f.Happened == faults.AnythingElse || f.TooLong:
		return refuses
	case f.Happened == faults.TooManyRequests:
		return delays
	case f.Refusal():
		return slows
	}
	return fails
}

// thousand is how many requests in a thousand meet a fault with each effect.
var thousand = map[effect]int{passes: 25, delays: 25, fails: 65, slows: 45, refuses: 6}

// fate is what the server has seen of one call.
type fate struct {
	requests int
	executed int // requests that reached the operation
	faults   []faults.Fault
	store    http.Handler // that the call writes to
}

func (f fate) count(is effect) (n int) {
	for _, fault := range f.faults {
		if effectOf(fault) == is {
			n++
		}
	}
	return n
}

func (f fate) names() (names []string) {
	for _, fault := range f.faults {
		names = append(names, fault.Name)
	}
	return names
}

// ends reports whether the faults must have ended a call, and mayEnd whether they may have.
func (f fate) ends(write bool, attempts int) bool {
	return f.count(refuses) > 0 || f.count(fails) >= attempts || write && f.count(fails)+f.count(slows) > 0
}

func (f fate) mayEnd(write bool, attempts int) bool {
	return f.ends(write, attempts) || f.count(fails)+f.count(slows) >= attempts
}

// pretended reports whether the server has said that an operation was carried out, and it was not.
func (f fate) pretended() bool {
	return slices.ContainsFunc(f.faults, func(fault faults.Fault) bool { return effectOf(fault) == passes && !fault.Acts })
}

// again is how many requests a call needs because of the faults.
func (f fate) again() int { return f.count(delays) + f.count(fails) + f.count(slows) }

// fates has what the server has seen of each call, by the value of the header.
type fates struct {
	seed   uint64
	faults map[effect][]faults.Fault

	mu sync.Mutex
	of map[string]*fate
}

func (f *fates) get(key string) fate {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.of[key] == nil {
		return fate{}
	}
	seen := *f.of[key]
	seen.faults = slices.Clone(seen.faults)
	return seen
}

// disturb makes every operation fail at random, for requests with the header. What happens to a
// request depends only on the seed, its call, and how many requests of the call came before it.
func disturb(store *reservationstest.Server, seed uint64, may func(faults.Fault) bool) *fates {
	f := &fates{seed: seed, faults: map[effect][]faults.Fault{}, of: map[string]*fate{}}
	for _, fault := range faults.Common() {
		if fault.Happened != faults.NoConnection && may(fault) {
			f.faults[effectOf(fault)] = append(f.faults[effectOf(fault)], fault)
		}
	}
	for _, call := range testclient.Calls() {
		if !call.Walk { // its operation has another method, for one page
			store.Inject(call.Operation.Name, reservationstest.Always(), f.around(call))
		}
	}
	return f
}

// around returns a fault that draws another one for each request.
func (f *fates) around(call testclient.Call) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if key := r.Header.Get(callHeader); key != "" {
			f.respond(w, r, key, call, next)
		} else {
			next.ServeHTTP(w, r)
		}
	}
}

// respond responds to a request of a call, and notes it.
func (f *fates) respond(w http.ResponseWriter, r *http.Request, key string, call testclient.Call, next http.Handler) {
	fault, store := f.arrived(key, call, next)
	execute := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		f.of[key].executed++
		f.mu.Unlock()
		store.ServeHTTP(w, r)
	})
	if fault == nil {
		execute(w, r)
		return
	}
	fault.Respond(w, r, execute)
}

// arrived notes a request, and returns the fault that it meets, or nil, and what carries it out.
func (f *fates) arrived(key string, call testclient.Call, next http.Handler) (*faults.Fault, http.Handler) {
	f.mu.Lock()
	defer f.mu.Unlock()
	seen := f.of[key]
	if seen == nil {
		seen = &fate{store: next}
		if id, _ := strconv.ParseInt(key, 10, 64); call.Writes() {
			seen.store = testclient.Server(id)
		}
		f.of[key] = seen
	}
	if call.Writes() {
		next = seen.store
	}
	seen.requests++
	fault, ok := f.draw(key + "/" + strconv.Itoa(seen.requests))
	if !ok {
		return nil, next
	}
	fault = fault.On(call)
	seen.faults = append(seen.faults, fault)
	return &fault, next
}

func (f *fates) draw(request string) (faults.Fault, bool) {
	sum := fnv.New64a()
	sum.Write([]byte(request))
	random := rand.New(rand.NewPCG(f.seed, sum.Sum64()))
	n := random.IntN(1000)
	for is := passes; is <= refuses; is++ {
		if n -= thousand[is]; n < 0 {
			return f.faults[is][random.IntN(len(f.faults[is]))], true
		}
	}
	return faults.Fault{}, false
}
