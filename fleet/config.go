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
	// Keys returns the source of the API key whose name is in Park.Key. The source is used as in
	// reservations.WithAPIKeySource. Keys is called before each sync. When the source fails,
	// the sync is [Failed], also if it was asked for another key after a response with status 401.
	Keys func(Park) func(context.Context) (string, error)
	// Options returns more options of the client of a park, such as a limit that several
	// processes share, a user agent or hooks. It is called before each sync, with a Park whose Limit is never
	// empty. A nil Options means no more options. The options must not contain reservations.WithSharedThrottle,
	// because the clients of parks with the same limit share a throttle already.
	Options func(Park) []reservations.Option
	// Copy is what is copied of each park and how. Its Organization is not used.
	Copy mirror.Config
	// Workers is how many parks are synced at a time in this process. 0 means 4.
	Workers int
	// PerLimit is how many parks with the same rate limit are synced at a time, by all processes of Run together. 0
	// means 4. The other workers are free for parks with other limits. Processes that take parks at the same
	// moment may take a few more than PerLimit.
	PerLimit int
	// Lease is how long a process of Run keeps a park unless it prolongs the lease, as it does while it works.
	// When a process was killed, its parks wait up to this long. 0 means 30 seconds, and the least is a second.
	Lease time.Duration
	// Log, if not nil, gets the errors of the database of Run. What failed is tried again.
	Log *slog.Logger
	// Report, if not nil, is called after each sync. Its calls do not overlap. A worker begins its next sync
	// after its call has returned, and RunFiles begins no sync at all during a call.
	Report func(Report)
}

// Report describes one sync of a park and its outcome.
type Report struct {
	Park    Park              // as it was when the sync began
	Result  mirror.SyncResult // what was done, also when the sync ended with an error
	Err     error             // nil after a sync that was Done
	Outcome Outcome           // what decides about Next
	Began   time.Time         // when the sync began
	Took    time.Duration     // how long it took
	// Next is when the next sync is. It is zero after [Refused], when the park waits until it is changed or resumed.
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
