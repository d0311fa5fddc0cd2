package types

import (
	"fmt"
	"io"
	"log/slog"
	"net/url"
)

// Secret is a text that opens something: a reservation token, a Wi-Fi key, a signing
// secret. The package fmt and log/slog show it as REDACTED, by itself and inside a
// record. The text is string(s).
//
// JSON carries the real text in both directions, because a record that is stored must
// stay whole. The JSON handler of log/slog therefore shows the text inside a slice or a
// map of records: log these with [Redacted].
type Secret string

// redaction is what is shown in the place of a secret.
const redaction = "REDACTED"

// String returns REDACTED, and "" for an empty secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return redaction
}

// Format writes what String returns, whatever the verb and its flags.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }

// LogValue returns what String returns.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// EncodeValues puts the real text into a query.
func (s Secret) EncodeValues(key string, v *url.Values) error {
	v.Set(key, string(s))
	return nil
}
