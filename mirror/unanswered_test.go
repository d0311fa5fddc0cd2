// SPDX-License-Identifier: MIT

package mirror_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestRunning: while a Sync is at work, another one and ForgetGuests wait for it, and change nothing.
func TestRunning(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		srv, dsn := source(t, 50), newDSN()
		second := openMirror(t, dsn, mirror.Config{Organization: 7, SkipRegister: true})
		first := openMirror(t, dsn, mirror.Config{Organization: 7, SkipRegister: true, Progress: func(mirror.SyncResult) {
			for _, call := range []func(ctx context.Context) (any, error){
				func(ctx context.Context) (any, error) { return second.Sync(ctx, clientOf(srv)) },
				func(ctx context.Context) (any, error) { return second.ForgetGuests(ctx, 1) },
			} {
				ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
				if done, err := call(ctx); !errors.Is(err, mirror.ErrRunning) || !reflect.ValueOf(done).IsZero() {
					t.Errorf("the other returns %+v, %v", done, err)
				}
				cancel()
			}
		}})
		sync(t, first, clientOf(srv))
	})
}

// TestUnanswered ends a Sync and others by their context, or after DatabaseTimeout, while the server does not answer.
func TestUnanswered(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{ // in what a Sync sends to the server
		"connection":   "user", // that of the message that begins a connection
		"lock":         "advisory_lock(",
		"transaction":  "begin",
		"query":        "SELECT",
		"COPY":         "copy ",
		"data of COPY": "Guest 7",
		"commit":       "commit",
		"unlock":       "", // while the Sync waits for the service
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, dsn := newProxy(t, newSchema(t))
			srv := source(t, 20)
			m := openMirror(t, dsn, mirror.Config{SkipRegister: true})
			patient := openMirror(t, dsn, mirror.Config{SkipRegister: true, DatabaseTimeout: 3 * time.Second})
			m.DB().SetMaxIdleConns(0) // so that the next connection is a new one
			ctx, cancel := context.WithCancel(t.Context())
			if text == "" {
				srv.Inject("reservations.summaries", reservationstest.Nth(1), reservationstest.Before(func() { p.isOn.Store(true); cancel() }))
			} else {
				p.swallowFrom(text, cancel)
			}
			if _, err := m.Sync(ctx, clientOf(srv)); !errors.Is(err, context.Canceled) {
				t.Errorf("Sync returns %v, want that it was cancelled", err)
			}
			endInTime(t, dsn, m, patient, "has not answered within 3s")
		})
	}
}

// TestBusyFile ends what waits for another program that writes to an SQLite file.
func TestBusyFile(t *testing.T) {
	t.Parallel()
	dsn := newFile(t)
	m := openMirror(t, dsn, mirror.Config{SkipRegister: true})
	patient := openMirror(t, dsn, mirror.Config{SkipRegister: true, DatabaseTimeout: 800 * time.Millisecond})
	writer := must(open(t, "sqlite", dsn+"?_txlock=immediate").BeginTx(t.Context(), nil))
	endInTime(t, dsn, m, patient, "not answered within 800ms: mirror: no transaction: another program writes to the database")
	must(0, writer.Rollback())
	sync(t, m, clientOf(source(t, 3)))
}

// endInTime makes calls that end with their context, and a Sync without a deadline that ends after DatabaseTimeout.
func endInTime(t *testing.T, dsn string, m, patient *mirror.Mirror, says string) {
	t.Helper()
	client := clientOf(source(t, 3))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	for name, call := range map[string]func() error{
		"Open":         func() error { _, err := mirror.Open(ctx, dsn, mirror.Config{Organization: 7}); return err },
		"Sync":         func() error { _, err := m.Sync(ctx, client); return err },
		"ForgetGuests": func() error { _, err := m.ForgetGuests(ctx, 1); return err },
	} {
		if err := call(); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s returns %v, want that its time was over", name, err)
		}
	}
	if _, err := patient.Sync(t.Context(), client); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), says) {
		t.Errorf("without a deadline Sync returns %v", err)
	}
}

// TestReaderDuringForget keeps what was erased in the log of SQLite, which ForgetGuests says.
func TestReaderDuringForget(t *testing.T) {
	t.Parallel()
	dsn := newFile(t)
	m := openMirror(t, dsn, mirror.Config{SkipRegister: true})
	sync(t, m, clientOf(source(t, 3)))
	reader := must(open(t, "sqlite", dsn).BeginTx(t.Context(), nil))
	must(reader.ExecContext(t.Context(), "SELECT COUNT(*) FROM reservations"))
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	done, err := m.ForgetGuests(ctx, 1)
	if done.Reservations != 1 || !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "-wal still holds") {
		t.Errorf("beside a reader ForgetGuests returns %+v, %v", done, err)
	}
	must(0, reader.Rollback())
	must(m.ForgetGuests(t.Context(), 1))
}

// proxy is between a program and a PostgreSQL server, until it swallows all that both send.
type proxy struct {
	at         atomic.Pointer[[]byte] // the data that it begins at, nil for none
	isOn       atomic.Bool
	onSwallows func() // is called once, when it begins
}

// newProxy returns a proxy, and the address of a database through it.
func newProxy(t *testing.T, dsn string) (*proxy, string) {
	t.Helper()
	address := must(url.Parse(dsn))
	server := address.Host
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	t.Cleanup(func() { listener.Close() })
	p := new(proxy)
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			if forward, err := net.Dial("tcp", server); err == nil {
				go p.copy(forward, client)
				go p.copy(client, forward)
			}
		}
	}()
	address.Host = listener.Addr().String()
	return p, address.String()
}

// end is where the data of one side go.
type end struct {
	*proxy
	to net.Conn
}

func (e end) Write(data []byte) (int, error) {
	if at := e.at.Load(); at != nil && bytes.Contains(data, *at) && !e.isOn.Swap(true) {
		e.onSwallows()
	}
	if e.isOn.Load() {
		return len(data), nil
	}
	return e.to.Write(data)
}

func (p *proxy) copy(to, from net.Conn) {
	_, _ = io.Copy(end{p, to}, from)
	to.Close()
	from.Close()
}

// swallowFrom begins to swallow with the next data that contain a text, and calls a function then.
func (p *proxy) swallowFrom(text string, onSwallows func()) {
	at := []byte(text)
	p.onSwallows = onSwallows
	p.at.Store(&at)
}
