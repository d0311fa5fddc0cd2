// SPDX-License-Identifier: MIT

package throttle

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
)

// once is a list of 5,000 that refuses every URL the first time.
type once struct {
	after string // its Retry-After
	mu    sync.Mutex
	seen  map[string]bool
}

func (o *once) RoundTrip(req *http.Request) (*http.Response, error) {
	o.mu.Lock()
	again := o.seen[req.URL.String()]
	o.seen[req.URL.String()] = true
	o.mu.Unlock()
	if !again {
		h := http.Header{}
		if o.after != "" {
			h.Set("Retry-After", o.after)
		}
		return respond(req, http.StatusTooManyRequests, h, ""), nil
	}
	const total = 5000
	offset, _ := strconv.Atoi(req.URL.Query().Get("offset"))
	limit, _ := strconv.Atoi(req.URL.Query().Get("limit"))
	var page []string
	for id := offset + 1; id <= min(total, offset+limit); id++ {
		page = append(page, fmt.Sprintf(`{"id":%d,"name":"n"}`, id))
	}
	h := http.Header{"Content-Type": {"application/json"}}
	return respond(req, http.StatusOK, h, "["+strings.Join(page, ",")+"]"), nil
}

// TestOnce reads a list through a gateway that refuses every URL once, which slowing down does
// not mend.
func TestOnce(t *testing.T) {
	fmt.Println("\n| every URL refused once | Retry-After | promised s | 1 in flight | 4 in flight | 8 in flight |\n|---|---|--:|--:|--:|--:|")
	for _, row := range []struct {
		after string
		most  time.Duration
	}{{"0", 3 * time.Second}, {"", 30 * time.Second}} {
		fmt.Printf("| a list of 5,000 | %s | %.0f |", row.after, row.most.Seconds())
		for _, inFlight := range []int{1, 4, 8} {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				c, err := reservations.NewClient(memory, "key", reservations.WithMaxConcurrency(inFlight),
					reservations.WithHTTPClient(&http.Client{Transport: &once{after: row.after, seen: map[string]bool{}}}))
				if err != nil {
					t.Fatal(err)
				}
				n := 0
				for _, err := range c.Supplements.All(context.Background(), reservations.SupplementsParams{Organization: 1}) {
					if err != nil {
						t.Errorf("Retry-After %q, %d in flight: %v", row.after, inFlight, err)
						return
					}
					n++
				}
				fmt.Printf(" %.2f |", time.Since(start).Seconds())
				if took := time.Since(start); n != 5000 || took > row.most+2*time.Second {
					t.Errorf("Retry-After %q, %d in flight: %d records in %v, want 5000 in %v", row.after, inFlight, n, took, row.most)
				}
			})
		}
		fmt.Println()
	}
}
