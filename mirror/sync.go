// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"errors"
	"time"

	reservations "github.com/reservationkit/reservations-go"
)

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
// It fails with ErrRunning while another Sync or Forget is at work on the copy of the organization, in any
// process, and with the errors of the SDK.
//
// What the service sends otherwise than documented is no error, so that one such record does not
// hold up the others: look at SetAside, Unread and Kept of the result, and see "What cannot be read" in the
// documentation of the package.
func (m *Mirror) Sync(ctx context.Context, client *reservations.Client) (SyncResult, error) {
	s := &syncer{mirror: m, client: client, keep: keep{!m.config.Redact, m.config.StoreSecrets, m.config.StoreExtra}}
	err := m.locked(ctx, func(c *conn) error {
		s.conn = c
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

// syncer is one Sync at work.
type syncer struct {
	mirror *Mirror
	client *reservations.Client
	conn   *conn
	keep   keep
	result SyncResult
	again  bool      // what is read now was counted before, unless it has changed
	heard  time.Time // of the service, in its last response; zero when it does not tell it

	states states // when the Sync began
	stored storedNights

	forgottenGuests, forgottenReservations map[int64]bool
}

// done tells of progress after a transaction.
func (s *syncer) done() {
	if s.mirror.config.Progress != nil {
		s.mirror.config.Progress(s.result)
	}
}
