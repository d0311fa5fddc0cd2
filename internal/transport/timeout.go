// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// TimeoutError is the error of an attempt or call that ended because of a timeout option, not of the caller's context.
type TimeoutError struct {
	What   string // what took too long: "attempt" or "call"
	After  time.Duration
	Option string // the option that sets After
	Err    error  // the error with which the attempt or call ended
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("%s timed out after %v (%s)", e.What, e.After, e.Option)
}

func (e *TimeoutError) Unwrap() error { return e.Err }

// Is matches context.DeadlineExceeded, as the timeouts of net/http do.
func (e *TimeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// Timeout makes e a net.Error, like the timeouts of net/http.
func (e *TimeoutError) Timeout() bool { return true }

// Temporary makes e a net.Error.
func (e *TimeoutError) Temporary() bool { return true }

// asTimeout returns err as a TimeoutError if the attempt has reached its Timeout, and the context of the call has not ended.
// It does not change io.EOF, which says that the connection was closed.
func (t *Transport) asTimeout(attempt, call context.Context, err error) error {
	if err == nil || errors.Is(err, io.EOF) || attempt.Err() != context.DeadlineExceeded || call.Err() != nil {
		return err
	}
	return &TimeoutError{"attempt", t.Timeout, t.TimeoutOption, err}
}

// withContextEnd adds to err the error and the cause of ctx if ctx has ended, because callers may look for either.
// Some packages return only the error of the context, and others, such as net/http, only its cause.
func withContextEnd(ctx context.Context, err error) error {
	for _, end := range []error{ctx.Err(), context.Cause(ctx)} {
		if end != nil && !errors.Is(err, end) {
			err = fmt.Errorf("%w: %w", end, err)
		}
	}
	return err
}
