// SPDX-License-Identifier: MIT

package throttle

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/limited"
)

// once returns a list of 5,000 that refuses every URL the first time.
func once(after string) testkit.RoundTripper {
	var seen sync.Map
	return func(r *http.Request) (*http.Response, error) {
		h := http.Header{"Content-Type": {"application/json"}}
		if _, again := seen.LoadOrStore(r.URL.String(), true); !again {
			h["Retry-After"] = strings.Fields(after)
			return limited.Respond(r, http.StatusTooManyRequests, h, ""), nil
		}
		offset, _ := strconv.Atoi(r.URL.Query().Get("offset"))
		limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
		var page []string
		for id := offset + 1; id <= min(5000, offset+limit); id++ {
			page = append(page, fmt.Sprintf(`{"id":%d,"name":"n"}`, id))
		}
		return limited.Respond(r, http.StatusOK, h, "["+strings.Join(page, ",")+"]"), nil
	}
}

// TestOnce reads a list through a gateway that refuses every URL once, which slowing down does
// not mend.
func TestOnce(t *testing.T) {
	for after, most := range map[string]time.Duration{"0": 3 * time.Second, "": 30 * time.Second} {
		for _, inFlight := range []int{1, 4, 8} {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				c, err := reservations.NewClient(baseURL, "key", reservations.WithOrganization(1),
					reservations.WithMaxConcurrency(inFlight), reservations.WithHTTPClient(&http.Client{Transport: once(after)}))
				if err != nil {
					t.Fatal(err)
				}
				records, err := reservations.Collect(c.Supplements.All(t.Context(), reservations.SupplementsParams{}))
				took := time.Since(start)
				fmt.Printf("every URL refused once, Retry-After %q, %d in flight: %v\n", after, inFlight, took)
				if err != nil || len(records) != 5000 || took > most+2*time.Second {
					t.Errorf("Retry-After %q, %d in flight: %d records in %v and the error %v, want 5000 in %v", after, inFlight, len(records), took, err, most)
				}
			})
		}
	}
}
