// SPDX-License-Identifier: MIT

package reservations

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/reservationkit/reservations-go/internal/redact"
	"github.com/reservationkit/reservations-go/internal/task"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// Option sets up a [Client]. A value that cannot be used makes [NewClient] or
// [Client.With] fail. Of two options that set the same thing, the later one counts.
type Option func(*options) error

type options struct {
	op           Operation        // that gets the options, such as NewClient
	config       transport.Config // InFlight is 0 without WithMaxConcurrency; no field of Policy is zero
	keys         *redact.Keys     // to be cut out of strings
	organization int64
	logger       *slog.Logger
	hooks        []Hooks
	userAgent    string
	plainHTTP    bool
	strict       bool // a value that cannot be read is an error, also in an optional field
}

func newOptions(op Operation, opts []Option) (options, error) {
	o := options{
		op: op,
		config: transport.Config{
			Client:        &http.Client{},
			Timeout:       30 * time.Second,
			TimeoutOption: "WithAttemptTimeout",
			Policy:        defaultRetry,
			MaxBytes:      16 << 20,
		},
		keys:      new(redact.Keys),
		userAgent: userAgent,
	}
	err := apply(op, &o, opts)
	return o, err
}

func (o options) paramError(param, format string, args ...any) error {
	return newParamError(o.op, param, format, args...)
}

// withName is the name in the errors of Client.With.
const withName = "With"

// onlyForNewClients refuses an option that changes what Client.With shares.
func (o options) onlyForNewClients(option string) error {
	return require(o.op.Name != withName, o.op, option, "cannot be used in Client.With, which shares the connections "+
		"and the throttle: make a client with NewClient")
}

// Options joins several options into one, which applies them in their order. A package that
// extends the client, such as one for tracing, can thus offer one Option although it sets several.
func Options(opts ...Option) Option {
	return func(o *options) error { return apply(o.op, o, opts) }
}

// WithOrganization sets the organization for every call that takes one and whose params
// leave it 0. Without it, such a call fails with a [ParamError]. The id must be positive.
func WithOrganization(id int64) Option {
	return func(o *options) error {
		o.organization = id
		return require(id > 0, o.op, "WithOrganization", "must be a positive id, not %d", id)
	}
}

// WithHTTPClient sends through the Transport and the Jar of hc, which must not be nil and is never
// changed. Its Transport is read at every request, so a mock or a tracer that is put there later is
// used. Its Timeout bounds one attempt if it is not 0 and no later option is [WithAttemptTimeout].
// Its CheckRedirect is not used, because redirects are never followed.
//
// By default requests are sent through http.DefaultTransport if the program has replaced it,
// and otherwise through a new transport with the same settings, apart from more idle connections
// per host and at most 1 MiB for the header of a response.
func WithHTTPClient(hc *http.Client) Option {
	return func(o *options) error {
		if hc == nil {
			return o.paramError("WithHTTPClient", "must not be nil: leave the option out instead")
		}
		o.config.Client = hc
		if hc.Timeout > 0 {
			o.config.Timeout, o.config.TimeoutOption = hc.Timeout, "Timeout of the http.Client"
		}
		return o.onlyForNewClients("WithHTTPClient")
	}
}

// ErrAttemptTimeout is found by errors.Is in the error of an attempt that took longer than
// [WithAttemptTimeout] allows, beside context.DeadlineExceeded. When the deadline of the caller or of
// [WithCallTimeout] has passed, only context.DeadlineExceeded is found.
var ErrAttemptTimeout = transport.ErrAttemptTimeout

// WithAttemptTimeout bounds one attempt, from dialling to the last byte of the response. The
// default is 30 seconds; it must be positive. A read is retried after it, a write is not.
// The whole call, with its retries and waits, is bounded by its context, by
// [WithCallTimeout] and by RetryPolicy.MaxElapsed.
func WithAttemptTimeout(perAttempt time.Duration) Option {
	return func(o *options) error {
		o.config.Timeout, o.config.TimeoutOption = perAttempt, "WithAttemptTimeout"
		return require(perAttempt > 0, o.op, "WithAttemptTimeout", "must be positive, not %v", perAttempt)
	}
}

// WithMaxConcurrency sets how many requests the client has in flight at most, counting those
// of all goroutines and of all clients that share its throttle. The default is 8, the least
// is 1. A client begins with two requests in flight and sends more as they are accepted; after a
// refusal it sends fewer at a time, or more slowly. Calls beyond the bound wait in their order.
func WithMaxConcurrency(n int) Option {
	return func(o *options) error {
		if n < 1 {
			return o.paramError("WithMaxConcurrency", "must be at least 1, not %d", n)
		}
		o.config.InFlight = n
		return o.onlyForNewClients("WithMaxConcurrency")
	}
}

