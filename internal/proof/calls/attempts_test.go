// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"cmp"
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

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

type policy = reservations.RetryPolicy

const s = time.Second

// retried is a call that fails with each response.
type retried struct {
	service testkit.RoundTripper
	client  policy
	call    reservations.CallOption
	sent    int           // requests
	waits   time.Duration // in all, give or take a quarter
	why     string        // how the reason ends for which the last response was not retried; "" for no reason
}

var (
	busy         = refuses(503, "")
	storedPolicy = readAs[policy] // in JSON, as in the settings of a program
)

func ofCall(p policy) reservations.CallOption { return reservations.WithCallRetry(storedPolicy(p)) }

// TestPolicyOfACallOverridesTheClientsFieldByField: a field that WithCallRetry leaves at zero is that of the client. After
// NoRetry it has its default. Folder limits has every wait, and what the budget counts.
func TestPolicyOfACallOverridesTheClientsFieldByField(t *testing.T) {
	three, none := policy{MaxAttempts: 3, MinWait: s, MaxWait: s}, reservations.NoRetry()
	for name, test := range map[string]retried{
		"nothing set":                   {service: busy, client: three, call: ofCall(policy{}), sent: 3, waits: 2 * s},
		"attempts":                      {service: busy, client: three, call: ofCall(policy{MaxAttempts: 2}), sent: 2, waits: s},
		"switched off":                  {service: refuses(503, "86400"), client: three, call: ofCall(none), sent: 1},
		"switched on with the defaults": {service: busy, client: none, call: ofCall(policy{}), sent: 5, waits: 7500 * time.Millisecond},
	} {
		testkit.InBubble(t, name, test.check)
	}
}

// TestErrorHooksAndLogSayWhyACallIsNotRetried: there is a reason if a wait would be too long, or the budget is used up.
func TestErrorHooksAndLogSayWhyACallIsNotRetried(t *testing.T) {
	const budget = "too many calls fail: their retries have used up RetryPolicy.Budget, which is "
	reset, patient := testclient.Fails(io.ErrUnexpectedEOF), policy{MinWait: 8 * s, MaxWait: 8 * s, MaxElapsed: 9 * s, MaxRetryAfter: 50 * s}
	budgetOf := func(n int) reservations.CallOption { return ofCall(policy{MaxElapsed: time.Minute, Budget: n}) }
	for name, test := range map[string]retried{
		"a deadline": {service: refuses(503, "10"), client: patient, call: reservations.WithCallTimeout(3 * s), sent: 1, why: "10s would pass the deadline of the call"},
		"too long": {service: busy, client: policy{MinWait: s, MaxWait: s}, call: ofCall(policy{MaxElapsed: 3 * s / 2}), sent: 2, waits: s,
			why: "RetryPolicy.MaxElapsed, which is 1.5s"},
		"a long wait":      {service: refuses(429, "51"), client: patient, call: ofCall(policy{}), sent: 1, why: "RetryPolicy.MaxRetryAfter, which is 50s"},
		"503, no budget":   {service: busy, client: patient, call: budgetOf(1), sent: 2, waits: 8 * s, why: budget + "1"},
		"reset, no budget": {service: reset, client: patient, call: budgetOf(2), sent: 3, waits: 16 * s, why: budget + "2"},
	} {
		testkit.InBubble(t, name, test.check)
	}
}

func (r retried) check(t *testing.T) {
	var log bytes.Buffer
	var seen observed
	c := testclient.Over(t, r.service, reservations.WithRetry(storedPolicy(r.client)), logTo(&log), seen.hooks())
	start := time.Now()
	err := get(t, c, r.call)
	if took := time.Since(start); len(seen.attempts) != r.sent || (took-r.waits).Abs() > r.waits/4 {
		t.Errorf("%d requests in %v, want %d in %v give or take a quarter", len(seen.attempts), took, r.sent, r.waits)
	}
	last := seen.attempts[len(seen.attempts)-1]
	why, told := last.NotRetried, r.why != ""
	if !strings.HasSuffix(why, r.why) || (why != "") != told || last.WillRetry {
		t.Errorf("the end of the last attempt is %+v, want the reason %q", last, r.why)
	}
	records := strings.Count(log.String(), "not_retried="+strconv.Quote(why)) // of the attempt and of the call
	said := strings.HasSuffix(err.Error(), "; not retried: "+why)
	if said != told || told && records != 2 || !told && records > 0 {
		t.Errorf("the reason %q does not end %v, or not two records have it: %s", why, err, &log)
	}
}

