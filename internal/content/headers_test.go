// SPDX-License-Identifier: MIT

package content

import (
	"net/http"
	"testing"

	"github.com/reservationkit/reservations-go/internal/redact"
)

// TestAnUnusableTotalIsExplained: each header gives a count, or -1 and what is wrong with it.
func TestAnUnusableTotalIsExplained(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		sent    []string
		total   int
		problem string
	}{
		{nil, -1, "X-Total-Count is missing"},
		{[]string{"0"}, 0, ""},
		{[]string{" 60,60"}, 60, ""},
		{[]string{"60", "60 "}, 60, ""},
		{[]string{"2147483647"}, 1<<31 - 1, ""},
		{[]string{"2147483648"}, -1, `X-Total-Count is "2147483648", which is not a count`},
		{[]string{"-1"}, -1, `X-Total-Count is "-1", which is not a count`},
		{[]string{"60", "61"}, -1, `X-Total-Count is "60, 61", which is not a count`},
		{[]string{""}, -1, `X-Total-Count is "", which is not a count`},
	} {
		total, problem := TotalCount(http.Header{"X-Total-Count": test.sent}, new(redact.Keys).Scrubber())
		if total != test.total || problem != test.problem {
			t.Errorf("%q: got %d, %q, want %d, %q", test.sent, total, problem, test.total, test.problem)
		}
	}
}
