// SPDX-License-Identifier: MIT

package export

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

// warnings counts the values that could not be read, by field. It is safe for concurrent use.
type warnings struct {
	mu     sync.Mutex
	fields map[string]int
}

func (w *warnings) count(_ context.Context, _ reservations.Call, counts []reservations.WarningCount) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range counts {
		if !c.Read {
			w.fields[c.Field] += c.Count
		}
	}
}

// say names the fields whose values are missing in the file.
func (w *warnings) say(app *cli.App) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var fields []string
	for _, name := range slices.Sorted(maps.Keys(w.fields)) {
		fields = append(fields, fmt.Sprintf("%s (%d)", strings.TrimPrefix(name, "[]."), w.fields[name]))
	}
	if len(fields) > 0 {
		app.Warn("Values that cannot be read are left out: %s", strings.Join(fields, ", "))
	}
}
