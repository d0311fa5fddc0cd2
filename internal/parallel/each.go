// SPDX-License-Identifier: MIT

package parallel

import "context"

// Each calls read with 0 to n-1, every time in a new goroutine. When a read ends, Each calls take with the result,
// without a new goroutine. With 2 workers, read(0) and read(1) run first, and read(2) begins after take has returned once.
// After the first error, Each cancels the reads that run, waits until they end, and returns the error.
func Each[T any](ctx context.Context, workers, n int, read func(context.Context, int) (T, error),
	take func(int, T) error) error {
	ctx, cancel := context.WithCancel(ctx)
	tasks := make([]*Task[T], 0, n)
	defer func() {
		cancel()
		for _, t := range tasks {
			<-t.Done()
		}
	}()
	ended := make(chan int, n) // has room for all, so that a read that ends never waits
	for taken := range n {
		for len(tasks) < n && len(tasks)-taken < workers {
			i := len(tasks)
			tasks = append(tasks, Go(func() (T, error) {
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
