// SPDX-License-Identifier: MIT

//go:build !race && !small

package register

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/types"
)

// TestFormMemory writes 50,000 rows, for which the race detector would need a minute. The
// stays are made one night at a time, so what is held grows with the workbook alone: 16 MiB of
// rows, after which they are in a file, and its compressed form.
func TestFormMemory(t *testing.T) {
	if !testkit.Deep() {
		t.Skip("a form of so many rows is deep")
	}
	const nights, stays, most = 500, 100, 64 << 20
	held := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	from := madeUp
	from.Asked.out = t.TempDir()
	before, highest, temporary := held(), uint64(0), int64(0)
	days := func(yield func(types.PresenceDay) bool) {
		for night := range nights {
			day := types.PresenceDay{Date: november(1).AddDays(night)}
			for i := range stays {
				item := whole()
				item.ReservationID, item.ReservationNumber = int64(i+1), "R"+strconv.Itoa(i+1)
				day.Items = append(day.Items, item)
			}
			if !yield(day) {
				return
			}
			if night%50 == 49 {
				highest, temporary = max(highest, held()-min(held(), before)), max(temporary, bytesBelow(t, from.Asked.out))
			}
		}
	}
	var written bytes.Buffer
	if err := newRegister(nil, nil, from).writeForm(&written, days); err != nil {
		t.Fatal(err)
	}
	t.Logf("at most %d MiB held, %d MiB in temporary files, %d MiB written", highest>>20, temporary>>20, written.Len()>>20)
	if highest > most {
		t.Errorf("%d bytes are held, want at most %d", highest, most)
	}
	if temporary == 0 {
		t.Error("no temporary file was seen in the folder of the output")
	}
	if left, err := os.ReadDir(from.Asked.out); err != nil || len(left) > 0 {
		t.Errorf("%v are left, error %v", left, err)
	}
	sheet := partOf(t, written.Bytes(), "xl/worksheets/sheet1.xml")
	if n := strings.Count(sheet, "<row "); n != nights*stays+4 {
		t.Errorf("the sheet has %d rows, want %d and 4 above them", n, nights*stays)
	}
}

// bytesBelow is how much the files in the folders of a folder hold.
func bytesBelow(t *testing.T, dir string) (size int64) {
	t.Helper()
	names, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		files, err := os.ReadDir(dir + "/" + name.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			info, err := file.Info()
			if err != nil {
				t.Fatal(err)
			}
			if info.Mode().Perm()&0o077 != 0 {
				t.Errorf("the temporary file has the mode %v", info.Mode())
			}
			size += info.Size()
		}
	}
	return size
}
