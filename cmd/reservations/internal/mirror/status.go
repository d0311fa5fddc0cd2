// SPDX-License-Identifier: MIT

package mirror

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/shopspring/decimal"
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	store "github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/types"
)

// status is what status prints as JSON.
type status struct {
	Database        string     `json:"database"`
	Organization    int64      `json:"organization"`
	Redacted        bool       `json:"redacted"`
	Reservations    int        `json:"reservations"`
	Unread          int        `json:"unread"`     // reservations with values that could not be read
	Kept            int        `json:"kept"`       // those with lists that could not be read, whose rows are older
	CompleteAt      *time.Time `json:"completeAt"` // null before the first sync is complete
	Unfinished      bool       `json:"unfinished"`
	Nights          int        `json:"nights"`
	FirstNight      types.Date `json:"firstNight,omitzero"`
	LastNight       types.Date `json:"lastNight,omitzero"`
	ForgottenGuests int        `json:"forgottenGuests"`
	Turnover        []turnover `json:"turnover"`
}

// turnover is that of the reservations that arrive in a month.
type turnover struct {
	Month        string `json:"month"` // "" for reservations without a day of arrival
	Reservations int64  `json:"reservations"`
	TotalPrice   string `json:"totalPrice"`
	Balance      string `json:"balance"`
}

func statusCommand(app *cli.App, db *database) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show how far the copy is, and its turnover by month",
		Long: `Show how far the copy is, and its turnover by month of arrival. Nothing is sent to the service, and no
personal data is printed. The turnover is that of reservations that stand: neither cancelled nor denied
nor an option. The service names no currency.`,
		Example: `  reservations mirror status
  reservations mirror status --database park.db --format json`,
	}
	format := cli.FormatFlag(cmd, cli.FormatTable, cli.FormatJSON)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		m, name, err := db.openExisting(cmd.Context(), cmd)
		if err != nil {
			return err
		}
		defer m.Close()
		s, err := readStatus(cmd.Context(), m)
		if err != nil {
			return explain(err, name)
		}
		s.Database = name
		return app.Output("", func(w io.Writer) error {
			if *format == cli.FormatJSON {
				return cli.WriteJSON(w, s)
			}
			return s.write(w)
		})
	}
	return cmd
}

func readStatus(ctx context.Context, m *store.Mirror) (status, error) {
	of, err := m.Status(ctx)
	s := status{
		Organization: of.Organization, Redacted: of.Redact, Reservations: of.Reservations, Unread: of.Unread, Kept: of.Kept, Unfinished: of.Unfinished,
		Nights: of.Nights, FirstNight: of.FirstNight, LastNight: of.LastNight, ForgottenGuests: of.ForgottenGuests, Turnover: []turnover{},
	}
	if !of.CompleteAt.IsZero() {
		at := of.CompleteAt.UTC().Truncate(time.Second)
		s.CompleteAt = &at
	}
	if err != nil {
		return s, err
	}
	rows, err := m.DB().QueryContext(ctx, "SELECT COALESCE(month, ''), reservations, total_price, balance FROM turnover_per_month"+
		fmt.Sprintf(" WHERE organization = %d ORDER BY month", of.Organization))
	if err != nil {
		return s, err
	}
	defer rows.Close()
	for rows.Next() {
		var t turnover
		var price, balance sql.Null[decimal.Decimal]
		if err := rows.Scan(&t.Month, &t.Reservations, &price, &balance); err != nil {
			return s, err
		}
		t.TotalPrice, t.Balance = amount(price), amount(balance)
		s.Turnover = append(s.Turnover, t)
	}
	return s, rows.Err()
}

// amount writes an amount with all its digits, and at least cents. What is not stated is "".
func amount(d sql.Null[decimal.Decimal]) string {
	if !d.Valid {
		return ""
	}
	const cents = 2
	return d.V.StringFixed(max(cents, -d.V.Exponent()))
}

func (s status) write(w io.Writer) error {
	facts := [][2]string{
		{"Database", s.Database},
		{"Organization", strconv.FormatInt(s.Organization, 10)},
		{"Personal data", "stored"},
		{"Reservations", strconv.Itoa(s.Reservations)},
		{"Complete as of", "never: the first sync is not complete"},
		{"Nights", "none"},
		{"Forgotten guests", strconv.Itoa(s.ForgottenGuests)},
	}
	if s.Redacted {
		facts[2][1] = "not stored (--redact)"
	}
	if s.CompleteAt != nil {
		facts[4][1] = s.CompleteAt.Format(time.RFC3339)
	}
	if s.Unfinished {
		facts[4][1] += "; a sync was interrupted, and the next one goes on from there"
	}
	if s.Nights > 0 {
		facts[5][1] = fmt.Sprintf("%d, from %s to %s", s.Nights, s.FirstNight, s.LastNight)
	}
	if s.Unread > 0 {
		facts = append(facts, [2]string{"Cannot be read", fmt.Sprintf("values of %d and lists of %d of the reservations", s.Unread, s.Kept)})
	}
	for _, fact := range facts {
		fmt.Fprintf(w, "%-18s%s\n", fact[0], fact[1])
	}
	fmt.Fprintf(w, "\nTurnover by month of arrival\n\n%-12s%12s%16s%16s\n", "MONTH", "RESERVATIONS", "TOTAL PRICE", "BALANCE")
	for _, t := range s.Turnover {
		fmt.Fprintf(w, "%-12s%12d%16s%16s\n", cmp.Or(t.Month, "not stated"), t.Reservations, t.TotalPrice, t.Balance)
	}
	return nil
}
