// SPDX-License-Identifier: MIT

package limits_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// inBubble runs a subtest in virtual time.
func inBubble(t *testing.T, name string, test func(*testing.T)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, test)
	})
}

// script answers the first request with the first answer and so on, and all that follow with the last one. It notes when
// each request came. After a thousand it fails, so that a client that never gives up fails its test.
type script struct {
	mu      sync.Mutex
	start   time.Time
	answers []testkit.RoundTripper
	sent    []time.Duration
}

func serving(answers ...testkit.RoundTripper) *script {
	return &script{start: time.Now(), answers: answers}
}

func (sc *script) RoundTrip(r *http.Request) (*http.Response, error) {
	sc.mu.Lock()
	sc.sent = append(sc.sent, time.Since(sc.start))
	answer := sc.answers[min(len(sc.sent), len(sc.answers))-1]
	if len(sc.sent) > 1000 {
		answer = fails(errOther)
	}
	sc.mu.Unlock()
	return answer(r)
}

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

// inParallel makes so many calls, so many of them at a time, and returns the errors.
func inParallel(parallel, calls int, call func() error) []error {
	errs := make([]error, calls)
	var workers sync.WaitGroup
	for worker := range parallel {
		workers.Go(func() {
			for i := worker; i < calls; i += parallel {
				errs[i] = call()
			}
		})
	}
	workers.Wait()
	return slices.DeleteFunc(errs, func(err error) bool { return err == nil })
}

var (
	errReset   = &net.OpError{Op: "read", Err: syscall.ECONNRESET}
	errRefused = &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	errOther   = errors.New("no responder found")
)

// fails answers with an error, status with a status and with headers, given as name, value, name, value.
func fails(err error) testkit.RoundTripper {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

func status(code int, header ...string) testkit.RoundTripper {
	return testclient.Responds(code, "application/json", `{}`, header...)
}

// after answers when some time has passed.
func after(d time.Duration, answer testkit.RoundTripper) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		time.Sleep(d) // virtual
		return answer(r)
	}
}

// slow answers with a body that ends after five seconds.
func slow(r *http.Request) (*http.Response, error) {
	resp, _ := status(200)(r)
	resp.Body = io.NopCloser(testkit.Reader(func() error { time.Sleep(5 * s); return io.EOF })) // virtual
	return resp, nil
}

// answersOf reads answers. Each is what fails, or a status, with a Retry-After after a slash or a RateLimit-Reset after a question
// mark, and with the time that it takes before a colon. For example, "503 2s:429/7 reset 200" fails, asks after two seconds to wait
// for seven, resets a connection, and succeeds.
func answersOf(words string) (answers []testkit.RoundTripper) {
	failures := map[string]testkit.RoundTripper{
		"reset": fails(errReset), "refused": fails(errRefused), "other": fails(errOther), "slow": slow,
		"hang": func(r *http.Request) (*http.Response, error) { return nil, testkit.UntilEnd(r) },
	}
	for word := range strings.FieldsSeq(words) {
		latency, text, found := strings.Cut(word, ":")
		if !found {
			text = word
		}
		answer, ok := failures[text]
		if !ok {
			code, retryAfter, _ := strings.Cut(text, "/")
			code, reset, _ := strings.Cut(code, "?")
			number, _ := strconv.Atoi(code)
			answer = status(number, "Retry-After", retryAfter, "RateLimit-Reset", reset)
		}
		answers = append(answers, after(duration(latency), answer))
	}
	return answers
}

func duration(text string) time.Duration {
	d, _ := time.ParseDuration(text)
	return d
}
