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

// TestConfigurationErrors has files that are wrong. No error shows a value, which may be a key.
func TestConfigurationErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a key without quotes", "[profiles.x]\napi_key = canary\n", "line 2: expected value"},
		{"no profile", "[profiles]\n", "has no profile x; it has none"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			file := write(t, "config.toml", test.text, 0o600)
			_, err := Resolve(Flags{Config: file, Profile: "x"}, environment())
			if err == nil || !strings.HasSuffix(err.Error(), test.want) {
				t.Errorf("got %v, want one that ends with %q", err, test.want)
			}
		})
	}
}
