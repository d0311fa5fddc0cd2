// SPDX-License-Identifier: MIT

package redact

import (
	"net/http"
	"slices"
	"strings"
)

// secretNames are words in the names of secret parameters and headers, such as "token" in "reservationToken".
var secretNames = []string{
	"token", "secret", "password", "passphrase", "authorization", "cookie", "credential", "signature", "psk",
	"apikey", "accesskey", "subscriptionkey", "privatekey",
}

// separators removes the characters that Named ignores in a name: x-api-key becomes xapikey.
var separators = strings.NewReplacer("_", "", "-", "")

// Named returns the values of the params or headers whose name contains one of secretNames. A test in
// internal/proof/secrets fails for a param of type types.Secret without such a name.
func Named(named map[string][]string) (secrets []string) {
	for name, values := range named {
		name = separators.Replace(strings.ToLower(name))
		if slices.ContainsFunc(secretNames, func(secret string) bool { return strings.Contains(name, secret) }) {
			secrets = append(secrets, values...)
		}
	}
	return secrets
}

// InHeader returns the values that Named finds in headers. If a value has a space, InHeader also returns the text after
// the first space: for "Bearer t0ken", it returns "Bearer t0ken" and "t0ken".
func InHeader(h http.Header) []string {
	secrets := Named(h)
	for _, value := range secrets {
		if _, last, found := strings.Cut(value, " "); found {
			secrets = append(secrets, last)
		}
	}
	return secrets
}
