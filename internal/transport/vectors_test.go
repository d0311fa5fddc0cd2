// SPDX-License-Identifier: MIT

package transport

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// vector is a published case of the standard retry mode of the AWS SDKs, in its version 2.1. A
// retry takes 14 tokens there; the numbers of tokens are those that were published.
type vector struct {
	name     string
	attempts int
	least    time.Duration // wait
	most     time.Duration
	tokens   int
	want     string // a response as stepsOf reads it, what follows it, after which wait, and the tokens that are left
	differs  string // why this transport does something else, if it does
	ours     string // what it does then
}

var vectors = []vector{
	{"retry eventually succeeds", 3, 50 * ms, 20 * sec, 500,
		"500 retry 50ms 486, 500 retry 100ms 472, 200 success 0s 486", "", ""},
	{"maximum of attempts", 3, 50 * ms, 20 * sec, 500,
		"502 retry 50ms 486, 502 retry 100ms 472, 502 exhausted 0s 472", "", ""},
	{"tokens for a single retry", 3, 50 * ms, 20 * sec, 14,
		"500 retry 50ms 0, 500 no-tokens 0s 0", "", ""},
	{"no tokens at all", 3, 50 * ms, 20 * sec, 0,
		"500 no-tokens 0s 0", "", ""},
	{"exponential backoff", 5, 50 * ms, 20 * sec, 500,
		"500 retry 50ms 486, 500 retry 100ms 472, 500 retry 200ms 458, 500 retry 400ms 444, 500 exhausted 0s 444", "", ""},
	{"longest backoff", 5, 50 * ms, 200 * ms, 500,
		"500 retry 50ms 486, 500 retry 100ms 472, 500 retry 200ms 458, 500 retry 200ms 444, 500 exhausted 0s 444", "", ""},
	{"tokens run out", 5, 50 * ms, 20 * sec, 20,
		"500 retry 50ms 6, 502 no-tokens 0s 6", "", ""},
	{"successes give tokens back", 5, 50 * ms, 20 * sec, 30,
		"500 retry 50ms 16, 502 retry 100ms 2, 200 success 0s 16, 500 retry 50ms 2, 200 success 0s 16", "", ""},
	{"the time that the service names", 3, 50 * ms, 20 * sec, 500,
		"500/1.5 retry 1.5s 486, 200 success 0s 500", "", ""},
	{"no less than the backoff", 3, 50 * ms, 20 * sec, 500,
		"500/0 retry 50ms 486, 200 success 0s 500", "", ""},
	{"at most five seconds more than the backoff", 3, 50 * ms, 20 * sec, 500,
		"500/10 retry 5.05s 486, 200 success 0s 500",
		"a service that names a time is not asked before it, up to MaxRetryAfter",
		"500/10 retry 10s 486, 200 success 0s 500"},
	{"a time that cannot be read", 3, 50 * ms, 20 * sec, 500,
		"500/invalid retry 50ms 486, 200 success 0s 500", "", ""},
	{"a service with shorter waits and more attempts", 4, 25 * ms, 20 * sec, 500,
		"500 retry 25ms 486, 500 retry 50ms 472, 500 retry 100ms 458, 500 exhausted 0s 458", "", ""},
	{"a rate limit costs five tokens", 3, 50 * ms, 20 * sec, 500,
		"429/1 retry 1s 495, 200 success 0s 500",
		"the throttle bounds how often is tried after a 429, so it takes nothing from the budget",
		"429/1 retry 1s 500, 200 success 0s 500"},
	{"a long poll without tokens waits before it fails", 3, 50 * ms, 20 * sec, 0,
		"500 no-tokens 50ms 0",
		"no operation is a long poll, so a call that fails does not wait",
		"500 no-tokens 0s 0"},
	{"a long poll that is limited, without tokens", 3, 50 * ms, 20 * sec, 0,
		"429/1 no-tokens 50ms 0",
		"a 429 takes nothing from the budget, so it is retried without one",
		"429/1 retry 1s 0, 200 success 0s 0"},
	{"a long poll with no attempt left", 2, 50 * ms, 20 * sec, 500,
		"500 retry 50ms 486, 500 exhausted 0s 486", "", ""},
	{"a long poll that succeeds", 2, 50 * ms, 20 * sec, 500,
		"500 retry 50ms 486, 200 success 0s 500", "", ""},
	{"a long poll that fails for another reason", 2, 50 * ms, 20 * sec, 500,
		"404 failed 0s 500", "", ""},
}

// TestPublishedVectors holds the transport, with the policy of each vector, to the standard
// retry mode of the AWS SDKs. The vectors leave chance out of the backoff; here a wait may be a
// quarter longer or shorter.
func TestPublishedVectors(t *testing.T) {
	t.Parallel()
	for _, v := range vectors {
		inBubble(t, v.name, func(t *testing.T) {
			want := strings.Split(v.want, ", ")
			if v.differs != "" {
				want = strings.Split(v.ours, ", ")
			}
			if diff := cmp.Diff(want, v.play(want)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// play makes calls until every response of the steps has been used, and tells what followed each.
func (v vector) play(steps []string) (got []string) {
	const tokensOfARetry = 14
	var tr *Transport
	var sent time.Time // the last request of the call; zero before the first
	note := func(outcome string) {
		step := strings.Fields(steps[len(got)])
		wait := time.Since(sent)
		if published, _ := time.ParseDuration(step[2]); wait >= published*3/4 && wait <= published*5/4 {
			wait = published
		}
		drawn := (tr.budget.spent + retryCost - 1) / retryCost
		got = append(got, fmt.Sprintf("%s %s %v %d", step[0], outcome, wait, v.tokens-drawn*tokensOfARetry))
	}
	tr = newTest(testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		if !sent.IsZero() {
			note("retry")
		}
		if sent = time.Now(); len(got) == len(steps) {
			return nil, errOther // a request too many
		}
		response, _, _ := strings.Cut(steps[len(got)], " ")
		return stepsOf(response)[0](r)
	}), func(c *Config) {
		c.Policy.MaxAttempts, c.Policy.MinWait, c.Policy.MaxWait, c.Policy.Budget = v.attempts, v.least, v.most, v.tokens/tokensOfARetry
	})
	for len(got) < len(steps) {
		sent = time.Time{}
		resp, err := get(tr)
		switch {
		case err != nil:
			return got
		case resp.Status == 200:
			note("success")
		case resp.NotRetried != "":
			note("no-tokens")
		case resp.Attempts == v.attempts:
			note("exhausted")
		default:
			note("failed")
		}
	}
	return got
}
