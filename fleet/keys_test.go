// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestKeySources has one key in each source, and mistakes. No error has the key or the text in its place.
func TestKeySources(t *testing.T) {
	dir := t.TempDir()
	for file, mode := range map[string]os.FileMode{"dunes-2": 0o600, "open": 0o644, "empty": 0o600} {
		text := map[string]string{"empty": " \n"}[file]
		if text == "" {
			text = "canary\n"
		}
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("RESERVATIONS_KEY_DUNES_2", "canary\n")
	files := KeysFromFiles(dir)
	command := KeysFromCommand("sh", "-c", `test "$1" = dunes-2 && echo canary`, "sh")
	const failed = "fleet: the API key of park 7 cannot be read: "
	tests := []struct {
		name   string
		source func(Park) func(context.Context) (string, error)
		key    string
		err    string
	}{
		{"a variable", KeysFromEnvironment, "dunes-2", ""},
		{"a variable that is not set", KeysFromEnvironment, "s3cret", failed + "it is empty or not set"},
		{"a file", files, "dunes-2", ""},
		{"a file that is not there", files, "s3cret", failed + "no such file or directory"},
		{"a file that others can read", files, "open", failed + filepath.Join(dir, "open") + " can be read by other users"},
		{"an empty file", files, "empty", failed + "it is empty or not set"},
		{"a file of another folder", files, "../s3cret", "fleet: park 7: the Key must be a name"},
		{"a command", command, "dunes-2", ""},
		{"a command that fails", command, "s3cret", failed + "sh: exit status 1"},
		{"a command that prints nothing", KeysFromCommand("true"), "s3cret", failed + "it is empty or not set"},
		{"an option of the command", command, "--s3cret", "fleet: park 7: the Key must be a name"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if runtime.GOOS == "windows" && (test.key == "open" || strings.Contains(test.name, "command")) {
				t.Skip("Windows has neither sh nor such modes")
			}
			park := Park{Organization: 7, BaseURL: "https://api.example.com", Key: test.key}
			key, err := test.source(park)(t.Context())
			switch {
			case test.err == "" && (key != "canary" || err != nil):
				t.Errorf("got %q and error %v, want the key", key, err)
			case test.err != "" && (err == nil || !strings.HasPrefix(err.Error(), test.err)):
				t.Errorf("got error %v, want %s", err, test.err)
			case err != nil && (strings.Contains(err.Error(), "s3cret") || strings.Contains(err.Error(), "canary")):
				t.Errorf("the error has a key: %v", err)
			}
		})
	}
}

// TestCommandRunsAgain for a key that was refused, and for no other: it is not run for each request.
func TestCommandRunsAgain(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("there is no sh")
	}
	ran := filepath.Join(t.TempDir(), "ran")
	source := KeysFromCommand("sh", "-c", `echo "$1" >>"$0"; echo "key-$(wc -l <"$0" | tr -d ' ')"`, ran)
	server := reservationstest.NewServer(reservationstest.WithKey("key-2"), reservationstest.WithRecords(reservationstest.NewGuest(1)))
	defer server.Close()
	clients := newClients(Config{Keys: source, Workers: 1})
	for organization := range int64(3) { // which share the key
		park := Park{Organization: organization + 1, BaseURL: server.URL(), Key: "dunes"}
		client, err := clients.of(park)
		if err != nil {
			t.Fatal(err)
		}
		if guest, err := client.Guests.Get(t.Context(), 1); err != nil || guest.ID != 1 {
			t.Errorf("got %v and error %v", guest, err)
		}
	}
	if text, err := os.ReadFile(ran); err != nil || string(text) != "dunes\ndunes\n" {
		t.Errorf("the command ran with %q, error %v, want it twice", text, err)
	}
}
