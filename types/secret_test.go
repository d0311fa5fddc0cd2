// SPDX-License-Identifier: MIT

package types_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

// canary is in no printed value.
const canary = "canary-in-clear"

var verbs = []string{
	"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "% x", "%t", "%d", "%b", "%o", "%c", "%U", "%e", "%g", "%10v", "%-5.2s", "%!",
}

func TestSecret(t *testing.T) {
	t.Parallel()
	secret, same, other, empty := types.NewSecret(canary), types.NewSecret(strings.Clone(canary)), types.NewSecret("other"), types.NewSecret("")
	checkPrinted(t, secret, "REDACTED", `"REDACTED"`, verbs...)
	if secret.Reveal() != canary || empty.Reveal() != "" || empty.String() != "" {
		t.Errorf("%q in clear, %q when empty and printed as %q", secret.Reveal(), empty.Reveal(), empty)
	}
	if secret != same || secret == other || !secret.Equal(same) || cmp.Equal(secret, other) || !empty.IsZero() || empty != (types.Secret{}) || secret.IsZero() {
		t.Error("secrets do not compare by their text, or the zero value is no empty secret")
	}
	query := url.Values{}
	if err := types.NewSecret("t/o k").EncodeValues("token", &query); err != nil || query.Encode() != "token=t%2Fo+k" {
		t.Errorf("sent as %s, %v", query.Encode(), err)
	}
}

// TestNoVerbOpensASecret prints secrets in all places, also where package fmt calls no
// methods: in private fields, and behind pointers with verbs that do not suit.
func TestNoVerbOpensASecret(t *testing.T) {
	t.Parallel()
	secret := types.NewSecret(canary)
	type private struct {
		secret  types.Secret
		pointer *types.Secret
		list    []types.Secret
		byName  map[string]types.Secret
		any     any
	}
	type bare types.Secret // has none of the methods
	b := bare(secret)
	hidden := private{secret, &secret, []types.Secret{secret}, map[string]types.Secret{"s": secret}, secret}
	for _, value := range []any{
		secret, &secret, []types.Secret{secret}, [1]types.Secret{secret}, map[types.Secret]types.Secret{secret: secret},
		struct{ S types.Secret }{secret}, hidden, &hidden, []private{hidden}, []*private{&hidden}, b, &b,
	} {
		for _, format := range append([]string{"%p", "%T", "%w", "%z"}, verbs...) {
			checkHidden(t, fmt.Sprintf("%s of a %T", format, value), fmt.Sprintf(format, value))
		}
	}
}

func TestSecretInJSON(t *testing.T) {
	t.Parallel()
	type record struct {
		Required types.Secret `json:"required"`
		Optional types.Secret `json:"optional,omitzero"`
	}
	for sent, want := range map[string]string{
		`{"required":"a \" é","optional":"b"}`: `{"required":"a \" é","optional":"b"}`,
		`{"required":4711}`:                    `{"required":"4711"}`,
		`{"required":null,"optional":""}`:      `{"required":""}`,
		`{}`:                                   `{"required":""}`,
	} {
		if got := string(encode(t, read[record](t, sent))); got != want {
			t.Errorf("%s is written as %s; want %s", sent, got, want)
		}
	}
	for _, sent := range []string{`true`, `{"a":"canary"}`, `["canary"]`} {
		if err := json.Unmarshal([]byte(sent), new(types.Secret)); fmt.Sprint(err) != "not a JSON string" {
			t.Errorf("%s reads with error %v; want one that does not quote it", sent, err)
		}
	}
}

// TestSecretIsScanned: a column holds its text as a string or as bytes, or is NULL.
func TestSecretIsScanned(t *testing.T) {
	t.Parallel()
	for want, column := range map[string]any{
		"a string <nil>": "a string", "bytes <nil>": []byte("bytes"), " <nil>": nil,
		"held a types.Secret is read from a column of text only": 7,
	} {
		secret := types.NewSecret("held")
		if err := secret.Scan(column); fmt.Sprint(secret.Reveal(), " ", err) != want {
			t.Errorf("%#v is scanned as %q, %v; want %s", column, secret.Reveal(), err, want)
		}
	}
}

func textHandler(b *bytes.Buffer) slog.Handler { return slog.NewTextHandler(b, nil) }
func jsonHandler(b *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(b, nil) }

func logged(t *testing.T, handler func(*bytes.Buffer) slog.Handler, value any) string {
	t.Helper()
	var out bytes.Buffer
	slog.New(handler(&out)).Info("test", "record", value)
	return out.String()
}
