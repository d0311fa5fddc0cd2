// SPDX-License-Identifier: MIT

package reservations

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"
	"sync/atomic"
	"time"

	"github.com/reservationkit/reservations-go/internal/parallel"
	"github.com/reservationkit/reservations-go/internal/params"
	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// Option sets up a [Client]. One that cannot be used makes [NewClient] or [Client.With] fail. Of two that set the
// same thing, the later one counts.
type Option func(*options) error

type options struct {
	shared           bool             // connections and throttle are those of another client, as Client.With makes it
	config           transport.Config // none of the numbers of its Policy is zero
	keys             *redact.Keys     // to be cut out of strings
	endsBeforeDateTo *atomic.Bool     // the night register of the service is seen to end before dateTo
	organization     int64
	logger           *slog.Logger
	userAgent        string
	plainHTTP        bool
	strict           bool // a value that cannot be read is an error, also in an optional field

	walkHooks    []hookPair[Walk] // these four have one entry for each WithHooks
	callHooks    []hookPair[Call]
	attemptHooks []hookPair[Attempt]
	warningHooks []func(context.Context, Call, []WarningCount)
}

func newOptions(opts []Option) (options, error) {
	o := options{
		config: transport.Config{
			Client:        &http.Client{},
			Timeout:       30 * time.Second,
			TimeoutOption: "WithAttemptTimeout",
			Policy:        transport.Policy(defaultRetry),
			MaxBytes:      16 << 20,
			MaxInFlight:   8,
		},
		keys:             new(redact.Keys),
		endsBeforeDateTo: new(atomic.Bool),
		userAgent:        userAgent,
	}
	err := apply(&o, opts)
	return o, err
}

