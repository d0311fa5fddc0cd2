// SPDX-License-Identifier: MIT

package contract

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestErrorsOnTheWire holds the failures of the service in memory to openapi.yaml, those
// that an operation lists and those that fall under its default.
func TestErrorsOnTheWire(t *testing.T) {
	t.Parallel()
	healthy := func(w http.ResponseWriter, r *http.Request, next http.Handler) { next.ServeHTTP(w, r) }
	for _, row := range []struct {
		name   string
		status int
		option reservationstest.Option
		fault  reservationstest.Fault
	}{
		{"bad request", http.StatusBadRequest, reservationstest.WithOrganization(2), healthy},
		{"wrong key", http.StatusUnauthorized, reservationstest.WithKey("another"), healthy},
		{"no such record", http.StatusNotFound, reservationstest.WithOrganization(1), healthy},
		{"too many requests", http.StatusTooManyRequests, reservationstest.WithOrganization(1), reservationstest.TooManyRequests("1")},
		{"broken down", http.StatusInternalServerError, reservationstest.WithOrganization(1), reservationstest.Status(500)},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			srv := reservationstest.NewServer(row.option)
			srv.Inject("accommodations.category", reservationstest.Always(), row.fault)
			_, err := over(t, &validator{t: t, next: srv}).Accommodations.Category(t.Context(), 7, reservations.CategoryParams{Organization: 1})
			var failure *reservations.APIError
			if !errors.As(err, &failure) || failure.StatusCode != row.status || failure.Description == "" {
				t.Fatalf("the call ends with %v, want an APIError with the status %d and a description", err, row.status)
			}
			var fields map[string]any // none is required, so the validator would not miss one
			if err := json.Unmarshal(failure.Body, &fields); err != nil {
				t.Fatal(err)
			}
			want := slices.Sorted(maps.Keys(load(t).Components.Schemas["Error"].Value.Properties))
			if diff := cmp.Diff(want, slices.Sorted(maps.Keys(fields))); diff != "" {
				t.Errorf("an error has other fields than openapi.yaml lists (-openapi.yaml +answer):\n%s", diff)
			}
		})
	}
}
