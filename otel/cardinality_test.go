// SPDX-License-Identifier: MIT

package otelreservations_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestCardinality: ids, tokens, paths, methods and texts of errors that never come twice make
// no new series. What comes from the service and has many values are the statuses alone.
func TestCardinality(t *testing.T) {
	t.Parallel()
	const calls = 3000
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	statuses := []int{200, 302, 404, 429, 500, 600, 777, 999}
	synctest.Test(t, func(t *testing.T) {
		tel := newTelemetry()
		client := tel.client(t, base, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			unique := fmt.Sprint(random.Uint64())
			switch random.IntN(3) {
			case 0:
				return nil, errors.New("guest " + unique)
			case 1:
				return responds(200, "text/"+unique, unique, "X-Request-Id", unique)(r)
			}
			status := statuses[random.IntN(len(statuses))]
			return responds(status, "application/json", fmt.Sprintf(`{"description":%q,%[1]q:1}`, unique), "X-Request-Id", unique)(r)
		}), reservations.WithRetry(reservations.NoRetry()))
		for range calls {
			id := random.Int64N(1<<53) + 1
			switch random.IntN(4) {
			case 0:
				_, _ = client.Guests.Get(t.Context(), id)
			case 1:
				_, _ = client.TaxProfiles.Get(t.Context(), fmt.Sprint("profile/", id))
			case 2:
				letters := strings.Map(func(r rune) rune { return r - '0' + 'A' }, fmt.Sprint(id))
				_ = client.Do(t.Context(), reservations.Request{Method: letters, Path: fmt.Sprintf("/api/%d/notes/%d", id, id)}, nil)
			case 3:
				_ = client.Do(t.Context(), reservations.Request{Method: "GET", Path: fmt.Sprint("/", id)}, nil)
			}
		}
		// The requests have three targets and four methods at most: two templates, and Do with GET
		// and with any other method. Each ends with one of the statuses or with an error.
		const targets, operations = 4, 3
		outcomes := len(statuses) + 2 // the redirect of a call, the connection, an undecodable body
		most := map[string]int{
			"http.client.active_requests": targets, "http.client.request.duration": targets * outcomes,
			"reservations.call.duration": operations * outcomes, "reservations.wait.duration": operations,
			"reservations.warnings": 8 + 4, // the required fields of a guest and of a tax profile, and the whole document of both
		}
		number := map[string]int{}
		for series := range tel.series(t) {
			name, _, _ := strings.Cut(series, " ")
			number[name]++
		}
		if len(number) != len(most) {
			t.Errorf("got %d metrics, want %d", len(number), len(most))
		}
		for name, got := range number {
			if got > most[name] || got < operations {
				t.Errorf("after %d calls %s has %d series, want %d at most (seed %d)", calls, name, got, most[name], seed)
			}
		}
	})
}
