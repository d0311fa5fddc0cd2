// SPDX-License-Identifier: MIT

//go:build !small

package register

import (
	"fmt"
	"strings"

	"github.com/reservationkit/reservations-go/types"
)

// columns are the columns of the form.
var columns = []struct {
	width float64 // in digits of the usual font
	name  func(*locale) string
	cell  func(*workbook, types.Date, stay) any
}{
	{11, func(l *locale) string { return l.NightColumn }, func(b *workbook, night types.Date, _ stay) any { return b.day(night) }},
	{8, func(l *locale) string { return l.Unit }, func(b *workbook, _ types.Date, s stay) any { return b.string(s.Unit) }},
	{20, func(l *locale) string { return l.Accommodation }, func(b *workbook, _ types.Date, s stay) any { return b.string(s.Title) }},
	{24, func(l *locale) string { return l.Name }, func(b *workbook, _ types.Date, s stay) any { return b.string(s.Name) }},
	{9, func(l *locale) string { return l.Number }, func(b *workbook, _ types.Date, s stay) any { return b.persons(s.Persons) }},
	{20, func(l *locale) string { return l.AgeGroups }, func(b *workbook, _ types.Date, s stay) any { return b.string(b.locale.ageGroups(s)) }},
	{11, func(l *locale) string { return l.Arrival }, func(b *workbook, _ types.Date, s stay) any { return b.day(s.From) }},
	{11, func(l *locale) string { return l.Departure }, func(b *workbook, _ types.Date, s stay) any { return b.day(s.To) }},
	{16, func(l *locale) string { return l.Residence }, func(b *workbook, _ types.Date, s stay) any { return b.string(s.Locality) }},
	{14, func(l *locale) string { return l.Country }, func(b *workbook, _ types.Date, s stay) any { return b.string(s.Country) }},
	{15, func(l *locale) string { return l.DocumentKind }, func(b *workbook, _ types.Date, s stay) any { return b.string(s.Document) }},
	{11, func(l *locale) string { return l.ReservationColumn }, func(b *workbook, _ types.Date, s stay) any { return b.string(b.locale.reference(s)) }},
	{24, func(l *locale) string { return l.Missing }, func(b *workbook, _ types.Date, s stay) any { return b.string(b.locale.missing(s)) }},
}

// cells are the cells of the row of a stay.
func (b *workbook) cells(night types.Date, s stay) []any {
	cells := make([]any, len(columns))
	for i, column := range columns {
		cells[i] = column.cell(b, night, s)
	}
	return cells
}

// ageGroups returns "Adults 2, Children 1".
func (l *locale) ageGroups(s stay) string {
	var groups []string
	for _, g := range s.AgeGroups {
		name := l.ageGroup(g.Name)
		if name == "" {
			name = l.NotStated
		}
		groups = append(groups, name+" "+l.count(g.Persons))
	}
	return strings.Join(groups, ", ")
}

// reference is the number of the reservation, or its id when it has no number, and whether it is
// cancelled. It is a text, because a spreadsheet would round a long number.
func (l *locale) reference(s stay) string {
	reference := s.Number
	if reference == "" && s.ID != 0 {
		reference = fmt.Sprintf("id %d", s.ID)
	}
	if s.Cancelled {
		reference += " (" + l.Cancelled + ")"
	}
	return reference
}

// missing names what the law asks for and the register does not say of a stay. The day of
// departure of somebody who is still there after the booked one is not known.
func (l *locale) missing(s stay) string {
	var names []string
	for _, field := range []struct {
		name    string
		isThere bool
	}{
		{l.MissingName, strings.TrimSpace(s.Name) != ""},
		{l.MissingResidence, strings.TrimSpace(s.Locality) != ""},
		{l.MissingArrival, readable(s.From)},
		{l.MissingDeparture, readable(s.To) && !s.Overdue},
		{l.MissingDocument, strings.TrimSpace(s.Document) != ""},
	} {
		if !field.isThere {
			names = append(names, field.name)
		}
	}
	return strings.Join(names, ", ")
}
