// SPDX-License-Identifier: MIT

package transport

import (
	"net/http"
	"testing"
)

// TestIdentityIsNoEncoding: the name identity and empty names say nothing of how a body is packed.
func TestIdentityIsNoEncoding(t *testing.T) {
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

// TestAnUnpackedResponseSaysNothingOfGzip: after a body in gzip is unpacked, nothing in the response describes the packed one, and the header that
// the RoundTripper has returned stays as it was.
func TestAnUnpackedResponseSaysNothingOfGzip(t *testing.T) {
	t.Parallel()
	sent := header("Content-Encoding", "gzip", "Content-Length", "40", "X-Total-Count", "7")
	resp := &http.Response{StatusCode: 200, Header: sent, ContentLength: 40, Body: http.NoBody}
	unpack(resp)
	if len(resp.Header) != 1 || resp.Header.Get("X-Total-Count") != "7" || resp.ContentLength != -1 || len(sent) != 3 {
		t.Errorf("got %v and a length of %d; the RoundTripper has %v", resp.Header, resp.ContentLength, sent)
	}
}
