// SPDX-License-Identifier: MIT

package keys_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/fleet/keys"
)

// endless never ends, as /dev/zero does not.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

const tooLong = "it is longer than 65536 bytes, so it is no key"

func TestReadFile(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		mode       os.FileMode
		want       string
		err        string // after the name of the file, or the whole text
	}{
		{"a key", "secret", 0o600, "secret", ""},
		{"with blanks around it", "\t secret \r\n", 0o400, "secret", ""},
		{"empty", "\n", 0o600, "", ""},
		{"as long as a key may be", strings.Repeat("k", keys.MaxLength), 0o600, strings.Repeat("k", keys.MaxLength), ""},
		{"too long", strings.Repeat("k", keys.MaxLength+1), 0o600, "", tooLong},
		{"others read it", "secret", 0o644, "", " can be read by other users: run chmod 600 "},
		{"a group reads it", "secret", 0o640, "", " can be read by other users: run chmod 600 "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if test.mode&0o077 != 0 && runtime.GOOS == "windows" {
				t.Skip("Windows has no such modes")
			}
			file := filepath.Join(t.TempDir(), "key")
			if err := os.WriteFile(file, []byte(test.text), test.mode); err != nil {
				t.Fatal(err)
			}
			got, err := keys.ReadFile(file)
			if got != test.want || (err == nil) != (test.err == "") {
				t.Errorf("got %.20q and error %v, want %.20q and %q", got, err, test.want, test.err)
			}
			if err != nil && (!strings.Contains(err.Error(), test.err) || strings.Contains(err.Error(), "secret")) {
				t.Errorf("got %v, want %q", err, test.err)
			}
		})
	}
	if _, err := keys.ReadFile(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want that there is no file", err)
	}
	if _, err := keys.Read(endless{}); err == nil || err.Error() != tooLong {
		t.Errorf("got %v, want %q", err, tooLong)
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("there is no sh")
	}
	tests := []struct{ name, stdin, script, want, err string }{
		{"prints the key", "", `echo " secret "`, "secret", ""},
		{"gets its arguments as they are", "", `echo "$1"`, "$(id) 'x'", ""},
		{"reads standard input", "typed", `cat`, "typed", ""},
		{"fails", "", `echo secret; exit 3`, "", "sh: exit status 3"},
		{"prints without an end", "", `while :; do echo secret secret secret; done`, "", "sh: " + tooLong},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := keys.Run(t.Context(), strings.NewReader(test.stdin), "sh", "-c", test.script, "sh", "$(id) 'x'")
			if got != test.want || (err == nil) != (test.err == "") || err != nil && err.Error() != test.err {
				t.Errorf("got %.20q and error %v, want %q and %q", got, err, test.want, test.err)
			}
		})
	}
	if _, err := keys.Run(t.Context(), nil, "no-such-command"); err == nil || !strings.HasPrefix(err.Error(), "no-such-command: ") {
		t.Errorf("got %v, want that there is no command", err)
	}
}

// TestRunLeavesAnother interrupts a command that has started another, which is not interrupted and
// holds the output open up to the end of the test.
func TestRunLeavesAnother(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no sh")
	}
	stderr := os.Stderr
	defer func() { os.Stderr = stderr }()
	input, held, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	started, output, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	os.Stderr = output
	ctx, interrupt := context.WithCancelCause(t.Context())
	stop := errors.New("stopped")
	go func() {
		started.Read(make([]byte, 1))
		interrupt(stop)
	}()
	if _, err := keys.Run(ctx, input, "sh", "-c", "exec 3<&0; cat <&3 & echo started >&2; wait"); !errors.Is(err, stop) {
		t.Errorf("got %v, want %v", err, stop)
	}
}
