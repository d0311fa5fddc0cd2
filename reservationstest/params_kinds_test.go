// SPDX-License-Identifier: MIT

package reservationstest

import (
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

// TestKindsOfParameters: enumerations, lists of them and days of a documented form are read by the
// type and the tag of their field. The API has no such parameter yet.
func TestKindsOfParameters(t *testing.T) {
	t.Parallel()
	type params struct {
		Status   types.TaskStatus   `url:"status"`
		Statuses []types.TaskStatus `url:"statuses[]"`
		Day      types.Date         `url:"day" format:"date"`
	}
	open, day := types.TaskStatusOpen, types.NewDate(2026, time.November, 20)
	tests := []struct {
		query   string
		want    params
		problem string // how the only one begins
	}{
		{"", params{}, ""},
		{"status=open", params{Status: open}, ""},
		{"status=odd", params{}, `status is "odd", want one of `},
		{"statuses[]=open&statuses[]=open", params{Statuses: []types.TaskStatus{open, open}}, ""},
		{"statuses[]=open&statuses[]=odd", params{}, `statuses[] is "odd", want one of `},
		{"day=2026-11-20", params{Day: day}, ""},
		{"day=2026-11-20T00:00:00Z", params{}, `day is "2026-11-20T00:00:00Z", want a day such as 2026-11-20`},
		{"day=2026-02-30", params{}, `day is "2026-02-30", want a day such as 2026-11-20`},
	}
	for _, test := range tests {
		t.Run(test.query, func(t *testing.T) {
			t.Parallel()
			query, err := url.ParseQuery(test.query)
			if err != nil {
				t.Fatal(err)
			}
			c, got := check{query: query}, params{}
			c.readParams(reflect.ValueOf(&got).Elem(), "")
			switch {
			case test.problem == "" && len(c.problems) == 0:
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			case test.problem == "" || len(c.problems) != 1 || !strings.HasPrefix(c.problems[0], test.problem):
				t.Errorf("the problems are %q, want one that begins with %q", c.problems, test.problem)
			}
		})
	}
}
