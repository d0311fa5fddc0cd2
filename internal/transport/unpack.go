// SPDX-License-Identifier: MIT

package transport

import (
	"compress/gzip"
	"io"
	"net/http"
	"slices"
	"strings"
)

// unpack unpacks a body in gzip, which net/http does only if net/http itself has asked for gzip. It removes the body of an
// error response in any other encoding, such as br.
func unpack(resp *http.Response) {
	switch encoding := Encoding(resp.Header); {
	case encoding == "gzip", encoding == "x-gzip":
		resp.Body = &gzipBody{packed: resp.Body}
	case encoding != "" && !IsSuccess(resp.StatusCode):
		resp.Body.Close()
		resp.Body = http.NoBody
		return // keeps Content-Encoding, which says why there is no body
	default:
		return
	}
	dropHeadersOfPackedBody(resp)
}

// dropHeadersOfPackedBody removes Content-Encoding and Content-Length, which describe the packed body.
func dropHeadersOfPackedBody(resp *http.Response) {
	resp.Header = resp.Header.Clone() // a mock may return the same header again
	resp.Header.Del("Content-Encoding")
	resp.Header.Del("Content-Length")
	resp.ContentLength = -1
}

// Encoding returns how a body is packed, in small letters, such as "gzip", or "" if it is not packed.
func Encoding(h http.Header) string {
	names := strings.Split(strings.ToLower(strings.Join(h.Values("Content-Encoding"), ",")), ",")
	names = slices.DeleteFunc(names, func(name string) bool {
		name = strings.TrimSpace(name)
		return name == "" || name == "identity"
	})
	return strings.TrimSpace(strings.Join(names, ","))
}

// gzipBody is a body in gzip that is unpacked while it is read. If the packed body is empty, Read returns io.EOF.
type gzipBody struct {
	packed io.ReadCloser
	reader *gzip.Reader
}

func (b *gzipBody) Read(p []byte) (n int, err error) {
	if b.reader == nil {
		if b.reader, err = gzip.NewReader(b.packed); err != nil {
			return 0, err
		}
	}
	return b.reader.Read(p)
}

func (b *gzipBody) Close() error { return b.packed.Close() }
