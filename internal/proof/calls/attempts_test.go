// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

type policy = reservations.RetryPolicy

// TestPolicyOfACall takes the place of the client's, field by field. Where only the wait is too long, or the budget is
// used up, the error, the end of the last attempt and the log records of both say why nothing was retried. Folder
// limits has every wait, and what the budget counts.
func TestPolicyOfACall(t *testing.T) {
	const s, budget = time.Second, "too many calls fail: their retries have used up RetryPolicy.Budget, which is "
	busy, reset := refuses(503, ""), testclient.Fails(io.ErrUnexpectedEOF)
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

		"a deadline":       {refuses(503, "10"), long, deadline, 1, 0, "wait of 10s would pass the deadline of the call"},
		"too long":         {busy, three, call(policy{MaxElapsed: 3 * s / 2}), 2, s, "RetryPolicy.MaxElapsed, which is 1.5s"},
		"a long wait":      {refuses(429, "51"), long, call(policy{}), 1, 0, "RetryPolicy.MaxRetryAfter, which is 50s"},
		"503, no budget":   {busy, long, call(policy{MaxElapsed: time.Minute, Budget: 1}), 2, 8 * s, budget + "1"},
		"reset, no budget": {reset, long, call(policy{MaxElapsed: time.Minute, Budget: 2}), 3, 16 * s, budget + "2"},
	} {
		testkit.InBubble(t, name, func(t *testing.T) {
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
			said := strings.HasSuffix(err.Error(), "; not retried: "+why)
			if said != told || records != map[bool]int{true: 2}[told] {
				t.Errorf("the reason %q does not end %v, or not two records have it: %s", why, err, &log)
			}
		})
	}
}

// TestACallThatCannotWaitForAPauseIsNotSent: another call was refused, and the pause after it ends later than the
// deadline of this call.
func TestACallThatCannotWaitForAPauseIsNotSent(t *testing.T) {
	testkit.InBubble(t, "429", func(t *testing.T) {
		c, within := testclient.Over(t, refuses(429, "30")), reservations.WithCallTimeout(10*time.Second)
		wantError(t, get(t, c, within), "429 Too Many Requests")
		wantError(t, get(t, c, within), "/1: not sent: rate limited: another call was refused, "+
			"and the next wait of 30s would pass the deadline of the call\n")
	})
}

