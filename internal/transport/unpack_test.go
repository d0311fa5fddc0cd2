// SPDX-License-Identifier: MIT

package transport

import (
	"net/http"
	"testing"
)

// TestEncoding: the name identity and empty names say nothing of how a body is packed.
func TestEncoding(t *testing.T) {
	t.Parallel()
	for want, headers := range map[string][][]string{
		"":         {nil, {""}, {"identity"}, {" , IDENTITY"}},
		"gzip":     {{"GZip"}, {"identity , gzip"}, {" gzip , identity,"}, {"gzip", "identity"}},
		"br, gzip": {{"br, gzip"}},
		"br,gzip":  {{"br", "gzip"}},
	} {
		for _, values := range headers {
			if got := Encoding(http.Header{"Content-Encoding": values}); got != want {
				t.Errorf("%q: got %q, want %q", values, got, want)
			}
		}
	}
}
