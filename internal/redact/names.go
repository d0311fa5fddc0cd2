// SPDX-License-Identifier: MIT

package redact

import (
	"net/http"
	"slices"
	"strings"
)

// secretNames are parts of the names of parameters and headers whose values are secrets.
var secretNames = []string{
	"token", "secret", "password", "passphrase", "apikey", "authorization", "cookie", "credential", "signature", "psk",
}

// separators removes the characters that are ignored in these names.
var separators = strings.NewReplacer("_", "", "-", "")

// Named returns the values of a query or of headers that are secrets: all values whose name
// contains one of secretNames. Only the name decides, also for a types.Secret.
func Named(named map[string][]string) (secrets []string) {
	for name, values := range named {
		name = separators.Replace(strings.ToLower(name))
		if slices.ContainsFunc(secretNames, func(secret string) bool { return strings.Contains(name, secret) }) {
			secrets = append(secrets, values...)
		}
	}
	return secrets
}

// InHeader returns the values that Named finds in headers, and adds what follows the first space of
// each: of "Bearer t0ken" only t0ken is secret.
func InHeader(h http.Header) []string {
	secrets := Named(h)
	for _, value := range secrets {
		if _, last, found := strings.Cut(value, " "); found {
			secrets = append(secrets, last)
		}
	}
	return secrets
}
