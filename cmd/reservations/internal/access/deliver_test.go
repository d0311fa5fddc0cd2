// SPDX-License-Identifier: MIT

package access

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// receiver is a system for door locks that accepts events, or responds as told.
type receiver struct {
	sync.Mutex
	accepted []string
	respond  func(http.ResponseWriter) // nil accepts
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil || req.Method != http.MethodPost || req.Header.Get("Content-Type") != "application/json" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	r.Lock()
	defer r.Unlock()
	if r.respond != nil {
		r.respond(w)
		return
	}
	r.accepted = append(r.accepted, string(body)+"\n")
}

// TestFailedDelivery fails the delivery of a difference in many ways. The next run delivers
// the same events, also those that a later read would not give any more.
func TestFailedDelivery(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		respond func(http.ResponseWriter)
		says    string
	}{
		{"400", func(w http.ResponseWriter) { w.WriteHeader(400) }, "the receiver responded with 400 Bad Request"},
		{"503", func(w http.ResponseWriter) { w.WriteHeader(503) }, "the receiver responded with 503"},
		{"a redirect", func(w http.ResponseWriter) { w.Header().Set("Location", "/"); w.WriteHeader(302) }, "the receiver responded with 302"},
		{"no response", func(http.ResponseWriter) { panic(http.ErrAbortHandler) }, "EOF"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			doors := &receiver{respond: test.respond}
			web := httptest.NewServer(doors)
			defer web.Close()
			p := newProgram(t, reservationstest.NewSummary(1001), reservationstest.NewSummary(1002))
			address := filepath.Join(t.TempDir(), "address")
			if err := os.WriteFile(address, []byte(web.URL+"/?key=canary\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			_, stderr, code := p.run(t.Context(), "--once", "--post-file", address)
			const says = "an event was not delivered, and is kept for the next run: "
			if code != 5 || !strings.Contains(stderr, says) || !strings.Contains(stderr, test.says) || strings.Contains(stderr, "canary") {
				t.Errorf("exit code %d, want an error that says %q:\n%s", code, test.says, stderr)
			}
			doors.Lock()
			doors.respond = nil
			doors.Unlock()
			p.server.Put(reservationstest.NewSummary(1002, func(r *types.ReservationSummary) { r.Cancelled = types.Ptr(true) }))
			if _, stderr := p.once(t, "--post-file", address); !strings.Contains(stderr, "Delivered 2 events of earlier reads.") {
				t.Errorf("it says:\n%s", stderr)
			}
			doors.Lock()
			defer doors.Unlock()
			got := kindsOf(t, strings.Join(doors.accepted, ""))
			if diff := cmp.Diff([]string{"arrival 1001", "arrival 1002", "cancelled 1002"}, got); diff != "" {
				t.Errorf("accepted events (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDeliveredTwice loses the response to an event. It comes again with the same id.
func TestDeliveredTwice(t *testing.T) {
	t.Parallel()
	var mutex sync.Mutex
	var bodies []string
	web := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		mutex.Lock()
		defer mutex.Unlock()
		bodies = append(bodies, string(body))
		if len(bodies) == 1 {
			panic(http.ErrAbortHandler)
		}
	}))
	defer web.Close()
	p := newProgram(t, reservationstest.NewSummary(1001))
	for run, want := range []int{5, 0} {
		if _, stderr, code := p.run(t.Context(), "--once", "--post", web.URL); code != want {
			t.Errorf("run %d: exit code %d, want %d\n%s", run, code, want, stderr)
		}
	}
	mutex.Lock()
	defer mutex.Unlock()
	if len(bodies) != 2 || bodies[0] != bodies[1] {
		t.Errorf("the receiver got %q, want the same event twice", bodies)
	}
}

// TestOneRunAtATime starts a second run while the first delivers.
func TestOneRunAtATime(t *testing.T) {
	t.Parallel()
	p := newProgram(t, reservationstest.NewSummary(1001))
	web := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		if _, stderr, code := p.run(t.Context(), "--once"); code != 5 || !strings.Contains(stderr, "another run is using "+p.state) {
			t.Errorf("the second run: exit code %d\n%s", code, stderr)
		}
	}))
	defer web.Close()
	p.once(t, "--post", web.URL)
}

// TestCancelled ends a delivery before its first event.
func TestCancelled(t *testing.T) {
	t.Parallel()
	s, err := openStore(t.Context(), filepath.Join(t.TempDir(), "access.db"), "organization 1")
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	_, events, _ := difference(map[int64]stay{}, map[int64]listing{7: {from(0, 7), true}}, usual)
	if err := s.keep(t.Context(), nil, events); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout bytes.Buffer
	deliver := func(context.Context, []byte) error { return toWriter(&stdout)(ctx, nil) }
	if count, err := deliverAll(t.Context(), s, deliver); count != 0 || !errors.Is(err, context.Canceled) || stdout.Len() > 0 {
		t.Errorf("delivered %d events, error %v, output %q", count, err, &stdout)
	}
	if left, err := s.waiting(t.Context()); left != 1 || err != nil {
		t.Errorf("%d events are kept, error %v, want 1", left, err)
	}
}