// WithLimiter waits on l before every attempt, retries included, so that several clients or
// processes can share one limit. A *rate.Limiter of golang.org/x/time/rate can be passed, and
// package sharedlimit has one for several machines. By default there is no limiter.
//
// l must not be nil and must be safe for concurrent use. It runs after the client's own throttle,
// and again if another call is refused meanwhile. Wait must return when its context ends. If l also
// has a method Check(context.Context) error, it is called before the call waits for the client's own
// throttle, so that a limiter can refuse a call whose deadline it cannot meet; it must not wait. An
// error of either ends the call with a [TransportError] that wraps it.
func WithLimiter(l interface{ Wait(context.Context) error }) Option {
	return func(o *options) error {
		o.config.Limiter = l
		return require(l != nil, o.op, "WithLimiter", "must not be nil: leave the option out instead")
	}
}

// WithLogger logs every attempt at debug level, and every attempt that is retried at info
// level: operation, server, path with and without its id, number of the attempt, status, request id,
// duration, wait and error. Each kind of [Warning] of a response is one record at warn level, which
// says how many there are. Queries, headers and bodies are not logged. By default nothing is logged.
func WithLogger(l *slog.Logger) Option {
	return func(o *options) error {
		o.logger = l
		return require(l != nil, o.op, "WithLogger", "must not be nil: leave the option out instead")
	}
}

// WithHooks invokes the functions of h during every call; see [Hooks]. Every WithHooks adds
// to those before it, and those given to [Client.With] add to the client's.
func WithHooks(h Hooks) Option {
	return func(o *options) error {
		o.hooks = append(slices.Clip(o.hooks), h)
		return nil
	}
}

// WithUserAgent puts the name of your program, such as "nightaudit/2.1", before the SDK's own
// in the User-Agent header. app must be printable ASCII and not empty. By default the SDK
// names only itself and the version of Go.
func WithUserAgent(app string) Option {
	return func(o *options) error {
		o.userAgent = app + " " + userAgent
		return require(app != "" && isHeaderValue(app), o.op, "WithUserAgent", "must be printable ASCII, such as nightaudit/2.1")
	}
}

// WithMaxResponseBytes sets how many bytes the body of one successful response may have,
// uncompressed. The default is 16 MiB, the least is 1. A larger response fails with a
// [TransportError] that wraps a *http.MaxBytesError. It is not retried.
func WithMaxResponseBytes(n int64) Option {
	return func(o *options) error {
		o.config.MaxBytes = n
		return require(n > 0, o.op, "WithMaxResponseBytes", "must be at least 1, not %d", n)
	}
}

// WithStrict makes a call fail with a [DecodeError] where a value of its response would be left out, or
// read with U+FFFD, and only be a [Warning]: for a program that adds up money, a price that is left out is
// a wrong sum. The walks over the night register do so without it. [WithCallStrict] is for one call.
func WithStrict() Option {
	return func(o *options) error {
		o.strict = true
		return nil
	}
}

// WithPlainHTTP allows a base URL with http for a host that is not this machine. Everybody on
// the way can then read the API key and all personal data. By default such a URL is refused.
func WithPlainHTTP() Option {
	return func(o *options) error {
		o.plainHTTP = true
		return o.onlyForNewClients("WithPlainHTTP")
	}
}

// WithAPIKeySource asks source for the API key just before every attempt, retries included, in
// place of the apiKey of [NewClient]. The key is bound to the origin of the base URL and cut out of
// errors, log records and hooks like a fixed one, and so are the keys before it, up to 64 in all.
//
// source must be safe for concurrent use, and should keep a key for as long as it is valid,
// because it is called often. Its context is that of the call, bounded by [WithAttemptTimeout]. When
// source fails, takes too long, or returns a key that is empty or not printable ASCII, the call ends
// with a [TransportError] that wraps the error of source. A panic in source reaches the caller.
//
// After a response with status 401 source is asked once more. If it returns another key, the
// request is sent once more with that key, at once: also a write, because a 401 means that it was
// not carried out, and also with [NoRetry]. This happens at most once for each call, and for each
// page of a walk. It counts in Attempts, but neither in RetryPolicy.MaxAttempts nor in its Budget. If
// source returns the same key, the call fails with the 401; if source fails, NotRetried of that
// [APIError] has its error. A source that keeps a copy of the key has to get it anew when [APIKeyRefused] is true.
func WithAPIKeySource(source func(context.Context) (string, error)) Option {
	return func(o *options) error {
		if source == nil {
			return o.paramError("WithAPIKeySource", "must not be nil: pass the key to NewClient instead")
		}
		o.config.Key = func(ctx context.Context) (string, error) {
			key, err := ask(ctx, source)
			if err != nil {
				return key, err // the key is not used, but err may contain it
			}
			if err := checkKey(key); err != nil {
				return key, fmt.Errorf("its key %w", err)
			}
			return key, nil
		}
		return nil
	}
}

// APIKeyRefused reports whether the source of [WithAPIKeySource] is asked because the service has
// just refused the key of the call with status 401. ctx is the context that the source is given.
func APIKeyRefused(ctx context.Context) bool { return transport.KeyRefused(ctx) }

// ask calls source, and does not wait for it after the end of ctx, even if source ignores ctx.
func ask(ctx context.Context, source func(context.Context) (string, error)) (string, error) {
	asked := task.Go(func() (string, error) { return source(ctx) })
	select {
	case <-asked.Done():
		return asked.Wait()
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
