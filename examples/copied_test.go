package examples

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// copied returns a module with the files of an example and nothing else.
func copied(t *testing.T, example string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(example, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s has %d files, error %v", example, len(names), err)
	}
	files := map[string]string{}
	for _, name := range names {
		files[filepath.Base(name)] = read(t, name)
	}
	return newModule(t, files)
}

// TestSharedFilesAreEqual holds the files equal that several programs have, because each is
// copied on its own: what is mended in one has to be mended in the others.
func TestSharedFilesAreEqual(t *testing.T) {
	t.Parallel()
	for file, programs := range map[string][]string{
		"file.go":      {"export", "touristtax"},
		"leftovers.go": {"export", "nightregister", "touristtax"},
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			want := read(t, filepath.Join(programs[0], file))
			for _, program := range programs[1:] {
				if diff := cmp.Diff(want, read(t, filepath.Join(program, file))); diff != "" {
					t.Errorf("%s of %s is not that of %s (-%[3]s +%[2]s):\n%s", file, program, programs[0], diff)
				}
			}
		})
	}
}

// columns stand at least two spaces apart.
var columns = regexp.MustCompile(` {2,}`)

// TestQuickstart copies the quickstart into an empty module and runs it, with a service
// and without.
func TestQuickstart(t *testing.T) {
	t.Parallel()
	dir := copied(t, "quickstart")
	night := types.DateOf(time.Now().UTC()).AddDays(-1)
	server := reservationstest.NewServer(reservationstest.WithBookings(reservationstest.Park(7, 60, night, 1)...))
	defer server.Close()

	day := server.Register(reservationstest.PresenceQuery{DateFrom: night, DateTo: night, Grouped: true})[0]
	heading := "Night of " + night.Midnight().Format("Monday 2 January 2006")
	want := [][]string{
		{heading},
		{fmt.Sprintf("Reservations: %d, persons: %d", len(day.Items), day.Persons())},
		{""},
		{"UNIT", "NAME", "PERSONS", "FROM", "BOOKED UNTIL"},
	}
	for _, item := range day.Items {
		want = append(want, []string{item.ReservationAccommodationUnitNumber, item.ReservationName,
			strconv.Itoa(item.Persons()), item.GuestCountry, item.ReservationDateTo.String()})
	}
	if len(day.Items) == 0 {
		t.Fatal("nobody was present last night, so nothing can be compared")
	}
	var got [][]string
	for line := range strings.Lines(goTool(t, dir, server, "run", ".")) {
		got = append(got, columns.Split(strings.TrimSpace(line), -1))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("with a service (-want +got):\n%s", diff)
	}

	output := goTool(t, dir, nil, "run", ".")
	if !strings.Contains(output, "invented service in this process") || !strings.Contains(output, "\n"+heading+"\n") {
		t.Errorf("without a service the output is:\n%s", output)
	}
}

// TestTesting copies the example of an integrator's tests into an empty module and runs
// them there. The SDK requires httpmock too, so that its version is known.
func TestTesting(t *testing.T) {
	t.Parallel()
	output := goTool(t, copied(t, "testing"), nil, "test", "-v", ".")
	for _, want := range []string{"--- PASS: TestOnWithHTTPMock ", "--- PASS: TestOnWithHTTPMockFails ", "--- PASS: TestOnWithReservationstest ", "--- PASS: TestOnWithReservationstestNotFound "} {
		if !strings.Contains(output, want) {
			t.Errorf("the tests do not print %q:\n%s", want, output)
		}
	}
}
