// SPDX-License-Identifier: MIT

package access

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

var errNotDelivered = cli.TemporaryError{Text: "an event was not delivered, and is kept for the next run"}

// deliverAll delivers the events that are kept, in their order, and returns how many it delivered.
// It ends at the first event that is not accepted: the next run begins with that event. An event is
// deleted after its delivery, so it is delivered twice when the program is killed in between.
func deliverAll(ctx context.Context, s *store, deliver func(context.Context, []byte) error) (count int, err error) {
	for {
		number, event, err := s.next(ctx)
		if errors.Is(err, sql.ErrNoRows) {
			return count, nil
		}
		if err != nil {
			return count, err
		}
		if err := deliver(ctx, event); err != nil {
			return count, fmt.Errorf("%w: %w", errNotDelivered, err)
		}
		count++
		if err := s.delivered(context.WithoutCancel(ctx), number); err != nil {
			return count, err
		}
	}
}

// toWriter delivers events as lines of JSON.
func toWriter(w io.Writer) func(context.Context, []byte) error {
	return func(ctx context.Context, event []byte) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, err := fmt.Fprintf(w, "%s\n", event)
		return err
	}
}

// toURL delivers each event as a POST request. Any response of 200 to 299 accepts it. A
// redirect does not, because net/http would follow it with a GET request, without the event.
func toURL(receiver string) func(context.Context, []byte) error {
	client := &http.Client{
		Timeout:       30 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return func(ctx context.Context, event []byte) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, receiver, bytes.NewReader(event))
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", "application/json")
		resp, err := client.Do(req)
		var withURL *url.Error
		if errors.As(err, &withURL) && ctx.Err() == nil {
			return fmt.Errorf("the receiver cannot be reached: %v", withURL.Err) //nolint:errorlint // it is no error of the service; the URL can hold a secret
		}
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode < 200 || resp.StatusCode > 299 {
			return fmt.Errorf("the receiver responded with %s", resp.Status)
		}
		return nil
	}
}
