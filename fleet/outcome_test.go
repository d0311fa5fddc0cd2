// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
)

// unsent is an error of pgconn about a statement that was not sent, such as that of a connection that is closed.
type unsent struct{}

func (unsent) Error() string     { return "conn closed" }
func (unsent) SafeToRetry() bool { return true }

func TestOutcomeOf(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	tests := []struct {
		name string
		ctx  context.Context
		err  error
		want Outcome
	}{
		{"no error", t.Context(), nil, Done},
		{"an error after the end of the worker", ended, errors.New("no response"), Interrupted},
		{"a key that is not found", t.Context(), fmt.Errorf("GET: %w: no such file", errNoKey), Failed},
		{"status 401", t.Context(), &reservations.APIError{StatusCode: 401}, Refused},
		{"a key source that fails after a 401", t.Context(), &reservations.APIError{StatusCode: 401, NotRetried: "the API key source failed"}, Failed},
		{"status 403", t.Context(), &reservations.APIError{StatusCode: 403}, Refused},
		{"status 404", t.Context(), &reservations.APIError{StatusCode: 404}, Failed},
		{"status 429", t.Context(), &reservations.APIError{StatusCode: 429}, Unavailable},
		{"status 503", t.Context(), &reservations.APIError{StatusCode: 503}, Unavailable},
		{"another sync", t.Context(), fmt.Errorf("locked: %w", mirror.ErrRunning), Unavailable},
		{"a database that shuts down", t.Context(), &pgconn.PgError{Code: "57P01"}, Unavailable},
		{"a database without space", t.Context(), &pgconn.PgError{Code: "53100"}, Unavailable},
		{"a statement that is wrong", t.Context(), &pgconn.PgError{Code: "42601"}, Failed},
		{"a server that is not reached", t.Context(), fmt.Errorf("mirror: %w: its host is not known", mirror.ErrUnreachable), Unavailable},
		{"a connection that is closed", t.Context(), fmt.Errorf("mirror: no transaction: %w", unsent{}), Unavailable},
		{"a connection that breaks", t.Context(), fmt.Errorf("mirror: %w", io.ErrUnexpectedEOF), Unavailable},
		{"a connection that is reset", t.Context(), &net.OpError{Op: "read", Err: errors.New("reset")}, Unavailable},
		{"a connection that cannot be used", t.Context(), errors.Join(errors.New("mirror"), driver.ErrBadConn), Unavailable},
		{"a database that does not answer in time", t.Context(), fmt.Errorf("mirror: %w", context.DeadlineExceeded), Unavailable},
		{"other settings", t.Context(), mirror.ErrSettings, Failed},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := outcomeOf(test.ctx, test.err); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
