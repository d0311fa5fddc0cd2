// SPDX-License-Identifier: MIT

package transport

import (
	"net/http"
	"strconv"
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
	want     []vectorStep
	differs  string       // why this transport does something else, if it does
	ours     []vectorStep // what it does then
}

// vectorStep is one response, and what follows it.
type vectorStep struct {
	response string // its status and, after a blank, the time that it asks to wait
	outcome  string
	wait     time.Duration
	tokens   int // that are left
}

const (
	retry     = "retry"
	success   = "success"
	exhausted = "no attempt left"
	noTokens  = "no tokens left"
	failed    = "not retried"
)

var vectors = []vector{
	{
		"retry eventually succeeds", 3, 50 * ms, 20 * sec, 500,
		[]vectorStep{{"500", retry, 50 * ms, 486}, {"500", retry, 100 * ms, 472}, {"200", success, 0, 486}},
		"", nil,
	},
	{
		"maximum of attempts", 3, 50 * ms, 20 * sec, 500,
		[]vectorStep{{"502", retry, 50 * ms, 486}, {"502", retry, 100 * ms, 472}, {"502", exhausted, 0, 472}},
		"", nil,
	},
	{
		"tokens for a single retry", 3, 50 * ms, 20 * sec, 14,
		[]vectorStep{{"500", retry, 50 * ms, 0}, {"500", noTokens, 0, 0}},
		"", nil,
	},
	{
		"no tokens at all", 3, 50 * ms, 20 * sec, 0,
		[]vectorStep{{"500", noTokens, 0, 0}},
		"", nil,
	},
	{
		"exponential backoff", 5, 50 * ms, 20 * sec, 500,
		[]vectorStep{{"500", retry, 50 * ms, 486}, {"500", retry, 100 * ms, 472}, {"500", retry, 200 * ms, 458}, {"500", retry, 400 * ms, 444}, {"500", exhausted, 0, 444}},
		"", nil,
	},
	{
		"longest backoff", 5, 50 * ms, 200 * ms, 500,
		[]vectorStep{{"500", retry, 50 * ms, 486}, {"500", retry, 100 * ms, 472}, {"500", retry, 200 * ms, 458}, {"500", retry, 200 * ms, 444}, {"500", exhausted, 0, 444}},
		"", nil,
	},
	{
		"tokens run out", 5, 50 * ms, 20 * sec, 20,
		[]vectorStep{{"500", retry, 50 * ms, 6}, {"502", noTokens, 0, 6}},
		"", nil,
	},
	{
		"successes give tokens back", 5, 50 * ms, 20 * sec, 30,
		[]vectorStep{{"500", retry, 50 * ms, 16}, {"502", retry, 100 * ms, 2}, {"200", success, 0, 16}, {"500", retry, 50 * ms, 2}, {"200", success, 0, 16}},
		"", nil,
	},
	{
		"the time that the service names", 3, 50 * ms, 20 * sec, 500,
		[]vectorStep{{"500 1.5", retry, 1500 * ms, 486}, {"200", success, 0, 500}},
		"", nil,
	},
	{
		"no less than the backoff", 3, 50 * ms, 20 * sec, 500,
		[]vectorStep{{"500 0", retry, 50 * ms, 486}, {"200", success, 0, 500}},
		"", nil,
	},
	{
		"at most five seconds more than the backoff", 3, 50 * ms, 20 * sec, 500,
		[]vectorStep{{"500 10", retry, 5050 * ms, 486}, {"200", success, 0, 500}},
		"a service that names a time is not asked before it, up to MaxRetryAfter",
		[]vectorStep{{"500 10", retry, 10 * sec, 486}, {"200", success, 0, 500}},
	},
	{
		"a time that cannot be read", 3, 50 * ms, 20 * sec, 500,
		[]vectorStep{{"500 invalid", retry, 50 * ms, 486}, {"200", success, 0, 500}},
		"", nil,
	},
	{
		"a service with shorter waits and more attempts", 4, 25 * ms, 20 * sec, 500,
		[]vectorStep{{"500", retry, 25 * ms, 486}, {"500", retry, 50 * ms, 472}, {"500", retry, 100 * ms, 458}, {"500", exhausted, 0, 458}},
		"", nil,
	},
	{
		"a rate limit costs five tokens", 3, 50 * ms, 20 * sec, 500,
		[]vectorStep{{"429 1", retry, sec, 495}, {"200", success, 0, 500}},
		"the throttle bounds how often is tried after a 429, so it takes nothing from the budget",
		[]vectorStep{{"429 1", retry, sec, 500}, {"200", success, 0, 500}},
	},
	{
		"a long poll without tokens waits before it fails", 3, 50 * ms, 20 * sec, 0,
		[]vectorStep{{"500", noTokens, 50 * ms, 0}},
		"no operation is a long poll, so a call that fails does not wait",
		[]vectorStep{{"500", noTokens, 0, 0}},
	},
	{
		"a long poll that is limited, without tokens", 3, 50 * ms, 20 * sec, 0,
		[]vectorStep{{"429 1", noTokens, 50 * ms, 0}},
		"a 429 takes nothing from the budget, so it is retried without one",
		[]vectorStep{{"429 1", retry, sec, 0}, {"200", success, 0, 0}},
	},
	{
		"a long poll with no attempt left", 2, 50 * ms, 20 * sec, 500,
		[]vectorStep{{"500", retry, 50 * ms, 486}, {"500", exhausted, 0, 486}},
		"", nil,
	},
	{
		"a long poll that succeeds", 2, 50 * ms, 20 * sec, 500,
		[]vectorStep{{"500", retry, 50 * ms, 486}, {"200", success, 0, 500}},
		"", nil,
	},
	{
		"a long poll that fails for another reason", 2, 50 * ms, 20 * sec, 500,
		[]vectorStep{{"404", failed, 0, 500}},
		"", nil,
	},
}

// TestPublishedVectors holds the transport, with the policy of each vector, to the standard
// retry mode of the AWS SDKs. The vectors leave chance out of the backoff; here a wait may be a
// quarter longer or shorter.
func TestPublishedVectors(t *testing.T) {
	t.Parallel()
	for _, v := range vectors {
		inBubble(t, v.name, func(t *testing.T) {
			want := v.want
			if v.differs != "" {
				want = v.ours
			}
			got := v.play(want)
			for i := range min(len(got), len(want)) {
				if wait := want[i].wait; got[i].wait >= wait*3/4 && got[i].wait <= wait*5/4 {
					got[i].wait = wait
				}
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(vectorStep{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// play makes calls until every response of the steps has been used, and tells what followed each.
func (v vector) play(steps []vectorStep) (got []vectorStep) {
	const tokensOfARetry = 14
	var tr *Transport
	var sent time.Time // the last request of the call; zero before the first
	note := func(outcome string) {
		drawn := (tr.budget.spent + retryCost - 1) / retryCost
		got = append(got, vectorStep{steps[len(got)].response, outcome, time.Since(sent), v.tokens - drawn*tokensOfARetry})
	}
	tr = newTest(testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		if !sent.IsZero() {
			note(retry)
		}
		if sent = time.Now(); len(got) == len(steps) {
			return nil, errOther // a request too many
		}
		code, after, named := strings.Cut(steps[len(got)].response, " ")
		n, _ := strconv.Atoi(code)
		if named {
			return asks(n, after)(r)
		}
		return status(n)(r)
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
			note(success)
		case resp.NotRetried != "":
			note(noTokens)
		case resp.Attempts == v.attempts:
			note(exhausted)
		default:
			note(failed)
		}
	}
	return got
}
