// SPDX-License-Identifier: MIT

package statistics

import (
	"strconv"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

var numbersHeader = []string{"Guests", "Arrivals", "Departures", "Nights"}

func (n Numbers) cells(first ...string) []string {
	return append(first, strconv.Itoa(n.Guests), strconv.Itoa(n.Arrivals), strconv.Itoa(n.Departures), strconv.Itoa(n.Nights))
}

// monthsTable is the table of categories and countries. With sums it has those of each month after its rows.
func monthsTable(report *Report, sums bool) cli.Table {
	table := cli.Table{Header: append([]string{"Month", "Category", "Country", "Residence"}, numbersHeader...)}
	for _, month := range report.Months {
		for _, row := range month.Rows {
			table.Rows = append(table.Rows, row.cells(month.Month, row.Category, row.Country, row.Residence))
		}
		if !sums {
			continue
		}
		table.Rows = append(table.Rows,
			month.Residents.cells(month.Month, all, all, resident),
			month.NonResidents.cells(month.Month, all, all, nonResident),
			month.Unknown.cells(month.Month, all, all, unknown),
			month.Total.cells(month.Month, all, all, all))
	}
	return table
}

func daysTable(report *Report) cli.Table {
	table := cli.Table{Header: []string{"Date", "Arrivals", "Departures", "Present"}}
	for _, day := range report.Days {
		table.Rows = append(table.Rows, []string{
			day.Date.String(), strconv.Itoa(day.Arrivals), strconv.Itoa(day.Departures), strconv.Itoa(day.Present),
		})
	}
	return table
}

func occupancyTable(report *Report, form cli.CSVForm) cli.Table {
	table := cli.Table{Header: []string{"Month", "Category", "Bed places", "Bed nights", "Nights", "Occupancy %", "Net occupancy %"}}
	for _, month := range report.Months {
		for _, row := range month.Occupancy {
			table.Rows = append(table.Rows, []string{
				month.Month, row.Category, strconv.Itoa(row.BedPlaces), strconv.Itoa(row.BedNights), strconv.Itoa(row.Nights),
				form.Decimal(percentCell(row.Gross)), form.Decimal(percentCell(row.Net)),
			})
		}
	}
	return table
}

func percentCell(p *float64) string {
	if p == nil {
		return ""
	}
	return strconv.FormatFloat(*p, 'f', 1, 64)
}
