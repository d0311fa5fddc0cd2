package reservations

import (
	"context"
	"time"
)

// Hooks are callbacks that a [Client] invokes while it works, for tracing and metrics. Each
// of them may be nil.
//
// A walk over the pages of a list or of the night register makes one call for each page,
// and a call makes an attempt for each request that it sends. So a span for every walk, call
// and attempt, each the child of the one around it, is a trace of what happened.
//
// A function for a start may return a context that is made from the one it is given; nil
// leaves that as it is. The context reaches everything below and the function for the end:
// that of a walk its calls, that of a call its attempts, and that of an attempt the
// http.Request, where a RoundTripper finds it. [OperationFromContext] finds the operation
// there.
//
// Every start is followed by exactly one end, also when a context is cancelled, the caller
// leaves the loop over a walk, or a function panics. A walk or a call begins when its
// parameters have been checked: one that fails with a [ParamError] is not begun.
//
// The functions of a call are invoked in the goroutine that makes it, those of several calls
// at the same time; they must be safe for concurrent use and should return quickly. With
// several [WithHooks] the starts are invoked in the order of the options, each with the
// context of the one before, and the ends in the opposite order.
type Hooks struct {
	WalkStart    func(context.Context, Walk) context.Context    // before the first page of a walk is asked for
	WalkEnd      func(context.Context, Walk)                    // when the walk has ended and none of its calls is running
	CallStart    func(context.Context, Call) context.Context    // before the first attempt of a call waits for its turn
	CallEnd      func(context.Context, Call)                    // when the result of the call is known
	AttemptStart func(context.Context, Attempt) context.Context // just before a request is sent
	AttemptEnd   func(context.Context, Attempt)                 // when its response has been read, or has failed
}

// Walk describes one range over all pages of a list, or one reading of the night register.
// It holds no secret.
type Walk struct {
	Operation
	Server  string // scheme and host of the service, such as "https://api.example.com"
	URLPath string // path of its requests

	// What follows is known at the end.

	Pages    int           // how many pages were asked for
	Err      error         // what the walk failed with; nil also when the caller left the loop
	Duration time.Duration // of the walk, the body of the loop included
}

// Call describes one call of an operation with all its attempts. It holds no secret.
type Call struct {
	Operation
	Server  string // scheme and host of the service, such as "https://api.example.com"
	URLPath string // path of the request with its id, such as "/api/guests/77"
	Page    *Page  // what it reads for a walk; nil for a call of its own

	// What follows is known at the end.

	StatusCode int           // of the last response; 0 when the last attempt got none
	RequestID  string        // name that the service gave the last request, or ""
	Err        error         // what the call fails with, or nil
	Attempts   int           // how often the request was sent
	Duration   time.Duration // of the call, with all waits
}

// Page tells which page of a walk a call reads.
type Page struct {
	Number int // of the page within its walk, from 1, in the order in which the pages are asked for
	Offset int // of its first record
	Limit  int // of its records
}

// Attempt describes one request that is sent. It holds no secret: neither the query
// nor the headers nor a body.
type Attempt struct {
	Operation
	Server  string        // scheme and host of the service, such as "https://api.example.com"
	URLPath string        // path of the request with its id, such as "/api/guests/77"
	Number  int           // of the attempt within its call, from 1
	Waited  time.Duration // since the call or the attempt before: for the backoff, the rate limit and the limiter

	// What follows is known at the end.

	StatusCode int           // 0 when there was no response
	RequestID  string        // name that the service gave the request, or ""
	Err        error         // why there was no whole response, or nil
	Duration   time.Duration // of this attempt
	WillRetry  bool          // another attempt follows
	Wait       time.Duration // at least this long before it
	NotRetried string        // why none follows, where only the wait or RetryPolicy.Budget forbids it; or ""
	RetryAfter time.Duration // what its Retry-After asked to wait; 0 when it did not ask
	RateLimit  *RateLimit    // what the response told of the rate limit; nil when it told nothing
}

// RateLimit is what a response told of the rate limit, in the headers RateLimit and
// RateLimit-Policy, or in three headers that begin with RateLimit- or X-RateLimit-.
// Services differ in what they mean by them. The SDK uses Reset alone, as the time to wait
// after a 429 without a Retry-After, unless it is longer than RetryPolicy.MaxRetryAfter. A
// Reset that is sent as seconds or milliseconds since 1970 is compared with the Date of the
// response.
type RateLimit struct {
	Limit     int           // requests in one window; 0 when the response did not tell
	Remaining int           // requests left in the window; 0 also when the response told only Reset
	Reset     time.Duration // until the next window begins; 0 when the response did not tell
}

type operationKey struct{}

// OperationFromContext returns the operation that a context of a hook, of a [WithLimiter],
// of a [WithAPIKeySource] or of an http.Request belongs to. It is false for a context that
// does not come from a [Client].
func OperationFromContext(ctx context.Context) (Operation, bool) {
	if op, ok := ctx.Value(operationKey{}).(*Operation); ok {
		return *op, true
	}
	return Operation{}, false
}
