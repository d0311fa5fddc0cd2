// SPDX-License-Identifier: MIT

package redact

import (
	"net/http"
	"slices"
	"strings"
)

// secretNames are words in the names of parameters and headers whose values are secrets, as in "reservationToken".
var secretNames = []string{
	"token", "secret", "password", "passphrase", "apikey", "authorization", "cookie", "credential", "signature", "psk",
}

// separators removes the characters of a name that are ignored: X-Api-Key counts as xapikey.
var separators = strings.NewReplacer("_", "", "-", "")

// Named returns the values of a query or of headers whose name contains one of secretNames. The type of a value does
// not matter, so a param that is a types.Secret needs such a name. internal/proof/secrets fails for any other.
func Named(named map[string][]string) (secrets []string) {
	for name, values := range named {
		name = separators.Replace(strings.ToLower(name))
		if slices.ContainsFunc(secretNames, func(secret string) bool { return strings.Contains(name, secret) }) {
			secrets = append(secrets, values...)
		}
	}
	return secrets
}

// InHeader returns the values that Named finds in headers. Of a value with a space it also returns what follows the
// space: of "Bearer t0ken" also t0ken.
func InHeader(h http.Header) []string {
	secrets := Named(h)
	for _, value := range secrets {
		if _, last, found := strings.Cut(value, " "); found {
			secrets = append(secrets, last)
		}
	}
	return secrets
}
