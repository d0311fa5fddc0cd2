// SPDX-License-Identifier: MIT

package settings

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/keys"
)

// source is where the key is: in a variable of the environment or in a file.
type source struct {
	name string // of what names it, such as --api-key-file
	key  string // of the environment
	file string
}

func (s source) isSet() bool { return s.key != "" || s.file != "" }

func fromFlagsOrEnvironment(flag string, getenv func(string) string) source {
	switch {
	case flag != "":
		return source{name: "--api-key-file", file: flag}
	case getenv(EnvKeyFile) != "":
		return source{name: EnvKeyFile, file: getenv(EnvKeyFile)}
	case getenv(EnvKey) != "":
		return source{name: EnvKey, key: getenv(EnvKey)}
	}
	return source{}
}

// key returns where the key of a profile is. A file is relative to the configuration file.
func (p Profile) key(from, config string, getenv func(string) string) source {
	file := p.APIKeyFile
	if rest, ok := strings.CutPrefix(file, "~/"); ok {
		file = filepath.Join(getenv("HOME"), rest)
	}
	if file != "" && !filepath.IsAbs(file) {
		file = filepath.Join(filepath.Dir(config), file)
	}
	return source{name: from, file: file}
}

// setting shows where the key is. It shows no part of the key.
func (s source) setting() Setting {
	switch {
	case s.file == "-":
		return Setting{"api_key", "read from standard input", s.name}
	case s.file != "":
		return Setting{"api_key", shownFile(s.file), s.name}
	case s.key != "":
		return Setting{"api_key", "set", s.name}
	}
	return Setting{"api_key", "", NotSet}
}

// shownFile names a file, and says what keeps it from being read.
func shownFile(name string) string {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "file " + name + ", does not exist"
	case err == nil && keys.CheckMode(name, info, keys.ReadableByOthers) != nil:
		return "file " + name + ", others can read it"
	}
	return "file " + name
}

// Key returns the key. It reads the file or standard input that holds it.
func (s *Settings) Key(stdin io.Reader) (key string, err error) {
	switch {
	case s.key.file == "-":
		key, err = keys.Read(stdin)
	case s.key.file != "":
		key, err = keys.ReadFile(s.key.file)
	default:
		key = strings.TrimSpace(s.key.key)
	}
	if err != nil {
		return "", fmt.Errorf("%s: the API key cannot be read: %w", s.key.name, err)
	}
	if key == "" && s.key.isSet() {
		return "", fmt.Errorf("%s: the API key is empty", s.key.name)
	}
	return key, nil
}
