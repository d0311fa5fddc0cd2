// SPDX-License-Identifier: MIT

package settings

import (
	"io"
	"strings"
	"testing"
)

// endless never ends, as /dev/zero does not.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestKeyThatIsTooLong(t *testing.T) {
	file := write(t, "key", strings.Repeat("k", maxKey+1), 0o600)
	for name, in := range map[string]io.Reader{"-": endless{}, file: nil} {
		s, err := Resolve(Flags{KeyFile: name}, environment())
		if err != nil {
			t.Fatal(err)
		}
		const want = "--api-key-file: the API key cannot be read: it is longer than 65536 bytes, so it is no key"
		if _, err := s.Key(in); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
}
