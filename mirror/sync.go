// SPDX-License-Identifier: MIT

package mirror

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// Sync brings the copy up to date: first the reservations, then the night register. When it fails, the result says what
// was done before.
//
// Each transaction stores up to 200 reservations or one night, together with the position of the walk. A program that
// is killed loses nothing that was stored. The next Sync continues if the list still has the last stored reservation at
// the same place. Otherwise it begins anew, as it does with [Full], when From or To has changed, and after a walk of
// [FullEvery] when this one needs none or the time is over. After a walk over the whole list, or one that was resumed,
// Sync walks over the changes since the beginning of that walk, minus Overlap.
//
// While another Sync or Forget is at work on the copy of the organization, in any process, it waits as long as ctx
// allows, and then fails with ErrRunning. It fails with the errors of the SDK and of the database. A reservation or a
// night that is not as documented makes no error, so that the others are copied. Check Skipped and Unread of the result.
func (m *Mirror) Sync(ctx context.Context, client *reservations.Client, options ...SyncOption) (SyncResult, error) {
	s := &syncer{mirror: m, client: client, keep: m.config.settings(), analyzeAt: batchSize}
	for _, option := range options {
		option(s)
	}
	err := m.locked(ctx, func(c *conn) error {
		s.conn, s.began = c, m.now()
		err := s.reservations(ctx)
		if err == nil && !m.config.SkipRegister {
			err = s.register(ctx)
		}
		return cmp.Or(err, s.refused)
	})
	return s.result, err
}

// Watch calls Sync, waits for interval, and repeats this until ctx ends, whose error it returns. After each Sync, except
// one during which ctx ended, it calls report on the same goroutine. An error of a Sync does not end Watch: cancel ctx in
// report if one should. Watch fails at once when interval is not positive.
func (m *Mirror) Watch(ctx context.Context, client *reservations.Client, interval time.Duration, report func(SyncResult, error),
	options ...SyncOption) error {
	if interval <= 0 {
		return errors.New("mirror: the interval must be positive")
	}
	for ctx.Err() == nil {
		result, err := m.Sync(ctx, client, options...)
		if ctx.Err() != nil {
			break
		}
		report(result, err)
		select {
		case <-ctx.Done():
		case <-time.After(interval):
		}
	}
	return ctx.Err()
}

// syncer is one Sync at work.
type syncer struct {
	mirror *Mirror
	client *reservations.Client
	conn   *conn
	keep   settings
	result SyncResult
	began  time.Time // by the clock of this computer
	again  bool      // this walk follows another one of the Sync: what is unchanged was counted before

	serviceTime time.Time // the Date of the last response that had one; zero before

	isFull        bool          // all that was not read as a whole for fullEvery is to be read
	fullEvery     time.Duration // see FullEvery
	allowRemovals bool
	analyzeAt     int     // how many new reservations there are when the tables are analyzed
	seen          []int64 // ids on the pages of the walk
	refused       error   // the list has shrunk so much that nothing was removed

	nightHashes map[types.Date]string     // of the nights in the copy when the Sync begins
	forgotten   map[string]map[int64]bool // ids to forget, by kind: guest or reservation
}

// inTx runs f in a transaction. If there is no error, the result counts, and Progress is called.
func (s *syncer) inTx(ctx context.Context, result *SyncResult, f func(t *tx)) error {
	err := s.conn.inTx(ctx, f)
	if err != nil {
		return err
	}
	if s.result = *result; s.mirror.config.Progress != nil {
		s.mirror.config.Progress(s.result)
	}
	return nil
}

// noteServiceTime notes the time of the service, which is the header Date of a response.
func (s *syncer) noteServiceTime(header http.Header) {
	if date, err := http.ParseTime(header.Get("Date")); err == nil {
		s.serviceTime = date
	}
}

// clock returns the time of the service in the last response, or of this computer if the service does not send it.
func (s *syncer) clock() time.Time { return cmp.Or(s.serviceTime, s.mirror.now()) }

// SyncResult is what a Sync has done. It contains no personal data.
type SyncResult struct {
	// New, Changed and Unchanged count the reservations that were read: those that the copy did not have, that were
	// different in it, and that were the same, which are not written. One that is read again can count again.
	New, Changed, Unchanged int
	// Removed counts the reservations that the service no longer lists; see [Full].
	Removed int
	// Nights counts the nights of the register that were read, and NightsChanged those that were new or different.
	Nights, NightsChanged int
	// Since is the instant from which changes were asked for; zero when all reservations were read.
	Since time.Time
	// Resumed tells that this Sync continued a walk that an earlier Sync had begun.
	Resumed bool

	// Skipped counts the records that were not copied: they have no id, or the id of another one on the page of the list.
	Skipped int
	// Unread counts the values that could not be read, by field, such as totalPrice, orderLines[].quantity, or orderLines
	// for the whole list; nil when all were read. See "What cannot be read" in the documentation of the package.
	Unread map[string]int
}

// String returns the result in a sentence, and what could not be read in another one.
func (s SyncResult) String() string {
	text := fmt.Sprintf("Reservations: %d new, %d changed, %d unchanged, %d removed; nights: %d read, %d new or changed.",
		s.New, s.Changed, s.Unchanged, s.Removed, s.Nights, s.NightsChanged)
	if s.Skipped > 0 {
		text += fmt.Sprintf(" Records skipped: %d.", s.Skipped)
	}
	if len(s.Unread) > 0 {
		text += fmt.Sprintf(" Values that cannot be read: %s.", strings.Trim(strings.TrimPrefix(fmt.Sprint(s.Unread), "map"), "[]"))
	}
	return text
}

// counting returns a copy of the result in which each of the fields counts once more as unread. The original stays as it
// is, for a transaction that fails.
func (s SyncResult) counting(fields []string) SyncResult {
	if s.Unread = maps.Clone(s.Unread); s.Unread == nil && len(fields) > 0 {
		s.Unread = map[string]int{}
	}
	for _, field := range fields {
		s.Unread[field]++
	}
	return s
}
