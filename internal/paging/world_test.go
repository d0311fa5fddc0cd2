package paging

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

type record struct {
	ID   int64
	Name string
}

var (
	errRefused = errors.New("limit refused")
	errEndless = errors.New("too many requests")
)

// world is a service with one list, which may change or be served wrongly.
type world struct {
	seed   uint64
	rng    *rand.Rand
	limit  int // that the walk is given
	window int
	still  bool // requests take no time

	mu     sync.Mutex
	list   []record
	steady map[int64]bool // ids of those that are in the list all the time and do not move
	lastID int64
	served int // requests so far

	refuse func(limit int) bool
	order  func(list []record) []record // the list as one request sees it
	place  []func(offset, limit int) (int, int)
	before []func()                       // a page is served
	after  []func(page []record) []record // what is served in its place
}

func newWorld(seed uint64, n, limit, window int) *world {
	w := &world{seed: seed, rng: rand.New(rand.NewPCG(seed, 1)), limit: limit, window: window, steady: map[int64]bool{}}
	for range n {
		w.insert(len(w.list))
		w.steady[w.lastID] = true
	}
	return w
}

func randomWorld(seed uint64) *world {
	rng := rand.New(rand.NewPCG(seed, 2))
	sizes := []int{0, 1, 2, 3, rng.IntN(12), rng.IntN(60), rng.IntN(60), rng.IntN(400), rng.IntN(400), rng.IntN(400)}
	limits := []int{1, 2, 3, 5, 7, 10, 20, 25, 30, 50, 100, 1 + rng.IntN(100)}
	return newWorld(seed, sizes[rng.IntN(len(sizes))], limits[rng.IntN(len(limits))], 1+rng.IntN(4))
}

func (w *world) String() string {
	return fmt.Sprintf("seed %d (%d records, limit %d, window %d)", w.seed, len(w.list), w.limit, w.window)
}

func (w *world) insert(at int) {
	w.lastID++
	w.list = slices.Insert(w.list, at, record{w.lastID, fmt.Sprint("record ", w.lastID)})
}

func (w *world) remove(at int) record {
	r := w.list[at]
	delete(w.steady, r.ID)
	w.list = slices.Delete(w.list, at, at+1)
	return r
}

func (w *world) swap(i, j int) {
	if i != j {
		delete(w.steady, w.list[i].ID)
		delete(w.steady, w.list[j].ID)
		w.list[i], w.list[j] = w.list[j], w.list[i]
	}
}

// changing makes up to three changes before some of the first requests, but the very first.
func (w *world) changing(change func(n int)) {
	often, most := []float64{0.1, 0.3, 1}[w.rng.IntN(3)], 1+w.rng.IntN(3)
	w.before = append(w.before, func() {
		if 1 < w.served && w.served < 200 && w.rng.Float64() < often {
			for range 1 + w.rng.IntN(most) {
				change(len(w.list))
			}
		}
	})
}

// fetch serves a page. It takes a time that depends on the offset, so that the order of
// requests that are under way together depends on the seed alone.
func (w *world) fetch(ctx context.Context, offset, limit int) (Page[record], error) {
	delay := int64(0)
	if !w.still {
		delay = rand.New(rand.NewPCG(w.seed, uint64(offset))).Int64N(int64(100 * time.Millisecond))
	}
	select {
	case <-time.After(time.Duration(delay)):
	case <-ctx.Done():
		return Page[record]{}, ctx.Err()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.served++
	if w.served > 5000 {
		return Page[record]{}, errEndless
	}
	if w.refuse != nil && w.refuse(limit) {
		return Page[record]{}, errRefused
	}
	for _, change := range w.before {
		change()
	}
	for _, f := range w.place {
		offset, limit = f(offset, limit)
	}
	list := slices.Clone(w.list)
	if w.order != nil {
		list = w.order(list)
	}
	list = list[min(offset, len(list)):]
	page := list[:min(limit, len(list))]
	for _, f := range w.after {
		page = f(page)
	}
	return Page[record]{Records: page}, nil
}

func (w *world) pages() List[record] {
	return List[record]{
		Fetch: w.fetch, ID: func(r record) int64 { return r.ID }, Limit: w.limit, Window: w.window,
		Refused: func(err error) bool { return errors.Is(err, errRefused) },
	}
}

// walk reads the list and returns how often each id was yielded.
func (w *world) walk(ctx context.Context) (count map[int64]int, err error) {
	count = map[int64]int{}
	for r, err := range w.pages().All(ctx) {
		if err != nil {
			return count, err
		}
		count[r.ID]++
	}
	return count, nil
}