// TestTimeoutsNameTheirOption: the error says which option has set the time. At the end of the caller's own context
// it names none.
func TestTimeoutsNameTheirOption(t *testing.T) {
	const s = time.Second
	none, within, closed := reservations.Options(), reservations.WithCallTimeout, errors.New("the park closed")
	slow := reservations.WithHTTPClient(&http.Client{Transport: testclient.Hangs, Timeout: 3 * s})
	for _, test := range []struct {
		opt      reservations.Option
		call     reservations.CallOption
		deadline time.Duration // of the caller
		after    time.Duration
		says     string // and not the texts of other time-outs
	}{
		{none, within(40 * s), 50 * s, 30 * s, "attempt timed out after 30s (WithAttemptTimeout)"},
		{slow, within(40 * s), 50 * s, 3 * s, "attempt timed out after 3s (Timeout of the http.Client)"},
		{reservations.WithAttemptTimeout(7*s + 1), within(7 * s), 50 * s, 7 * s, "call timed out after 7s (WithCallTimeout)"},
		{none, within(7 * s), 4 * s, 4 * s, "the park closed"},
	} {
		testkit.InBubble(t, test.says, func(t *testing.T) {
			c := testclient.Over(t, testclient.Hangs, reservations.WithRetry(reservations.NoRetry()), test.opt)
			ctx, cancel := context.WithTimeoutCause(t.Context(), test.deadline, closed)
			defer cancel()
			start := time.Now()
			_, err := c.TaxProfiles.Get(ctx, "1", test.call)
			if took := time.Since(start); took != test.after {
				t.Errorf("took %v, want %v", took, test.after)
			}
			network, _ := errors.AsType[net.Error](err)
			temporary := network.Timeout() && network.Temporary() //nolint:staticcheck // it is part of net.Error
			if !temporary || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%v is not a time-out, not temporary, or not by a deadline", err)
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

const old, fresh = "canary-old", "canary-new"

type keySource = func(context.Context) (string, error)

// keys returns these one after the other, and then an error.
func keys(all ...string) keySource {
	return func(context.Context) (string, error) {
		if len(all) == 0 {
			return "", errors.New("no successor of " + old)
		}
		key := all[0]
		all = all[1:]
		return key, nil
	}
}

// TestKeySource is asked before every attempt, once the wait is over, and its second is no part of the attempt. If it
// fails, nothing is sent, and nothing is retried. After a 401 it is asked once more, and another key is tried once.
func TestKeySource(t *testing.T) {
	sealed := errors.New("the vault is sealed")
	returns := func(key string, err error) keySource {
		return func(context.Context) (string, error) { return key, err }
	}
	clock := func(context.Context) (string, error) { return time.Now().Round(10 * time.Second).Format("04:05"), nil }
	late := func(ctx context.Context) (string, error) { <-ctx.Done(); return old, nil }
	renews := func(ctx context.Context) (string, error) {
		return map[bool]string{false: old, true: fresh}[reservations.APIKeyRefused(ctx)], nil
	}
	var cancel context.CancelFunc // of the call
	cancels := func(ctx context.Context) (string, error) {
		if reservations.APIKeyRefused(ctx) {
			cancel()
		}
		return old, ctx.Err()
	}
	const failed, printable = "API key source failed: ", "its key must be printable ASCII without blanks at its ends"
	for name, test := range map[string]struct {
		source keySource
		next   http.RoundTripper // responds to fresh, and to keys that do not begin with canary
		sent   []string          // keys
		is     error             // nil for none
		says   string
	}{
		"before every attempt": {clock, inTurn(refuses(429, "30"), refuses(503, "5"), testclient.Fails(io.ErrUnexpectedEOF), taxProfile),
			[]string{"00:00", "00:30", "00:40", "00:40"}, nil, ""},

		"an error with a key": {returns(old, fmt.Errorf("%s: %w", old, sealed)), taxProfile, nil, sealed,
			failed + "REDACTED"},
		"an error that looks transient": {returns("", io.ErrUnexpectedEOF), taxProfile, nil, io.ErrUnexpectedEOF, failed},
		"a line break":                  {returns("canary\r\nX-Evil: 1", nil), taxProfile, nil, nil, printable},
		"late":                          {late, taxProfile, nil, context.DeadlineExceeded, "attempt timed out after 30s (WithAttemptTimeout)"},

		"another key":                   {renews, taxProfile, []string{old, fresh}, nil, ""},
		"the same key":                  {keys(old, old, fresh), taxProfile, []string{old}, reservations.ErrUnauthorized, "unknown key REDACTED"},
		"another key, not valid either": {keys(old, "canary-x", fresh), taxProfile, []string{old, "canary-x"}, reservations.ErrUnauthorized, "(after 2 attempts)"},
		"a 401 and an error":            {keys(old), taxProfile, []string{old}, reservations.ErrUnauthorized, "source failed: no successor of REDACTED"},
		"a 401 and the end of the call": {cancels, taxProfile, []string{old}, reservations.ErrUnauthorized, ""},
		"as many failures after it as the policy allows": {keys(old, fresh, fresh, fresh, fresh), testclient.Responds(500, "", ""),
			[]string{old, fresh, fresh, fresh}, reservations.ErrServer, "after 4 attempts"},
		"a 429 after it": {keys(old, fresh, fresh), inTurn(refuses(429, "9"), taxProfile), []string{old, fresh, fresh}, nil, ""},
		"403":            {keys(fresh, old), testclient.Responds(403, "", ""), []string{fresh}, reservations.ErrForbidden, ""},
	} {
		testkit.InBubble(t, name, func(t *testing.T) {
			var seen observed
			asked, sent := 0, []string(nil)
			service := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				time.Sleep(time.Second) // virtual
				key := r.Header.Get("X-Api-Key")
				sent = append(sent, key)
				if key != fresh && strings.HasPrefix(key, "canary") {
					return testclient.Responds(401, "text/plain", "unknown key "+key)(r)
				}
				return test.next.RoundTrip(r)
			})
			source := func(ctx context.Context) (string, error) {
				asked++
				time.Sleep(time.Second) // virtual
				return test.source(ctx)
			}
			var ctx context.Context
			ctx, cancel = context.WithCancel(t.Context())
			defer cancel()
			hooks := seen.hooks()
			if test.is != nil { // the error shows no key either if no hook has asked for the path
				hooks = reservations.Options()
			}
			c := testclient.Over(t, service, reservations.WithAPIKeySource(source), hooks,
				reservations.WithRetry(policy{MaxAttempts: 3, Budget: 2}))
			path := fmt.Sprint("/api/tax_profiles/", test.sent[:min(1, len(test.sent))]) // a key that is known only later
			err := c.Do(ctx, reservations.Request{Method: "GET", Path: path}, new(any))
			synctest.Wait() // a late source is not waited for
			if (err != nil) != (test.is != nil || test.says != "") || test.is != nil && !errors.Is(err, test.is) {
				t.Fatalf("got %v, want %v", err, test.is)
			}
			text := fmt.Sprint(err, reservations.LogAttrs(err))
			if !strings.Contains(text, test.says) || strings.Contains(text, "canary") {
				t.Errorf("got %q, want %q and no key", text, test.says)
			}
			if diff := cmp.Diff(test.sent, sent); diff != "" || len(sent) == 0 && asked != 1 {
				t.Errorf("asked %d times; keys (-want +got):\n%s", asked, diff)
			}
			if slices.ContainsFunc(seen.attempts, func(a reservations.Attempt) bool {
				return a.Duration != time.Second || strings.Contains(fmt.Sprint(a.Operation, a.URLPath, seen.calls), "canary")
			}) {
				t.Errorf("the attempts are %+v, want each to take a second, and no key in them", seen.attempts)
			}
		})
	}
}
