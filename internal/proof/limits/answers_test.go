// SPDX-License-Identifier: MIT

package limits_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// answers are those of a testkit.Script, such as answers{after(2*s, retryAfter(429, "7")), reset, success}.
type answers = []answer
type answer = testkit.RoundTripper

const read, write = "GET /read", "PUT /write"

// send makes a call, such as [read].
func send(ctx context.Context, c *reservations.Client, call string, opts ...reservations.CallOption) error {
	method, path, _ := strings.Cut(call, " ")
	return c.Do(ctx, reservations.Request{Method: method, Path: path}, nil, opts...)
}

// ends notes how each attempt ends.
func ends(attempts *[]reservations.Attempt) reservations.Option {
	note := func(_ context.Context, a reservations.Attempt) { *attempts = append(*attempts, a) }
	return reservations.WithHooks(reservations.Hooks{AttemptEnd: note})
}

var (
	errReset   = &net.OpError{Op: "read", Err: syscall.ECONNRESET}
	errRefused = &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	errOther   = errors.New("no responder found")

	reset   = testclient.Fails(errReset)
	refused = testclient.Fails(errRefused)
	other   = testclient.Fails(errOther)
	success = status(200)
)

// status answers with a status and with headers, given as name, value, name, value.
func status(code int, header ...string) answer {
	return testclient.Responds(code, "application/json", `{}`, header...)
}

// retryAfter answers with a status and a Retry-After of so many seconds.
func retryAfter(code int, wait string) answer { return status(code, "Retry-After", wait) }

// after answers when some time has passed.
func after(d time.Duration, do answer) answer { return testclient.After(d, do) }

// slow answers with a body that ends after five seconds.
func slow(r *http.Request) (*http.Response, error) {
	resp, _ := status(200)(r)
	resp.Body = io.NopCloser(testkit.Reader(func() error { time.Sleep(5 * s); return io.EOF })) // virtual
	return resp, nil
}

// times are n answers of one kind, and then others.
func times(n int, first answer, then ...answer) answers {
	return append(slices.Repeat(answers{first}, n), then...)
}
