package reservations

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/internal/transport"
)

// Option sets up a [Client]. A value that cannot be used makes [NewClient] fail.
type Option func(*options) error

type options struct {
	organization   int64
	httpClient     *http.Client
	timeout        time.Duration
	retry          RetryPolicy
	maxConcurrency int
	maxBytes       int64
	limiter        transport.Limiter
	logger         *slog.Logger
	hooks          Hooks
	userAgent      string
	plainHTTP      bool
}

func defaultOptions() options {
	return options{
		httpClient:     &http.Client{},
		timeout:        30 * time.Second,
		maxConcurrency: 8,
		maxBytes:       16 << 20,
		userAgent:      userAgent,
	}
}

// WithOrganization sets the organization for every call that takes one and whose
// params leave it 0. There is no default. The id must be positive.
func WithOrganization(id int64) Option {
	return func(o *options) error {
		if id <= 0 {
			return invalid("WithOrganization", "must be a positive id, not %d", id)
		}
		o.organization = id
		return nil
	}
}

// WithHTTPClient sends through the Transport and the Jar of hc. The client itself is
// never changed, and its Transport is read at every request, so a mock or a tracer put
// there later is used. Its CheckRedirect is not used, because redirects are never
// followed; its Timeout is used where it is not 0, unless [WithAttemptTimeout] comes later
// among the options.
//
// By default requests go through http.DefaultTransport when it has been replaced, and
// otherwise through a transport of the client's own with the same settings.
func WithHTTPClient(hc *http.Client) Option {
	return func(o *options) error {
		if hc == nil {
			return invalid("WithHTTPClient", "must not be nil: leave the option out instead")
		}
		o.httpClient = hc
		if hc.Timeout > 0 {
			o.timeout = hc.Timeout
		}
		return nil
	}
}

// WithAttemptTimeout bounds one attempt, from dialling to the last byte of the answer. The
// default is 30 seconds. The whole call, with its repeats and waits, is bounded by its
// context, by [WithCallTimeout] and by RetryPolicy.MaxElapsed.
func WithAttemptTimeout(perAttempt time.Duration) Option {
	return func(o *options) error {
		if perAttempt <= 0 {
			return invalid("WithAttemptTimeout", "must be positive, not %v", perAttempt)
		}
		o.timeout = perAttempt
		return nil
	}
}

// RetryPolicy says how long and how often a call is repeated. A zero field means its
// default. What is repeated at all is listed in the package documentation.
type RetryPolicy struct {
	// MaxAttempts is how many attempts of one call may fail by a broken connection, a
	// time-out or a status of 408, 500, 502, 503 or 504. The default is 5; 1 repeats none of
	// them. An answer of 429 is not counted: it is bounded by time.
	MaxAttempts int
	// MinWait is the wait before the first repeat where the service names none; it
	// doubles with each further one up to MaxWait, and varies by a quarter. The
	// defaults are 500 milliseconds and 30 seconds. After a 429 without a Retry-After the
	// first wait is at most a quarter of MinWait, and the longest a quarter of MaxWait.
	MinWait time.Duration
	MaxWait time.Duration
	// MaxRetryAfter is the longest wait that the service may ask for with Retry-After, in
	// seconds, which may have a fraction, or as a date, which is compared with the Date of
	// the response. Beyond it the response is returned at once. The default is 60 seconds.
	MaxRetryAfter time.Duration
	// MaxElapsed is how long after the start of a call its last retry may begin. The
	// default is 2 minutes. After a 429 the time counts from the last response other than a
	// 429 to any call of the client, if that is later, and the time in which a call waits
	// for its turn does not count while other calls of the client are served: a call of a
	// long walk does not fail because the walk is slow. A negative value switches retries
	// off altogether; a 429 then pauses nobody either.
	MaxElapsed time.Duration
}

