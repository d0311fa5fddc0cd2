// SPDX-License-Identifier: MIT

package cli

import (
	"errors"
	"fmt"

	reservations "github.com/reservationkit/reservations-go"
)

// The exit codes of the program.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2   // a flag, a file that it names, an argument or a setting is wrong; nothing was changed or written
	ExitIncomplete  = 3   // what was read is not complete, and nothing was written
	exitKeyRefused  = 4   // the service refused the key
	exitTemporary   = 5   // the same command may succeed later
	ExitFindings    = 6   // the command ran and found something that its flags call a failure
	exitInterrupted = 130 // Ctrl-C or SIGTERM
)

// UsageError is a flag, an argument or a setting that cannot be used.
type UsageError struct{ error }

// Unwrap returns the cause.
func (e UsageError) Unwrap() error { return e.error }

// UsageErrorf returns a [UsageError] with a text as of fmt.Errorf.
func UsageErrorf(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// CodeError ends the program with an exit code that is not found out from the cause.
type CodeError struct {
	Text string
	Code int // not above 0 where a signal has ended the command that was run
}

func (e CodeError) Error() string { return e.Text }

func exitCode(err error) int {
	coded, isCoded := errors.AsType[CodeError](err)
	switch {
	case err == nil:
		return exitDone
	case is[UsageError](err), is[*reservations.ParamError](err):
		return exitUsage
	case isCoded && coded.Code > 0:
		return coded.Code
	case errors.Is(err, reservations.ErrUnauthorized), errors.Is(err, reservations.ErrForbidden):
		return exitKeyRefused
	case is[*reservations.IncompleteError](err):
		return ExitIncomplete
	case reservations.IsTemporary(err):
		return exitTemporary
	}
	return exitFailed
}

func is[T error](err error) bool {
	_, ok := errors.AsType[T](err)
	return ok
}
