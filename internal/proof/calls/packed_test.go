// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
)

// TestPackedBodies: gzip is unpacked whoever asked for it, and any other Content-Encoding is an error that names it.
func TestPackedBodies(t *testing.T) {
	t.Parallel()
	const guest = `{"id":7,"uuid":"u","locale":"nl","created":"2026-01-02T03:04:05+01:00","attachments":[],"displayName":"A","subscribed":false}`
	long := strings.Replace(guest, `"A"`, `"`+strings.Repeat("A", 1<<20)+`"`, 1)
	for _, test := range []struct {
		name, encoding, body string
		packed               bool
		status               int
		want                 string // of the error; "" for none
	}{
		{"gzip", "gzip", guest, true, 200, ""},
		{"x-gzip in capitals", "X-GZIP", guest, true, 200, ""},
		{"identity is no encoding", "identity, gzip", guest, true, 200, ""},
		{"identity alone", "identity", guest, false, 200, ""},
		{"more than WithMaxResponseBytes when unpacked", "gzip", long, true, 200, "larger than 1000 bytes (WithMaxResponseBytes)"},
		{"an error", "gzip", `{"statusCode":400,"description":"no such guest"}`, true, 400, "no such guest"},
		{"an error without a body", "gzip", "", false, 404, "404 Not Found"},
		{"br", "br", guest, false, 200, `Content-Encoding "br", and only gzip can be read`},
		{"gzip in gzip", "gzip, gzip", guest, true, 200, `Content-Encoding "gzip, gzip", and only`},
		{"an error in br", "br", "\x0b\x02", false, 403, "403 Forbidden: the body is not read: its Content-Encoding is br"},
		{"no gzip at all", "gzip", guest, false, 200, "gzip: invalid header"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				body := []byte(test.body)
				if test.packed {
					var b bytes.Buffer
					z := gzip.NewWriter(&b)
					_, _ = z.Write(body)
					_ = z.Close()
					body = b.Bytes()
				}
				w.Header().Set("Content-Encoding", test.encoding)
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(test.status)
				_, _ = w.Write(body)
			}))
			defer server.Close()
			for name, rt := range map[string]http.RoundTripper{"asked by the caller": http.DefaultTransport, "by nobody": &http.Transport{DisableCompression: true}} {
				c, err := reservations.NewClient(server.URL, "key", reservations.WithHTTPClient(&http.Client{Transport: rt}),
					reservations.WithMaxResponseBytes(1000), reservations.WithRetry(reservations.NoRetry()))
				if err != nil {
					t.Fatal(err)
				}
				_, err = c.Guests.Get(t.Context(), 7, reservations.WithHeader("Accept-Encoding", "gzip"))
				if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
					t.Errorf("%s: got %v, want %q", name, err, test.want)
				}
			}
		})
	}
}