// TestTimeoutsNameTheirOption: when the caller's own context ends, no option is named.
func TestTimeoutsNameTheirOption(t *testing.T) {
	within, closed := reservations.WithCallTimeout, errors.New("the park closed")
	slow := reservations.WithHTTPClient(&http.Client{Transport: testclient.Hangs, Timeout: 3 * s})
	for _, test := range []struct {
		client reservations.Option
		call   reservations.CallOption
		caller time.Duration // the timeout of its context
		took   time.Duration
		says   string // and not the texts of other time-outs
	}{
		{client: reservations.Options(), call: within(40 * s), caller: 50 * s, took: 30 * s, says: "attempt timed out after 30s (WithAttemptTimeout)"},
		{client: slow, call: within(40 * s), caller: 50 * s, took: 3 * s, says: "attempt timed out after 3s (Timeout of the http.Client)"},
		{client: reservations.WithAttemptTimeout(7*s + 1), call: within(7 * s), caller: 50 * s, took: 7 * s, says: "call timed out after 7s (WithCallTimeout)"},
		{client: reservations.Options(), call: within(7 * s), caller: 4 * s, took: 4 * s, says: "the park closed"},
	} {
		testkit.InBubble(t, test.says, func(t *testing.T) {
			c := testclient.Over(t, testclient.Hangs, reservations.WithRetry(reservations.NoRetry()), test.client)
			ctx, cancel := context.WithTimeoutCause(t.Context(), test.caller, closed)
			defer cancel()
			start := time.Now()
			_, err := c.TaxProfiles.Get(ctx, "1", test.call)
			if took := time.Since(start); took != test.took {
				t.Errorf("took %v, want %v", took, test.took)
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

// keyed is a call with a source of keys. The service and the source take a second each.
type keyed struct {
	source keySource
	next   http.RoundTripper // responds to fresh, and to keys that do not begin with canary; nil for taxProfile
	sent   []string          // keys
	is     error             // nil for none
	says   string            // the error, which never holds a key
}

func gives(key string, err error) keySource {
	return func(context.Context) (string, error) { return key, err }
}

// TestKeySourceIsAskedBeforeEveryAttempt: it is asked once the wait is over, and its second is no part of the attempt.
func TestKeySourceIsAskedBeforeEveryAttempt(t *testing.T) {
	clock := func(context.Context) (string, error) { return time.Now().Round(10 * time.Second).Format("04:05"), nil }
	next := testkit.Serving(refuses(429, "30"), refuses(503, "5"), testclient.Fails(io.ErrUnexpectedEOF), taxProfile)
	testkit.InBubble(t, "clock", keyed{source: clock, next: next, sent: []string{"00:00", "00:30", "00:40", "00:40"}}.check)
}

// TestNothingIsSentIfTheKeySourceFails: such a call is not retried either.
func TestNothingIsSentIfTheKeySourceFails(t *testing.T) {
	sealed := errors.New("the vault is sealed")
	late := func(ctx context.Context) (string, error) { <-ctx.Done(); return old, nil }
	const failed = "API key source failed: "
	for name, test := range map[string]keyed{
		"an error with a key":           {source: gives(old, fmt.Errorf("%s: %w", old, sealed)), is: sealed, says: failed + "REDACTED"},
		"an error that looks transient": {source: gives("", io.ErrUnexpectedEOF), is: io.ErrUnexpectedEOF, says: failed},
		"a line break":                  {source: gives("canary\r\nX-Evil: 1", nil), says: "its key must be printable ASCII without blanks at its ends"},
		"late":                          {source: late, is: context.DeadlineExceeded, says: "attempt timed out after 30s (WithAttemptTimeout)"},
	} {
		testkit.InBubble(t, name, test.check)
	}
}

// TestARefusedKeyIsReplacedOnce: after a 401 the source is asked once more, and another key is tried once.
func TestARefusedKeyIsReplacedOnce(t *testing.T) {
	unauthorized, down := reservations.ErrUnauthorized, testclient.Responds(500, "", "")
	renews := func(ctx context.Context) (string, error) {
		if reservations.APIKeyRefused(ctx) {
			return fresh, nil
		}
		return old, nil
	}
	cancels := func(ctx context.Context) (string, error) {
		if reservations.APIKeyRefused(ctx) {
			ctx.Value(cancelOfCall{}).(context.CancelFunc)()
		}
		return old, ctx.Err()
	}
	for name, test := range map[string]keyed{
		"another key":                   {source: renews, sent: []string{old, fresh}},
		"the same key":                  {source: keys(old, old, fresh), sent: []string{old}, is: unauthorized, says: "unknown key REDACTED"},
		"another key, not valid either": {source: keys(old, "canary-x", fresh), sent: []string{old, "canary-x"}, is: unauthorized, says: "(after 2 attempts)"},
		"a 401 and an error":            {source: keys(old), sent: []string{old}, is: unauthorized, says: "source failed: no successor of REDACTED"},
		"a 401 and the end of the call": {source: cancels, sent: []string{old}, is: unauthorized},
		"as many failures after it as the policy allows": {source: keys(old, fresh, fresh, fresh, fresh), next: down,
			sent: []string{old, fresh, fresh, fresh}, is: reservations.ErrServer, says: "after 4 attempts"},
		"a 429 after it": {source: keys(old, fresh, fresh), next: testkit.Serving(refuses(429, "9"), taxProfile), sent: []string{old, fresh, fresh}},
		"403":            {source: keys(fresh, old), next: testclient.Responds(403, "", ""), sent: []string{fresh}, is: reservations.ErrForbidden},
	} {
		testkit.InBubble(t, name, test.check)
	}
}

// cancelOfCall is the key of the function that cancels the context of a call.
type cancelOfCall struct{}

func (k keyed) check(t *testing.T) {
	var seen observed
	asked, sent := 0, []string(nil)
	service := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		time.Sleep(time.Second) // virtual
		key := r.Header.Get("X-Api-Key")
		sent = append(sent, key)
		if key != fresh && strings.HasPrefix(key, "canary") {
			return testclient.Responds(401, "text/plain", "unknown key "+key)(r)
		}
		return cmp.Or[http.RoundTripper](k.next, taxProfile).RoundTrip(r)
	})
	source := func(ctx context.Context) (string, error) {
		asked++
		time.Sleep(time.Second) // virtual
		return k.source(ctx)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ctx = context.WithValue(ctx, cancelOfCall{}, cancel)
	hooks := seen.hooks()
	if k.is != nil { // the error shows no key either if no hook has asked for the path
		hooks = reservations.Options()
	}
	c := testclient.Over(t, service, reservations.WithAPIKeySource(source), hooks, reservations.WithRetry(policy{MaxAttempts: 3, Budget: 2}))
	path := fmt.Sprint("/api/tax_profiles/", k.sent[:min(1, len(k.sent))]) // a key that is known only later
	err := c.Do(ctx, reservations.Request{Method: "GET", Path: path}, new(any))
	synctest.Wait() // a late source is not waited for
	if (err != nil) != (k.is != nil || k.says != "") || k.is != nil && !errors.Is(err, k.is) {
		t.Fatalf("got %v, want %v", err, k.is)
	}
	text := fmt.Sprint(err, reservations.LogAttrs(err))
	if !strings.Contains(text, k.says) || strings.Contains(text, "canary") {
		t.Errorf("got %q, want %q and no key", text, k.says)
	}
	if diff := gocmp.Diff(k.sent, sent); diff != "" || len(sent) == 0 && asked != 1 {
		t.Errorf("asked %d times; keys (-want +got):\n%s", asked, diff)
	}
	if slices.ContainsFunc(seen.attempts, func(a reservations.Attempt) bool {
		return a.Duration != time.Second || strings.Contains(fmt.Sprint(a.Operation, a.URLPath, seen.calls), "canary")
	}) {
		t.Errorf("the attempts are %+v, want each to take a second, and no key in them", seen.attempts)
	}
}
