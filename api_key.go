package reservations

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/reservationkit/reservations-go/internal/task"
)

// WithAPIKeySource asks source for the API key before every attempt, retries included, just
// before the request is sent. It takes the place of the apiKey of [NewClient]. The key is
// bound to the origin of the base URL and cut out of errors, log records and hooks like a
// fixed one, and so are the last 64 keys that the source gave before.
//
// source must be safe for concurrent use, because calls that run at the same time ask at the
// same time. It should keep a key for as long as it is valid, because it is asked often. Its
// context is that of the call, bounded by [WithAttemptTimeout], and it should return when that
// ends: the call does not wait longer. When source fails, takes too long, or returns a key
// that is empty or not printable ASCII, the call ends with a [TransportError] that wraps the
// error of source. Then no further request is sent. A panic in source reaches the caller.
func WithAPIKeySource(source func(context.Context) (string, error)) Option {
	return func(o *options) error {
		if source == nil {
			return invalid("WithAPIKeySource", "must not be nil: pass the key to NewClient instead")
		}
		o.key = func(ctx context.Context) (string, error) {
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

// ask waits for source no longer than ctx allows, also where source does not look at it.
func ask(ctx context.Context, source func(context.Context) (string, error)) (string, error) {
	asked := task.Go(func() (string, error) { return source(ctx) })
	select {
	case <-asked.Done():
		return asked.Wait()
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// checkKey refuses a key that cannot be sent, without showing it.
func checkKey(key string) error {
	switch {
	case key == "":
		return errors.New("must not be empty")
	case !isHeaderValue(key):
		return errors.New("must be printable ASCII without blanks at its ends")
	}
	return nil
}

// isHeaderValue reports whether s can be sent in a header as it is: printable ASCII
// without blanks at its ends, which servers cut off.
func isHeaderValue(s string) bool {
	return strings.TrimSpace(s) == s && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}
