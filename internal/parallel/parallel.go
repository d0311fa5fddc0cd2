// SPDX-License-Identifier: MIT

// Package parallel runs functions in goroutines of their own and passes on how each ends, its values, its panic or its
// runtime.Goexit, to the goroutine that waits for it. Walks read pages in parallel with it: a caller can recover the panic of a
// hook, and t.FailNow in a mock does not leave the walk waiting.
package parallel

import (
	"context"
	"runtime"
)

// Task is a function under way.
type Task[T any] struct {
	done     chan struct{}
	value    T
	err      error
	returned bool
	panicked any
}

// Go starts f.
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

// Wait waits for the function and returns what it returned. If the function panicked,
// Wait panics with the same value; if it called runtime.Goexit, Wait does too.
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

// WaitUntil is Wait, but it returns the error of ctx when ctx ends before the function.
func (t *Task[T]) WaitUntil(ctx context.Context) (T, error) {
	select {
	case <-t.done:
		return t.Wait()
	case <-ctx.Done():
		return *new(T), ctx.Err()
	}
}
