// SPDX-License-Identifier: MIT

package cost

import (
	"bytes"
	"testing"
)

// pages are a page of 25 summaries, and what may make it expensive to read.
func pages() map[string][]byte {
	clean := Summaries(0, 25)
	return map[string][]byte{
		"clean":    clean,
		"oddvalue": replaceOne(clean, `"numOfPersons":2,`, `"numOfPersons":"2",`),
		"nulltext": replaceOne(clean, `near the water, brings`, `near the water, null, brings`),
	}
}

// replaceOne replaces what stands nearest to the middle of a page.
func replaceOne(page []byte, from, to string) []byte {
	head, tail := page[:len(page)/2], page[len(page)/2:]
	return append(bytes.Clone(head), bytes.Replace(tail, []byte(from), []byte(to), 1)...)
}

// BenchmarkOdd compares pages that are not as clean as most.
func BenchmarkOdd(b *testing.B) {
	for name, body := range pages() {
		b.Run("page="+name, func(b *testing.B) {
			client := onWire(b, body)
			Loop(b, func() error { _, err := client.Summaries(b.Context(), 0); return err })
		})
	}
}
