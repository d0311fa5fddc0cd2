// SPDX-License-Identifier: MIT

package settings

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/BurntSushi/toml"
)

// file is the configuration file.
type file struct {
	DefaultProfile string             `toml:"default_profile"`
	Profiles       map[string]profile `toml:"profiles"`
}

// profile is what is set for one park.
type profile struct {
	BaseURL      string `toml:"base_url"`
	Organization int64  `toml:"organization"`
	APIKeyFile   string `toml:"api_key_file"`
	Park         string `toml:"park"`
	Timezone     string `toml:"timezone"`
}

// keyFile returns the name of the file with the key. It is relative to the configuration file, or to HOME where it
// begins with ~/.
func (p profile) keyFile(config string, getenv func(string) string) (string, error) {
	name, home := p.APIKeyFile, getenv("HOME")
	rest, isAtHome := strings.CutPrefix(name, "~/")
	switch {
	case isAtHome && filepath.IsAbs(home):
		return filepath.Join(home, rest), nil
	case strings.HasPrefix(name, "~"):
		return "", fmt.Errorf("api_key_file %s begins with ~: write ~/ and set HOME, or write the whole path", name)
	case filepath.IsAbs(name):
		return name, nil
	}
	return filepath.Join(filepath.Dir(config), name), nil
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

// load reads the configuration file, which need not exist when nothing names it. A setting that is not known may be
// misspelt, and is an error.
func load(config *Setting) (*file, error) {
	read := new(file)
	if config.Value == "" {
		return read, nil
	}
	if _, err := os.Stat(config.Value); err != nil && config.Source == "default" {
		why := ", cannot be read" // HOME can be /dev/null, or a folder that may not be entered
		if errors.Is(err, fs.ErrNotExist) {
			why = ", does not exist"
		}
		config.Source += why
		return read, nil
	}
	err := checkMode(config.Value, 0o022) // the base_url in it gets the key
	var meta toml.MetaData
	if err == nil {
		meta, err = toml.DecodeFile(config.Value, read)
	}
	if err != nil {
		text, _, _ := strings.Cut(err.Error(), " but found") // what was found may be a secret
		return nil, fmt.Errorf("the configuration file %s of %s: %s", config.Value, config.Source, text)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("%s: there is no setting %s; see reservations config --help", config.Value, unknown[0])
	}
	return read, nil
}

// shownKey shows where the key is. It shows no part of the key.
func (s *Settings) shownKey() Setting {
	shown := s.key
	switch {
	case s.key.Source == NotSet:
	case s.key.Source == EnvKey:
		shown.Value = "set"
	case s.key.Value == "-":
		shown.Value = "read from standard input"
	default:
		shown.Value = "file " + s.key.Value
		if err := checkMode(s.key.Value, 0o077); errors.Is(err, fs.ErrNotExist) {
			shown.Value += ", does not exist"
		} else if err != nil {
			shown.Value += ", others can read it"
		}
	}
	return shown
}

// Key returns the key, or "" where none is set. It reads the file or standard input that holds it, and refuses a file
// that other users than its owner can read.
func (s *Settings) Key(stdin io.Reader) (string, error) {
	text, err := []byte(s.key.Value), error(nil)
	switch {
	case s.key.Source == EnvKey, s.key.Source == NotSet:
	case s.key.Value == "-":
		text, err = io.ReadAll(stdin)
	default:
		if err = checkMode(s.key.Value, 0o077); err == nil {
			text, err = os.ReadFile(s.key.Value)
		}
	}
	key := Trim(string(text))
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: the API key cannot be read: %w", s.key.Source, err)
	case key == "" && s.key.Source != NotSet:
		return "", fmt.Errorf("%s: the API key is empty", s.key.Source)
	}
	return key, nil
}

// checkMode returns an error if others than the owner have this access to a regular file. It accepts any other file,
// such as a pipe, and every file on Windows, which has no such modes.
func checkMode(name string, access fs.FileMode) error {
	info, err := os.Stat(name)
	if err == nil && runtime.GOOS != "windows" && info.Mode().IsRegular() && info.Mode().Perm()&access != 0 {
		err = fmt.Errorf("other users can read or change %s: run chmod 600 %[1]s", name)
	}
	return err
}
