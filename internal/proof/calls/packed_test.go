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
	const guest = `{"id":7,"displayName":"A"}`
	var b bytes.Buffer
	pack := func(body string) string {
		b.Reset()
		z := gzip.NewWriter(&b)
		_, _ = z.Write([]byte(body))
		_ = z.Close()
		return b.String()
	}
	for name, test := range map[string]struct {
		encoding, body string
		status         int
		want           string // of the error; "" for none
	}{
		"gzip":                  {"gzip", pack(guest), 200, ""},
		"x-gzip in capitals":    {"X-GZIP", pack(guest), 200, ""},
		"identity and gzip":     {"identity, gzip", pack(guest), 200, ""},
		"identity alone":        {"identity", guest, 200, ""},
		"too much":              {"gzip", pack(strings.Repeat(" ", 1<<20) + guest), 200, "larger than 1000 bytes (WithMaxResponseBytes)"},
		"an error":              {"gzip", pack(`{"description":"no such guest"}`), 400, "no such guest"},
		"an error, no body":     {"gzip", pack(""), 404, "404 Not Found"},
		"br":                    {"br", guest, 200, `Content-Encoding "br", and only gzip can be read`},
		"gzip in gzip":          {"gzip, gzip", pack(guest), 200, `Content-Encoding "gzip, gzip", and only`},
		"an error in br":        {"br", "\x0b\x02", 403, "403 Forbidden: the body is not read: its Content-Encoding is br"},
		"no gzip, as announced": {"gzip", guest, 200, "gzip: invalid header"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Encoding", test.encoding)
				w.WriteHeader(test.status)
				_, _ = w.Write([]byte(test.body))
			}))
			defer server.Close()
			for asked, rt := range map[string]http.RoundTripper{"by the caller": server.Client().Transport, "by nobody": &http.Transport{DisableCompression: true}} {
				c, err := reservations.NewClient(server.URL, "key", reservations.WithHTTPClient(&http.Client{Transport: rt}),
					reservations.WithMaxResponseBytes(1000), reservations.WithRetry(reservations.NoRetry()))
				if err != nil {
					t.Fatal(err)
				}
				_, err = c.Guests.Get(t.Context(), 7, reservations.WithHeader("Accept-Encoding", "gzip"))
				if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
					t.Errorf("asked %s: got %v, want %q", asked, err, test.want)
				}
			}
		})
	}
}
