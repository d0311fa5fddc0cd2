// SPDX-License-Identifier: MIT

package mirror

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// SyncResult is what a Sync has done. None of it is personal data, but for [Aside].Number.
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

	// SetAside counts the records that were not copied, because they have no id or have one id with a
	// different record on the same page of the list. All other records were copied.
	SetAside int
	// Aside describes the first 100 of them.
	Aside []Aside
	// Unread counts the values that could not be read, by field, such as totalPrice and
	// orderLines[].quantity, or register.reservationDateFrom. The column of such a value is NULL, and what
	// was sent is in the column extra; with Redact it is not stored. It is nil when all values were read.
	Unread map[string]int
	// Kept counts the lists, and the guests who booked, that could not be read as a whole, by field, such
	// as orderLines. The rows that the copy has of them stay as they were. It is nil when there is none.
	Kept map[string]int
	// ClockDifference is the time of this computer minus that of the service, without fractions of a
	// second. Nights are copied when they are over by both clocks. It is 0 when the service does not tell its time.
	ClockDifference time.Duration
}

// Aside is a record that was not copied.
type Aside struct {
	// Position counts the records before it in the list, as the walk read them.
	Position int
	// ID is the id that different records have; 0 when the record has none.
	ID int64
	// Number is the number of the reservation. It is "" when none was sent, and with Redact.
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

// maxAside is how many records of SetAside are described.
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

// Warnings describes what was not copied as it was sent, and clocks that differ by an hour or more, a phrase
// for each; it is empty when there is nothing of that.
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

// copied returns a result that can be counted on without changing this one.
func (s SyncResult) copied() SyncResult {
	s.Aside, s.Unread, s.Kept = slices.Clip(s.Aside), maps.Clone(s.Unread), maps.Clone(s.Kept)
	return s
}

// add counts fields.
func add(counts *map[string]int, fields []string) {
	for _, field := range fields {
		if *counts == nil {
			*counts = map[string]int{}
		}
		(*counts)[field]++
	}
}
