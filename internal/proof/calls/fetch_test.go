// SPDX-License-Identifier: MIT

package calls_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestFetchInNode: in WebAssembly too, the key goes to the base URL alone. It takes long, because it compiles the standard
// library, and needs node.
func TestFetchInNode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err == nil {
		node, err = filepath.EvalSymlinks(node) // without its folder net/http takes it for a test of its own, and does not fetch
	}
	if err != nil || !testkit.Deep() {
		t.Skip("needs node, and deep tests")
	}
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("another host got the key %q", r.Header.Get("X-Api-Key"))
	}))
	defer elsewhere.Close()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/packed" {
			w.Header().Set("Content-Encoding", "br")
			io.WriteString(w, "\x0b\x03\x80{\"a\":1}\x03") // Brotli
			return
		}
		http.Redirect(w, r, elsewhere.URL, http.StatusFound)
	}))
	defer srv.Close()
	program := filepath.Join(t.TempDir(), "fetch.wasm")
	build := exec.Command("go", "build", "-o", program, "testdata/fetch/main.go")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	out, err := exec.Command(node, script, program, srv.URL).CombinedOutput()
	if want := "<nil>\nGET /redirect: 302 Found; "; err != nil || !strings.HasPrefix(string(out), want) {
		t.Errorf("got %v: %s, want %s", err, out, want)
	}
}
