// SPDX-License-Identifier: MIT

package types

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
)

// Secret is a string that gives access to something: a reservation token, a Wi-Fi key, a
// signing secret. Package fmt shows it as REDACTED, whatever the verb, and log/slog does the
// same. Where fmt calls no methods, it does not show the text either, because the Secret
// itself does not hold the text. [Secret.Reveal] returns the text.
//
// JSON has the real text, because a record that is stored must be read again as it was. So
// log slices and maps of records, which log/slog can write as JSON, with [Redacted].
//
// The zero value is an empty secret. Secrets compare with == and can be keys of a map.
type Secret struct{ text sharedText }

// redaction is what is shown instead of a secret.
const redaction = "REDACTED"

var errNotSecret = errors.New("not a JSON string")

// NewSecret returns text as a Secret.
func NewSecret(text string) Secret { return Secret{shareText(text)} }

// Reveal returns the text of the secret.
func (s Secret) Reveal() string { return s.text.text() }

// IsZero reports whether the secret is empty.
func (s Secret) IsZero() bool { return s == Secret{} }

// Equal reports whether s and other are the same text, as == does.
func (s Secret) Equal(other Secret) bool { return s == other }

// String returns REDACTED, and "" for an empty secret.
func (s Secret) String() string {
	if s.IsZero() {
		return ""
	}
	return redaction
}

// Format writes what String returns, whatever the verb and its flags.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }

// LogValue returns what String returns.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalJSON returns the real text as a JSON string.
func (s Secret) MarshalJSON() ([]byte, error) { return json.Marshal(s.Reveal()) }

// UnmarshalJSON reads a JSON string, or a JSON number as its digits. Null reads as an
// empty secret.
func (s *Secret) UnmarshalJSON(data []byte) error {
	var value Scalar
	if err := value.UnmarshalJSON(data); err != nil || !value.Quoted && value.Text != "" && !value.Decimal().Given() {
		return errNotSecret
	}
	*s = NewSecret(value.Text)
	return nil
}

// EncodeValues puts the real text into a query.
func (s Secret) EncodeValues(key string, v *url.Values) error {
	// From here on only key says that the text is a secret: see Named in internal/redact.
	v.Set(key, s.Reveal())
	return nil
}
