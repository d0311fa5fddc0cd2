// SPDX-License-Identifier: MIT

package mirror

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// SyncResult is what a Sync has done. It contains no personal data.
type SyncResult struct {
	// New, Changed and Unchanged count the reservations that were read: those that the copy did not have, those
	// that were different in it, and those that were the same, which are not written. A reservation that is read
	// again can count again, but in the walk over the changes that follows another walk only if it has changed.
	New, Changed, Unchanged int
	// Removed counts the reservations that the service no longer lists; see [Config].Full.
	Removed int
	// Nights counts the nights of the register that were read, and NightsChanged those that were
	// new or different.
	Nights, NightsChanged int
	// Since is the instant from which changes were asked for; zero when all reservations were read.
	Since time.Time
	// Resumed tells that this Sync continued a walk that an earlier Sync had begun.
	Resumed bool

	// SetAside counts the records that were not copied, because they have no id, or the same id as a different record
	// on the same page of the list. All other records were copied.
	SetAside int
	// Unread counts the values that could not be read, by field, such as totalPrice, orderLines[].quantity, or
	// orderLines for the whole list. See "What cannot be read" in the documentation of the package. Unread is
	// nil when all values were read.
	Unread map[string]int
}

// String returns the result in a sentence, and what could not be read in another one.
func (s SyncResult) String() string {
	text := fmt.Sprintf("Reservations: %d new, %d changed, %d unchanged, %d removed; nights: %d read, %d new or changed.",
		s.New, s.Changed, s.Unchanged, s.Removed, s.Nights, s.NightsChanged)
	if s.SetAside > 0 {
		text += fmt.Sprintf(" Records set aside: %d.", s.SetAside)
	}
	var fields []string
	for _, field := range slices.Sorted(maps.Keys(s.Unread)) {
		fields = append(fields, fmt.Sprint(field, " ", s.Unread[field]))
	}
	if len(fields) > 0 {
		text += " Values that cannot be read: " + strings.Join(fields, ", ") + "."
	}
	return text
}

// copied returns a copy of the result. Counting in the copy does not change the original, which stays as it is when
// a transaction fails.
func (s SyncResult) copied() SyncResult {
	s.Unread = maps.Clone(s.Unread)
	return s
}

// count adds 1 for each field, once for every time that it is in fields.
func (s *SyncResult) count(fields ...string) {
	for _, field := range fields {
		if s.Unread == nil {
			s.Unread = map[string]int{}
		}
		s.Unread[field]++
	}
}