// WithRetry sets the retry policy.
func WithRetry(p RetryPolicy) Option {
	return func(o *options) error {
		for name, n := range map[string]int64{
			"MaxAttempts": int64(p.MaxAttempts), "MinWait": int64(p.MinWait), "MaxWait": int64(p.MaxWait), "MaxRetryAfter": int64(p.MaxRetryAfter),
		} {
			if n < 0 {
				return invalid("WithRetry", "%s must not be negative", name)
			}
		}
		o.retry = p
		return nil
	}
}

// policy returns p with the defaults filled in.
func (p RetryPolicy) policy() transport.Policy {
	return transport.Policy{
		MaxAttempts:   or(p.MaxAttempts, 5),
		MinWait:       or(p.MinWait, 500*time.Millisecond),
		MaxWait:       or(p.MaxWait, 30*time.Second),
		MaxRetryAfter: or(p.MaxRetryAfter, 60*time.Second),
		MaxElapsed:    or(p.MaxElapsed, 2*time.Minute),
	}
}

func or[T comparable](v, fallback T) T {
	var zero T
	if v == zero {
		return fallback
	}
	return v
}

// WithMaxConcurrency bounds the requests that the client has in flight at a time, counting
// those of all its goroutines. The default is 8. With 1 every request waits for the one
// before it. A client begins with two requests in flight and sends more as they are
// accepted; after a 429 it sends fewer at a time, or more slowly. Calls beyond the bound
// wait in the order in which they were made.
func WithMaxConcurrency(n int) Option {
	return func(o *options) error {
		if n < 1 {
			return invalid("WithMaxConcurrency", "must be at least 1, not %d", n)
		}
		o.maxConcurrency = n
		return nil
	}
}

// WithLimiter waits on l before every attempt, so that several clients or processes can
// share one limit. A *rate.Limiter of golang.org/x/time/rate fits. An error of Wait ends
// the call. It must be safe for concurrent use.
func WithLimiter(l interface{ Wait(context.Context) error }) Option {
	return func(o *options) error {
		if l == nil {
			return invalid("WithLimiter", "must not be nil: leave the option out instead")
		}
		o.limiter = l
		return nil
	}
}

// WithLogger logs every attempt at debug level, and every attempt that is repeated at
// info level: operation, path template, status, duration and wait. Neither URLs nor
// headers nor bodies are logged. By default nothing is.
func WithLogger(l *slog.Logger) Option {
	return func(o *options) error {
		if l == nil {
			return invalid("WithLogger", "must not be nil: leave the option out instead")
		}
		o.logger = l
		return nil
	}
}

// WithHooks calls h during every call; see [Hooks].
func WithHooks(h Hooks) Option {
	return func(o *options) error {
		o.hooks = h
		return nil
	}
}

// WithUserAgent puts the name of your program, such as "nightaudit/2.1", before the
// SDK's own in the User-Agent header.
func WithUserAgent(app string) Option {
	return func(o *options) error {
		if app == "" || !isHeaderValue(app) {
			return invalid("WithUserAgent", "must be printable ASCII, such as nightaudit/2.1")
		}
		o.userAgent = app + " " + userAgent
		return nil
	}
}

// WithMaxResponseBytes bounds the body of one successful answer, unpacked. The default
// is 16 MiB. An answer beyond it is a [TransportError].
func WithMaxResponseBytes(n int64) Option {
	return func(o *options) error {
		if n < 1 {
			return invalid("WithMaxResponseBytes", "must be at least 1, not %d", n)
		}
		o.maxBytes = n
		return nil
	}
}

// WithPlainHTTP allows a base URL with http where the host is not this machine. The API
// key and all personal data then cross the network readable to anybody on the way.
func WithPlainHTTP() Option {
	return func(o *options) error {
		o.plainHTTP = true
		return nil
	}
}

// isHeaderValue reports whether s can stand in a header as it is: printable ASCII
// without blanks at its ends, which servers cut off.
func isHeaderValue(s string) bool {
	return strings.TrimSpace(s) == s && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}
