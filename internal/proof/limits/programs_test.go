// SPDX-License-Identifier: MIT

package limits_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/limited"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// refusingOnce has a list of 5,000, and refuses every URL the first time.
func refusingOnce(retryAfter string) testkit.RoundTripper {
	var seen sync.Map
	return func(r *http.Request) (*http.Response, error) {
		if _, again := seen.LoadOrStore(r.URL.String(), true); !again {
			return status(429, "Retry-After", retryAfter)(r)
		}
		offset, _ := strconv.Atoi(r.URL.Query().Get("offset"))
		limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
		var page []string
		for id := offset + 1; id <= min(5000, offset+limit); id++ {
			page = append(page, fmt.Sprintf(`{"id":%d,"name":"n"}`, id))
		}
		return testclient.Responds(200, "application/json", "["+strings.Join(page, ",")+"]")(r)
	}
}

// TestRefusedOnce reads a list through a gateway that refuses every URL once. To send less does not help there, so the
// client must not become slow.
func TestRefusedOnce(t *testing.T) {
	for retryAfter, most := range map[string]time.Duration{"0": 3 * s, "": 9 * s} {
		for _, at := range []int{1, 4, 8} {
			inBubble(t, fmt.Sprintf("Retry-After %q, %d at a time", retryAfter, at), func(t *testing.T) {
				start := time.Now()
				c := testclient.Over(t, refusingOnce(retryAfter), reservations.WithOrganization(1), reservations.WithMaxConcurrency(at))
				records, err := reservations.Collect(c.Supplements.All(t.Context(), reservations.SupplementsParams{}))
				if took := time.Since(start); err != nil || len(records) != 5000 || took > most {
					t.Errorf("%d records in %v, and the error %v; want 5000 in %v", len(records), took, err, most)
				}
			})
		}
	}
}

// TestAMinuteWithoutCalls: a pace that was learned is then forgotten, because the service may have changed since. Until then
// it counts. The service has allowed one request in four seconds.
func TestAMinuteWithoutCalls(t *testing.T) {
	for idle, fast := range map[time.Duration]bool{55 * s: false, 75 * s: true} {
		inBubble(t, idle.String(), func(t *testing.T) {
			var mu sync.Mutex
			strict, last := true, time.Time{}
			c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				time.Sleep(10 * ms) // virtual
				mu.Lock()
				defer mu.Unlock()
				if strict && time.Since(last) < 4*s {
					return status(429)(r)
				}
				last = time.Now()
				return status(200)(r)
			}))
			for range 5 {
				if err := read(t.Context(), c); err != nil {
					t.Fatal(err)
				}
			}
			strict = false
			time.Sleep(idle) // virtual
			start := time.Now()
			together(2, func() error { return read(t.Context(), c) })
			if took := time.Since(start); took < 100*ms != fast {
				t.Errorf("two calls take %v", took)
			}
		})
	}
}

// TestTimeWithoutCalls is no time in which a service was slow: a program makes 20 calls, pauses for 50 s, and makes 130 more.
// The service allows 30 in each second, so those take more than four seconds.
func TestTimeWithoutCalls(t *testing.T) {
	inBubble(t, "50 s", func(t *testing.T) {
		c := testclient.Over(t, limited.Service{Limit: window(30, s), Latency: 50 * ms}.Run(1))
		get := func() error { return read(t.Context(), c) }
		inParallel(t, 8, 20, get)
		time.Sleep(50 * s) // virtual
		start := time.Now()
		if inParallel(t, 8, 130, get); time.Since(start) > 7*s {
			t.Errorf("130 calls take %v, want less than 7s", time.Since(start))
		}
	})
}

// TestPausesOfMinutes are no time without calls either, after which what was learned is forgotten. The service allows 60 in
// each two minutes, and the policy lets it ask for as long a wait.
func TestPausesOfMinutes(t *testing.T) {
	inBubble(t, "two minutes", func(t *testing.T) {
		service := limited.Service{Limit: window(60, 2*minute), RetryAfter: seconds, Latency: 50 * ms}.Run(1)
		c := testclient.Over(t, service, reservations.WithRetry(reservations.RetryPolicy{MaxRetryAfter: 2 * minute, MaxElapsed: 60 * minute}))
		inParallel(t, 8, 600, func() error { return read(t.Context(), c) })
		if service.Refused > 14 {
			t.Errorf("%d requests are refused, want 14 at most", service.Refused)
		}
	})
}
