// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"
)

// printSummary prints the figures, in English as all messages of the program, and where
// the files are.
func printSummary(w io.Writer, r *register, o options) error {
	l := &english
	fmt.Fprintf(w, "Night register, %s\n", english.fullDate(o.from)+untilWords(o))
	fmt.Fprintf(w, "  Nights         %s, %s with nobody present\n", l.number(r.Nights), l.number(r.EmptyNights))
	fmt.Fprintf(w, "  Reservations   %s with somebody present\n", l.number(r.All.Reservations))
	fmt.Fprintf(w, "  Person-nights  %s\n", l.count(r.All.Persons))
	if r.Nights > 1 && readable(r.Peak) {
		fmt.Fprintf(w, "  Fullest night  %s, %s\n", l.long(r.Peak), l.persons(r.PeakPersons))
	}
	fmt.Fprintf(w, "  Past departure %s on the last night\n", l.number(len(r.Overdue)))
	for _, notice := range r.notices(l) {
		fmt.Fprintf(w, "  Note: %s\n", notice)
	}
	folder, err := filepath.Abs(o.out)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\nTo read and to print: %s\n", fileURL(filepath.Join(folder, htmlName)))
	fmt.Fprintf(w, "For programs, %s rows: %s\n", l.number(r.Lines), fileURL(filepath.Join(folder, csvName)))
	if o.xlsx {
		fmt.Fprintf(w, "For the municipality: %s\n", fileURL(filepath.Join(folder, xlsxName)))
	}
	return nil
}

func untilWords(o options) string {
	if o.single() {
		return ""
	}
	return " – " + english.fullDate(o.to)
}

// fileURL returns a link that terminals and browsers open.
func fileURL(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // a drive of Windows
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
