// SPDX-License-Identifier: MIT

package transport

import (
	"crypto/tls"
	"net"
	"slices"
	"testing"
)

// TestCertificateAlerts: the alerts with which a service refuses a client without a valid certificate, and no others.
func TestCertificateAlerts(t *testing.T) {
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
