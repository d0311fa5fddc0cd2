// SPDX-License-Identifier: MIT

package reservations

import (
	"fmt"
	"reflect"
	"time"

	"github.com/reservationkit/reservations-go/internal/transport"
)

// RetryPolicy says for how long and how often a call is retried. A zero field means its
// default. Which failures are retried is listed in the package documentation. [NoRetry]
// switches retries off. Its fields are:
//
//	MaxAttempts   int           // the default is 5
//	MinWait       time.Duration // the default is 500 milliseconds
//	MaxWait       time.Duration // the default is 30 seconds
//	MaxRetryAfter time.Duration // the default is 60 seconds
//	MaxElapsed    time.Duration // the default is 2 minutes
//	Budget        int           // the default is 100
//
// MaxAttempts is how many attempts of one call may fail because no connection could be made or a
// connection broke, or with a damaged response, a timeout or a status of 408, 500, 502, 503 or 504.
// With 1 none of these is retried. A refusal is bounded by time and is not counted, with the exceptions
// that "Rate limits" in the package documentation names.
//
// MinWait is the wait before the first retry when the service names none. It doubles
// with each further retry up to MaxWait, which must not be shorter, and varies by a quarter.
// After a refusal without a Retry-After the first wait is at most a quarter of MinWait, or one
// or two intervals of the pace that the client has learned, and the longest is a quarter of
// MaxWait, but not less than 7.5 seconds. A service that has accepted a request within MaxWait is taken not to be down. For these two
// rules MinWait and MaxWait are those of the client, also in a call with [WithCallRetry].
//
// MaxRetryAfter is the longest wait that the service may ask for with Retry-After, in seconds,
// which may have a fraction, or as a date, which is compared with the Date of the response. The
// longest of several values counts. Beyond MaxRetryAfter the call fails with that response at once,
// and no other call waits.
//
// MaxElapsed is how long after the start of a call its last retry may begin. After a refusal
// the time counts from the last request of any call of the client that was accepted, if that
// is later, and the time in which a call waits for its turn does not count while other calls
// of the client are served: a call of a long walk does not fail because the walk is slow.
//
// Budget is how many retries all calls together may make without a success; see "Retries" in the
// package documentation. A retry after any failure that MaxAttempts counts takes one from it, and
// gives it back if it succeeds. A call that succeeds at its first attempt gives back a fifth of one,
// and so do two seconds in which no call is under way. When it is used up, the error says so in
// NotRetried. Clients that share a throttle count together, and each call compares what they have
// used with its own Budget. With math.MaxInt there is no bound, and retries of the call take nothing
// from the budget of the others.
type RetryPolicy = transport.Policy

var defaultRetry = RetryPolicy{
	MaxAttempts:   5,
	MinWait:       500 * time.Millisecond,
	MaxWait:       30 * time.Second,
	MaxRetryAfter: 60 * time.Second,
	MaxElapsed:    2 * time.Minute,
	Budget:        100,
}

// NoRetry returns the policy that retries nothing: every failure is returned at once. A
// 429 then makes no other call wait either.
func NoRetry() RetryPolicy { return transport.NoRetry() }

// WithRetry sets the retry policy of the client. No field may be negative, and MinWait may not be
// longer than MaxWait. [WithCallRetry] sets the policy of a single call.
func WithRetry(p RetryPolicy) Option {
	return func(o *options) (err error) {
		if o.config.Policy, err = completed(p, defaultRetry); err != nil {
			return o.paramError("WithRetry", "%v", err)
		}
		return nil
	}
}

// WithCallRetry sets the retry policy of the call, or of every page of a walk. A zero field
// means the value that the client has; see [WithRetry]. A policy that cannot be used is a
// [ParamError]. On a client with [NoRetry] this option switches retries on, and with NoRetry it
// switches them off for the call.
func WithCallRetry(p RetryPolicy) CallOption {
	return func(o *callOptions) error {
		o.retry = &p
		return nil
	}
}

// completed returns p with its zero fields filled in from another policy. The error names the
// first field that cannot be used, in the order of the fields.
func completed(p, from RetryPolicy) (RetryPolicy, error) {
	fields, defaults := reflect.ValueOf(&p).Elem(), reflect.ValueOf(from)
	for i, field := range reflect.VisibleFields(fields.Type()) {
		switch value := fields.Field(i); {
		case !field.IsExported():
		case value.Int() < 0:
			return p, fmt.Errorf("must not have a negative %s (%v); NoRetry switches retries off", field.Name, value)
		case value.IsZero():
			value.Set(defaults.Field(i))
		}
	}
	if p.MinWait > p.MaxWait {
		return p, fmt.Errorf("must not have a MinWait (%v) longer than its MaxWait (%v)", p.MinWait, p.MaxWait)
	}
	return p, nil
}
