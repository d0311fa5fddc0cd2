// SPDX-License-Identifier: MIT

package mirror

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// SyncResult is what a Sync has done. It contains no personal data, except [Aside].Number.
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
	// on the same page of the list or where two pages meet. All other records were copied.
	SetAside int
	// Aside describes the first 100 of them.
	Aside []Aside
	// Unread counts the values that could not be read, by field, such as totalPrice and
	// orderLines[].quantity, or register.reservationDateFrom. The column of such a value is NULL, and the value is in
	// the column extra as it was sent, except with Redact. Unread is nil when all values were read.
	Unread map[string]int
	// Kept counts the lists, and the guests who booked, that were left out because they could not be read, by
	// field, such as orderLines. The rows that the copy has of them stay as they were. Kept is nil when there is none.
	Kept map[string]int
	// ClockDifference is the time of this computer minus that of the service, without fractions of a
	// second. It is 0 when the service does not send its time. Nights are copied when they are over by both clocks.
	ClockDifference time.Duration
}

// Aside is a record that was not copied.
type Aside struct {
	// Position is the number of records before this one in the list, in the order in which they were read.
	Position int
	// ID is the id that this record shares with a different one; 0 when the record has none.
	ID int64
	// Number is the number of the reservation; "" when the service sent none, and with Redact.
	Number string
}

// String describes the record, such as "no id, at 7, number R9".
func (a Aside) String() string {
	text := "no id"
	if a.ID != 0 {
		text = fmt.Sprint("id ", a.ID, " of different records")
	}
	text += fmt.Sprint(", at ", a.Position)
	if a.Number != "" {
		text += ", number " + a.Number
	}
	return text
}

// maxAside is how many records Aside describes at most.
const maxAside = 100

// String returns the summary in a sentence, and [SyncResult.Warnings] in another one when there are any.
func (s SyncResult) String() string {
	text := fmt.Sprintf("Reservations: %d new, %d changed, %d unchanged, %d removed; nights: %d read, %d new or changed.",
		s.New, s.Changed, s.Unchanged, s.Removed, s.Nights, s.NightsChanged)
	if warnings := s.Warnings(); len(warnings) > 0 {
		text += " Not as it should be: " + strings.Join(warnings, "; ") + "."
	}
	return text
}

// Warnings returns up to four phrases: about records that were set aside, values that could not be read, lists that
// were kept, and clocks that differ by an hour or more. It is empty when there is none of these.
func (s SyncResult) Warnings() (warnings []string) {
	if s.SetAside > 0 {
		first := ""
		if len(s.Aside) > 0 {
			first = ", first: " + s.Aside[0].String()
		}
		warnings = append(warnings, fmt.Sprintf("records set aside: %d%s", s.SetAside, first))
	}
	if len(s.Unread) > 0 {
		warnings = append(warnings, "values that cannot be read: "+counted(s.Unread))
	}
	if len(s.Kept) > 0 {
		warnings = append(warnings, "lists that cannot be read, and stay as they were: "+counted(s.Kept))
	}
	if s.ClockDifference.Abs() >= time.Hour {
		warnings = append(warnings, fmt.Sprintf("the clocks of this computer and of the service differ by %v", s.ClockDifference.Abs()))
	}
	return warnings
}

func counted(fields map[string]int) string {
	var parts []string
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		parts = append(parts, fmt.Sprintf("%s %d", field, fields[field]))
	}
	return strings.Join(parts, ", ")
}

// copied returns a copy of the result. Counting in the copy does not change the original, which stays as it is when
// a transaction fails.
func (s SyncResult) copied() SyncResult {
	s.Aside, s.Unread, s.Kept = slices.Clip(s.Aside), maps.Clone(s.Unread), maps.Clone(s.Kept)
	return s
}

// add adds 1 to the count of each field, once for every time that it is in fields.
func add(counts *map[string]int, fields []string) {
	for _, field := range fields {
		if *counts == nil {
			*counts = map[string]int{}
		}
		(*counts)[field]++
	}
}
