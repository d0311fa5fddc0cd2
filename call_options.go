package reservations

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/reservationkit/reservations-go/internal/transport"
)

// CallOption changes a single call. On a walk over pages it holds for the whole walk.
type CallOption func(*callOptions) error

type callOptions struct {
	into    *Response
	header  http.Header
	timeout time.Duration
}

func newCallOptions(opts []CallOption) (callOptions, error) {
	o := callOptions{header: http.Header{}}
	for _, opt := range opts {
		if opt == nil {
			return o, invalid("opts", "holds a nil option")
		}
		if err := opt(&o); err != nil {
			return o, err
		}
	}
	return o, nil
}

// bound applies the timeout of the call.
func (o callOptions) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.timeout == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, o.timeout)
}

// fill hands the answer to the caller who asked for it.
func (o callOptions) fill(resp *transport.Response, header http.Header, body []byte) {
	if o.into != nil {
		*o.into = Response{StatusCode: resp.Status, Header: header, Body: body, Attempts: resp.Attempts}
	}
}

// Response is what the service answered, next to the decoded value. Its body may hold
// personal data and secrets such as Wi-Fi passwords; printing a Response shows only its
// status and size.
type Response struct {
	StatusCode int
	Header     http.Header
	Body       []byte // as received, unpacked; of a failed call what [APIError] holds
	Attempts   int    // how often the request was sent
	// Oddities are the values in Body that were not as documented, in their order.
	Oddities []Oddity
}

// String tells the status and the size of the body.
func (r Response) String() string {
	return fmt.Sprintf("Response(status %d, %d bytes)", r.StatusCode, len(r.Body))
}

// Format prints the same as String, whatever the verb.
func (r Response) Format(f fmt.State, _ rune) { fmt.Fprint(f, r.String()) }

// LogValue logs the same as String.
func (r Response) LogValue() slog.Value { return slog.StringValue(r.String()) }

// WithResponseInto fills r with the answer, also when the call fails with an
// [APIError] or a [DecodeError]. The walk over the night register fills it with its first
// page, the other walks with the page whose records are being yielded, or that failed.
func WithResponseInto(r *Response) CallOption {
	return func(o *callOptions) error {
		if r == nil {
			return invalid("WithResponseInto", "must not be nil")
		}
		o.into = r
		return nil
	}
}

// withoutResponse takes back what WithResponseInto asked for: the pages of a walk behind
// the first are not the caller's.
func withoutResponse(o *callOptions) error {
	o.into = nil
	return nil
}

// WithHeader sets a header of the request. X-Api-Key cannot be set: it belongs to the
// client.
func WithHeader(key, value string) CallOption {
	return func(o *callOptions) error {
		switch {
		case !isToken(key):
			return invalid("WithHeader", "needs a header name such as X-Request-Id")
		case http.CanonicalHeaderKey(key) == "X-Api-Key":
			return invalid("WithHeader", "cannot set X-Api-Key: make a client with the other key")
		case !isHeaderValue(value):
			return invalid("WithHeader", "needs a value of printable ASCII without blanks at its ends")
		}
		o.header.Set(key, value)
		return nil
	}
}

// WithCallTimeout bounds the whole call with its repeats and waits, or the whole walk.
// The default is no bound but the context's.
func WithCallTimeout(d time.Duration) CallOption {
	return func(o *callOptions) error {
		if d <= 0 {
			return invalid("WithCallTimeout", "must be positive")
		}
		o.timeout = d
		return nil
	}
}
