// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	store "github.com/reservationkit/reservations-go/mirror"
)

// preview finds out what forget would erase.
type preview struct {
	mirror       *store.Mirror
	guests       []int64
	reservations []int64
	of           string // the condition on the organization
	theirs       string // the condition on the id of a reservation
}

func newPreview(m *store.Mirror, o *forgetOptions) *preview {
	p := &preview{mirror: m, guests: o.guests, reservations: o.reservations}
	p.of = fmt.Sprintf("organization = %d AND ", m.Organization())
	p.theirs = "IN (" + list(o.reservations) + ")"
	if len(o.guests) > 0 {
		p.theirs = "IN (SELECT reservation_id FROM reservation_guests WHERE " + p.of + "id IN (" + list(o.guests) + "))"
	}
	return p
}

// checkKnown refuses ids that are not in the copy. When the copy is not complete, the error is temporary: a later
// sync may bring them.
func (p *preview) checkKnown(ctx context.Context) error {
	guest, reservation := "guest %d is in no reservation of this copy", "reservation %d is not in this copy"
	if err := p.checkIDs(ctx, guest, "SELECT DISTINCT id FROM reservation_guests", p.guests); err != nil {
		return err
	}
	return p.checkIDs(ctx, reservation, "SELECT id FROM reservations", p.reservations)
}

func (p *preview) checkIDs(ctx context.Context, text, query string, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	known := map[int64]bool{}
	err := p.each(ctx, query+" WHERE "+p.of+"id IN ("+list(ids)+")", func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		known[id] = true
		return err
	})
	if err != nil {
		return err
	}
	var unknown []string
	for _, id := range ids {
		if !known[id] {
			unknown = append(unknown, fmt.Sprintf(text, id))
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	status, err := p.mirror.Status(ctx)
	switch {
	case err != nil:
		return err
	case status.CompleteAt.IsZero():
		return cli.TemporaryError{Text: strings.Join(unknown, ", ") + ", but the copy is not complete yet; nothing was erased"}
	}
	return cli.UsageErrorf("%s; nothing was erased", strings.Join(unknown, ", "))
}

// print prints what would be erased: how much, of which reservations, and of which other guests. All are
// numbers of records, and no personal data.
func (p *preview) print(ctx context.Context, w io.Writer, name string) error {
	var found store.Forgotten
	var reservations, guests []string
	items := "SELECT COUNT(*) FROM register_items WHERE " + p.of + "reservation_id " + p.theirs
	if err := p.mirror.DB().QueryRowContext(ctx, items).Scan(&found.Items); err != nil {
		return err
	}
	open := "FROM reservations WHERE " + p.of + "NOT forgotten AND id " + p.theirs
	err := p.each(ctx, "SELECT id, number "+open+" ORDER BY id", func(rows *sql.Rows) error {
		var id int64
		var number sql.NullString
		err := rows.Scan(&id, &number)
		reservations = append(reservations, fmt.Sprintf("%s (id %d)", number.String, id))
		return err
	})
	if err != nil {
		return err
	}
	others := "SELECT DISTINCT id FROM reservation_guests WHERE " + p.of + "id <> 0 AND reservation_id IN (SELECT id " + open + ")"
	if len(p.guests) > 0 {
		others += " AND id NOT IN (" + list(p.guests) + ")"
	}
	err = p.each(ctx, others+" ORDER BY id", func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		guests = append(guests, strconv.FormatInt(id, 10))
		return err
	})
	if err != nil {
		return err
	}
	found.Reservations = len(reservations)
	table := cli.Table{Header: []string{fmt.Sprintf("Would erase personal data from %s in %s.", describe(found), name)}}
	for _, reservation := range reservations {
		table.Rows = append(table.Rows, []string{"Reservation " + reservation})
	}
	if len(guests) > 0 {
		table.Rows = append(table.Rows, []string{p.whose() + strings.Join(guests, ", ")})
	}
	return table.Write(w)
}

func (p *preview) whose() string {
	if len(p.guests) > 0 {
		return "Other guests of these reservations, erased from them too: "
	}
	return "Guests of these reservations, erased from them: "
}

// each calls read for each row of a query.
func (p *preview) each(ctx context.Context, query string, read func(*sql.Rows) error) error {
	rows, err := p.mirror.DB().QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := read(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func list(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(texts, ", ")
}
