package transport

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Class says what may be repeated.
type Class int

const (
	// Read changes nothing, so it may be repeated after any passing failure.
	Read Class = iota
	// Write is repeated only when the service certainly did not act on it.
	Write
)

// Policy bounds the repeats of one call. Every field is set.
type Policy struct {
	MaxAttempts   int           // attempts that may fail, 429 not counted
	MinWait       time.Duration // before the first repeat; doubles with each further one
	MaxWait       time.Duration // bounds that doubling
	MaxRetryAfter time.Duration // longest pause the service may ask for
	MaxElapsed    time.Duration // from the start of the call to the start of its last repeat; negative: no repeats
}

type verdict int

const (
	final   verdict = iota // the caller gets it
	passing                // repeat after a wait; counted
	limited                // repeat after the shared pause; bounded by time alone
)

// judge is the retry table.
func judge(class Class, status int, err error) verdict {
	switch {
	case err != nil && neverConnected(err):
		return passing
	case err != nil && class == Read && broken(err):
		return passing
	case err != nil:
		return final
	case status == http.StatusTooManyRequests:
		return limited
	case class == Read && (status == http.StatusBadGateway || status == http.StatusServiceUnavailable || status == http.StatusGatewayTimeout):
		return passing
	}
	return final
}

// neverConnected reports whether there was no connection to send the request on. A
// host name that does not exist is a mistake, not a passing failure.
func neverConnected(err error) bool {
	var dns *net.DNSError
	if errors.As(err, &dns) && dns.IsNotFound {
		return false
	}
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

// broken reports whether a connection failed under way or an attempt took too long.
// It lists what is known to pass: certificates, redirects and unreadable bodies do not.
func broken(err error) bool {
	var op *net.OpError
	if errors.As(err, &op) {
		return op.Op == "read" || op.Op == "write"
	}
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return true
	}
	var errno syscall.Errno
	var stream http2StreamError
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &errno) || errors.As(err, &stream)
}

// http2StreamError has the shape of the stream error of net/http, which has no
// exported name but lets itself be copied into a type of the same shape.
type http2StreamError struct {
	StreamID uint32
	Code     uint32
	Cause    error
}

func (http2StreamError) Error() string { return "HTTP/2 stream reset" }

// run is one call on its way. Its methods are the hooks of go-retryablehttp, all
// called from the one goroutine that makes the call.
type run struct {
	t        *Transport
	q        Request
	start    time.Time
	began    time.Time // of the current attempt
	open     bool      // the current attempt has not been observed
	attempts int
	failures int // passing failures among them
	event    int // of the throttle, when the current attempt began
	wait     time.Duration
	last     *Response
}

// admit waits until the next attempt may begin.
func (r *run) admit(ctx context.Context) error {
	event, err := r.t.throttle.wait(ctx, func(until time.Time) bool { return r.fits(ctx, until) })
	if err != nil {
		return err
	}
	if r.t.limiter != nil {
		if err := r.t.limiter.Wait(ctx); err != nil {
			return err
		}
	}
	r.event = event
	r.attempts++
	r.began, r.open, r.last = time.Now(), true, nil
	return nil
}

// prepare runs after the backoff and before a repeat.
func (r *run) prepare(req *http.Request) error { return r.admit(req.Context()) }

// check decides whether an attempt is repeated. It is called when the header has come,
// and once more when read has dealt with the body of an answer it called final.
func (r *run) check(ctx context.Context, resp *http.Response, err error) (bool, error) {
	bodyRead := r.last != nil
	status := 0
	if err == nil {
		status = resp.StatusCode
		if !bodyRead && status != http.StatusTooManyRequests {
			r.t.throttle.answered(r.event)
		}
	}
	if ctx.Err() != nil || (bodyRead && err == nil) {
		return false, nil
	}
	repeat := false
	switch judge(r.q.Class, status, err) {
	case limited:
		repeat = r.pause(ctx, resp.Header)
	case passing:
		repeat = r.failed(ctx, resp)
	}
	if repeat {
		if err == nil {
			r.last = r.answer(resp)
		}
		r.observe(err, true, r.wait)
	}
	return repeat, nil
}

