package types

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"reflect"
	"strings"
)

// Secret is a text that opens something: a reservation token, a Wi-Fi key, a signing
// secret. The package fmt and log/slog show it as [redacted], by itself and inside a
// record. The text is string(s).
//
// JSON carries the real text in both directions, because a record that is stored must
// stay whole. log/slog's JSON handler therefore shows the text inside a slice or a map
// of records; log such records one by one.
type Secret string

// redaction is what is shown in the place of a secret.
const redaction = "[redacted]"

// String returns [redacted], and "" for an empty secret.
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

// formatRecord writes a record for package fmt, whatever the verb.
func formatRecord(f fmt.State, record any) { _, _ = fmt.Fprint(f, redacted(record)) }

// redacted returns a copy of a record to be shown: the fields that were given, by their
// JSON names, with every secret replaced.
func redacted(record any) any { return redactedValue(reflect.ValueOf(record)) }

func redactedValue(v reflect.Value) any {
	switch value := v.Interface().(type) {
	case Secret:
		return value.String()
	case Object: // free-form: it may hold anything
		return fmt.Sprintf("object of %d bytes", len(value))
	case json.RawMessage:
		return fmt.Sprintf("JSON of %d bytes", len(value))
	case json.Marshaler: // a scalar
		return value
	}
	switch v.Kind() {
	case reflect.Pointer:
		return redactedValue(v.Elem())
	case reflect.Slice:
		items := make([]any, v.Len())
		for i := range items {
			items[i] = redactedValue(v.Index(i))
		}
		return items
	case reflect.Struct:
		return redactedFields(v)
	}
	return v.Interface()
}

func redactedFields(record reflect.Value) map[string]any {
	fields := map[string]any{}
	for i := range record.NumField() {
		if field := record.Field(i); !field.IsZero() {
			name, _, _ := strings.Cut(record.Type().Field(i).Tag.Get("json"), ",")
			fields[name] = redactedValue(field)
		}
	}
	return fields
}
