// SPDX-License-Identifier: MIT

package recording_test

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/reservationstest/recording"
)

func wantFailure(t *testing.T, player *recording.Player, target, want string) {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "https://api.example.com"+target, nil)
	resp, err := player.RoundTrip(r)
	if err == nil {
		resp.Body.Close()
		t.Fatalf("%s is played with status %d, want an error", target, resp.StatusCode)
	}
	if !strings.Contains(err.Error(), want) {
		t.Errorf("the error is %q, want %q in it", err, want)
	}
}

// TestRequestsThatWereNotRecorded: the error names the most similar request, and no token.
func TestRequestsThatWereNotRecorded(t *testing.T) {
	t.Parallel()
	srv := testclient.Server(7, 8, 9, 10)
	player := open(t, record(t, srv, func(c *reservations.Client) {
		for _, name := range []string{"Guests.Get", "Accommodations.Category", "Reservations.GroupReservations", "Supplements.Page"} {
			if _, err := testclient.CallOf(name).Do(t.Context(), c); err != nil {
				t.Fatal(err)
			}
		}
	}))
	tests := []struct{ name, target, want string }{
		{"another id", "/api/guests/8", "GET /api/guests/8 was not recorded; the most similar request is GET /api/guests/1"},
		{
			"another token", "/api/reservations/1/group_reservations_list?organization=2&token=t0ken",
			"GET /api/reservations/1/group_reservations_list with the parameters organization, token was not recorded; " +
				"the most similar request is GET /api/reservations/1/group_reservations_list?organization=2&token=secret-1",
		},
		{"another operation", "/api/tasks/7", "GET /api/tasks/7 was not recorded, and nothing like it was"},
		{"a page without its neighbours", "/api/supplements/?organization=2&limit=3&offset=2", "has position 3"},
		{"no page", "/api/supplements/?organization=2&limit=3&offset=x", "asks for no page of a list"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			wantFailure(t, player, test.target, test.want)
		})
	}
}

// TestFailuresAreNotRetried: a request that was not recorded fails at once.
func TestFailuresAreNotRetried(t *testing.T) {
	t.Parallel()
	path := record(t, testclient.Server(7), func(*reservations.Client) {})
	var response reservations.Response
	_, err := recording.NewClient(t, path).Guests.Get(t.Context(), 7, reservations.WithResponseInto(&response))
	if err == nil || !strings.Contains(err.Error(), "nothing like it was") || response.Attempts > 1 {
		t.Errorf("after %d attempts: %v", response.Attempts, err)
	}
}

// TestResponsesComeInTheirOrder: the last one is repeated.
func TestResponsesComeInTheirOrder(t *testing.T) {
	t.Parallel()
	srv := testclient.Server(7)
	srv.Inject(reservationstest.OpGuest, reservationstest.Nth(1), reservationstest.TooManyRequests("7"))
	srv.Inject(reservationstest.OpGuest, reservationstest.Nth(2), reservationstest.HTML(502))
	path := record(t, srv, func(c *reservations.Client) {
		for range 3 {
			_, _ = c.Guests.Get(t.Context(), 7)
		}
	}, recording.KeepIDs(7))
	server := httptest.NewServer(open(t, path))
	t.Cleanup(server.Close)
	for i, want := range []struct {
		status int
		body   string
	}{{429, "statusCode"}, {502, "<html>"}, {200, "firstName"}, {200, "firstName"}} {
		resp, err := http.Get(server.URL + "/api/guests/7")
		if err != nil {
			t.Fatal(err)
		}
		var body strings.Builder
		_ = resp.Write(&body)
		resp.Body.Close()
		if resp.StatusCode != want.status || !strings.Contains(body.String(), want.body) ||
			(resp.Header.Get("Retry-After") == "7") != (i == 0) {
			t.Errorf("response %d is %s, want status %d and %s", i+1, &body, want.status, want.body)
		}
	}
	resp, err := http.Get(server.URL + "/api/guests/8")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusNotImplemented {
		t.Errorf("a request that was not recorded has status %d, want 501", resp.StatusCode)
	}
}

// TestHeadersOfARateLimit: all that the client reads are recorded.
func TestHeadersOfARateLimit(t *testing.T) {
	t.Parallel()
	want := http.Header{}
	for _, name := range []string{"RateLimit", "RateLimit-Policy"} {
		want.Set(name, `"default";q=9;r=7;t=5`)
	}
	for _, prefix := range []string{"RateLimit-", "X-RateLimit-", "X-Rate-Limit-"} {
		for _, name := range []string{"Limit", "Remaining", "Reset"} {
			want.Set(prefix+name, "7")
		}
	}
	srv := testclient.Server(7)
	srv.Inject(reservationstest.OpGuest, reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		maps.Copy(w.Header(), want)
		next.ServeHTTP(w, r)
	})
	path := record(t, srv, func(c *reservations.Client) { _, _ = c.Guests.Get(t.Context(), 7) }, recording.KeepIDs(7))
	played := httptest.NewRecorder()
	open(t, path).ServeHTTP(played, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/guests/7", nil))
	for name := range want {
		if got := played.Header().Get(name); got != want.Get(name) {
			t.Errorf("%s is %q, want %q", name, got, want.Get(name))
		}
	}
}

func TestPlayerObeysTheContext(t *testing.T) {
	t.Parallel()
	path := record(t, testclient.Server(7), func(c *reservations.Client) { _, _ = c.Guests.Get(t.Context(), 7) }, recording.KeepIDs(7))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/guests/7", nil)
	if resp, err := open(t, path).RoundTrip(r); !errors.Is(err, context.Canceled) {
		resp.Body.Close()
		t.Errorf("the error is %v, want %v", err, context.Canceled)
	}
}

// TestOrganization: the client of a recording has the organization of its requests.
func TestOrganization(t *testing.T) {
	t.Parallel()
	path := record(t, testclient.Server(7), func(c *reservations.Client) {
		if _, err := c.Accommodations.Category(t.Context(), 7, reservations.CategoryParams{Organization: 55}); err != nil {
			t.Fatal(err)
		}
	}, recording.KeepIDs(7, 55))
	if _, err := recording.NewClient(t, path).Accommodations.Category(t.Context(), 7, reservations.CategoryParams{}); err != nil {
		t.Error(err)
	}
}

// TestFilesThatAreNoRecordings are refused.
func TestFilesThatAreNoRecordings(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, content, want string }{
		{"empty", "", "is no recording"},
		{"another format", `{"format":"cassette","version":1}`, "is no recording"},
		{"a later version", `{"format":"reservations-recording","version":2}`, "has version 2 of the format"},
		{"cut short", `{"format":"reservations-recording","version":1}` + "\n" + `{"request":`, "exchange 1 of"},
		{"cut after a line", `{"format":"reservations-recording","version":1}` + "\n" + `{"request":{}}` + "\n", "the end of"},
		{"without a line", `{"format":"reservations-recording","version":1}` + "\n" + `{"exchanges":1}`, "other than its 1 exchanges"},
		{"two recordings", `{"format":"reservations-recording","version":1}` + "\n" + `{"exchanges":0}{}`, "other than its 0 exchanges"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(path, []byte(test.content), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := recording.Open(path); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the error is %v, want %q in it", err, test.want)
			}
		})
	}
	if _, err := recording.Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the error is %v, want %v", err, os.ErrNotExist)
	}
}
