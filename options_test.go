package reservations_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
)

// TestOptionsInOrder: joined options are applied where they stand, one after the other.
func TestOptionsInOrder(t *testing.T) {
	t.Parallel()
	var agent string
	var hooks []string
	record := func(name string) reservations.Option {
		return reservations.WithHooks(reservations.Hooks{
			CallEnd: func(_ context.Context, _ reservations.Call) { hooks = append(hooks, name) },
		})
	}
	c := over(t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
		agent = r.UserAgent()
		return answers(404, "", "")(r)
	}), reservations.WithUserAgent("first/1"),
		reservations.Options(reservations.WithUserAgent("second/1"), record("outer"), reservations.WithUserAgent("third/1")),
		record("inner"), reservations.Options())
	if _, err := c.Guests.Get(t.Context(), 7); err == nil {
		t.Fatal("404 was taken for a guest")
	}
	if !strings.HasPrefix(agent, "third/1 ") {
		t.Errorf("User-Agent is %q, want that of the last option", agent)
	}
	if got := strings.Join(hooks, " "); got != "inner outer" {
		t.Errorf("the calls ended in the order %q", got)
	}
}
