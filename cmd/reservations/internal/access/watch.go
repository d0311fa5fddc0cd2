// SPDX-License-Identifier: MIT

package access

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

// watcher reads the reservations and delivers what has changed.
type watcher struct {
	app    *cli.App
	client *reservations.Client
	options
	owner   string // the organization and the service whose stays are read
	store   *store
	deliver func(context.Context, []byte) error
}

// errNoneListed means that the list is empty although reservations were known before.
var errNoneListed = errors.New("nothing is changed; --accept-empty accepts this")

// follow delivers what earlier reads have left, reads, and delivers the difference.
func (w *watcher) follow(ctx context.Context) error {
	late, err := deliverAll(ctx, w.store, w.deliver)
	if late > 0 {
		w.app.Say("Delivered %s of earlier reads.", counted(late))
	}
	if err != nil {
		return err
	}
	before, isFirst, err := w.store.stays(ctx)
	if err != nil {
		return err
	}
	stays, events, err := w.read(ctx, before)
	if err != nil {
		return err
	}
	if isFirst && w.recordFirst {
		events = nil
	}
	if err := w.store.keep(ctx, stays, events); err != nil {
		return err
	}
	count, err := deliverAll(ctx, w.store, w.deliver)
	if isFirst {
		w.app.Say("This was the first read with %s.", w.name)
	}
	w.app.Say("%s: %d stays, delivered %d of %s.", w.today, len(stays), count, counted(len(events)))
	return err
}

// read returns the stays of now, and the events that lead to them.
func (w *watcher) read(ctx context.Context, before map[int64]stay) (map[int64]stay, []event, error) {
	w.today = w.app.Today().AddDays(w.later)
	listings, err := readListings(ctx, w.client, w.options)
	if err != nil {
		return nil, nil, err
	}
	if len(listings) == 0 && len(before) > 0 && !w.acceptEmpty {
		return nil, nil, fmt.Errorf("the service lists no reservation at all, although some were known before: %w", errNoneListed)
	}
	stays, events, undecided := difference(before, listings, w.options)
	for _, problem := range undecided {
		w.app.Warn("%s", problem)
	}
	return stays, events, nil
}

// watch reads until the context ends. After a failure that may pass it goes on.
func (w *watcher) watch(ctx context.Context) error {
	for {
		err := w.follow(ctx)
		switch {
		case ctx.Err() != nil:
			return w.stopped(ctx)
		case err != nil && !mayPass(err):
			return err
		case err != nil:
			w.app.Warn("%v; the next read is in %v.", err, w.every)
		}
		select {
		case <-ctx.Done():
			return w.stopped(ctx)
		case <-time.After(w.every):
		}
	}
}

// mayPass reports whether the next read may succeed although this one has failed.
func mayPass(err error) bool {
	return reservations.IsTemporary(err) || errors.Is(err, errNotDelivered) || errors.Is(err, errNoneListed) || errors.Is(err, errUnreadable)
}

// stopped says what the next run does.
func (w *watcher) stopped(ctx context.Context) error {
	left, err := w.store.waiting(context.WithoutCancel(ctx))
	if err != nil {
		return err
	}
	w.app.OnInterrupt("the next run goes on with %s, which keeps %s to deliver", w.name, counted(left))
	return ctx.Err()
}

// try prints the events of a read, and keeps nothing.
func (w *watcher) try(ctx context.Context) error {
	before, waiting, err := peek(ctx, w.state, w.owner)
	if err != nil {
		return err
	}
	_, events, err := w.read(ctx, before)
	if err != nil {
		return err
	}
	lines := toWriter(w.app.Stdout)
	for _, e := range events {
		text, err := json.Marshal(e)
		if err != nil {
			return err
		}
		if err := lines(ctx, text); err != nil {
			return err
		}
	}
	w.app.Say("Nothing was delivered: a run would deliver %s, after %d of earlier reads (--dry-run).", counted(len(events)), waiting)
	return nil
}

func counted(events int) string {
	if events == 1 {
		return "1 event"
	}
	return fmt.Sprintf("%d events", events)
}
