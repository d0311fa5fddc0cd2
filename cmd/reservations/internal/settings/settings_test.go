// SPDX-License-Identifier: MIT

package settings

import (
	"fmt"
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

[profiles.coast]
organization = 13

[profiles.keys]
api_key_file = "~/keys/coast.key"

[profiles.names]
park = "Het Bos"
timezone = "Europe/Berlin"
`

// environment returns a lookup of variables written as NAME=VALUE, the last first.
func environment(variables ...string) func(string) string {
	return func(name string) (value string) {
		for _, variable := range variables {
			if text, ok := strings.CutPrefix(variable, name+"="); ok {
				value = text
			}
		}
		return value
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

// TestResolve resolves the settings of some parks. A row holds what is found of one setting, and which setting of the
// environment is in conflict with the profile.
func TestResolve(t *testing.T) {
	const base, key, keyFile, other = EnvBaseURL + "=https://env.example.com", EnvKey + "=canary", EnvKeyFile + "=x.key", EnvProfile + "=coast"
	tests := []struct {
		name        string
		flags       Flags
		environment []string
		want        string
		conflict    string
	}{
		{"default profile", Flags{}, nil, "profile: dunes from default_profile", ""},
		{"profile of a flag", Flags{Profile: "dunes"}, []string{other}, "profile: dunes from --profile", ""},
		{"profile of the environment", Flags{}, []string{other}, "profile: coast from " + EnvProfile, ""},
		{"a whole service of the environment", Flags{}, []string{base, key}, "profile:  from not set", ""},
		{"a whole service of flags", Flags{BaseURL: "https://x.example", KeyFile: "x"}, nil, "profile:  from not set", ""},
		{"only the address of a flag", Flags{BaseURL: "https://x.example"}, nil, "profile: dunes from default_profile", ""},
		{"a whole service and a file", Flags{}, []string{base, keyFile}, "profile:  from not set", ""},
		{"a whole service, and a profile without one", Flags{Profile: "names"}, []string{base, key}, "park: Het Bos from profile names", ""},
		{"address of a flag", Flags{BaseURL: "https://x.example"}, []string{base}, "base_url: https://x.example from --base-url", ""},
		{"address of a flag as a file has it", Flags{BaseURL: "\ufeffhttps://x.example\r\n"}, nil, "base_url: https://x.example from --base-url", ""},
		{"address of the environment", Flags{}, []string{base}, "base_url: https://env.example.com from " + EnvBaseURL, EnvBaseURL},
		{"address of the profile", Flags{}, nil, "base_url: https://dunes.example.com from profile dunes", ""},
		{"organization of a flag", Flags{Organization: "8"}, []string{EnvOrganization + "=9"}, "organization: 8 from --organization", ""},
		{"organization of the environment", Flags{}, []string{EnvOrganization + "=9"}, "organization: 9 from " + EnvOrganization, ""},
		{"organization of the profile", Flags{}, nil, "organization: 12 from profile dunes", ""},
		{"id of the profile", Flags{}, nil, "id: 12\n", ""},
		{"no id, but a zero", Flags{Organization: "0"}, nil, "--organization: the organization must be a positive id", ""},
		{"key file beside the file", Flags{}, nil, "api_key: file FOLDER/dunes.key, does not exist from profile dunes", ""},
		{"key file at home", Flags{Profile: "keys"}, nil, "api_key: file /home/anna/keys/coast.key, does not exist from profile keys", ""},
		{"key of the environment", Flags{}, []string{key}, "api_key: set from " + EnvKey, EnvKey},
		{"key and a profile with an organization", Flags{Profile: "coast"}, []string{key}, "api_key: set from " + EnvKey, EnvKey},
		{"key and a profile with a key", Flags{Profile: "keys"}, []string{key}, "api_key: set from " + EnvKey, EnvKey},
		{"key file before key", Flags{}, []string{key, keyFile}, "api_key: file x.key, does not exist from " + EnvKeyFile, EnvKeyFile},
		{"key file of a flag", Flags{KeyFile: "x"}, []string{key, keyFile}, "api_key: file x, does not exist from --api-key-file", ""},
		{"key of standard input", Flags{KeyFile: "-"}, nil, "api_key: read from standard input from --api-key-file", ""},
		{"no key", Flags{Profile: "names"}, nil, "api_key:  from not set", ""},
		{"zone of a flag", Flags{Profile: "names", Timezone: "UTC"}, nil, "timezone: UTC from --timezone", ""},
		{"no zone", Flags{}, nil, "timezone:  from not set, as on this machine", ""},
		{"a password", Flags{BaseURL: "https://anna:canary@api.example.com"}, nil, "base_url: not shown, because", ""},
		{"a query", Flags{BaseURL: "https://api.example.com/?key=canary"}, nil, "base_url: not shown, because", ""},
		{"a fragment", Flags{BaseURL: "https://api.example.com#canary"}, nil, "base_url: not shown, because", ""},
		{"a file of a variable", Flags{}, []string{EnvConfig + "=/none"}, "the configuration file /none of " + EnvConfig, ""},
		{"no file of a flag", Flags{Config: "/none"}, nil, "the configuration file /none of --config", ""},
		{"no file", Flags{}, []string{EnvConfig + "="}, "config: /home/anna/.config/reservations/config.toml from default, does not exist", ""},
		{"no file at XDG_CONFIG_HOME", Flags{}, []string{EnvConfig + "=", "XDG_CONFIG_HOME=/none"}, "config: /none/reservations/config.toml from", ""},
		{"no folder", Flags{}, []string{EnvConfig + "=", "HOME="}, "config:  from not set", ""},
	}
	file := write(t, "config.toml", "\ufeff"+parks, 0o600) // as an editor of Windows writes it
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, err := Resolve(test.flags, environment(append([]string{EnvConfig + "=" + file, "HOME=/home/anna"}, test.environment...)...))
			got, conflict := fmt.Sprint(err), ""
			if err == nil {
				got = fmt.Sprintf("id: %d\n", s.ID)
				for _, setting := range s.All() {
					got += fmt.Sprintf("%s: %s from %s\n", setting.Name, setting.Value, setting.Source)
				}
				if err := s.Conflict(); err != nil {
					conflict, _, _ = strings.Cut(err.Error(), " of the environment and profile "+s.Profile.Value)
				}
			}
			got = strings.ReplaceAll(filepath.ToSlash(got), filepath.ToSlash(filepath.Dir(file)), "FOLDER")
			if !strings.Contains(got, test.want) || conflict != test.conflict || strings.Contains(got, "canary") {
				t.Errorf("got\n%s and a conflict of %q, want %s and %q", got, conflict, test.want, test.conflict)
			}
		})
	}
}

// TestKey reads the key from wherever it is, and shows it nowhere.
func TestKey(t *testing.T) {
	file := write(t, "key", "\ufeffcanary\r\n", 0o600)
	for _, variable := range []string{EnvKey + "=\ufeffcanary\r", EnvKeyFile + "=" + file + "\r", EnvKeyFile + "=-"} {
		s, err := Resolve(Flags{}, environment(variable))
		if err != nil {
			t.Fatal(err)
		}
		key, err := s.Key(strings.NewReader("\ufeff canary\n"))
		if err != nil || key != "canary" || strings.Contains(fmt.Sprint(s.All()), "canary") {
			t.Errorf("%s: got %q, %v, and %v is shown", variable, key, err, s.All())
		}
	}
}
