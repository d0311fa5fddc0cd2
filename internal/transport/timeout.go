package transport

import (
	"context"
	"io"
	"net/http"
	"time"
)

// timed bounds one attempt, from dialling to the last byte of the body. http.Client could
// do that too, but would leave a goroutine behind when a RoundTripper panics.
type timed struct {
	*keyed
	after time.Duration
}

func (t *timed) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), t.after)
	var body io.ReadCloser
	defer func() {
		if body == nil { // also when next panics
			cancel()
		}
	}()
	resp, err := t.keyed.RoundTrip(req.WithContext(ctx))
	if err == nil && resp != nil && resp.Body != nil {
		body = &timedBody{resp.Body, cancel}
		resp.Body = body
	}
	return resp, err
}

// timedBody ends the time of its attempt when it is closed.
type timedBody struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (b *timedBody) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}
