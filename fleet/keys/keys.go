// SPDX-License-Identifier: MIT

// Package keys reads API keys from where programs keep them: a file that only its owner can read, or
// the output of a command. No error has a key in it. The package depends only on the standard library.
package keys

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// MaxLength is how many bytes a file, a command or a reader may give, which is far more than any key has. A
// file that is named by mistake may be huge, or endless like /dev/zero.
const MaxLength = 64 << 10

// CommandTime is how long a command may take. It leaves time to type a password.
const CommandTime = 2 * time.Minute

var errTooLong = fmt.Errorf("it is longer than %d bytes, so it is no key", MaxLength)

// Read returns the key that in holds, without the blanks around it. The key may be empty.
func Read(in io.Reader) (string, error) {
	key, err := io.ReadAll(io.LimitReader(in, MaxLength+1))
	if err == nil && len(key) > MaxLength {
		err = errTooLong
	}
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(key)), nil
}

// ReadFile returns the key that a file holds, as [Read] does. It refuses a file that other users than its owner
// can read or change, but not on Windows, which has no such permissions.
func ReadFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	if err := CheckMode(name, info, ReadableByOthers); err != nil {
		return "", err
	}
	return Read(f)
}

// Run returns the key that a command prints on its standard output, as [Read] does. No shell reads the
// command. Its standard input is stdin, which may be nil, and its standard error is that of this process. It is
// killed when ctx ends, when it takes longer than [CommandTime], and when it prints more than [MaxLength].
func Run(ctx context.Context, stdin io.Reader, command ...string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, CommandTime, fmt.Errorf("it took longer than %v", CommandTime))
	defer cancel()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	printed := limited{stop: stop}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...) //nolint:gosec // its owner configured it
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, &printed, os.Stderr
	cmd.WaitDelay = time.Second // a program that the command has started may keep the output open
	err := cmd.Run()
	if why := context.Cause(ctx); why != nil {
		err = why
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", command[0], err)
	}
	return strings.TrimSpace(printed.text.String()), nil
}

// limited keeps what a command prints, and stops a command that prints too much.
type limited struct {
	text bytes.Buffer
	stop context.CancelCauseFunc
}

func (l *limited) Write(p []byte) (int, error) {
	if l.text.Len()+len(p) > MaxLength {
		l.stop(errTooLong)
		return 0, errTooLong
	}
	return l.text.Write(p)
}