// pause handles a 429: it sets the shared pause and reports whether this call can
// sit it out. A pause beyond MaxRetryAfter is nobody's to wait for, so it is not shared.
func (r *run) pause(ctx context.Context, h http.Header) bool {
	after, given := retryAfter(h)
	if after > r.t.policy.MaxRetryAfter {
		return false
	}
	until := r.t.throttle.limited(r.event, after, func(streak int) time.Duration {
		if given { // 0: at once, but not again and again
			streak--
		}
		return r.t.policy.delay(streak)
	})
	r.wait = max(0, time.Until(until))
	return r.fits(ctx, until)
}

// failed handles a passing failure: it sets the wait before the next attempt and
// reports whether there is one.
func (r *run) failed(ctx context.Context, resp *http.Response) bool {
	r.failures++
	if r.failures >= r.t.policy.MaxAttempts {
		return false
	}
	r.wait = r.t.policy.delay(r.failures - 1)
	if resp != nil {
		if after, given := retryAfter(resp.Header); given {
			if after > r.t.policy.MaxRetryAfter {
				return false
			}
			r.wait = max(r.wait, after)
		}
	}
	return r.fits(ctx, time.Now().Add(r.wait))
}

// fits reports whether an attempt may still begin at the given time.
func (r *run) fits(ctx context.Context, at time.Time) bool {
	if at.Sub(r.start) > r.t.policy.MaxElapsed {
		return false
	}
	deadline, ok := ctx.Deadline()
	return !ok || at.Before(deadline)
}

// backoff is the wait of this call alone. After a 429 it is none: prepare waits for
// the shared pause instead, which may grow meanwhile.
func (r *run) backoff(_, _ time.Duration, _ int, resp *http.Response) time.Duration {
	if resp != nil && resp.StatusCode == http.StatusTooManyRequests {
		return 0
	}
	return r.wait
}

// read takes in the body of a final answer, inside the attempt, so that a body that
// breaks off is repeated like any other broken connection.
func (r *run) read(resp *http.Response) error {
	defer resp.Body.Close()
	r.last = r.answer(resp)
	body, err := readBody(resp, r.t.maxBytes)
	r.last.Body = body
	return err
}

func (r *run) answer(resp *http.Response) *Response {
	after, _ := retryAfter(resp.Header)
	return &Response{Status: resp.StatusCode, Header: resp.Header, Attempts: r.attempts, RetryAfter: after}
}

func (r *run) observe(err error, repeat bool, wait time.Duration) {
	r.open = false
	a := Attempt{Number: r.attempts, Err: err, Duration: time.Since(r.began), Repeat: repeat, Wait: wait}
	if r.last != nil {
		a.Status = r.last.Status
	}
	r.q.Observe(a)
}

// delay is the wait before repeat n, counted from 0: doubling from MinWait up to
// MaxWait, a quarter more or less so that clients do not march in step.
func (p Policy) delay(n int) time.Duration {
	if n < 0 {
		return 0
	}
	wait := p.MaxWait
	if n < 32 && p.MinWait < p.MaxWait>>n {
		wait = p.MinWait << n
	}
	return time.Duration(float64(wait) * (0.75 + rand.Float64()/2))
}

// retryAfter reads the header of that name, in seconds or as a date. A time that has
// passed is 0. given is false when there is no header or it cannot be read.
func retryAfter(h http.Header) (after time.Duration, given bool) {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if at, err := http.ParseTime(text); err == nil {
		return max(0, time.Until(at)), true
	}
	seconds, err := strconv.ParseUint(text, 10, 64)
	if errors.Is(err, strconv.ErrRange) || err == nil && seconds > uint64(forever/time.Second) {
		return forever, true
	}
	return time.Duration(seconds) * time.Second, err == nil
}

// forever is longer than any wait.
const forever = 100 * 365 * 24 * time.Hour
