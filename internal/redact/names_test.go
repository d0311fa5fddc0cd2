// SPDX-License-Identifier: MIT

package redact

import (
	"net/http"
	"slices"
	"testing"
)

// TestNamesThatSoundLikeSecrets: the values of other names are not cut out, so that errors can be read.
func TestNamesThatSoundLikeSecrets(t *testing.T) {
	for name, secret := range map[string]bool{
		"Token": true, "session-token": true, "reservationToken": true, "client_secret": true, "PASSWORD": true, "passphrase": true,
		"pass-phrase": true, "Api-Key": true, "api_key": true, "X-Apikey": true, "Authorization": true, "X-Cookie": true,
		"credentials": true, "Ocp-Apim-Subscription-Key": true, "X-Hub-Signature-256": true, "wifi_psk": true,
		"description": false, "X-Request-Id": false, "key": false, "Accept-Language": false, "pass": false, "user": false,
	} {
		named := map[string][]string{name: {"Bearer x"}}
		if !slices.Equal(Named(named), named[name]) == secret || slices.Contains(InHeader(http.Header(named)), "x") != secret {
			t.Errorf("the values of %s are %q and %q, secrets: %t", name, Named(named), InHeader(named), secret)
		}
	}
}
