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

// TestOrder resolves the settings of two parks. Each row names what it expects of one setting; "default" is
// the profile of the file's default.
func TestOrder(t *testing.T) {
	base, key := EnvBaseURL+"=https://env.example.com", EnvKey+"=secret"
	tests := []struct {
		name        string
		flags       Flags
		environment []string
		setting     func(*Settings) Setting
		value, from string
	}{
		{"default profile", Flags{}, nil, profile, "dunes", "default_profile"},
		{"flag before environment", Flags{Profile: "dunes"}, []string{EnvProfile + "=coast"}, profile, "dunes", "--profile"},
		{"a whole service of the environment", Flags{}, []string{base, key}, profile, "", NotSet},
		{"a whole service of flags", Flags{BaseURL: "https://x.example", KeyFile: "x"}, nil, profile, "", NotSet},
		{"address of a flag", Flags{BaseURL: "https://x.example"}, []string{base}, baseURL, "https://x.example", "--base-url"},
		{"address of the environment", Flags{}, []string{base}, baseURL, "https://env.example.com", EnvBaseURL},
		{"organization of a flag", Flags{Organization: "8"}, []string{EnvOrganization + "=9"}, organization, "8", "--organization"},
		{"key file beside the file", Flags{}, nil, apiKey, "file FOLDER/dunes.key, does not exist", "profile dunes"},
		{"key file at home", Flags{Profile: "coast"}, nil, apiKey, "file /home/anna/keys/coast.key, does not exist", "profile coast"},
		{"key of the environment", Flags{}, []string{key}, apiKey, "set", EnvKey},
		{"key file before key", Flags{}, []string{key, EnvKeyFile + "=x.key"}, apiKey, "file x.key, does not exist", EnvKeyFile},
		{"key file of a flag", Flags{KeyFile: "-"}, []string{key}, apiKey, "read from standard input", "--api-key-file"},
		{"park of a flag", Flags{Park: "Het Bos"}, nil, park, "Het Bos", "--park"},
		{"zone of a flag", Flags{Timezone: "UTC"}, nil, timezone, "UTC", "--timezone"},
		{"no zone", Flags{Profile: "coast"}, nil, timezone, "", "not set, as on this machine"},
	}
	file := write(t, "config.toml", parks, 0o600)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			variables := append([]string{EnvConfig + "=" + file, "HOME=/home/anna"}, test.environment...)
			s, err := Resolve(test.flags, environment(variables...))
			if err != nil {
				t.Fatal(err)
			}
			got := test.setting(s)
			value := strings.ReplaceAll(filepath.ToSlash(got.Value), filepath.ToSlash(filepath.Dir(file)), "FOLDER")
			if value != test.value || got.Source != test.from {
				t.Errorf("got %q from %s, want %q from %s", value, got.Source, test.value, test.from)
			}
		})
	}
}

func profile(s *Settings) Setting      { return s.Profile }
func baseURL(s *Settings) Setting      { return s.BaseURL }
func organization(s *Settings) Setting { return s.Organization }
func apiKey(s *Settings) Setting       { return s.APIKey }
func park(s *Settings) Setting         { return s.Park }
func timezone(s *Settings) Setting     { return s.Timezone }

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

// TestKeyIsNeverShown prints settings whose key is in the environment and in a file.
func TestKeyIsNeverShown(t *testing.T) {
	const secret = "canary-of-a-key"
	keyFile := write(t, "key", secret+"\n", 0o600)
	for name, variables := range map[string][]string{
		"variable": {EnvKey + "=" + secret},
		"file":     {EnvKeyFile + "=" + keyFile},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Resolve(Flags{}, environment(variables...))
			if err != nil {
				t.Fatal(err)
			}
			for _, setting := range s.All() {
				if strings.Contains(setting.Value+setting.Source, secret) {
					t.Errorf("%s shows the key: %+v", setting.Name, setting)
				}
			}
			if key, err := s.Key(nil); err != nil || key != secret {
				t.Errorf("got key %q and error %v", key, err)
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
