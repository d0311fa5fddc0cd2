// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// ErrAttemptTimeout is found in the error of an attempt that took longer than Config.Timeout.
var ErrAttemptTimeout = errors.New("attempt timed out")

// TimeoutError is the end of a time that an option sets, and not that of a context of the
// caller.
type TimeoutError struct {
	What   string // took too long: "attempt" or "call"
	After  time.Duration
	Option string // that sets After
	Err    error  // what the end of the context led to
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("%s timed out after %v (%s)", e.What, e.After, e.Option)
}

func (e *TimeoutError) Unwrap() error { return e.Err }

// Is finds what net/http would give for its own timeout, and the kind of e.
func (e *TimeoutError) Is(target error) bool {
	return target == context.DeadlineExceeded || target == ErrAttemptTimeout && e.What == "attempt"
}

// Timeout makes e a net.Error, like the timeouts of net/http.
func (e *TimeoutError) Timeout() bool { return true }

// Temporary makes e a net.Error.
func (e *TimeoutError) Temporary() bool { return true }

// timedOut puts the name of the option into an error that came because the time of an
// attempt was over, and not because the context of the call had ended.
func (t *Transport) timedOut(attempt, call context.Context, err error) error {
	if err == nil || errors.Is(err, io.EOF) || attempt.Err() == nil || call.Err() != nil {
		return err
	}
	return &TimeoutError{"attempt", t.Timeout, t.TimeoutOption, err}
}

// withEnd adds to an error why its context has ended. Some give its error, and others,
// net/http among them, its cause in place of it; callers look for either.
func withEnd(ctx context.Context, err error) error {
	for _, end := range []error{ctx.Err(), context.Cause(ctx)} {
		if end != nil && !errors.Is(err, end) {
			err = fmt.Errorf("%w: %w", end, err)
		}
	}
	return err
}