// apply applies the options of a client or a call to target. After an error it goes on with the others, so that a call
// knows its Response however it fails. It returns the first error.
func apply[T any, O ~func(*T) error](target *T, opts []O) (first error) {
	for i, opt := range opts {
		var err error
		if opt == nil {
			err = params.Errorf("opts", "holds a nil option at index %d", i)
		} else {
			err = opt(target)
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// setting returns an option that cannot fail.
func setting[T any](set func(*T)) func(*T) error {
	return func(target *T) error {
		set(target)
		return nil
	}
}

// onlyForNewClients rejects an option that changes what Client.With shares.
func (o options) onlyForNewClients(option string) error {
	return params.Require(!o.shared, option, "cannot be used in Client.With, which shares the connections "+
		"and the throttle: make a client with NewClient")
}

// Options joins options into one, so that a package which extends the client, such as one for tracing, can offer one
// Option that sets several.
func Options(opts ...Option) Option { return func(o *options) error { return apply(o, opts) } }

// WithOrganization sets the id of the organization where params leave it 0.
func WithOrganization(id int64) Option {
	return func(o *options) error {
		o.organization = id
		return params.Require(id > 0, "WithOrganization", "must be a positive id, not %d", id)
	}
}

// WithHTTPClient sends through the Transport and the Jar of hc, which must not be nil and is never changed. Its
// Transport is read at every request, so a mock or a tracer that is put there later is used. Its Timeout bounds one
// attempt if it is not 0 and no later option is [WithAttemptTimeout]. Redirects are never followed, whatever its
// CheckRedirect. A Transport may send other requests, for example for a token, but that of an attempt only once: an
// attempt ends with an error when its request is to be sent again, as retrying clients do. By default requests are sent
// through http.DefaultTransport if the program has replaced it, and otherwise through one like it with more idle
// connections and at most 1 MiB of headers.
func WithHTTPClient(hc *http.Client) Option {
	return func(o *options) error {
		if hc == nil {
			return params.Errorf("WithHTTPClient", "must not be nil: leave the option out instead")
		}
		o.config.Client = hc
		if hc.Timeout > 0 {
			o.config.Timeout, o.config.TimeoutOption = hc.Timeout, "Timeout of the http.Client"
		}
		return o.onlyForNewClients("WithHTTPClient")
	}
}

// WithAttemptTimeout bounds one attempt, from dialling to the last byte of the response. The default is 30 seconds;
// it must be positive. A read is retried after it, a sent write is not. [WithCallTimeout] bounds the whole call.
func WithAttemptTimeout(perAttempt time.Duration) Option {
	return func(o *options) error {
		o.config.Timeout, o.config.TimeoutOption = perAttempt, "WithAttemptTimeout"
		return params.Require(perAttempt > 0, "WithAttemptTimeout", "must be positive, not %v", perAttempt)
	}
}

// RetryPolicy says for how long and how often a call is retried; see "Retries" in the package documentation. A
// zero field means its default, no field may be negative, and MinWait may not exceed MaxWait. [NoRetry] retries
// nothing. A retry takes one from the Budget, and gives it back if it succeeds. Five calls that succeed at the first
// attempt also give back one, and so do ten seconds without a call.
//
// A refusal (see "Rate limits" there) is no failed attempt if it is a 429, or a 503 or a reset connection while other
// requests succeed:
//
//   - It does not count in MaxAttempts and Budget. But a 503 or a reset connection counts if three other requests
//     succeed between it and an earlier refusal of the same call.
//   - After it, MaxElapsed counts from the client's last accepted request, if that is later than the start of the call.
//   - Without a Retry-After, the wait after it begins at a quarter of the client's MinWait, and later at what the client
//     has learned of the service. It doubles each time, up to 7.5 seconds or, if longer, a quarter of MaxWait.
type RetryPolicy struct {
	MaxAttempts   int           // how many attempts of one call may fail; the default is 5; 1 retries only what does not count, such as a 429
	MinWait       time.Duration // before the first retry; doubles with each, and varies by a quarter; the default is 500 ms
	MaxWait       time.Duration // where these waits stop doubling; the default is 30 seconds
	MaxRetryAfter time.Duration // the longest Retry-After that is waited for; the default is 60 seconds
	MaxElapsed    time.Duration // from the start of a call until its last retry begins; the default is 2 minutes
	Budget        int           // retries without a success, of all calls together, also by clients from Client.With; the default is 100, math.MaxInt is no bound
	Off           bool          // nothing is retried, as with NoRetry; the other fields have no effect then
}

var defaultRetry = RetryPolicy{
	MaxAttempts:   5,
	MinWait:       500 * time.Millisecond,
	MaxWait:       30 * time.Second,
	MaxRetryAfter: 60 * time.Second,
	MaxElapsed:    2 * time.Minute,
	Budget:        100,
}

// NoRetry returns the policy that retries nothing: every failure is returned at once. A 429 then makes no other call
// wait either.
func NoRetry() RetryPolicy { return RetryPolicy{Off: true} }

// WithRetry sets the retry policy. [WithCallRetry] is for a single call.
func WithRetry(p RetryPolicy) Option {
	return func(o *options) (err error) {
		o.config.Policy, err = completed("WithRetry", p, transport.Policy(defaultRetry))
		return err
	}
}

// completed returns p with its zero fields filled in from another policy. Its error names the option, and the first field that
// cannot be used.
func completed(option string, p RetryPolicy, from transport.Policy) (transport.Policy, error) {
	fields, defaults := reflect.ValueOf(&p).Elem(), reflect.ValueOf(from)
	for i, field := range reflect.VisibleFields(fields.Type()) {
		switch value := fields.Field(i); {
		case value.Kind() == reflect.Bool:
		case value.Int() < 0:
			return from, params.Errorf(option, "must not have a negative %s (%v); NoRetry switches retries off", field.Name, value)
		case value.IsZero():
			value.Set(defaults.Field(i))
		}
	}
	if p.MinWait > p.MaxWait {
		return from, params.Errorf(option, "must not have a MinWait (%v) longer than its MaxWait (%v)", p.MinWait, p.MaxWait)
	}
	return transport.Policy(p), nil
}

// WithMaxConcurrency sets how many requests the client, and those that [Client.With] gives, have in flight at most.
// The default is 8, the least is 1. A client begins with two and sends more as they are accepted; after a refusal it
// sends fewer, or more slowly. Further calls wait in their order.
func WithMaxConcurrency(n int) Option {
	return func(o *options) error {
		if n < 1 {
			return params.Errorf("WithMaxConcurrency", "must be at least 1, not %d", n)
		}
		o.config.MaxInFlight = n
		return o.onlyForNewClients("WithMaxConcurrency")
	}
}

// WithLimiter waits on l before every attempt, so that several clients or processes can share one limit. It can be a
// *rate.Limiter of golang.org/x/time/rate, or that of package sharedlimit, for several machines. By default there is
// none.
//
// l must not be nil and must be safe for concurrent use. Wait is called after the client's own wait for the rate
// limit, and again if another call is refused meanwhile. It must return when its context ends. If l also has a method
// Check(context.Context) error, this is called before both waits, and must not wait itself: so a limiter can
// refuse a call whose deadline it cannot meet. An error of either ends the call with a [TransportError].
func WithLimiter(l interface{ Wait(context.Context) error }) Option {
	return func(o *options) error {
		o.config.Limiter = l
		return params.Require(l != nil, "WithLimiter", "must not be nil: leave the option out instead")
	}
}

// WithUserAgent puts the name of your program, such as "nightaudit/2.1", before that of the SDK in the User-Agent. It
// must be printable ASCII.
func WithUserAgent(app string) Option {
	return func(o *options) error {
		o.userAgent = app + " " + userAgent
		return params.Require(app != "" && params.IsHeaderValue(app), "WithUserAgent", "must be printable ASCII, such as nightaudit/2.1")
	}
}

// WithMaxResponseBytes sets how many bytes the body of a successful response may have, uncompressed. The default is
// 16 MiB, the least is 1. A larger one is a [TransportError] that wraps a *http.MaxBytesError, and is not retried. A
// list or a register that comes in pages is then read in smaller pages, unless a single record is larger.
func WithMaxResponseBytes(n int64) Option {
	return func(o *options) error {
		o.config.MaxBytes = n
		return params.Require(n > 0, "WithMaxResponseBytes", "must be at least 1, not %d", n)
	}
}

// WithStrict makes a call fail with a [DecodeError] where a value would otherwise be left out, or read with
// U+FFFD, with only a [Warning]. A program that adds up money needs it, because a price that is left out makes the
// sum wrong. The night register is always read so.
func WithStrict() Option { return setting(func(o *options) { o.strict = true }) }

// WithPlainHTTP allows a base URL with http for another host than this machine: everybody on the way can read the API
// key and all personal data.
func WithPlainHTTP() Option {
	return func(o *options) error {
		o.plainHTTP = true
		return o.onlyForNewClients("WithPlainHTTP")
	}
}

// WithAPIKeySource asks source for the API key just before every attempt, in place of the apiKey of [NewClient].
// The last 64 of these keys are cut out of errors and logs.
//
// source must be safe for concurrent use, and should keep a key for as long as it is valid. Its context is that of
// the call, bounded by [WithAttemptTimeout]. When source fails, takes too long, or returns a key that is empty or not
// printable ASCII, the call ends with a [TransportError].
//
// After a response with status 401 source is asked once more. If it returns another key, the request is sent once
// more, at once, also a write and also with [NoRetry], because a 401 means that it was not carried out. Otherwise the
// call ends with the 401; if source failed, its NotRetried says so.
func WithAPIKeySource(source func(context.Context) (string, error)) Option {
	return func(o *options) error {
		if source == nil {
			return params.Errorf("WithAPIKeySource", "must not be nil: pass the key to NewClient instead")
		}
		o.config.Key = func(ctx context.Context) (string, error) {
			// It does not wait for a source that ignores the end of its context.
			key, err := parallel.Go(func() (string, error) { return source(ctx) }).WaitUntil(ctx)
			if err != nil {
				return key, err // the key is not used, but err may contain it
			}
			if err := params.Key(key); err != nil {
				return key, fmt.Errorf("its key %w", err)
			}
			return key, nil
		}
		return nil
	}
}

// APIKeyRefused reports whether the source of [WithAPIKeySource], which is given ctx, is asked because the service
// has just refused the key with status 401: a source that keeps a copy has to get the key anew.
func APIKeyRefused(ctx context.Context) bool { return transport.KeyRefused(ctx) }
