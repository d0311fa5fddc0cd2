// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"errors"
	"fmt"
	"time"

	reservations "github.com/reservationkit/reservations-go"
)

// SyncResult is what a Sync has done.
type SyncResult struct {
	// New, Changed and Unchanged count the reservations that were read, by what the copy held of
	// them; unchanged ones are not written. A reservation that is read twice counts twice.
	New, Changed, Unchanged int
	// Removed counts the reservations that the service no longer lists; see [Config].Full.
	Removed int
	// Nights counts the nights of the register that were read, and NightsChanged those that were
	// new or different.
	Nights, NightsChanged int
	// Since is the instant from which changes were asked for; zero when all reservations were.
	Since time.Time
	// Resumed tells that a walk was continued that an earlier Sync had begun.
	Resumed bool
}

// String returns the summary as one sentence.
func (s SyncResult) String() string {
	return fmt.Sprintf("Reservations: %d new, %d changed, %d unchanged, %d removed; nights: %d read, %d new or changed.",
		s.New, s.Changed, s.Unchanged, s.Removed, s.Nights, s.NightsChanged)
}

// Sync brings the copy up to date: first the reservations, then the night register. It returns
// what was done until then also when it fails.
//
// Rows are stored in transactions of up to 200 reservations or one night, together with how far
// the walk is. A program that is killed loses nothing that was stored, and the next Sync goes on
// where it stopped, if the list still has the last stored reservation at its place, and from
// the beginning otherwise, and also with Full. The next checkpoint is stored in the transaction with the last rows
// of a walk; it is the time at which the walk began, by the clock of the service or by that of
// this computer, whichever is earlier. After a walk over the whole list, or one that was
// resumed, a walk over the changes since its beginning follows.
//
// It fails with ErrRunning while another Sync or Forget is at work on the database, in any
// process, and with the errors of the SDK. Reservations without an id cannot be copied: they
// are an error.
func (m *Mirror) Sync(ctx context.Context, client *reservations.Client) (SyncResult, error) {
	s := &syncer{mirror: m, client: client, keep: keep{!m.config.Redact, m.config.StoreSecrets, m.config.StoreExtra}}
	err := m.locked(ctx, func(c *conn) error {
		s.conn = c
		if err := s.loadForgotten(ctx); err != nil {
			return err
		}
		if err := s.reservations(ctx); err != nil {
			return err
		}
		if m.config.SkipRegister {
			return nil
		}
		return s.register(ctx)
	})
	return s.result, err
}

// Watch calls Sync, waits for interval, and does so until ctx ends; it then returns the error of
// ctx. After each Sync it calls report with its result, on the same goroutine. An error of
// a Sync does not end it, because most pass: stop it by ctx where one should not.
func (m *Mirror) Watch(ctx context.Context, client *reservations.Client, interval time.Duration, report func(SyncResult, error)) error {
	if interval <= 0 {
		return errors.New("mirror: the interval must be positive")
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
		}
		summary, err := m.Sync(ctx, client)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		report(summary, err)
		timer.Reset(interval)
	}
}

// locked runs f on a connection that holds the lock.
func (m *Mirror) locked(ctx context.Context, f func(c *conn) error) error {
	c, err := m.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	release, err := m.dialect.lock(ctx, c)
	if err != nil {
		return err
	}
	defer release()
	return f(c)
}

// syncer is one Sync at work.
type syncer struct {
	mirror *Mirror
	client *reservations.Client
	conn   *conn
	keep   keep
	result SyncResult

	forgottenGuests, forgottenReservations map[int64]bool
}

// done tells of progress after a transaction.
func (s *syncer) done() {
	if s.mirror.config.Progress != nil {
		s.mirror.config.Progress(s.result)
	}
}
