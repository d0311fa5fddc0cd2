package presence

import (
	"context"
	"slices"

	"github.com/reservationkit/reservations-go/internal/task"
)

// note keeps what an IncompleteError tells of the pages that were read.
func (r *run) note(p Page) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state.Pages++
	for _, day := range p.Days {
		if day.Date.Compare(r.last) > 0 {
			r.last = day.Date
		}
	}
	if totals := r.state.Totals; p.BadTotal == "" && (len(totals) == 0 || totals[len(totals)-1] != p.Total) {
		r.state.Totals = append(totals, p.Total)
	}
}

// parallel runs read for 0 to n-1, at most Workers at a time, and calls take with each
// result on the goroutine of the caller, in the order in which they come. It ends with
// the first error. When it returns or panics, nothing is under way any more.
func parallel[T any](ctx context.Context, workers, n int, read func(context.Context, int) (T, error), take func(int, T) error) error {
	ctx, cancel := context.WithCancel(ctx)
	tasks := make([]*task.Task[T], 0, n)
	defer func() {
		cancel()
		for _, t := range tasks {
			<-t.Done()
		}
	}()
	ended := make(chan int, n) // nobody ever blocks on it
	for taken := range n {
		for len(tasks) < n && len(tasks)-taken < workers {
			i := len(tasks)
			tasks = append(tasks, task.Go(func() (T, error) {
				defer func() { ended <- i }() // also when read panics
				return read(ctx, i)
			}))
		}
		i := <-ended
		value, err := tasks[i].Wait()
		if err != nil {
			return err
		}
		if err := take(i, value); err != nil {
			return err
		}
	}
	return nil
}

// pagesAt reads n pages in parallel and calls take with each.
func (r *run) pagesAt(ctx context.Context, n int, at func(i int) (offset, limit int), take func(i int, p *page) error) error {
	return parallel(ctx, r.Workers, n, func(ctx context.Context, i int) (*page, error) {
		offset, limit := at(i)
		return r.fetch(ctx, offset, limit)
	}, func(i int, p *page) error {
		if err := r.keep(p); err != nil {
			return err
		}
		return take(i, p)
	})
}

// progress tells how many reservations the pages cover that have been read. Where a walk goes
// on with smaller pages, it has come no less far than before.
func (r *run) progress(pages []*page) {
	if r.Progress == nil {
		return
	}
	covered, total, end := 0, 0, 0
	for _, p := range pages {
		if p != nil {
			covered += max(0, p.end()-max(end, p.offset))
			end, total = max(end, p.end()), p.total
		}
	}
	r.covered = min(total, max(r.covered, covered))
	r.Progress(Progress{Covered: r.covered, Total: total, Walk: r.state.Walks})
}

// offsets returns where the pages behind the first begin.
func offsets(total, size, overlap int) []int {
	var all []int
	for at := size - overlap; at+overlap < total; at += size - overlap {
		all = append(all, at)
	}
	return slices.Clip(all)
}
