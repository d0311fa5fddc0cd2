// SPDX-License-Identifier: MIT

package recording_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/reservationstest/recording"
)

var errBroken = errors.New("the connection is broken")

// TestRecorderPassesEverythingOn: the caller gets what it would get without a recorder, and an
// attempt without a whole response is not recorded.
func TestRecorderPassesEverythingOn(t *testing.T) {
	t.Parallel()
	failing := testkit.RoundTripper(func(*http.Request) (*http.Response, error) { return nil, errBroken })
	broken := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		resp, err := testclient.Responds(200, "application/json", "")(r)
		resp.Body = io.NopCloser(io.MultiReader(strings.NewReader(`{"id":`), iotest.ErrReader(errBroken)))
		return resp, err
	})
	tests := []struct {
		name, body string
		service    http.RoundTripper
		err        error
		recorded   bool
	}{
		{"a response", `{"id": 7.0}`, testclient.Responds(200, "application/json", `{"id": 7.0}`), nil, true},
		{"no body", "", testclient.Responds(204, "", ""), nil, true},
		{"no response", "", failing, errBroken, false},
		{"a broken body", `{"id":`, broken, errBroken, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "recording.jsonl")
			recorder, err := recording.NewRecorder(path, test.service)
			if err != nil {
				t.Fatal(err)
			}
			var body []byte
			resp, err := recorder.RoundTrip(httptest.NewRequest(http.MethodGet, "/api/guests/7", nil))
			if err == nil {
				body, err = io.ReadAll(resp.Body)
				resp.Body.Close()
			}
			if string(body) != test.body || !errors.Is(err, test.err) {
				t.Errorf("got the body %q and the error %v, want %q and %v", body, err, test.body, test.err)
			}
			if err := recorder.Close(); err != nil {
				t.Fatal(err)
			}
			if recorded := strings.Contains(content(t, path), "/api/guests/1"); recorded != test.recorded {
				t.Errorf("recorded: %v, want %v", recorded, test.recorded)
			}
		})
	}
}

// TestFile: only its owner may read the file, nothing else remains, and a recording that is not
// whole leaves the file that was there.
func TestFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "recording.jsonl")
	for _, test := range []struct{ encoding, want string }{{"", ""}, {"br", "Content-Encoding"}, {"", ""}} {
		before, _ := os.ReadFile(path)
		service := testclient.Responds(200, "application/json", "{}", "Content-Encoding", test.encoding)
		recorder, err := recording.NewRecorder(path, service)
		if err != nil {
			t.Fatal(err)
		}
		get(t, recorder, "/api/guests/7")
		err = recorder.Close()
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("the error is %v, want %q", err, test.want)
		}
		if test.want != "" && content(t, path) != string(before) {
			t.Error("a recording that is not whole has replaced another one")
		}
		if err := recorder.Close(); err != nil {
			t.Errorf("the second Close fails with %v", err)
		}
		if status, _ := get(t, recorder, "/api/guests/7"); status != 200 {
			t.Errorf("a request after Close has status %d, want 200", status)
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the mode of the file is %v, want 0600", info.Mode())
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("%d files remain, want 1", len(files))
	}
	if _, err := recording.NewRecorder(filepath.Join(t.TempDir(), "none", "file"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the error is %v, want %v", err, os.ErrNotExist)
	}
}

// TestManyAtTheSameTime records and plays from many goroutines.
func TestManyAtTheSameTime(t *testing.T) {
	t.Parallel()
	const guests = 30
	srv := reservationstest.NewServer()
	ids := make([]int64, guests)
	for i := range ids {
		ids[i] = int64(i + 1)
		srv.Put(reservationstest.NewGuest(ids[i]))
	}
	everyGuest := func(client *reservations.Client) {
		var running sync.WaitGroup
		for _, id := range ids {
			running.Go(func() {
				if guest, err := client.Guests.Get(t.Context(), id); err != nil || guest.ID != id {
					t.Errorf("guest %d is %v, %v", id, guest, err)
				}
			})
		}
		running.Wait()
	}
	path := record(t, srv, everyGuest, recording.KeepIDs(ids...))
	if lines := strings.Count(content(t, path), "\n"); lines != guests+2 {
		t.Errorf("the file has %d lines, want %d", lines, guests+2)
	}
	everyGuest(recording.NewClient(t, path))
}

// TestKeptIDsAreNotGivenToOthers: an id that is replaced never becomes one that is kept.
func TestKeptIDsAreNotGivenToOthers(t *testing.T) {
	t.Parallel()
	ids := []string{"900", "2", "901", "902", "900"}
	path := filepath.Join(t.TempDir(), "recording.jsonl")
	recorder, err := recording.NewRecorder(path, testclient.Responds(200, "application/json", "{}"), recording.KeepIDs(2, 3))
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		get(t, recorder, "/api/guests/"+id)
	}
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(content(t, path)), "\n")
	for i, line := range lines[1 : len(lines)-1] {
		if want := strconv.Quote("/api/guests/" + []string{"1", "2", "4", "5", "1"}[i]); !strings.Contains(line, want) {
			t.Errorf("line %d is %s, want %s in it", i+1, line, want)
		}
	}
}
