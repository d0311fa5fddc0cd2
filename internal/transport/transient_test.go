// SPDX-License-Identifier: MIT

package transport

import (
	"crypto/tls"
	"net"
	"slices"
	"testing"
)

// TestAlertsAboutACertificateAreKnown, and no other alerts are taken for them.
func TestAlertsAboutACertificateAreKnown(t *testing.T) {
	t.Parallel()
	refused := []string{
		"handshake failure", "bad certificate", "unsupported certificate", "revoked certificate", "expired certificate",
		"unknown certificate", "unknown certificate authority", "access denied", "error decrypting message", "certificate required",
	}
	for alert := range tls.AlertError(255) {
		err := &net.OpError{Op: "remote error", Err: alert}
		if got := isCertificateAlert(err); got != slices.Contains(refused, alert.Error()[len("tls: "):]) {
			t.Errorf("%v is such an alert: %t", alert, got)
		}
	}
}

// TestStatusesSayWhetherTheServiceMayHaveActed, and whether they are a success.
func TestStatusesSayWhetherTheServiceMayHaveActed(t *testing.T) {
	t.Parallel()
	for status, want := range map[int][2]bool{
		199: {false, true}, 200: {true, true}, 204: {true, true}, 299: {true, true}, 300: {false, true}, 399: {false, true},
		400: {false, false}, 408: {false, true}, 409: {false, false}, 499: {false, false}, 500: {false, true}, 503: {false, true},
	} {
		if got := [2]bool{IsSuccess(status), StatusMayHaveActed(status)}; got != want {
			t.Errorf("%d: is a success, and the service may have acted: %t, want %t", status, got, want)
		}
	}
}
