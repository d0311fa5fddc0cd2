// SPDX-License-Identifier: MIT

package task

import (
	"errors"
	"runtime"
	"testing"
)

func TestWaitReturnsWhatTheFunctionReturned(t *testing.T) {
	t.Parallel()
	want := errors.New("no page")
	got, err := Go(func() (int, error) { return 7, want }).Wait()
	if got != 7 || err != want {
		t.Errorf("Wait() = %d, %v, want 7, %v", got, err, want)
	}
}

func TestPanicSurfacesWhereItIsWaitedFor(t *testing.T) {
	t.Parallel()
	want := errors.New("hook")
	task := Go(func() (int, error) { panic(want) })
	<-task.Done()
	defer func() {
		if got := recover(); got != want {
			t.Errorf("recovered %v, want %v", got, want)
		}
	}()
	task.Wait()
	t.Error("Wait returned")
}

func TestPanicWithNilIsAPanic(t *testing.T) {
	t.Parallel()
	task := Go(func() (int, error) { panic(nil) })
	defer func() {
		if _, ok := recover().(*runtime.PanicNilError); !ok {
			t.Error("a panic with nil did not surface as one")
		}
	}()
	task.Wait()
}

func TestGoexitEndsTheGoroutineThatWaits(t *testing.T) {
	t.Parallel()
	ended, returned := make(chan struct{}), false
	go func() {
		defer close(ended)
		Go(func() (int, error) { runtime.Goexit(); return 0, nil }).Wait()
		returned = true
	}()
	<-ended
	if returned {
		t.Error("Wait returned, although the function ended by Goexit")
	}
}
