// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"errors"
	"time"

	"github.com/reservationkit/reservations-go/mirror"
)

// opener opens the copy of a park.
type opener func(context.Context, mirror.Config) (*mirror.Mirror, error)

// sync syncs the copy of p, which open opens. It sets all fields of the report except Next.
func (c *clients) sync(ctx context.Context, p Park, open opener) Report {
	r := Report{Park: p, Began: time.Now()}
	r.Result, r.Err = c.syncCopy(ctx, p, open)
	r.Outcome, r.Took = outcomeOf(ctx, r.Err), time.Since(r.Began)
	return r
}

func (c *clients) syncCopy(ctx context.Context, p Park, open opener) (result mirror.SyncResult, err error) {
	client, err := c.of(p)
	if err != nil {
		return result, err
	}
	config := c.config.Copy
	config.Organization = p.Organization
	m, err := open(ctx, config)
	if err != nil {
		return result, err
	}
	result, err = m.Sync(ctx, client)
	return result, errors.Join(err, m.Close())
}
