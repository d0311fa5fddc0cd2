// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	rt "github.com/reservationkit/reservations-go/reservationstest"
)

// TestNew has the key and the organization that the client sends.
func TestNew(t *testing.T) {
	t.Parallel()
	organization := func(id int64) rt.Option { return rt.WithClientOptions(reservations.WithOrganization(id)) }
	tests := []struct {
		name              string
		opts              []rt.Option
		key, organization string
	}{
		{"no options", nil, rt.Key, "1"},
		{"key", []rt.Option{rt.WithKey("another")}, "another", "1"},
		{"organization", []rt.Option{rt.WithOrganization(12)}, rt.Key, "12"},
		{"of the client", []rt.Option{organization(3)}, rt.Key, "3"},
		{"of the client twice", []rt.Option{organization(2), organization(3)}, rt.Key, "3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv, client := rt.New(t, append(test.opts, rt.WithRecords(rt.NewCategory(4)))...)
			_, err := client.Accommodations.Category(t.Context(), 4, reservations.CategoryParams{})
			call := srv.Calls()[0]
			key, organization := call.Header.Get("X-Api-Key"), call.Query.Get("organization")
			if err != nil || key != test.key || organization != test.organization {
				t.Errorf("sent %q and %q, want %q and %q; %v", key, organization, test.key, test.organization, err)
			}
		})
	}
}

// TestNewClosesTheServer closes it after the test.
func TestNewClosesTheServer(t *testing.T) {
	t.Parallel()
	var client *reservations.Client
	t.Run("test", func(t *testing.T) {
		_, client = rt.New(t, rt.WithRecords(rt.NewGuest(7)))
		if _, err := client.Guests.Get(t.Context(), 7); err != nil {
			t.Error(err)
		}
	})
	_, err := client.Guests.Get(t.Context(), 7)
	if !errors.As(err, new(*reservations.TransportError)) || !strings.Contains(err.Error(), "Server is closed") {
		t.Errorf("after the test the client got %v, want an error that says the server is closed", err)
	}
}

// TestNewBacksOffQuickly holds the waits of the client to what New says of them: from 1 to 10
// milliseconds, with the jitter of every client.
func TestNewBacksOffQuickly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var waits []time.Duration
		srv, client := rt.New(t, rt.WithClientOptions(reservations.WithHooks(reservations.Hooks{
			AttemptStart: func(_ context.Context, a reservations.Attempt) context.Context {
				waits = append(waits, a.Waited)
				return nil
			},
		})))
		srv.Inject(rt.OpGuest, rt.Always(), rt.Status(503))
		eight := reservations.WithCallRetry(reservations.RetryPolicy{MaxAttempts: 8})
		if _, err := client.Guests.Get(t.Context(), 7, eight); !errors.Is(err, reservations.ErrServer) {
			t.Fatal(err)
		}
		for i, ms := range []int{0, 1, 2, 4, 8, 10, 10, 10} {
			if want := time.Duration(ms) * time.Millisecond; (waits[i] - want).Abs() > want/4 {
				t.Errorf("waited %v before attempt %d, want %v give or take a quarter", waits[i], i+1, want)
			}
		}
	})
}

// fakeTB is a test that records its failure. Its Fatalf ends the goroutine, as that of a
// test does.
type fakeTB struct {
	cleanups []func()
	failure  string
}

func (f *fakeTB) Helper()                {}
func (f *fakeTB) Cleanup(cleanup func()) { f.cleanups = append(f.cleanups, cleanup) }
func (f *fakeTB) Fatalf(format string, args ...any) {
	f.failure = fmt.Sprintf(format, args...)
	panic(f)
}

// TestNewFails ends the test, names what is wrong, and leaves nothing open.
func TestNewFails(t *testing.T) {
	t.Parallel()
	for want, opt := range map[string]rt.Option{
		"apiKey":     rt.WithKey(""),
		"nil option": rt.WithClientOptions(nil),
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			var fake fakeTB
			defer func() {
				if recover() != any(&fake) || !strings.Contains(fake.failure, want) || len(fake.cleanups) != 1 {
					t.Errorf("the test failed with %q and %d cleanups, want %q and that of the server",
						fake.failure, len(fake.cleanups), want)
				}
			}()
			rt.New(&fake, opt)
		})
	}
}
