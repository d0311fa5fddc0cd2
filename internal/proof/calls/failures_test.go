// SPDX-License-Identifier: MIT

package calls_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// judged says of a failure of a write what the two predicates are.
type judged struct{ mayHaveWritten, isTemporary bool }

// documented is the table of failures in doc.go.
func documented(t *testing.T) map[string]judged {
	t.Helper()
	text, err := os.ReadFile("../../../doc.go")
	if err != nil {
		t.Fatal(err)
	}
	table := map[string]judged{}
	rows := regexp.MustCompile(`(?m)^//\t(\S.*?)  +(yes|no)  +(yes|no)$`)
	for _, row := range rows.FindAllStringSubmatch(string(text), -1) {
		table[row[1]] = judged{row[2] == "yes", row[3] == "yes"}
	}
	return table
}

// judge judges an error.
func judge(err error) judged {
	return judged{reservations.MayHaveWritten(err), reservations.IsTemporary(err)}
}

// calls are a read, a write, and both forms of Do.
var calls = map[string]func(context.Context, *reservations.Client) error{
	"read":  method("Guests.Get"),
	"write": method("Reports.CreateUtilityMeterReport"),
	"GET":   do(http.MethodGet),
	"POST":  do(http.MethodPost),
}

func method(name string) func(context.Context, *reservations.Client) error {
	return func(ctx context.Context, client *reservations.Client) error {
		_, err := testclient.CallOf(name).Do(ctx, client)
		return err
	}
}

func do(method string) func(context.Context, *reservations.Client) error {
	return func(ctx context.Context, client *reservations.Client) error {
		var out struct{}
		return client.Do(ctx, reservations.Request{Method: method, Path: "/api/x"}, &out)
	}
}

// TestFailures: what the table in doc.go says of a failure is so, and the error says how far the
// call came.
func TestFailures(t *testing.T) {
	t.Parallel()
	table := documented(t)
	untested := maps.Clone(table)
	delete(untested, "a parameter that is not valid") // refusal.check
	for class, call := range calls {
		for _, kind := range kinds(t) {
			delete(untested, kind.row)
			want, found := table[kind.row]
			if !found {
				t.Errorf("doc.go has no row %q", kind.row)
			}
			want.mayHaveWritten = want.mayHaveWritten && (class == "write" || class == "POST")
			inBubble(t, kind.row+"/"+kind.name+"/"+class, func(t *testing.T) { kind.check(t, call, want) })
		}
	}
	if len(untested) > 0 {
		t.Errorf("these rows of doc.go are not tested: %v", untested)
	}
}

// check makes a call that fails in this way.
func (k kind) check(t *testing.T, call func(context.Context, *reservations.Client) error, want judged) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if k.end > 0 {
		defer time.AfterFunc(k.end, cancel).Stop()
	}
	if k.end == time.Nanosecond { // before the call
		cancel()
	}
	err := call(ctx, testclient.Over(t, k.rt, k.with...))
	time.Sleep(2 * time.Hour) // virtual: net/http goes on dialling after the call
	if err == nil {
		t.Fatal("the call succeeded")
	}
	if got := judge(fmt.Errorf("wrapped: %w", err)); got != want {
		t.Errorf("got %+v, want %+v, of %v", got, want, err)
	}
	if _, got, _ := strings.Cut(err.Error(), ": "); !strings.HasPrefix(got, k.says) {
		t.Errorf("got %q, want that it begins with %q", got, k.says)
	}
}

