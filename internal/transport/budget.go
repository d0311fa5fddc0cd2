// SPDX-License-Identifier: MIT

package transport

import (
	"fmt"
	"math"
	"sync"
	"time"
)

// budget is what the calls that share a throttle have spent on retries without a success, so that
// the load on a service that is down is not multiplied. It counts in tokens, so that a success can
// give back a part of a retry.
type budget struct {
	mu    sync.Mutex
	spent int
	calls int       // under way
	idle  time.Time // since then there has been none
}

const (
	// retryCost is what a retry takes. It comes back when the retry succeeds.
	retryCost = 5
	// successGain is what a call gives back that succeeds at its first attempt. With these two a
	// quarter of all attempts can fail, at random, without using the budget up.
	successGain = 1
	// idleGain is the time without any call that gives back one token: a client that makes a call a
	// minute can retry throughout an outage, and many goroutines that keep calling gain nothing by it.
	idleGain = 2 * time.Second
)

// begin notes the start of a call.
func (b *budget) begin() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.calls == 0 && b.spent > 0 {
		b.giveBack(int(time.Since(b.idle) / idleGain))
	}
	b.calls++
}

// end notes the end of a call, which gives back so many tokens.
func (b *budget) end(tokens int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.giveBack(tokens)
	if b.calls--; b.spent > 0 {
		b.idle = time.Now()
	}
}

func (b *budget) giveBack(tokens int) { b.spent = max(0, b.spent-tokens) }

// draw takes one retry, unless that would be more than so many.
func (b *budget) draw(limit int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if (b.spent+retryCost-1)/retryCost >= limit {
		return false
	}
	b.spent += retryCost
	return true
}

// draw takes the next retry of the call from the budget, and tells why it cannot. It returns
// "" when it can.
func (c *call) draw() string {
	limit := c.policy.Budget
	if limit == math.MaxInt {
		return ""
	}
	if !c.t.budget.draw(limit) {
		return fmt.Sprintf("too many calls fail: their retries have used up RetryPolicy.Budget, which is %d", limit)
	}
	c.drawn = c.last.Attempts
	return ""
}

// gain is what the call gives back to the budget, once it has ended with this error or none.
func (c *call) gain(err error) int {
	succeeded := err == nil && judge(Read, c.last.Status, nil) == final
	unsent := c.drawn == c.last.Attempts // the retry that was drawn last
	switch {
	case c.drawn > 0 && (succeeded || unsent):
		return retryCost
	case succeeded:
		return successGain
	}
	return 0
}
