// SPDX-License-Identifier: MIT

package transport

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestBrokenResponses: a read is sent again after a response that cannot be read, a write is
// not. The first request gets what breaks, the others a response.
func TestBrokenResponses(t *testing.T) {
	t.Parallel()
	const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
	for _, test := range []struct{ name, broken, says string }{ // says is the error of a write
		{"no number for the length of a chunk", chunked + "2\r\n[{\r\nzz\r\n", "invalid byte in chunk length"},
		{"the first length is no number", chunked + "zz\r\n", "invalid byte in chunk length"},
		{"no length at all", chunked + "2\r\n[{\r\n\r\n", "empty hex number for chunk length"},
		{"a length out of range", chunked + "11112222333344445\r\n", "http chunk length too large"},
		{"a length that is too long", chunked + strings.Repeat("1", 5000), "header line too long"},
		{"a chunk that is longer than its length", chunked + "2\r\n[{}]\r\n0\r\n\r\n", "malformed chunked encoding"},
		{"a line that ends too soon", chunked + "2\n[{\r\n", "chunked line ends with bare LF"},
		{"half an end of a line", chunked + "2\r3\r\n[{\r\n", "invalid CR in chunked line"},
		{"a trailer that cannot be read", chunked + "0\r\nno colon\r\n\r\n", "malformed MIME header"},
		{"a trailer without an end", chunked + "0\r\nA: b\r\n", "suspiciously long trailer"},
		{"no trailer", chunked + "0\r\n", "unexpected EOF reading trailer"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			requests := 0
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				io.Copy(io.Discard, r.Body)
				if requests++; requests > 1 {
					io.WriteString(w, "[]")
					return
				}
				conn, _, _ := http.NewResponseController(w).Hijack()
				io.WriteString(conn, test.broken)
				conn.Close()
			}))
			defer srv.Close()
			tr := newTest(nil, quick, to(srv.URL), func(c *Config) { c.Client = srv.Client() })
			if resp, err := get(tr); err != nil || string(resp.Body) != "[]" || resp.Attempts != 2 {
				t.Errorf("a read: %+v, %v; want the second response", resp, err)
			}
			requests = 0
			resp, err := send(t.Context(), tr, writes)
			if err == nil || !strings.Contains(err.Error(), test.says) || requests != 1 {
				t.Errorf("a write: %+v, %v after %d requests; want an error that says %q after one", resp, err, requests, test.says)
			}
		})
	}
}
