// SPDX-License-Identifier: MIT

package fleet

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	engine "github.com/reservationkit/reservations-go/fleet"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// sent makes four requests of each of three parks at a time, the first two of which share a limit, and returns
// when the requests of each limit were sent.
func sent(t *testing.T, l *limits) map[string][]time.Duration {
	t.Helper()
	server, start := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(1))), time.Now()
	at := make(chan struct {
		limit string
		after time.Duration
	}, 12)
	var calls sync.WaitGroup
	for _, park := range []engine.Park{{Limit: "group"}, {Limit: "group"}, {Limit: "alone"}} {
		transport := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			at <- struct {
				limit string
				after time.Duration
			}{park.Limit, time.Since(start)}
			return server.RoundTrip(r)
		})
		client, err := reservations.NewClient("https://api.example.com", reservationstest.Key, l.option(park),
			reservations.WithHTTPClient(&http.Client{Transport: transport}))
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			calls.Go(func() {
				if _, err := client.Guests.Get(t.Context(), 1); err != nil {
					t.Error(err)
				}
			})
		}
	}
	calls.Wait()
	close(at)
	all := map[string][]time.Duration{}
	for request := range at {
		all[request.limit] = append(all[request.limit], request.after)
	}
	return all
}

// TestRate holds the parks with a limit together to the rate, and others separately.
func TestRate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, err := newLimits(&cli.App{Getenv: func(string) string { return "" }, Stderr: &bytes.Buffer{}}, 2, "")
		if err != nil {
			t.Fatal(err)
		}
		want := map[string][]time.Duration{}
		for i := range 8 {
			after := time.Duration(i) * time.Second / 2
			want["group"] = append(want["group"], after)
			if i < 4 {
				want["alone"] = append(want["alone"], after)
			}
		}
		if diff := cmp.Diff(want, sent(t, l)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// TestLimitsErrors has addresses and rates that cannot be used. No error shows a password.
func TestLimitsErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	right, wrong := filepath.Join(dir, "right"), filepath.Join(dir, "wrong")
	for name, text := range map[string]string{right: "redis://user:canary@127.0.0.1:1/0\n", wrong: "canary@127.0.0.1"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const ofRate = "--rate must be above 0 and at most 1000 requests per second"
	tests := []struct {
		name       string
		rate       float64
		file, env  string
		redis, err string // the address that is used, and the beginning of an error
	}{
		{"nothing", 0, "", "redis://elsewhere:2", "", ""},
		{"a rate of this process", 5, "", "", "", ""},
		{"a file", 5, right, "redis://elsewhere:2", "127.0.0.1:1", ""},
		{"the environment", 5, "", "redis://elsewhere:2", "elsewhere:2", ""},
		{"no address", 5, wrong, "", "", wrong + " must hold an address such as redis://"},
		{"no address in the environment", 5, "", "canary@127.0.0.1", "", redisVariable + " must hold an address such as redis://"},
		{"no file", 5, wrong + "x", "", "", "the address of Redis cannot be read: "},
		{"no rate", 0, right, "", "", ofRate},
		{"a rate below 0", -1, "", "", "", ofRate},
		{"too high a rate", 1001, "", "", "", ofRate},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			app := &cli.App{Getenv: func(string) string { return test.env }, Stderr: &bytes.Buffer{}}
			l, err := newLimits(app, test.rate, test.file)
			defer l.close()
			got := ""
			if l != nil && l.redis != nil {
				got = l.redis.Options().Addr
			}
			if got != test.redis || (l != nil) != (test.rate > 0 && test.err == "") || (err != nil) != (test.err != "") {
				t.Errorf("got %q and error %v, want %q and %q", got, err, test.redis, test.err)
			}
			if err != nil && (!strings.HasPrefix(err.Error(), test.err) || strings.Contains(err.Error(), "canary")) {
				t.Errorf("got %v, want %q", err, test.err)
			}
		})
	}
}

// TestRunWithRate copies also while Redis is away.
func TestRunWithRate(t *testing.T) {
	t.Parallel()
	server, dir := service(t), t.TempDir()
	list := "[[parks]]\norganization = 1\nbase_url = \"" + server.URL() + "\"\nkey = \"dunes\"\n"
	for name, text := range map[string]string{"parks.toml": list, "dunes": reservationstest.Key} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"run", "--skip-register", "--parks", filepath.Join(dir, "parks.toml"), "--keys-directory", dir,
		"--directory", filepath.Join(dir, "copies"), "--rate", "40"}
	const want = "Z park 1: reservations 3 new"
	output, code := program(t, map[string]string{redisVariable: "redis://user:canary@127.0.0.1:1/0"}, []string{want}, args...)
	if code != 0 || !strings.Contains(output, want) || strings.Contains(output, "canary") {
		t.Errorf("exit code %d, want 0\ngot  %s\nwant %s", code, output, want)
	}
}
