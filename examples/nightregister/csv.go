package main

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/types"
)

// csvHeader names the columns as the API names the fields.
var csvHeader = []string{
	"date", "reservationId", "reservationNumber", "reservationName",
	"reservationAccommodationTitle", "reservationAccommodationUnitNumber",
	"reservationDateFrom", "reservationDateTo",
	"ageGroupSpecificationDescription", "numOfPersons",
	"guestLocality", "guestCountry", "guestDocumentType", "modified",
}

// writeCSV writes one row per day, reservation and age group, in the order of the
// service. A day with nobody present has no row. What the service left out is an empty
// cell, except the number of persons: an empty cell would add up as nobody.
func writeCSV(w io.Writer, days []types.PresenceDay) error {
	out := csv.NewWriter(w)
	out.Write(csvHeader) // an error of Write is kept and returned by Error
	for _, day := range days {
		for _, item := range day.Items {
			out.Write(csvRow(day.Date, item))
		}
	}
	out.Flush()
	return out.Error()
}

func csvRow(date types.Date, item types.PresenceItem) []string {
	id, persons := "", "not stated"
	if item.ReservationID != 0 {
		id = strconv.FormatInt(item.ReservationID, 10)
	}
	if item.NumOfPersons != nil {
		persons = strconv.Itoa(*item.NumOfPersons)
	}
	return []string{
		date.String(), id, textCell(item.ReservationNumber), textCell(item.ReservationName),
		textCell(item.ReservationAccommodationTitle), textCell(item.ReservationAccommodationUnitNumber),
		item.ReservationDateFrom.String(), item.ReservationDateTo.String(),
		textCell(item.AgeGroupSpecificationDescription), persons,
		textCell(item.GuestLocality), textCell(item.GuestCountry), textCell(item.GuestDocumentType),
		textCell(item.Modified.String()),
	}
}

// textCell puts an apostrophe before a text that a spreadsheet would run as a formula
// when it opens the file: guests choose their own names. The page shows them as given.
func textCell(text string) string {
	trimmed := strings.TrimLeft(text, " \t\r\n\u00a0")
	if trimmed != "" && strings.ContainsRune(formulaStarts, []rune(trimmed)[0]) {
		return "'" + text
	}
	return text
}

// formulaStarts holds the ASCII signs and their full-width twins, which some
// spreadsheets treat alike.
const formulaStarts = "=+-@＝＋－＠"
