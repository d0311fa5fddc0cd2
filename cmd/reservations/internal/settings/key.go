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
	case err == nil && checkMode(name, info, readable) != nil:
		return "file " + name + ", others can read it"
	}
	return "file " + name
}

// Key returns the key. It reads the file or standard input that holds it.
func (s *Settings) Key(stdin io.Reader) (key string, err error) {
	switch {
	case s.key.file == "-":
		key, err = readKey(stdin)
	case s.key.file != "":
		key, err = readFile(s.key.file)
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

// maxKey is how many bytes a file or a reader may give, which is far more than any key has. A file that is named
// by mistake may be huge, or endless like /dev/zero.
const maxKey = 64 << 10

// readKey returns the key that in holds, without the blanks around it. The key may be empty.
func readKey(in io.Reader) (string, error) {
	key, err := io.ReadAll(io.LimitReader(in, maxKey+1))
	if err == nil && len(key) > maxKey {
		err = fmt.Errorf("it is longer than %d bytes, so it is no key", maxKey)
	}
	return strings.TrimSpace(string(key)), err
}

// readFile returns the key that a file holds. It refuses a file that other users than its owner can read.
func readFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	if err := checkMode(name, info, readable); err != nil {
		return "", err
	}
	return readKey(f)
}

// access is what other users than the owner of a file must not have.
type access struct {
	bits       os.FileMode
	verb, mend string
}

var (
	readable = access{0o077, "read", "600"}
	writable = access{0o022, "changed", "go-w"}
)

// checkMode returns an error if others have access to a regular file. It accepts any other file, such as a pipe,
// and every file on Windows, which has no such modes.
func checkMode(name string, info os.FileInfo, forbidden access) error {
	if runtime.GOOS == "windows" || !info.Mode().IsRegular() || info.Mode().Perm()&forbidden.bits == 0 {
		return nil
	}
	return fmt.Errorf("%s can be %s by other users: run chmod %s %[1]s", name, forbidden.verb, forbidden.mend)
}
