// SPDX-License-Identifier: MIT

package serve

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/doctor"
	"github.com/reservationkit/reservations-go/types"
)

// habits are what the service of [Like] can do, by the check of doctor and the habit that it finds. A
// habit of the service without changes has nil.
var habits = map[string]func(doctor.Result) []change{}

func init() {
	for _, some := range []map[string]func(doctor.Result) []change{habitsOfRegister, habitsOfLists, habitsOfValues, habitsOfService} {
		maps.Copy(habits, some)
	}
}

// Like returns a service that does what a report says, and the checks of the report whose answers it
// does not imitate. Where the report is undetermined, it does what the documentation says, or else what
// package reservationstest does.
func Like(report *doctor.Report, seed uint64, today types.Date) (service http.Handler, ignored []string) {
	service = newPark(seed, today)
	// A change of the query comes before a change of what is counted, and a total of what is sent.
	results := slices.Clone(report.Results)
	slices.SortStableFunc(results, func(a, b doctor.Result) int { return rank(a) - rank(b) })
	for _, result := range results {
		if result.Habit == "" {
			continue
		}
		changes, known := habits[result.ID+" "+result.Habit]
		if !known {
			ignored = append(ignored, result.ID)
			continue
		}
		if changes == nil {
			continue
		}
		for _, change := range changes(result) {
			service = change(service)
		}
	}
	return service, ignored
}

// rank orders changes from the inner one to the outer one.
func rank(r doctor.Result) int {
	return slices.IndexFunc([]string{"values.", "summaries.", "register.", "service."}, func(prefix string) bool {
		return strings.HasPrefix(r.ID, prefix)
	})
}

// always makes changes that depend on no value.
func always(changes ...change) func(doctor.Result) []change {
	return func(doctor.Result) []change { return changes }
}

// with makes a change that depends on the value of the result.
func with(make func(value int) change) func(doctor.Result) []change {
	return func(r doctor.Result) []change { return []change{make(r.Value)} }
}
