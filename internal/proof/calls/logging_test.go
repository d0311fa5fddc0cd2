// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestLogAttrsOfSeveral: of several errors the one that may have written is told, or the first.
func TestLogAttrsOfSeveral(t *testing.T) {
	odd, refused, write := errors.New("Anna"), apiError(404), lost(writing, 1, io.EOF)
	for _, test := range []struct {
		err  error
		want string
	}{
		{nil, ""},
		{fmt.Errorf("Anna: %w", &fs.PathError{}), "kind=*fs.PathError temporary=false may_have_written=false"},
		{fmt.Errorf("Anna: %w", refused), attrsOf(refused)},
		{errors.Join(odd, refused, apiError(429)), strings.Replace(attrsOf(refused), "temporary=false", "temporary=true", 1)},
		{errors.Join(apiError(429), write), attrsOf(write)},
	} {
		if got := attrsOf(test.err); got != test.want {
			t.Errorf("of %v got  %s\nwant %s", test.err, got, test.want)
		}
	}
}

func attrsOf(err error) string {
	return logged(func(log *slog.Logger) {
		log.LogAttrs(context.Background(), slog.LevelInfo, "", reservations.LogAttrs(err)...)
	})
}

// TestFailuresAreLoggedOnce has calls and walks, and the kind and the path that the log has of their failure.
func TestFailuresAreLoggedOnce(t *testing.T) {
	t.Parallel()
	type call = func(context.Context, *reservations.Client) error
	guest := func(ctx context.Context, c *reservations.Client) error { return only(c.Guests.Get(ctx, 7)) }
	list := func(most int) call {
		return func(ctx context.Context, c *reservations.Client) error {
			for _, err := range c.Supplements.All(ctx, reservations.SupplementsParams{Organization: 1, Limit: 2}) {
				if most--; err != nil || most == 0 {
					return err
				}
			}
			return nil
		}
	}
	register := func(offset int) call {
		return func(ctx context.Context, c *reservations.Client) error {
			return only(c.Reports.Presence(ctx, reservations.PresenceParams{DateFrom: testclient.ParkFrom, Offset: offset}))
		}
	}
	beyond := func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if len(r.URL.Query().Get("offset")) > 1 { // from 10 on
			reservationstest.Status(400)(w, r, next)
			return
		}
		next.ServeHTTP(w, r)
	}
	const invalid = `kind="invalid parameter"`
	for _, test := range []struct {
		name  string
		call  call
		fault reservationstest.Fault
		want  string
	}{
		{"a success", guest, nil, ""},
		{"a page in place of a record", guest, reservationstest.HTML(200), `kind="unreadable response" url_path=/api/guests/7`},
		{"a refusal", guest, reservationstest.Status(404), `kind="error response" url_path=/api/guests/7`},
		{"a failure that is retried", guest, reservationstest.Status(503), `kind="error response" url_path=/api/guests/7`},
		{"a list", list(1000), nil, ""},
		{"a list that the caller leaves", list(2), nil, ""},
		{"a list that ends where offsets are refused", list(1000), beyond, ""},
		{"a list that is refused", list(1000), reservationstest.Status(403), `kind="error response" url_path=/api/supplements/`},
		{"a register", register(0), nil, ""},
		{"a register that is not proven", register(0), reservationstest.Header("X-Total-Count", ""), `kind="incomplete pages" url_path=/api/reports/presence`},
		{"a register from an offset", register(1), nil, invalid},
		{"an id that is none", func(ctx context.Context, c *reservations.Client) error { return only(c.Tasks.Reset(ctx, 0)) }, nil, invalid},
		{"no context", func(_ context.Context, c *reservations.Client) error { return guest(nil, c) }, nil, invalid},
		{"an event without a reference", func(ctx context.Context, c *reservations.Client) error {
			return only(c.VoIP.SendEvent(ctx, types.VoIPEvent{}))
		}, nil, invalid},
		{"a path that is none", func(ctx context.Context, c *reservations.Client) error {
			return c.Do(ctx, reservations.Request{Method: "GET", Path: "x"}, nil)
		}, nil, invalid},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			srv := testclient.Server(1, 2, 3, 4, 5, 6, 7)
			srv.SetBookings(testclient.Present(3)...)
			for _, operation := range []string{"guests.get", "supplements.list", "reports.presence"} {
				if test.fault != nil {
					srv.Inject(operation, reservationstest.Always(), test.fault)
				}
			}
			var log bytes.Buffer // the kind and the path of each failure
			failures := slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				if a.Key != "kind" && a.Key != "url_path" {
					return slog.Attr{}
				}
				return a
			}})
			err := test.call(t.Context(), testclient.Over(t, srv, reservations.WithLogger(slog.New(failures))))
			time.Sleep(time.Minute) // for what a walk has read ahead
			if got := strings.TrimSpace(log.String()); got != test.want || (err != nil) != (test.want != "") {
				t.Errorf("got %q and %v, want %q", got, err, test.want)
			}
		})
	}
}
