// SPDX-License-Identifier: MIT

package settings

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// source is where the key is: in a variable of the environment, in a file, or printed by a command.
type source struct {
	name    string // of what names it, such as --api-key-file
	key     string // of the environment
	file    string
	command []string
}

func (s source) isSet() bool { return s.key != "" || s.file != "" || len(s.command) > 0 }

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
	return source{name: from, file: file, command: p.APIKeyCommand}
}

// setting shows where the key is, and nothing of the key. Nor are the arguments of a command shown.
func (s source) setting() Setting {
	switch {
	case s.file == "-":
		return Setting{"api_key", "read from standard input", s.name}
	case s.file != "":
		return Setting{"api_key", shownFile(s.file), s.name}
	case len(s.command) > 0:
		return Setting{"api_key", "printed by " + s.command[0], s.name}
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
	case err == nil && checkMode(name, info, readableByOthers, "read", "600") != nil:
		return "file " + name + ", others can read it"
	}
	return "file " + name
}

// Key returns the key. It reads the file or standard input, or runs the command, that holds it.
func (s *Settings) Key(ctx context.Context, stdin io.Reader) (string, error) {
	var key []byte
	var err error
	switch {
	case s.key.file == "-":
		key, err = readKey(stdin)
	case s.key.file != "":
		key, err = readKeyFile(s.key.file)
	case len(s.key.command) > 0:
		key, err = runKeyCommand(ctx, s.key.command)
	default:
		key = []byte(s.key.key)
	}
	if err != nil {
		return "", fmt.Errorf("%s: the API key cannot be read: %w", s.key.name, err)
	}
	text := strings.TrimSpace(string(key))
	if text == "" && s.key.isSet() {
		return "", fmt.Errorf("%s: the API key is empty", s.key.name)
	}
	return text, nil
}

// readableByOthers are the permissions of other users than the owner.
const readableByOthers = 0o077

func readKeyFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if err := checkMode(name, info, readableByOthers, "read", "600"); err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readKey(f)
}

// maxKey is far beyond the length of any key.
const maxKey = 64 << 10

// readKey reads a key. What is named instead by mistake may be huge, or endless as /dev/zero is.
func readKey(in io.Reader) ([]byte, error) {
	key, err := io.ReadAll(io.LimitReader(in, maxKey+1))
	if err == nil && len(key) > maxKey {
		err = fmt.Errorf("it is longer than %d bytes, so it is no key", maxKey)
	}
	return key, err
}

// checkMode refuses a file whose mode lets other users do what they must not. Windows has no such modes.
func checkMode(name string, info os.FileInfo, forbidden os.FileMode, verb, mend string) error {
	if runtime.GOOS == "windows" || !info.Mode().IsRegular() || info.Mode().Perm()&forbidden == 0 {
		return nil
	}
	return fmt.Errorf("%s can be %s by other users: run chmod %s %[1]s", name, verb, mend)
}

// keyCommandTime is how long a command may take, with time to type a password.
const keyCommandTime = 2 * time.Minute

// runKeyCommand returns what a command prints. It may ask for a password on the terminal.
func runKeyCommand(ctx context.Context, command []string) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, keyCommandTime, fmt.Errorf("it took longer than %v", keyCommandTime))
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...) //nolint:gosec // its owner wrote the file that names it
	cmd.Stdin, cmd.Stderr = os.Stdin, os.Stderr
	cmd.WaitDelay = time.Second // what the command has started may go on, and hold its output open
	key, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", command[0], errors.Join(context.Cause(ctx), err))
	}
	return key, nil
}
