package reservations

import (
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
)

// secretNames are in the names of parameters and headers whose values nobody should see.
var secretNames = []string{"token", "secret", "password", "passphrase", "apikey", "authorization", "cookie", "credential", "signature", "psk"}

// separators are not looked at in these names.
var separators = strings.NewReplacer("_", "", "-", "")

// secretsOf returns the values of a query or of headers that nobody should see: those whose
// names sound like it.
func secretsOf(named map[string][]string) (secrets []string) {
	for name, values := range named {
		name = separators.Replace(strings.ToLower(name))
		if slices.ContainsFunc(secretNames, func(secret string) bool { return strings.Contains(name, secret) }) {
			secrets = append(secrets, values...)
		}
	}
	return secrets
}

// headerSecrets adds the last words to those of secretsOf: of "Bearer t0ken" only t0ken is secret.
func headerSecrets(h http.Header) []string {
	secrets := secretsOf(h)
	for _, value := range secrets {
		if _, last, found := strings.Cut(value, " "); found {
			secrets = append(secrets, last)
		}
	}
	return secrets
}

// Format prints the method and the path alone, whatever the verb: the query and the body may
// hold secrets and personal data.
func (q Request) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "Request(%s %s)", q.Method, q.Path) }

// LogValue logs the same as Format.
func (q Request) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(q)) }
