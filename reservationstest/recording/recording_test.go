// SPDX-License-Identifier: MIT

package recording_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest/recording"
)

// record records what calls does with a client of a service, and returns the name of the file.
func record(t *testing.T, service http.RoundTripper, calls func(*reservations.Client), opts ...recording.Option) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "recording.jsonl")
	recorder, err := recording.NewRecorder(path, service, opts...)
	if err != nil {
		t.Fatal(err)
	}
	calls(testclient.Over(t, recorder, reservations.WithRetry(reservations.NoRetry()), reservations.WithMaxConcurrency(1)))
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t *testing.T, path string) *recording.Player {
	t.Helper()
	player, err := recording.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return player
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// get sends a request and returns the status and the body of the response.
func get(t *testing.T, service http.RoundTripper, target string, header ...string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://api.example.com"+target, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := service.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// compare holds two values to have the same form, and equal ones to be replaced by equal ones.
func compare(t *testing.T, path string, want, got any, replaced map[string]string) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		other, _ := got.(map[string]any)
		if len(want) != len(other) {
			t.Errorf("%s has %d fields, want %d", path, len(other), len(want))
		}
		for name, value := range want {
			if other[name] != nil {
				compare(t, path+"."+name, value, other[name], replaced)
			}
		}
	case []any:
		other, _ := got.([]any)
		if len(want) != len(other) {
			t.Fatalf("%s has %d elements, want %d", path, len(other), len(want))
		}
		for i, value := range want {
			compare(t, fmt.Sprint(path, "[", i, "]"), value, other[i], replaced)
		}
	default:
		if fmt.Sprintf("%T", want) != fmt.Sprintf("%T", got) {
			t.Errorf("%s is a %T, want a %T", path, got, want)
		}
		before, after := fmt.Sprint(want), fmt.Sprint(got)
		if before == after {
			return
		}
		if known, seen := replaced[before]; seen && known != after {
			t.Errorf("%s is %q, which was %q, and the same value elsewhere is %q", path, after, before, known)
		}
		replaced[before] = after
	}
}
