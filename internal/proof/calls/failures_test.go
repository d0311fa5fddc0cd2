// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/transport"
)

// judged says of a failure of a write what the two predicates are.
type judged struct{ mayHaveWritten, isTemporary bool }

// documented is the table of failures in docs/errors-and-retries.md.
func documented(t *testing.T) map[string]judged {
	t.Helper()
	text, err := os.ReadFile("../../../docs/errors-and-retries.md")
	if err != nil {
		t.Fatal(err)
	}
	table := map[string]judged{}
	rows := regexp.MustCompile(`(?m)^\| (.+) \| (yes|no) \| (yes|no) \|$`)
	for _, row := range rows.FindAllStringSubmatch(string(text), -1) {
		table[row[1]] = judged{row[2] == "yes", row[3] == "yes"}
	}
	return table
}

// judge judges an error.
func judge(err error) judged {
	return judged{reservations.MayHaveWritten(err), reservations.IsTemporary(err)}
}

var (
	reading = reservations.Operation{Class: reservations.ClassRead}
	writing = reservations.Operation{Class: reservations.ClassWrite}
)

func status(op reservations.Operation, status int) error {
	return &reservations.APIError{Operation: op, StatusCode: status}
}

func statuses(all ...int) (errs []error) {
	for _, each := range all {
		errs = append(errs, status(writing, each))
	}
	return errs
}

func lost(op reservations.Operation, attempts int, cause error) error {
	return &reservations.TransportError{Operation: op, Attempts: attempts, Err: cause}
}

// TestFailures: what the table in docs/errors-and-retries.md says of a failure of a write is so. That calls return such errors is for
// the fault matrix.
func TestFailures(t *testing.T) {
	timedOut := &transport.TimeoutError{What: "attempt", Err: context.DeadlineExceeded}
	closed := &net.OpError{Op: "dial", Err: io.EOF}
	mistrusted := &net.OpError{Op: "dial", Err: &tls.CertificateVerificationError{}}
	late := &reservations.TransportError{Operation: writing, Attempts: 1, RequestID: "r", Err: io.ErrUnexpectedEOF}
	table := documented(t)
	for row, errs := range map[string][]error{
		"The write was not sent: the context had ended, the wait would have been too long, or the limiter or the source of the key failed.": {lost(writing, 0, context.DeadlineExceeded)},
		"No connection could be made, or its host name was not found.":                                                                      {lost(writing, 1, closed), lost(writing, 1, &net.DNSError{IsNotFound: true})},
		"The certificate or the TLS handshake failed, or a proxy refused for good.":                                                         {lost(writing, 1, mistrusted)},
		"The call ended while it waited to retry.":                                                                                          {lost(writing, 2, errors.Join(context.Canceled, status(writing, 429)))},
		"The service refused it with 425 or 429.":                                                                                           statuses(425, 429),
		"The service responded with 408.":                                                                                                   statuses(408),
		"The service refused it with another 4xx.":                                                                                          statuses(400, 401, 403, 404, 405, 407, 409, 410, 422, 451, 499),
		"The service responded with 501, 505 or 511.":                                                                                       statuses(501, 505, 511),
		"The service responded with another 5xx.":                                                                                           statuses(500, 502, 503, 504, 506, 520, 599),
		"The service responded with a redirect, which is not followed.":                                                                     statuses(300, 301, 302, 303, 307, 308, 399),
		"Anything else happened.":                                                                                                           statuses(0, 101, 600),
		"The connection broke, or the attempt took too long.":                                                                               {lost(writing, 1, io.EOF), lost(writing, 1, timedOut)},
		"The context ended after the write was sent.":                                                                                       {lost(writing, 1, context.Canceled)},
		"The response arrived cut off or damaged.":                                                                                          {late},
		"The response was too large.":                                                                                                       {lost(writing, 1, &http.MaxBytesError{Limit: 3})},
		"The response was a success whose body cannot be read.":                                                                             {&reservations.DecodeError{Operation: writing}},
		"A parameter is not valid.":                                                                                                         {&reservations.ParamError{Operation: writing}},
	} {
		want, found := table[row]
		delete(table, row)
		for _, err := range errs {
			t.Run(fmt.Sprint(row, "/", err), func(t *testing.T) {
				if got := judge(err); got != want || !found {
					t.Errorf("got %+v of %v, and the page says %+v", got, err, want)
				}
			})
		}
	}
	if len(table) > 0 {
		t.Errorf("these rows of the page are not tested: %v", table)
	}
}

// TestErrorsOfPrograms: errors that programs make for their tests, or wrap, are judged by their fields.
func TestErrorsOfPrograms(t *testing.T) {
	unavailable := &reservations.APIError{StatusCode: 503}
	for name, test := range map[string]struct {
		err  error
		want judged
	}{
		"nil":                             {nil, judged{}},
		"nil of a type, wrapped":          {fmt.Errorf("saving: %w", (*reservations.TransportError)(nil)), judged{}},
		"an error of the program":         {context.Canceled, judged{}},
		"in an error of the program":      {struct{ *reservations.APIError }{unavailable}, judged{true, true}},
		"503 of a read":                   {status(reading, 503), judged{false, true}},
		"503 without an operation":        {unavailable, judged{true, true}},
		"an error document that says 403": {&reservations.APIError{StatusCode: 403, HTTPStatus: 200}, judged{true, false}},
		"lost, of a read":                 {lost(reading, 1, io.EOF), judged{false, true}},
		"lost without a known cause":      {lost(writing, 1, errors.New("odd")), judged{true, false}},
		"unreadable, of a read":           {&reservations.DecodeError{Operation: reading}, judged{}},
		"a list":                          {&reservations.IncompleteError{Operation: reading}, judged{false, true}},
		"one of several":                  {fmt.Errorf("saving: %w", errors.Join(io.EOF, status(writing, 404), status(writing, 500))), judged{true, true}},
		"one for each":                    {fmt.Errorf("%w and %w", status(writing, 429), status(writing, 501)), judged{true, true}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := judge(test.err); got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}
