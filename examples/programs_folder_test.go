// SPDX-License-Identifier: MIT

package examples

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// folder runs programs in one folder, with one service.
type folder struct {
	t      *testing.T
	dir    string
	server *reservationstest.Server
}

func newFolder(t *testing.T) folder {
	t.Parallel()
	deep(t)
	return folder{t, t.TempDir(), newService(t)}
}

// run runs a program that has to print a text. It fails where the text is in fails.
func (f folder) run(prints, fails string, command ...string) {
	f.t.Helper()
	stdout, stderr, err := run(f.t, f.dir, append(environment(f.server), "RESERVATIONS_ORGANIZATION=1"), command...)
	if (err != nil) != (fails != "") || !strings.Contains(stdout, prints) || !strings.Contains(stderr, fails) {
		f.t.Errorf("%s ends with %v and prints\n%s%s\nwant\n%s%s", command, err, stdout, stderr, prints, fails)
	}
}

func (f folder) read(name string) string { return read(f.t, filepath.Join(f.dir, name)) }

// TestProgramsNightRegister writes a register, and nothing when it is not complete.
func TestProgramsNightRegister(t *testing.T) {
	f := newFolder(t)
	f.run("COUNTRY   AGE GROUP   PERSONS\nDE        Adults      3\nNL        Adults      6\n\n", "", "nightregister", "-night", "2026-11-20")
	file := f.read("night-register.csv")
	if rows, all := strings.Count(file, "\n2026-11-20,"), strings.Count(file, "\n"); rows != 3 || all != 4 {
		t.Errorf("the file has %d lines, %d of them of the night, want 4 and 3:\n%s", all, rows, file)
	}
	f.server.Inject("reports.presence", reservationstest.Always(), reservationstest.Header("X-Total-Count", ""))
	f.run("", "nothing is written, try again later", "nightregister", "-night", "2026-11-21")
	if now := f.read("night-register.csv"); now != file {
		t.Errorf("a register that is not complete has changed the file:\n%s", now)
	}
}

// TestProgramsTouristTax writes exact sums, and nothing when the register is not complete.
func TestProgramsTouristTax(t *testing.T) {
	f := newFolder(t)
	f.run("R1,Adults,2,2.55,5.10\nR2,Adults,3,2.55,7.65\nR3,Adults,4,2.55,10.20\ntotal,,,,22.95\n", "", "touristtax", "-from", "2026-11-20", "-to", "2026-11-20")
	file := f.read("tourist-tax.csv")
	f.server.Inject("reports.presence", reservationstest.Always(), reservationstest.Header("X-Total-Count", ""))
	f.run("", "touristtax: ", "touristtax", "-from", "2026-11-21", "-to", "2026-11-21")
	if now := f.read("tourist-tax.csv"); now != file {
		t.Errorf("a register that is not complete has changed the file:\n%s", now)
	}
}

// TestProgramsMeters sends a reading that may have arrived once, and one that has certainly not arrived again.
func TestProgramsMeters(t *testing.T) {
	f := newFolder(t)
	reading := []string{"meters", "-unit", "7", "-quantity", "1234.500"}
	f.server.Inject("reports.createUtilityMeterReport", reservationstest.Always(), reservationstest.Status(http.StatusBadRequest))
	f.run("", "has not arrived", reading...)
	f.server.ClearFaults()
	f.server.Inject("reports.createUtilityMeterReport", reservationstest.Always(), reservationstest.ResetAfter())
	f.run("", "may have arrived", reading...)
	f.server.ClearFaults()
	f.run("", "nothing is sent again", reading...)
	files, err := filepath.Glob(filepath.Join(f.dir, "unit-7-*.txt"))
	if calls := f.server.Requests(); len(calls) != 2 || len(files) != 1 || err != nil {
		t.Fatalf("%d requests and the files %v, error %v, want 2 and 1", len(calls), files, err)
	}
	if err := os.Remove(files[0]); err != nil { // as somebody does who found that the reading is not there
		t.Fatal(err)
	}
	f.run("Report ", "", reading...)
	f.run("", "nothing is sent again", reading...)
	if text := f.read(filepath.Base(files[0])); !strings.HasPrefix(text, "report ") {
		t.Errorf("the file says %q", text)
	}
}

// TestProgramsFeed passes on each change once, and none of the first load.
func TestProgramsFeed(t *testing.T) {
	f := newFolder(t)
	f.server.SetBookings()
	put := func(id int64, notes string) {
		f.server.Put(reservationstest.NewSummary(id, func(r *types.ReservationSummary) { r.Notes, r.Modified = notes, types.NewDateTime(time.Now()) }))
	}
	put(1, "")
	f.run("", "", "feed")
	put(1, "late")
	put(2, "")
	f.run("notes]\nreservation 2 is new []\n", "", "feed")
	put(2, "late")
	if stdout, _, err := run(t, f.dir, append(environment(f.server), "RESERVATIONS_ORGANIZATION=1"), "feed"); err != nil || strings.Count(stdout, "reservation") != 1 {
		t.Errorf("after one more change it prints %v\n%s", err, stdout)
	}
}

// TestProgramsMirror copies everything once, then what has changed, and says that a later run goes on.
func TestProgramsMirror(t *testing.T) {
	f := newFolder(t)
	f.server.SetBookings()
	put := func(id int64) {
		f.server.Put(reservationstest.NewSummary(id, func(r *types.ReservationSummary) {
			r.TotalPrice, r.Modified = types.MustNumber("129.9"), types.NewDateTime(time.Now())
		}))
	}
	put(1)
	f.run("Reservations: 1 new,", "", "mirror")
	put(2)
	f.run("Reservations: 1 new, 0 changed, 1 unchanged,", "", "mirror")
	f.run("  2026-11             2       259.80\n", "", "mirror")
	f.server.Inject("reservations.summaries", reservationstest.Always(), reservationstest.Status(http.StatusForbidden))
	f.run("", "the next run goes on from here", "mirror")
}
