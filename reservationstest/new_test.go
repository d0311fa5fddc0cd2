package reservationstest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestNew shows that one client reads records and the night register, each with the
// organization that its operation requires.
func TestNew(t *testing.T) {
	t.Parallel()
	srv, client := rt.New(t,
		rt.WithRecords(rt.NewGuest(7), rt.NewSupplement(8)),
		rt.WithBookings(booked("R1", adults(2, november("03 14:00"), never))))

	guest, err := client.Guests.Get(t.Context(), 7)
	if err != nil || guest.ID != 7 {
		t.Errorf("guest %+v, error %v, want guest 7", guest, err)
	}
	for supplement, err := range client.Supplements.All(t.Context(), reservations.SupplementsParams{}) {
		if err != nil || supplement.ID != 8 {
			t.Errorf("supplement %d, error %v, want supplement 8", supplement.ID, err)
		}
	}
	page, err := client.Reports.PresencePage(t.Context(), presenceOn(3))
	if err != nil || len(page.Days) != 1 || len(page.Days[0].Items) != 1 {
		t.Errorf("register %+v, error %v, want one item on one day", page, err)
	}
	for _, call := range srv.Calls() {
		if call.Status != http.StatusOK {
			t.Errorf("%s %s: status %d", call.Method, call.Path, call.Status)
		}
	}
}

func TestNewOptions(t *testing.T) {
	t.Parallel()
	getCategory := func(t *testing.T, opts ...rt.Option) (rt.Call, error) {
		srv, client := rt.New(t, append(opts, rt.WithRecords(rt.NewCategory(4)))...)
		_, err := client.Accommodations.Category(t.Context(), 4, reservations.CategoryParams{})
		return srv.Calls()[0], err
	}
	tests := []struct {
		name              string
		opts              []rt.Option
		key, organization string
	}{
		{name: "none", key: rt.Key, organization: "1"},
		{name: "key", opts: []rt.Option{rt.WithKey("another")}, key: "another", organization: "1"},
		{name: "organization", opts: []rt.Option{rt.WithOrganization(12)}, key: rt.Key, organization: "12"},
		{name: "client", opts: []rt.Option{rt.WithClientOptions(reservations.WithOrganization(3))}, key: rt.Key, organization: "3"},
		{name: "client twice", opts: []rt.Option{
			rt.WithClientOptions(reservations.WithOrganization(2), reservations.WithOrganization(3)),
			rt.WithClientOptions(reservations.WithUserAgent("mine/1")),
		}, key: rt.Key, organization: "3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			call, err := getCategory(t, test.opts...)
			if err != nil {
				t.Error(err)
			}
			if got := call.Header.Get("X-Api-Key"); got != test.key {
				t.Errorf("key %q, want %q", got, test.key)
			}
			if got := call.Query.Get("organization"); got != test.organization {
				t.Errorf("organization %q, want %q", got, test.organization)
			}
		})
	}
}

// TestNewClosesTheServer holds the server open for the subtests and closes it after them.
func TestNewClosesTheServer(t *testing.T) {
	t.Parallel()
	var client *reservations.Client
	var url string
	t.Run("test", func(t *testing.T) {
		var srv *rt.Server
		srv, client = rt.New(t, rt.WithRecords(rt.NewGuest(7)))
		url = srv.URL()
		for i := range 3 {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				if _, err := client.Guests.Get(t.Context(), 7); err != nil {
					t.Error(err)
				}
			})
		}
	})
	_, err := client.Guests.Get(t.Context(), 7)
	if failure := new(reservations.TransportError); !errors.As(err, &failure) || !strings.Contains(err.Error(), "Server is closed") {
		t.Errorf("after the test the client got %v, want an error that says the server is closed", err)
	}
	if resp, err := http.Get(url); err == nil {
		resp.Body.Close()
		t.Errorf("after the test the port responds with %s", resp.Status)
	}
}

// TestNewInParallel gives each test a server of its own.
func TestNewInParallel(t *testing.T) {
	t.Parallel()
	for id := range int64(8) {
		t.Run(fmt.Sprint(id+1), func(t *testing.T) {
			t.Parallel()
			srv, client := rt.New(t, rt.WithRecords(rt.NewGuest(id+1)))
			var all sync.WaitGroup
			for other := range int64(8) {
				all.Go(func() {
					_, err := client.Guests.Get(t.Context(), other+1)
					if want := other != id; errors.Is(err, reservations.ErrNotFound) != want {
						t.Errorf("guest %d: %v", other+1, err)
					}
				})
			}
			all.Wait()
			if got := len(srv.Calls()); got != 8 {
				t.Errorf("%d calls, want 8", got)
			}
		})
	}
}

