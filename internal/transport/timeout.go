package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
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

// timed bounds one attempt, from dialling to the last byte of the body. http.Client could
// do that too, but would leave a goroutine behind when a RoundTripper panics.
type timed struct{ *run }

// RoundTrip sends a copy: the request that others hold neither ends with the attempt nor
// shows the key.
func (t timed) RoundTrip(req *http.Request) (*http.Response, error) {
	began := t.run.ctx
	ctx, cancel := context.WithTimeout(began, t.t.Timeout)
	var body *timedBody
	defer func() {
		if body == nil { // also when there is a panic
			cancel()
		}
	}()
	resp, err := t.sendKeyed(req.Clone(ctx))
	if err == nil && resp != nil && resp.Body != nil {
		body = &timedBody{resp.Body, t.t, ctx, began, cancel}
		resp.Body = body
		dropBadLocation(resp.Header)
	}
	return resp, t.t.timedOut(ctx, began, err)
}

// timedBody ends the time of its attempt when it is closed.
type timedBody struct {
	io.ReadCloser
	t             *Transport
	attempt, call context.Context
	cancel        context.CancelFunc
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	return n, b.t.timedOut(b.attempt, b.call, err)
}

// Close ends the attempt first, so that net/http does not go on reading up to 256 KB of a body
// that nobody wants, as it does since Go 1.27.
func (b *timedBody) Close() error {
	b.cancel()
	return b.ReadCloser.Close()
}
