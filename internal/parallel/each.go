// SPDX-License-Identifier: MIT

package parallel

import "context"

// Each calls read with 0 to n-1, each in a goroutine of its own, at most workers at a time. It calls take with each
// result on the goroutine of the caller, in the order in which the reads end. It stops at the first error. When Each
// returns or panics, no read is running any more. For example, with 2 workers read(2) begins when read(0) or read(1)
// has returned and take was called with its result.
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
	ended := make(chan int, n) // has room for all, so a read never blocks on it
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
