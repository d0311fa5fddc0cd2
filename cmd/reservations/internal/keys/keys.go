// SPDX-License-Identifier: MIT

// Package keys reads API keys from files that only their owner can read. No error has a key in it. The package depends only on the standard library.
package keys

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// MaxLength is how many bytes a file or a reader may give, which is far more than any key has. A
// file that is named by mistake may be huge, or endless like /dev/zero.
const MaxLength = 64 << 10

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
