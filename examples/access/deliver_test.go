// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
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
	tests := map[string]struct {
		respond func(http.ResponseWriter)
		says    string
	}{
		"400":         {func(w http.ResponseWriter) { w.WriteHeader(400) }, "the receiver responded with 400 Bad Request"},
		"503":         {func(w http.ResponseWriter) { w.WriteHeader(503) }, "the receiver responded with 503"},
		"a redirect":  {func(w http.ResponseWriter) { w.Header().Set("Location", "/"); w.WriteHeader(302) }, "the receiver responded with 302"},
		"no response": {func(http.ResponseWriter) { panic(http.ErrAbortHandler) }, "EOF"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			doors := &receiver{respond: tt.respond}
			web := httptest.NewServer(doors)
			defer web.Close()
			server := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewSummary(1001), reservationstest.NewSummary(1002)))
			use(t, server)
			args := inNewState(t, "-post", web.URL+"/?key=canary")
			_, _, err := runProgram(t, args...)
			if err == nil || !strings.Contains(err.Error(), "was not delivered, and is kept for the next run") || !strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), "canary") {
				t.Errorf("got error %v, want one that says %q", err, tt.says)
			}
			doors.Lock()
			doors.respond = nil
			doors.Unlock()
			server.Put(reservationstest.NewSummary(1002, func(r *types.ReservationSummary) { r.Cancelled = types.Ptr(true) }))
			_, stderr, err := runProgram(t, args...)
			if err != nil || !strings.Contains(stderr, "Delivered 2 events of earlier runs") {
				t.Errorf("%v\n%s", err, stderr)
			}
			doors.Lock()
			defer doors.Unlock()
			if diff := cmp.Diff([]string{"arrival 1001", "arrival 1002", "cancelled 1002"}, kindsOf(t, strings.Join(doors.accepted, ""))); diff != "" {
				t.Errorf("accepted events (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDeliveredTwice loses the response to an event. It comes again with the same id.
func TestDeliveredTwice(t *testing.T) {
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
	use(t, reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewSummary(1001))))
	args := inNewState(t, "-post", web.URL)
	for wantErr := range 2 {
		if _, _, err := runProgram(t, args...); (err == nil) != (wantErr == 1) {
			t.Errorf("run %d: error %v", wantErr, err)
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
	use(t, reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewSummary(1001))))
	var args []string
	web := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		if _, _, err := runProgram(t, args...); err == nil || !strings.Contains(err.Error(), "another run is using it") {
			t.Errorf("the second run: error %v", err)
		}
	}))
	defer web.Close()
	args = inNewState(t, "-post", web.URL)
	if _, _, err := runProgram(t, args...); err != nil {
		t.Error(err)
	}
}

// TestCancelled ends a run before its first event is delivered.
func TestCancelled(t *testing.T) {
	server := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewSummary(1001)))
	use(t, server)
	args := inNewState(t)
	s, err := openStore(t.Context(), args[1])
	if err != nil {
		t.Fatal(err)
	}
	_, events, _ := difference(map[int64]stay{}, map[int64]listing{7: {from(0, 7), true}}, usual)
	if err := s.keep(t.Context(), nil, events); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout bytes.Buffer
	if count, err := deliverAll(t.Context(), s, func(context.Context, []byte) error { return toWriter(&stdout)(ctx, nil) }); count != 0 || !errors.Is(err, context.Canceled) || stdout.Len() > 0 {
		t.Errorf("delivered %d events, error %v, output %q", count, err, &stdout)
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	events2, _, err := runProgram(t, args...)
	if err != nil {
		t.Fatal(err)
	}
	if got := kindsOf(t, events2); !slices.Equal(got, []string{"arrival 7", "arrival 1001"}) {
		t.Errorf("the next run delivers %q", got)
	}
}
