// SPDX-License-Identifier: MIT

// Package parallel runs functions in goroutines of their own. If a function panics or calls runtime.Goexit, the goroutine that
// waits for the function does the same. So a caller can recover from the panic of a hook that ran in another goroutine, and
// a mock that calls t.FailNow, which calls Goexit, also ends the goroutine that waits.
package parallel

import (
	"context"
	"runtime"
)

// Task is a function that runs, or has ended.
type Task[T any] struct {
	done     chan struct{}
	value    T
	err      error
	returned bool
	panicked any
}

// Go starts f in a new goroutine.
func Go[T any](f func() (T, error)) *Task[T] {
	t := &Task[T]{done: make(chan struct{})}
	go func() {
		defer close(t.done)
		defer func() { t.panicked = recover() }() // recover returns nil after Goexit
		t.value, t.err = f()
		t.returned = true
	}()
	return t
}

// Done returns a channel that is closed when the function has returned, panicked or called runtime.Goexit.
func (t *Task[T]) Done() <-chan struct{} { return t.done }

// Wait waits until the function ends, and returns its results. If the function panicked, Wait panics with the same value,
// and if the function called runtime.Goexit, so does Wait.
func (t *Task[T]) Wait() (T, error) {
	<-t.done
	if t.panicked != nil {
		panic(t.panicked)
	}
	if !t.returned {
		runtime.Goexit()
	}
	return t.value, t.err
}

// WaitUntil does the same as Wait, but returns the error of ctx if ctx ends first.
func (t *Task[T]) WaitUntil(ctx context.Context) (T, error) {
	select {
	case <-t.done:
		return t.Wait()
	case <-ctx.Done():
		return *new(T), ctx.Err()
	}
}
