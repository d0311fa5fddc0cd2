// SPDX-License-Identifier: MIT

package tax

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

func TestDifferences(t *testing.T) {
	t.Parallel()
	type day = []types.PresenceItem
	unknown := of(1, "Adults", 1)
	unknown.NumOfPersons = nil
	tests := map[string]struct {
		days, grouped []types.PresenceDay
		want          string
	}{
		"none":                     {novemberDays(day{of(1, "Adults", 2), of(1, "Children", 1), of(2, "Adults", 1)}), novemberDays(day{of(2, "", 1), of(1, "", 3)}), ""},
		"nobody":                   {novemberDays(nil), novemberDays(day{}), ""},
		"one has no age group":     {novemberDays(day{of(1, "Adults", 2)}, day{of(1, "Adults", 2)}), novemberDays(day{of(1, "", 3)}, day{of(1, "", 3)}), "R1: the age groups have 2 persons and the reservation has 3, in 2 nights from 2026-11-01 to 2026-11-02"},
		"too many age groups":      {novemberDays(day{of(1, "Adults", 2)}), novemberDays(day{of(1, "", 1)}), "R1: the age groups have 2 persons and the reservation has 1, in the night of 2026-11-01"},
		"only by reservation":      {novemberDays(day{}), novemberDays(day{of(1, "", 1)}), "R1: the age groups have 0 persons and the reservation has 1, in the night of 2026-11-01"},
		"only by age group":        {novemberDays(day{of(1, "Adults", 1)}), novemberDays(day{}), "R1: the age groups have 1 persons and the reservation has 0, in the night of 2026-11-01"},
		"no number":                {novemberDays(day{of(1, "Adults", 1)}), novemberDays(day{unknown}), "R1: the age groups have 1 persons and the reservation has 0, in the night of 2026-11-01"},
		"nights before the period": {[]types.PresenceDay{{Date: november(0), Items: day{of(1, "Adults", 1)}}}, nil, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lines := differences(inNovember(t).period, tt.days, tt.grouped).lines()
			if diff := cmp.Diff(tt.want, strings.TrimSpace(strings.Join(lines, "\n"))); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRunCompares lets the register by reservation have one person more.
func TestRunCompares(t *testing.T) {
	for name, more := range map[string]int{"equal": 0, "one more": 1} {
		t.Run(name, func(t *testing.T) {
			server := service(t, reservationstest.Park(1, 20, november(1), 30)...)
			asked := 0
			server.Inject(reservationstest.OpPresence, reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, service http.Handler) {
				if r.URL.Query().Get("grouped") != "true" {
					service.ServeHTTP(w, r)
					return
				}
				asked++
				days := server.Register(reservationstest.PresenceQuery{DateFrom: november(1), DateTo: november(30), Grouped: true})
				*days[3].Items[0].NumOfPersons += more
				w.Header().Set("X-Total-Count", "20")
				json.NewEncoder(w).Encode(days)
			})
			out := filepath.Join(t.TempDir(), "tax.csv")
			args := []string{"--period", "2026-11", "--compare", "--rates", put(t, "rates.csv", exampleRates), "--format", "csv", "--output", out}
			code, _, stderr := run(t.Context(), t, server, args...)
			if refused := strings.Contains(stderr, "the register by age group has other persons"); refused != (more > 0) || code != 3*more || asked == 0 {
				t.Errorf("asked %d times, got exit code %d\n%s", asked, code, stderr)
			}
			if more == 0 && len(table(t, out, ',')) < 2 {
				t.Error("nothing was written")
			}
		})
	}
}
