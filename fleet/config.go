// SPDX-License-Identifier: MIT

package fleet

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
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
	// same limit share the throttle of one client, so reservations.WithSharedThrottle must not be among
	// them. The Limit of the park that it is given is never empty.
	Options func(Park) []reservations.Option
	// Copy is what is copied of each park and how. Its Organization is not used.
	Copy mirror.Config
	// Workers is how many parks are synced at a time in this process. 0 means 4.
	Workers int
	// PerLimit is how many parks with the same rate limit are synced at a time, by all processes of Run together. 0
	// means 4. It leaves workers to parks with other limits. Processes that begin at the same time may
	// take a few more for a moment.
	PerLimit int
	// Lease is how long a park belongs to a process of Run that does not show any more that it is at work: after
	// a process was killed, its parks wait as long. 0 means 30 seconds, and the least is a second.
	Lease time.Duration
	// Log, if not nil, gets what goes wrong with the database of Run and is tried again.
	Log *slog.Logger
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

// Documented defaults of Config.
const (
	defaultWorkers  = 4
	defaultPerLimit = 4
	defaultLease    = 30 * time.Second
)

func (c Config) withDefaults() (Config, error) {
	c.Workers = cmp.Or(c.Workers, defaultWorkers)
	c.PerLimit = cmp.Or(c.PerLimit, defaultPerLimit)
	c.Lease = cmp.Or(c.Lease, defaultLease)
	switch {
	case c.Keys == nil:
		return c, errors.New("fleet: Keys must be set")
	case c.Workers < 0:
		return c, errors.New("fleet: Workers must not be negative")
	case c.PerLimit < 0:
		return c, errors.New("fleet: PerLimit must not be negative")
	case c.Lease < time.Second:
		return c, errors.New("fleet: Lease must be a second at least")
	}
	return c, nil
}