// TestNewWithFaults counts in virtual time what a fault costs: a backoff is short, and a
// Retry-After is obeyed.
func TestNewWithFaults(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		when        rt.When
		fault       rt.Fault
		opts        []rt.Option
		kind        error
		calls       int
		least, most time.Duration
	}{
		{name: "none", when: rt.Nth(), fault: rt.Reset(), calls: 1},
		{name: "503 twice", when: rt.Nth(1, 2), fault: rt.Status(503), calls: 3, least: time.Millisecond, most: 50 * time.Millisecond},
		{name: "503 always", when: rt.Always(), fault: rt.Status(503), kind: reservations.ErrServer, calls: 5, least: time.Millisecond, most: 50 * time.Millisecond},
		{name: "reset", when: rt.Nth(1), fault: rt.Reset(), calls: 2, least: time.Microsecond, most: 50 * time.Millisecond},
		{name: "429", when: rt.Nth(1), fault: rt.TooManyRequests("5"), calls: 2, least: 5 * time.Second, most: 6 * time.Second},
		{name: "429 without a time", when: rt.Nth(1), fault: rt.TooManyRequests(""), calls: 2, least: time.Microsecond, most: 50 * time.Millisecond},
		{name: "404", when: rt.Always(), fault: rt.Status(404), kind: reservations.ErrNotFound, calls: 1},
		{
			name: "own policy", when: rt.Nth(1), fault: rt.Status(503), calls: 2, least: 7 * time.Second, most: 13 * time.Second,
			opts: []rt.Option{rt.WithClientOptions(reservations.WithRetry(reservations.RetryPolicy{MinWait: 10 * time.Second, MaxWait: 10 * time.Second}))},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				srv, client := rt.New(t, append(test.opts, rt.WithRecords(rt.NewGuest(7)))...)
				srv.Inject(rt.OpGuest, test.when, test.fault)
				begin := time.Now()
				_, err := client.Guests.Get(t.Context(), 7)
				if !errors.Is(err, test.kind) {
					t.Errorf("error %v, want %v", err, test.kind)
				}
				if took := time.Since(begin); took < test.least || took > test.most {
					t.Errorf("the call took %v, want %v to %v", took, test.least, test.most)
				}
				if got := len(srv.Calls()); got != test.calls {
					t.Errorf("%d calls, want %d", got, test.calls)
				}
			})
		})
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
		if _, err := client.Guests.Get(t.Context(), 7, reservations.WithCallRetry(reservations.RetryPolicy{MaxAttempts: 8})); !errors.Is(err, reservations.ErrServer) {
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
	tests := []struct {
		name string
		opts []rt.Option
		want string
	}{
		{"empty key", []rt.Option{rt.WithKey("")}, "apiKey"},
		{"key with a line break", []rt.Option{rt.WithKey("a\nb")}, "apiKey"},
		{"nil client option", []rt.Option{rt.WithClientOptions(nil)}, "nil option"},
		{"wrong client option", []rt.Option{rt.WithClientOptions(reservations.WithAttemptTimeout(-1))}, "WithAttemptTimeout"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var fake fakeTB
			func() {
				defer func() {
					if recover() != any(&fake) {
						t.Error("Fatalf was not called")
					}
				}()
				rt.New(&fake, test.opts...)
			}()
			if !strings.Contains(fake.failure, test.want) {
				t.Errorf("the test failed with %q, want it to name %s", fake.failure, test.want)
			}
			if len(fake.cleanups) != 1 {
				t.Errorf("%d cleanups, want that of the server", len(fake.cleanups))
			}
		})
	}
}

// TestNewCancelled shows that the context of a call reaches the server in memory.
func TestNewCancelled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv, client := rt.New(t, rt.WithRecords(rt.NewGuest(7)))
		srv.Inject(rt.OpGuest, rt.Always(), rt.Slow(time.Hour))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begin := time.Now()
		if _, err := client.Guests.Get(ctx, 7); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want the deadline of the context", err)
		}
		if took := time.Since(begin); took != time.Second {
			t.Errorf("the call took %v, want 1s", took)
		}
	})
}

// presenceOn asks for the register of one day of November 2026.
func presenceOn(n int) reservations.PresenceParams {
	day := types.NewDate(2026, time.November, n)
	return reservations.PresenceParams{DateFrom: day, DateTo: day}
}
