// SPDX-License-Identifier: MIT

package settings

import (
	"bytes"
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

	"github.com/reservationkit/reservations-go/fleet/keys"
)

// File is the configuration file.
type File struct {
	DefaultProfile string             `toml:"default_profile"`
	Profiles       map[string]Profile `toml:"profiles"`
}

// Profile is what is set for one park.
type Profile struct {
	BaseURL       string   `toml:"base_url"`
	Organization  int64    `toml:"organization"`
	APIKeyFile    string   `toml:"api_key_file"`
	APIKeyCommand []string `toml:"api_key_command"`
	Park          string   `toml:"park"`
	Timezone      string   `toml:"timezone"`
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
	if err := keys.CheckMode(config.Value, info, keys.WritableByOthers); err != nil {
		return nil, fmt.Errorf("the configuration file %w", err)
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

// parse reads the text of a configuration file. A key that it does not know is an error: it may be a
// setting that was misspelt.
func parse(text []byte) (*File, error) {
	var file File
	meta, err := toml.Decode(string(text), &file)
	var syntax toml.ParseError
	switch {
	case errors.As(err, &syntax):
		message, _, _ := strings.Cut(syntax.Message, " but found") // what was found may be of a key
		return nil, fmt.Errorf("line %d: %s", syntax.Position.Line, message)
	case err != nil:
		return nil, errors.New(strings.TrimPrefix(err.Error(), "toml: "))
	case len(meta.Undecoded()) > 0:
		return nil, unknownKey(text)
	}
	for _, name := range slices.Sorted(maps.Keys(file.Profiles)) {
		if p := file.Profiles[name]; p.APIKeyFile != "" && len(p.APIKeyCommand) > 0 {
			return nil, fmt.Errorf("profile %s has both api_key_file and api_key_command: keep one of them", name)
		}
	}
	return &file, nil
}

// unknownKey names the first key that is not known, and its line: the first one up to which the text
// has such a key.
func unknownKey(text []byte) error {
	var read []byte
	for line := range bytes.Lines(text) {
		read = append(read, line...)
		meta, err := toml.Decode(string(read), new(File))
		if err != nil || len(meta.Undecoded()) == 0 {
			continue // the line may be within a value of several lines
		}
		key := meta.Undecoded()[0]
		hint := "known are default_profile and, in [profiles.NAME], base_url, organization, api_key_file, api_key_command, park and timezone"
		if key[len(key)-1] == "api_key" {
			hint = "the key itself belongs in a file of its own: name that file in api_key_file"
		}
		return fmt.Errorf("line %d: there is no setting %s; %s", bytes.Count(read, []byte("\n")), key, hint)
	}
	return errors.New("there is a setting that is not known")
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