// TestIdempotencyKey: net/http repeats a request that has an Idempotency-Key, when its connection
// breaks. A write that was sent may have been carried out, although the next connection fails.
func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	dials, sent := 0, 0
	client := testclient.Over(t, &http.Transport{DialTLSContext: func(context.Context, string, string) (net.Conn, error) {
		if dials++; dials > 1 {
			return nil, &net.OpError{Op: "dial", Err: io.EOF}
		}
		near, far := net.Pipe()
		go func() {
			defer far.Close()
			requests := bufio.NewReader(far)
			for range 2 { // the second one gets no response
				if _, err := http.ReadRequest(requests); err != nil {
					return
				}
				if sent++; sent == 1 {
					io.WriteString(far, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
				}
			}
		}()
		return near, nil
	}})
	write := reservations.Request{Method: http.MethodDelete, Path: "/api/x"}
	key := reservations.WithHeader("Idempotency-Key", "7")
	if err := client.Do(t.Context(), write, nil, key); err != nil {
		t.Fatal(err)
	}
	err := client.Do(t.Context(), write, nil, key)
	if want := (judged{true, true}); judge(err) != want || sent != 2 || dials != 2 {
		t.Errorf("got %+v of %v, want %+v; %d requests, %d connections", judge(err), err, want, sent, dials)
	}
}

// TestErrorsOfPrograms: errors that programs make for their tests are judged by their fields.
func TestErrorsOfPrograms(t *testing.T) {
	t.Parallel()
	read := reservations.Operation{Class: reservations.ClassRead}
	write := reservations.Operation{Class: reservations.ClassWrite}
	status := func(op reservations.Operation, status int) error {
		return &reservations.APIError{Operation: op, StatusCode: status}
	}
	lost := func(op reservations.Operation, attempts int, cause error) error {
		return &reservations.TransportError{Operation: op, Attempts: attempts, Err: cause}
	}
	dial := &net.OpError{Op: "dial", Err: io.EOF}
	late := &reservations.TransportError{Operation: write, Attempts: 1, RequestID: "r", Err: io.ErrUnexpectedEOF}
	tests := []struct {
		name string
		err  error
		want judged
	}{
		{"nil", nil, judged{}},
		{"nil of a type", (*reservations.APIError)(nil), judged{}},
		{"nil of a type, wrapped", fmt.Errorf("saving: %w", (*reservations.TransportError)(nil)), judged{}},
		{"in an error of the program", struct{ *reservations.APIError }{&reservations.APIError{Operation: write, StatusCode: 503}}, judged{true, true}},
		{"an error of the program", io.EOF, judged{}},
		{"the context of the program", context.Canceled, judged{}},
		{"503 of a write", status(write, 503), judged{true, true}},
		{"503 of a read", status(read, 503), judged{false, true}},
		{"503 without an operation", &reservations.APIError{StatusCode: 503}, judged{true, true}},
		{"429", status(write, 429), judged{false, true}},
		{"422", status(write, 422), judged{false, false}},
		{"an error document that says 403", &reservations.APIError{Operation: write, StatusCode: 403, HTTPStatus: 200},
			judged{true, false}},
		{"not sent", lost(write, 0, context.DeadlineExceeded), judged{false, true}},
		{"no connection", lost(write, 1, dial), judged{false, true}},
		{"an unknown host", lost(write, 1, &net.DNSError{IsNotFound: true}), judged{false, true}},
		{"lost", lost(write, 1, io.EOF), judged{true, true}},
		{"lost, of a read", lost(read, 1, io.EOF), judged{false, true}},
		{"lost in the body", late, judged{true, true}},
		{"lost without a known cause", lost(write, 1, errors.New("odd")), judged{true, false}},
		{"cancelled while it waited", lost(write, 2, errors.Join(context.Canceled, status(write, 429))), judged{false, true}},
		{"unreadable", &reservations.DecodeError{Operation: write}, judged{true, false}},
		{"unreadable, of a read", &reservations.DecodeError{Operation: read}, judged{}},
		{"a parameter", &reservations.ParamError{Operation: write}, judged{}},
		{"a list", &reservations.IncompleteError{Operation: read}, judged{false, true}},
		{"wrapped", fmt.Errorf("saving: %w", fmt.Errorf("update: %w", status(write, 500))), judged{true, true}},
		{"one of several", errors.Join(io.EOF, status(write, 404), status(write, 500)), judged{true, true}},
		{"one for each", fmt.Errorf("%w and %w", status(write, 429), status(write, 501)), judged{true, true}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := judge(test.err); got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}
