// SPDX-License-Identifier: MIT

package types

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"unique"

	"github.com/reservationkit/reservations-go/internal/text"
)

// Secret is a string that gives access to something: a reservation token, a Wi-Fi key, a signing secret. Packages fmt
// and log/slog show REDACTED or, for an unexported field, a pointer. What stores values gets the text, and reads it
// again: JSON, YAML, TOML, XML, gob and databases. So do loggers that use these, as the JSON handler of slog does for
// a struct, slice or map: log it with [Redacted]. The help of package flag shows a default. The zero value is empty.
// Secrets compare with ==.
type Secret struct {
	text unique.Handle[string] // a Handle holds one pointer, and fmt shows that pointer of a Secret in an unexported field
}

var errNotSecret = errors.New("not a JSON string")

// NewSecret returns text as a Secret.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{unique.Make(text)}
}

// Reveal returns the text of the secret.
func (s Secret) Reveal() string {
	if s.IsZero() {
		return ""
	}
	return s.text.Value()
}

// IsZero reports whether the secret is empty.
func (s Secret) IsZero() bool { return s == Secret{} }

// Equal reports whether s == other.
func (s Secret) Equal(other Secret) bool { return s == other }

// String returns REDACTED, and "" for an empty secret.
func (s Secret) String() string {
	if s.IsZero() {
		return ""
	}
	return text.Redacted
}

func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }
func (s Secret) LogValue() slog.Value       { return slog.StringValue(s.String()) }

func (s Secret) MarshalJSON() ([]byte, error) { return json.Marshal(s.Reveal()) }

// UnmarshalJSON reads a JSON string, or a JSON number as its digits.
func (s *Secret) UnmarshalJSON(data []byte) error {
	var value Scalar
	if err := value.UnmarshalJSON(data); err != nil || !value.Quoted && value.Text != "" && !value.Decimal().Given() {
		return errNotSecret
	}
	*s = NewSecret(value.Text)
	return nil
}

func (s Secret) EncodeValues(key string, v *url.Values) error {
	// From here on only key says that the text is a secret: see Named in internal/redact.
	v.Set(key, s.Reveal())
	return nil
}
