// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// policy is short, because every row of these tests has one.
type policy = reservations.RetryPolicy

// TestPolicyOfACall takes the place of the client's, field by field. Where only the wait is too long, or the budget is
// used up, the error, the end of the last attempt and the log records of both say why nothing was retried. Folder limits has
// every wait, and what the budget counts.
func TestPolicyOfACall(t *testing.T) {
	const s, budget = time.Second, "too many calls fail: their retries have used up RetryPolicy.Budget, which is "
	busy := refuses(503, "")
	three := policy{MaxAttempts: 3, MinWait: s, MaxWait: s}
	long := policy{MinWait: 8 * s, MaxWait: 8 * s, MaxElapsed: 9 * s, MaxRetryAfter: 50 * s}
	stored := readAs[policy] // in JSON, as in the settings of a program
	call := func(p policy) reservations.CallOption { return reservations.WithCallRetry(stored(p)) }
	deadline := reservations.WithCallTimeout(3 * s)
	for name, test := range map[string]struct {
		rt     testkit.RoundTripper
		client policy
		opt    reservations.CallOption
		sent   int
		waits  time.Duration // give or take a quarter
		why    string        // the end of it
	}{
		"nothing set":                   {busy, three, call(policy{}), 3, 2 * s, ""},
		"attempts":                      {busy, three, call(policy{MaxAttempts: 2}), 2, s, ""},
		"switched off":                  {refuses(503, "86400"), three, call(reservations.NoRetry()), 1, 0, ""},
		"switched on with the defaults": {busy, reservations.NoRetry(), call(policy{}), 5, 7500 * time.Millisecond, ""},

		"before a deadline": {refuses(503, "10"), long, deadline, 1, 0, "the next wait of 10s would pass the deadline of the call"},
		"elapsed": {busy, three, call(policy{MaxElapsed: 1300 * time.Millisecond}), 2, s,
			" would pass RetryPolicy.MaxElapsed, which is 1.3s"},
		"a long wait": {refuses(429, "51"), long, call(policy{}), 1, 0,
			"its Retry-After of 51s is longer than RetryPolicy.MaxRetryAfter, which is 50s"},
		"503 beyond the budget": {busy, long, call(policy{MaxElapsed: time.Minute, Budget: 1}), 2, 8 * s, budget + "1"},
		"a break beyond the budget": {fails(io.ErrUnexpectedEOF), long, call(policy{MaxElapsed: time.Minute, Budget: 2}), 3, 16 * s,
			budget + "2"},
	} {
		inBubble(t, name, func(t *testing.T) {
			var log bytes.Buffer
			var seen observed
			c := testclient.Over(t, test.rt, reservations.WithRetry(stored(test.client)), logTo(&log), seen.hooks())
			start := time.Now()
			err := get(t, c, test.opt)
			if took := time.Since(start); len(seen.attempts) != test.sent || (took-test.waits).Abs() > test.waits/4 {
				t.Errorf("%d requests in %v, want %d in %v give or take a quarter", len(seen.attempts), took, test.sent, test.waits)
			}
			last := seen.attempts[len(seen.attempts)-1]
			why, told := last.NotRetried, test.why != ""
			if !strings.HasSuffix(why, test.why) || (why != "") != told || last.WillRetry {
				t.Errorf("the end of the last attempt is %+v, want the reason %q", last, test.why)
			}
			records := strings.Count(log.String(), "not_retried="+strconv.Quote(why)) // of the attempt and of the call
			if said := strings.HasSuffix(err.Error(), "; not retried: "+why); said != told || records != map[bool]int{true: 2}[told] {
				t.Errorf("the reason %q does not end %v, or not two records have it: %s", why, err, &log)
			}
		})
	}
}

// TestTimeoutsNameTheirOption, and the end of the caller's own context names none.
func TestTimeoutsNameTheirOption(t *testing.T) {
	const s = time.Second
	none, within, closed := reservations.Options(), reservations.WithCallTimeout, errors.New("the park closed")
	halfABody := func(r *http.Request) (*http.Response, error) {
		resp, err := taxProfile(r)
		rest := testkit.Reader(func() error { return testkit.UntilEnd(r) })
		resp.Body = io.NopCloser(io.MultiReader(strings.NewReader(`{"id":`), rest))
		return resp, err
	}
	for name, test := range map[string]struct {
		client   time.Duration // Timeout of the http.Client
		opt      reservations.Option
		call     reservations.CallOption
		deadline time.Duration // of the caller
		after    time.Duration
		says     string // and not the texts of other time-outs
	}{
		"attempt":               {0, none, within(40 * s), 50 * s, 30 * s, "attempt timed out after 30s (WithAttemptTimeout)"},
		"the http.Client":       {3 * s, none, within(40 * s), 50 * s, 3 * s, "attempt timed out after 3s (Timeout of the http.Client)"},
		"call":                  {0, reservations.WithAttemptTimeout(7*s + 1), within(7 * s), 50 * s, 7 * s, "call timed out after 7s (WithCallTimeout)"},
		"the caller's deadline": {0, none, within(7 * s), 4 * s, 4 * s, "the park closed"},
	} {
		for ending, rt := range map[string]testkit.RoundTripper{"no response": hangs, "half a body": halfABody} {
			inBubble(t, name+", "+ending, func(t *testing.T) {
				c := testclient.Over(t, rt, reservations.WithRetry(reservations.NoRetry()), test.opt,
					reservations.WithHTTPClient(&http.Client{Transport: rt, Timeout: test.client}))
				ctx, cancel := context.WithTimeoutCause(t.Context(), test.deadline, closed)
				defer cancel()
				start := time.Now()
				_, err := c.TaxProfiles.Get(ctx, "1", test.call)
				if took := time.Since(start); took != test.after {
					t.Errorf("took %v, want %v", took, test.after)
				}
				if !errors.As(err, new(*reservations.TransportError)) || !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, io.ErrUnexpectedEOF) {
					t.Errorf("got %v, want a TransportError by a deadline and nothing else", err)
				}
				if network, ok := errors.AsType[net.Error](err); !ok || !network.Timeout() || !network.Temporary() { //nolint:staticcheck // it is part of net.Error
					t.Errorf("%v is not a time-out, or not temporary", err)
				}
				for _, text := range []string{test.says, "timed out", "WithAttemptTimeout", "WithCallTimeout"} {
					if strings.Contains(err.Error(), text) != strings.Contains(test.says, text) {
						t.Errorf("%q should say %q alone", err, test.says)
					}
				}
				if errors.Is(err, closed) != strings.Contains(test.says, "closed") {
					t.Errorf("%v wraps the cause of the deadline: %t", err, errors.Is(err, closed))
				}
			})
		}
	}
}
