package examples

import (
	"fmt"
	"path/filepath"
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

// TestQuickstart copies the quickstart into an empty module and runs it, with a service
// and without.
func TestQuickstart(t *testing.T) {
	t.Parallel()
	dir := copied(t, "quickstart")
	night := types.DateOf(time.Now().UTC()).AddDays(-1)
	server := reservationstest.NewServer(reservationstest.WithBookings(reservationstest.Park(7, 60, night, 1)...))
	defer server.Close()

	var want strings.Builder
	register := server.Register(reservationstest.PresenceQuery{DateFrom: night.Midnight(), DateTo: night.Midnight()})
	for _, item := range register[0].Items {
		fmt.Fprintln(&want, night, item.ReservationAccommodationUnitNumber, item.ReservationName, item.AgeGroupSpecificationDescription)
	}
	if want.Len() == 0 {
		t.Fatal("nobody was present last night, so nothing can be compared")
	}
	if diff := cmp.Diff(want.String(), goTool(t, dir, server, "run", ".")); diff != "" {
		t.Errorf("with a service (-want +got):\n%s", diff)
	}

	output := goTool(t, dir, nil, "run", ".")
	if !strings.Contains(output, "invented service in this process") || !strings.Contains(output, "\n"+night.String()+" ") {
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
