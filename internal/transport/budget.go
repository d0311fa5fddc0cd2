// SPDX-License-Identifier: MIT

package transport

import (
	"fmt"
	"math"
	"net/http"
	"sync"
	"time"
)

// budget limits the retries of the calls that share a throttle, so that retries do not multiply the load on a service that
// is down. It counts in tokens: a retry costs 5, and a call that succeeds at once gives back 1. So with a Budget of 4, four
// retries can be made, and then one more retry after five calls that succeed at once.
type budget struct {
	mu        sync.Mutex
	spent     int
	calls     int       // calls that have begun and not ended
	idleSince time.Time // when the last call ended
}

const (
	// retryCost is how many tokens a retry costs. A call that succeeds after retries gives back the tokens of one retry.
	retryCost = 5
	// successRefund is how many tokens a call gives back if its first attempt succeeds.
	successRefund = 1
	// idlePerToken is the time without a call after which one token is given back. So a client with one call a minute gets back
	// almost 30 tokens before each call, enough for 5 retries, also during an outage. A busy client gets none back.
	idlePerToken = 2 * time.Second
)

// beginCall notes the start of a call, and gives back the tokens for the time in which no call ran.
func (b *budget) beginCall() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.calls == 0 && b.spent > 0 {
		b.refund(int(time.Since(b.idleSince) / idlePerToken))
	}
	b.calls++
}

// endCall notes the end of a call, and gives back the tokens that refundDue returned for it.
func (b *budget) endCall(tokens int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refund(tokens)
	b.calls--
	if b.spent > 0 {
		b.idleSince = time.Now()
	}
}

func (b *budget) refund(tokens int) { b.spent = max(0, b.spent-tokens) }

// spend takes the tokens for one retry. It takes nothing and returns false if the budget is used up; limit is its size in retries.
func (b *budget) spend(limit int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if (b.spent+retryCost-1)/retryCost >= limit {
		return false
	}
	b.spent += retryCost
	return true
}

// paidRetry is the state of the last retry of a call that was taken from the budget.
type paidRetry int

const (
	none  paidRetry = iota // no retry was taken
	waits                  // its attempt has not begun
	begun
)

// takeRetry takes a retry of the call from the budget. It fails if the budget is used up.
func (a *attempts) takeRetry() error {
	limit := a.request.Policy.Budget
	if limit == math.MaxInt {
		return nil
	}
	if !a.t.budget.spend(limit) {
		return fmt.Errorf("too many calls fail: their retries have used up RetryPolicy.Budget, which is %d", limit)
	}
	a.paidRetry = waits
	return nil
}

// refundDue returns how many tokens the call gives back to the budget when it ends with err, which may be nil.
func (a *attempts) refundDue(err error) int {
	responds := err == nil && a.last.Status != http.StatusTooManyRequests && !isTransientStatus(a.last.Status)
	switch {
	case a.paidRetry == waits, a.paidRetry == begun && responds:
		return retryCost
	case responds:
		return successRefund
	}
	return 0
}
