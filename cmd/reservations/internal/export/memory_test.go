// SPDX-License-Identifier: MIT

//go:build !race

package export

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestMemory looks at the memory near the start and near the end of a long list, which must need the same.
func TestMemory(t *testing.T) {
	if !testkit.Deep() {
		t.Skip("an export of so many reservations is deep")
	}
	const all, early, slack = 200_000, 10_000, 2 << 20
	var mu sync.Mutex
	heap := map[int]uint64{}
	look := func(offset int) {
		mu.Lock()
		defer mu.Unlock()
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		place := early
		if offset > early {
			place = all
		}
		heap[place] = max(heap[place], m.HeapAlloc)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		offset, _ := strconv.Atoi(r.URL.Query().Get("offset"))
		limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
		if offset/1000*1000 == early-1000 || offset/1000*1000 == all-1000 {
			look(offset)
		}
		var records []string
		for id := offset + 1; id <= min(offset+limit, all); id++ {
			records = append(records, fmt.Sprintf(`{"id":%d,"number":"R%d","name":"de Vries","totalPrice":700.00}`, id, id))
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, "[%s]", strings.Join(records, ","))
	}))
	defer server.Close()
	for _, resume := range []string{"--resume=false", "--resume"} {
		clear(heap)
		out := filepath.Join(t.TempDir(), "reservations.csv")
		code, _, stderr := runAt(t.Context(), t, server.URL, resume, "-o", out)
		if code != 0 || strings.Count(read(t, out), "\n") != all+1 {
			t.Fatalf("%s: exit code %d\n%s", resume, code, stderr)
		}
		if heap[early] == 0 || heap[all] > heap[early]+slack {
			t.Errorf("%s: %d bytes near the start, and %d at the end", resume, heap[early], heap[all])
		}
	}
}
