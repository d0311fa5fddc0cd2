// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"text/tabwriter"
)

// printViews prints the two views of the copy.
func printViews(ctx context.Context, db *sql.DB, out io.Writer) error {
	for _, view := range []struct{ title, heading, query string }{
		{
			"Turnover by month of arrival", "MONTH\tRESERVATIONS\tTOTAL PRICE\tBALANCE",
			"SELECT month, reservations, total_price, balance FROM turnover_per_month ORDER BY month",
		},
		{
			"Nights for the tourist tax", "MONTH\tCOUNTRY\tAGE GROUP\tNIGHTS",
			"SELECT month, country, age_group, nights FROM tourist_tax_nights ORDER BY month, country, age_group",
		},
	} {
		fmt.Fprintf(out, "\n%s\n\n", view.title)
		if err := printRows(ctx, db, out, view.heading, view.query); err != nil {
			return err
		}
	}
	return nil
}

// printRows prints the rows of a query with four columns.
func printRows(ctx context.Context, db *sql.DB, out io.Writer, heading, query string) error {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, heading)
	for rows.Next() {
		var a, b, c, d sql.NullString // NULL is shown as an empty cell
		if err := rows.Scan(&a, &b, &c, &d); err != nil {
			return err
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", a.String, b.String, c.String, d.String)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return table.Flush()
}
