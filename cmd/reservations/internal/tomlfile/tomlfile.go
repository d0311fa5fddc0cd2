// SPDX-License-Identifier: MIT

// Package tomlfile reads files in TOML that people write.
package tomlfile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
)

// UnknownKeyError is a key that a file must not have: it may be a setting that was misspelt.
type UnknownKeyError struct {
	Key  toml.Key
	Line int
}

func (e *UnknownKeyError) Error() string {
	return fmt.Sprintf("line %d: there is no setting %s", e.Line, e.Key)
}

// Decode reads the text of a file. A key that T has no field for is an [UnknownKeyError]. An error of the
// syntax does not quote the file, which may hold a secret.
func Decode[T any](text []byte) (*T, error) {
	value := new(T)
	meta, err := toml.Decode(string(text), value)
	var syntax toml.ParseError
	switch {
	case errors.As(err, &syntax):
		message, _, _ := strings.Cut(syntax.Message, " but found")
		return nil, fmt.Errorf("line %d: %s", syntax.Position.Line, message)
	case err != nil:
		return nil, errors.New(strings.TrimPrefix(err.Error(), "toml: "))
	case len(meta.Undecoded()) > 0:
		return nil, unknownKey[T](text)
	}
	return value, nil
}

// unknownKey names the first key that is not known, and its line. It decodes the text up to each line, until the
// result has such a key.
func unknownKey[T any](text []byte) error {
	var read []byte
	for line := range bytes.Lines(text) {
		read = append(read, line...)
		meta, err := toml.Decode(string(read), new(T))
		if err != nil || len(meta.Undecoded()) == 0 {
			continue // the line may be within a value of several lines
		}
		return &UnknownKeyError{meta.Undecoded()[0], bytes.Count(read, []byte("\n"))}
	}
	return errors.New("there is a setting that is not known")
}
