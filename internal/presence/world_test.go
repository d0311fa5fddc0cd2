package presence

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

var (
	errTooLarge = errors.New("400: limit is too large")
	errEndless  = errors.New("the walk does not end")
	errBadQuery = errors.New("400: offset is negative or limit is not positive")
)

// query is one request, as far as the behaviours have let it through.
type query struct {
	offset, limit int
	fresh         bool
}

// reply is one page with the reservations it was made of.
type reply struct {
	Page
	rows []*reservation
}

// service reads one page. A behaviour is put around one and changes what it is asked or what it says.
type (
	service   func(query) (reply, error)
	behaviour func(service) service
)

// world is a service in memory: a park, the way its register is asked for, and its behaviours.
type world struct {
	seed    uint64
	rng     *rand.Rand
	from    types.Date
	nights  int
	closed  []bool // by night: nobody is present
	size    int    // reservations in the park at the beginning
	noShows int    // percent
	grouped bool
	walks   int  // how often the same client reads the register
	stale   bool // a cache keeps what was before the walk
	naming  naming
	walk    Walk

	rows     []*reservation // in the order of the service
	everyone []*reservation // also those who have left
	moment   int            // counts the changes
	since    int            // the moment at which the walk began, or its cache
	lastID   int64

	mu           sync.Mutex
	answer       service
	requests     int
	reading      int // requests under way
	atOnce       int // requests under way at most
	asked        map[query]int
	lastDay      types.Date // the last day on any page
	loseNameless bool       // items without a name can be missing: nothing proves them

	excuse string // why nobody could tell that something is missing
	honest bool   // an error is a false refusal
	fails  bool   // the walk may fail with the error of the service
	both   string // the two classes of a pair
}

// newWorld draws a world. Its park is filled later, because behaviours choose how reservations are named.
func newWorld(seed uint64) *world {
	r := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	w := &world{seed: seed, rng: r, from: types.NewDate(2026, time.July, 1+r.IntN(28)), nights: 1 + r.IntN(14), asked: map[query]int{}}
	w.noShows = []int{0, 0, 5, 30, 60, 95}[r.IntN(6)]
	w.grouped = r.IntN(5) == 0
	w.closed = make([]bool, w.nights)
	if r.IntN(2) == 0 {
		for night := range w.nights - 1 {
			w.closed[night] = r.IntN(4) == 0
		}
	}
	switch r.IntN(40) {
	case 0:
		w.size = r.IntN(2001)
	case 1, 2, 3, 4:
		w.size = 25 * r.IntN(9)
	case 5, 6, 7:
		w.size = r.IntN(27)
	default:
		w.size = 26 + r.IntN(125)
	}
	w.walk = Walk{Fetch: w.fetch, Refused: func(err error) bool { return errors.Is(err, errTooLarge) }, From: w.from, Sizes: new(Sizes)}
	few := 1 + r.IntN(30)
	w.walk.Limit = []int{0, 0, 0, few, few, few, few, 25, 50, 99 + r.IntN(3), 250, 1000}[r.IntN(12)]
	w.walk.Workers = []int{1, 4, 8}[r.IntN(3)]
	w.walk.Confirm = r.IntN(10) == 0
	w.walks = 1 + r.IntN(4)/3
	if r.IntN(3) > 0 {
		w.walk.To = w.from.AddDays(w.nights - 1)
	}
	return w
}

// simpleWorld has four nights, on two of which those places of the park are present that show.
func simpleWorld(seed uint64, size, limit int, shows func(place int) bool, behaviours ...behaviour) *world {
	w := newWorld(seed)
	w.nights, w.closed, w.size, w.noShows = 4, make([]bool, 4), size, 0
	w.walk.To, w.walk.Limit, w.walk.Workers, w.walk.Confirm = w.from.AddDays(3), limit, 4, false
	w.open(behaviours...)
	for place, r := range w.rows {
		lines := r.now().lines
		for i := range lines {
			lines[i].nights = []bool{false, true, true, false}
			lines[i].item.NumOfPersons = types.Ptr(2)
		}
		if !shows(place) {
			r.versions = []version{{}}
		}
	}
	return w
}

func everybody(int) bool { return true }

// limit is the page size that the walk was given.
func (w *world) limit() int {
	if w.walk.Limit == 0 {
		return 100
	}
	return w.walk.Limit
}

func (w *world) String() string {
	return fmt.Sprintf("seed %d, page size %d, workers %d, confirm %v, N %d, %d nights, %d%% no-shows%s",
		w.seed, w.walk.Limit, w.walk.Workers, w.walk.Confirm, w.size, w.nights, w.noShows, w.both)
}

// open fills the park and puts the behaviours around the service, the first outermost.
func (w *world) open(behaviours ...behaviour) {
	for range w.size {
		w.arrive(len(w.rows))
	}
	w.answer = w.serve
	for _, b := range slices.Backward(behaviours) {
		w.answer = b(w.answer)
	}
}

// fetch takes its turn by a made-up delay that hangs on the seed and the request alone. The order
// in which parallel requests are served is therefore random, but the same in every run.
func (w *world) fetch(ctx context.Context, offset, limit int, fresh bool) (Page, error) {
	w.mu.Lock()
	q := query{offset, limit, fresh}
	w.asked[q]++
	w.reading++
	w.atOnce = max(w.atOnce, w.reading)
	turn := rand.New(rand.NewPCG(w.seed, uint64(offset)<<32^uint64(limit)<<16^uint64(w.asked[q]))).IntN(1e9)
	w.mu.Unlock()
	time.Sleep(time.Duration(turn))

	w.mu.Lock()
	defer w.mu.Unlock()
	w.reading--
	w.requests++
	switch {
	case ctx.Err() != nil:
		return Page{}, ctx.Err()
	case offset < 0 || limit < 1:
		return Page{}, errBadQuery
	case w.requests > 20*w.size+2000:
		return Page{}, errEndless
	}
	r, err := w.answer(q)
	if err != nil {
		return Page{}, err
	}
	w.excuseSingle(q, r)
	for _, day := range r.Days {
		if w.lastDay.Compare(day.Date) < 0 {
			w.lastDay = day.Date
		}
	}
	return r.Page, nil
}

// excuseSingle excuses what a first page of up to 25 reservations hides that shows just as many as
// it says there are: so few are read with one request, and nothing contradicts that.
func (w *world) excuseSingle(q query, r reply) {
	single := w.requests == 1 && r.BadTotal == "" && r.Total <= min(25, q.limit) && shown(r.rows) == r.Total
	if single && (len(r.rows) < len(w.rows) || r.Total < len(w.rows)) {
		w.excuse = "a single page of up to 25"
	}
}

// serve is the honest service.
func (w *world) serve(q query) (reply, error) {
	rows := w.slice(q)
	return reply{Page{Days: w.days(rows), Total: len(w.rows)}, slices.Clone(rows)}, nil
}

// slice is the reservations that a query asks for.
func (w *world) slice(q query) []*reservation {
	return w.rows[min(q.offset, len(w.rows)):min(q.offset+q.limit, len(w.rows))]
}

// days is the register of some reservations.
func (w *world) days(rows []*reservation) []types.PresenceDay {
	days := make([]types.PresenceDay, w.nights)
	for night := range days {
		days[night].Date = w.from.AddDays(night)
		days[night].Items = []types.PresenceItem{}
		for _, r := range rows {
			for _, l := range r.now().lines {
				if l.on(night) {
					days[night].Items = append(days[night].Items, l.item)
				}
			}
		}
	}
	return days
}
