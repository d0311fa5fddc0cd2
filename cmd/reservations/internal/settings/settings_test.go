// SPDX-License-Identifier: MIT

package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const parks = `
default_profile = "dunes"

[profiles.dunes]
base_url = "https://dunes.example.com"
organization = 12
api_key_file = "dunes.key"
park = "De Duinen"
timezone = "Europe/Amsterdam"

[profiles.coast]
base_url = "https://coast.example.com"
organization = 13
api_key_file = "~/keys/coast.key"

[profiles.names]
park = "Het Bos"
`

// environment returns a lookup of variables written as NAME=VALUE.
func environment(variables ...string) func(string) string {
	return func(name string) string {
		for _, variable := range variables {
			if value, ok := strings.CutPrefix(variable, name+"="); ok {
				return value
			}
		}
		return ""
	}
}

func TestConflict(t *testing.T) {
	const base, key, keyFile = EnvBaseURL + "=https://env.example.com", EnvKey + "=secret", EnvKeyFile + "=x.key"
	tests := []struct {
		name        string
		flags       Flags
		environment []string
		want        string // the beginning of the error; "" for none
	}{
		{"a profile alone", Flags{}, nil, ""},
		{"a key and the default profile", Flags{}, []string{key}, EnvKey + " of the environment and profile dunes (default_profile)"},
		{"a key and a profile", Flags{Profile: "coast"}, []string{key}, EnvKey + " of the environment and profile coast (--profile)"},
		{"an address and a profile", Flags{}, []string{base}, EnvBaseURL + " of the environment and profile dunes"},
		{"all of the environment", Flags{}, []string{base, key}, ""},
		{"a key, and a profile without a service", Flags{Profile: "names"}, []string{base, key}, ""},
		{"a key file of a flag", Flags{Profile: "coast", KeyFile: "x.key"}, []string{key}, ""},
		{"an address of a flag", Flags{Profile: "coast", BaseURL: "https://x.example"}, nil, ""},
		{"an organization of the environment", Flags{}, []string{EnvOrganization + "=9"}, ""},
	}
	file := write(t, "config.toml", parks, 0o600)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, err := Resolve(test.flags, environment(append(test.environment, EnvConfig+"="+file)...))
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if err := s.Conflict(); err != nil {
				got = err.Error()
			}
			if !strings.HasPrefix(got, test.want) || (got == "") != (test.want == "") {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func write(t *testing.T, name, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestSecretsOfAddressAreNeverShown has addresses that hold a password, or by mistake a key.
func TestSecretsOfAddressAreNeverShown(t *testing.T) {
	tests := []struct{ name, address, want string }{
		{"none", "https://api.example.com:8443/v1", "https://api.example.com:8443/v1"},
		{"a password", "https://anna:canary@api.example.com", "https://(hidden)@api.example.com"},
		{"a password with @ and /", "https://anna:can/ary@canary@api.example.com/v1", "https://(hidden)@api.example.com/v1"},
		{"no scheme", "anna:canary@api.example.com", "(hidden)@api.example.com"},
		{"a query", "https://api.example.com/?key=canary@x", "https://api.example.com/...(hidden)"},
		{"a fragment", "https://api.example.com#canary", "https://api.example.com...(hidden)"},
		{"no address", "https://anna:canary@[::1", "https://(hidden)@[::1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, err := Resolve(Flags{BaseURL: test.address}, environment())
			if err != nil {
				t.Fatal(err)
			}
			if got := s.All()[2].Value; got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
