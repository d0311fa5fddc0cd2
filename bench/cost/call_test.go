// SPDX-License-Identifier: MIT

package cost

import (
	"io"
	"testing"
)

// BenchmarkCall makes whole calls over the loopback interface.
func BenchmarkCall(b *testing.B) {
	for _, c := range clients {
		BenchmarkCalls(b, c.name, c.make)
	}
}

// BenchmarkTransport makes the smallest of these calls and does not look at the response.
func BenchmarkTransport(b *testing.B) {
	client := newByHand(BaseURL(0))
	client.read = func(body io.Reader, _ any) error {
		_, err := io.Copy(io.Discard, body)
		return err
	}
	Loop(b, func() error { _, err := client.Summaries(b.Context(), 25); return err })
}

// BenchmarkRegister reads a register of one page and has it proven complete, where other
// clients believe the page.
func BenchmarkRegister(b *testing.B) {
	client, err := newSDK(BaseURL(25))
	if err != nil {
		b.Fatal(err)
	}
	Loop(b, func() error { _, err := client.Reports.Presence(b.Context(), presenceParams); return err })
}
