// SPDX-License-Identifier: MIT

package settings

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// File is the configuration file.
type File struct {
	DefaultProfile string             `toml:"default_profile"`
	Profiles       map[string]Profile `toml:"profiles"`
}

// Profile is what is set for one park.
type Profile struct {
	BaseURL      string `toml:"base_url"`
	Organization int64  `toml:"organization"`
	APIKeyFile   string `toml:"api_key_file"`
	Park         string `toml:"park"`
	Timezone     string `toml:"timezone"`
}

// defaultPath returns where the configuration file is when nothing names another, or "" where the
// environment names no folder for it.
func defaultPath(getenv func(string) string) string {
	folder := getenv("XDG_CONFIG_HOME")
	switch {
	case filepath.IsAbs(folder):
	case runtime.GOOS == "windows":
		folder = getenv("AppData")
	case getenv("HOME") != "":
		folder = filepath.Join(getenv("HOME"), ".config")
	}
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "reservations", "config.toml")
}

// load reads the configuration file. It returns nil when there is none and nothing names one.
func load(config Setting) (*File, error) {
	if config.Value == "" {
		return nil, nil
	}
	info, err := os.Stat(config.Value)
	if errors.Is(err, fs.ErrNotExist) && config.Source == "default" {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the configuration file of %s cannot be read: %w", config.Source, err)
	}
	if err := checkMode(config.Value, info, writable); err != nil {
		return nil, fmt.Errorf("the configuration file %w", err) // its base_url gets the key
	}
	text, err := os.ReadFile(config.Value)
	if err != nil {
		return nil, fmt.Errorf("the configuration file cannot be read: %w", err)
	}
	file, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", config.Value, err)
	}
	return file, nil
}

// parse reads the text of a configuration file. A setting that is not known may be misspelt, and is an error. An
// error of the syntax does not quote the file, which may hold a secret.
func parse(text []byte) (*File, error) {
	file := new(File)
	meta, err := toml.Decode(string(text), file)
	if syntax, ok := errors.AsType[toml.ParseError](err); ok {
		message, _, _ := strings.Cut(syntax.Message, " but found")
		return nil, fmt.Errorf("line %d: %s", syntax.Position.Line, message)
	}
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "toml: "))
	}
	if keys := meta.Undecoded(); len(keys) > 0 {
		key := keys[0]
		hint := "known are default_profile and, in [profiles.NAME], base_url, organization, api_key_file, park and timezone"
		if key[len(key)-1] == "api_key" {
			hint = "put the key itself into a separate file, and name that file in api_key_file"
		}
		return nil, fmt.Errorf("there is no setting %s; %s", key, hint)
	}
	return file, nil
}

// profile returns the profile of a name, and an empty one for "".
func (f *File) profile(name, path string) (Profile, error) {
	switch {
	case name == "":
		return Profile{}, nil
	case f == nil:
		return Profile{}, fmt.Errorf("there is no profile %s, because there is no configuration file %s; see reservations config --help", name, path)
	}
	p, ok := f.Profiles[name]
	if !ok {
		known := slices.Sorted(maps.Keys(f.Profiles))
		return p, fmt.Errorf("%s has no profile %s; it has %s", path, name, cmp.Or(strings.Join(known, ", "), "none"))
	}
	return p, nil
}
