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
	exitIncomplete  = 3   // what was read is not complete, and nothing was written
	exitKeyRefused  = 4   // the service refused the key
	exitTemporary   = 5   // the same command may succeed later
	exitFindings    = 6   // the command ran and found something that its flags call a failure
	exitInterrupted = 130 // Ctrl-C or SIGTERM
)

// UsageError is a flag, an argument or a setting that cannot be used.
type UsageError struct{ error }

// Unwrap returns the cause.
func (e UsageError) Unwrap() error { return e.error }

// UsageErrorf returns a [UsageError] with a text as of fmt.Errorf.
func UsageErrorf(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// FindingsError says that a command ran and found what its flags call a failure.
type FindingsError struct{ Text string }

func (e FindingsError) Error() string { return e.Text }

// IncompleteError says that what was read does not hold all that a command needs, so that nothing was
// written.
type IncompleteError struct{ Text string }

func (e IncompleteError) Error() string { return e.Text }

// CommandError says that a command which the program has run failed. The program ends with its exit code.
type CommandError struct {
	Text string
	Code int // not above 0 where a signal has ended it
}

func (e CommandError) Error() string { return e.Text }

func exitCode(err error) int {
	command, isCommand := errors.AsType[CommandError](err)
	switch {
	case err == nil:
		return exitDone
	case is[UsageError](err), is[*reservations.ParamError](err):
		return exitUsage
	case isCommand && command.Code > 0:
		return command.Code
	case is[FindingsError](err):
		return exitFindings
	case errors.Is(err, reservations.ErrUnauthorized), errors.Is(err, reservations.ErrForbidden):
		return exitKeyRefused
	case is[*reservations.IncompleteError](err), is[IncompleteError](err):
		return exitIncomplete
	case reservations.IsTemporary(err):
		return exitTemporary
	}
	return exitFailed
}

func is[T error](err error) bool {
	_, ok := errors.AsType[T](err)
	return ok
}
