// SPDX-License-Identifier: MIT

package parallel

import (
	"errors"
	"fmt"
	"runtime"
	"testing"
)

// TestPanicSurfacesWhereItIsWaitedFor, also one with nil. The proofs of lists and of the register hold
// what a function returns, and runtime.Goexit.
func TestPanicSurfacesWhereItIsWaitedFor(t *testing.T) {
	t.Parallel()
	hook := errors.New("hook")
	for value, is := range map[error]func(any) bool{
		hook: func(got any) bool { return got == hook },
		nil:  func(got any) bool { _, ok := got.(*runtime.PanicNilError); return ok },
	} {
		t.Run(fmt.Sprint(value), func(t *testing.T) {
			t.Parallel()
			task := Go(func() (int, error) { panic(value) })
			<-task.Done()
			defer func() {
				if got := recover(); !is(got) {
					t.Errorf("recovered %v, want the panic with %v", got, value)
				}
			}()
			task.Wait()
			t.Error("Wait returned")
		})
	}
}
