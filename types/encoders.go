// SPDX-License-Identifier: MIT

package types

import (
	"database/sql/driver"
	"errors"
)

// The methods in this file are for encoders other than encoding/json, which would write a type whose fields are not
// exported as an empty value, without an error. MarshalText is for YAML, TOML, XML, flags and the keys of maps,
// MarshalBinary in zz_methods.go for gob, CBOR and the like, and Value and Scan are for databases. Records have all of
// these in zz_methods.go: an encoder that writes field by field would lose the difference between nil, zero and empty.

func (s Secret) MarshalText() ([]byte, error) { return []byte(s.Reveal()), nil }

func (s *Secret) UnmarshalText(text []byte) error {
	*s = NewSecret(string(text))
	return nil
}

// Value is needed because some drivers store what String returns.
func (s Secret) Value() (driver.Value, error) { return s.Reveal(), nil }

func (s *Secret) Scan(column any) error {
	switch text := column.(type) {
	case nil:
		*s = Secret{}
	case string:
		*s = NewSecret(text)
	case []byte:
		*s = NewSecret(string(text))
	default:
		return errors.New("a types.Secret is read from a column of text only")
	}
	return nil
}

// MarshalText returns an error: text cannot tell a field that is cleared from one that is left alone. Store the body
// that holds the field, or store JSON.
func (n Nullable[T]) MarshalText() ([]byte, error) {
	return nil, errors.New("a types.Nullable is stored as JSON only, or in the body that holds it")
}

// MarshalBinary returns the error of MarshalText.
func (n Nullable[T]) MarshalBinary() ([]byte, error) { return n.MarshalText() }

// MarshalText writes what package fmt prints, also to YAML: it is for people, and nothing reads a View again.
func (w View) MarshalText() ([]byte, error) { return w.append(nil), nil }
