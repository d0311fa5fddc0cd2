// SPDX-License-Identifier: MIT

package serve

import (
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// compress sends bodies as gzip to clients that accept gzip.
func compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		recorded := record(next, r)
		recorded.Header().Set("Content-Encoding", "gzip")
		var packed strings.Builder
		z := gzip.NewWriter(&packed)
		_, _ = z.Write(recorded.Body.Bytes())
		_ = z.Close()
		send(w, recorded, []byte(packed.String()))
	})
}

// replayed is for how long replay keeps a response.
const replayed = time.Minute

// replay responds to equal reads with the first response and its Date for a minute, as a cache does.
func replay(next http.Handler) http.Handler {
	type stored struct {
		response *httptest.ResponseRecorder
		at       time.Time
	}
	var mu sync.Mutex
	cache := map[string]stored{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			next.ServeHTTP(w, r)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		key := r.Header.Get("X-Api-Key") + " " + r.URL.String()
		found, ok := cache[key]
		if !ok || time.Since(found.at) > replayed {
			found = stored{record(next, r), time.Now()}
			found.response.Header().Set("Date", found.at.UTC().Format(http.TimeFormat))
			cache[key] = found
		}
		send(w, found.response, found.response.Body.Bytes())
	})
}

// refuseAfter accepts a burst of n-1 requests, and then n-1 requests per minute. It refuses all others.
func refuseAfter(n int) change {
	return func(next http.Handler) http.Handler {
		limiter := rate.NewLimiter(rate.Limit(float64(n-1)/60), max(0, n-1))
		refuse := reservationstest.TooManyRequests("60")
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !limiter.Allow() {
				refuse(w, r, next)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// plainErrors sends errors as a proxy does, without JSON.
func plainErrors(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		recorded := record(next, r)
		body := recorded.Body.Bytes()
		if recorded.Code >= http.StatusBadRequest {
			body = []byte(http.StatusText(recorded.Code))
			recorded.Header().Set("Content-Type", "text/plain")
		}
		send(w, recorded, body)
	})
}
