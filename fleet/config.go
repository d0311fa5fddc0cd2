// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"errors"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
)

// Config says how parks are copied. Only Keys has to be set.
type Config struct {
	// Keys returns the source of the API key of a park, as in reservations.WithAPIKeySource, by the
	// name in Park.Key. It is called before each sync. A source that fails makes the sync fail, which counts as [Failed].
	Keys func(Park) func(context.Context) (string, error)
	// Options returns more options of the client of a park, such as a limit that several
	// processes share, a user agent or hooks. It is called before each sync, and nil means none. Parks with the
	// same limit share the throttle of one client, so reservations.WithSharedThrottle must not be among them.
	Options func(Park) []reservations.Option
	// Copy is what is copied of each park and how. Its Organization is not used.
	Copy mirror.Config
	// Workers is how many parks are synced at a time in this process. 0 means 4.
	Workers int
	// Report, if not nil, is called after each sync. Calls do not overlap, and the worker waits for them.
	Report func(Report)
}

// Report is what came of one sync of a park.
type Report struct {
	Park    Park              // as it was when the sync began
	Result  mirror.SyncResult // what was done, also where the sync ended with an error
	Err     error             // nil after a sync that was Done
	Outcome Outcome           // what decides about Next
	Began   time.Time         // when the sync began
	Took    time.Duration     // how long it took
	// Next is when the next sync is; zero if the park is left alone until its entry is changed.
	Next time.Time
}

const defaultWorkers = 4

func (c Config) withDefaults() (Config, error) {
	if c.Workers == 0 {
		c.Workers = defaultWorkers
	}
	switch {
	case c.Keys == nil:
		return c, errors.New("fleet: Keys must be set")
	case c.Workers < 0:
		return c, errors.New("fleet: Workers must not be negative")
	}
	return c, nil
}
