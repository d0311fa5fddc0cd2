// SPDX-License-Identifier: MIT

package mirror

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestWarnings: sync says, also with --quiet, what it did not copy as it was sent, and status counts it.
func TestWarnings(t *testing.T) {
	t.Parallel()
	server, file := service(t, 0), filepath.Join(t.TempDir(), "copy.db")
	server.Inject(reservationstest.OpSummaries, reservationstest.Always(), reservationstest.Body(200, "application/json",
		`[{"id":1,"totalPrice":"12,50","orderLines":[null]},{"number":"R9"},{"id":2}]`))
	for _, test := range []struct {
		args string
		want []string
	}{
		{"sync --quiet --skip-register", []string{
			file + ": records set aside: 1, first: no id, at 1, number R9\n",
			file + ": values that cannot be read: orderLines 1, totalPrice 1\n",
			file + ": lists that cannot be read, and stay as they were: orderLines 1\n",
		}},
		{"status", []string{"Cannot be read    values of 1 and lists of 1 of the reservations\n"}},
		{"status --format json", []string{`"unread": 1,`, `"kept": 1,`}},
	} {
		output, code := program(t.Context(), server, append(strings.Fields(test.args), "--database", file)...)
		for _, want := range test.want {
			if code != 0 || !strings.Contains(output, want) {
				t.Errorf("%s: exit code %d, want %q in\n%s", test.args, code, want, output)
			}
		}
	}
}
