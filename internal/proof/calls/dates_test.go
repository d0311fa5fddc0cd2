// SPDX-License-Identifier: MIT

package calls_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// The days of the table below: what is sent is this day, is read as no date, or cannot be read.
const day, noDate, unreadable = "2026-11-20", "", "unreadable"

// spelled is JSON in the place of a date, and what it is.
var spelled = []struct{ sent, is string }{
	{`"2026-11-20"`, day},
	{`"20261120"`, day},
	{`20261120`, day},
	{`"2026-11-20T00:00:00Z"`, day},
	{`"2026-11-20T00:00:00+02:00"`, day}, // in UTC the day before
	{`"2026-11-20T23:30:00-0200"`, day},  // in UTC the day after
	{`"2026-11-20T00:00:00+24:00"`, day},
	{`"2026-11-20T23:59:59.999999999+02"`, day},
	{`"2026-11-20 14:30:15"`, day},
	{`"2026-11-20T14:30"`, day},
	{`"20261120t1430z"`, day},
	{`null`, noDate},
	{`""`, noDate},
	{`"0000-00-00"`, noDate},
	{`"0000-00-00 00:00:00"`, noDate},
	{`"00000000"`, noDate},
	{`"-0001-11-30T00:00:00+00:19"`, noDate},
	{`"-001-11-30T00:00:00+01:00"`, noDate},
	{`"soon"`, unreadable},
	{`"2026-13-01"`, unreadable},
	{`"2026-02-30"`, unreadable},
	{`"2026-11-20T24:00:00Z"`, unreadable},
	{`"+202-11-20"`, unreadable},
	{`" "`, unreadable},
	{`7`, unreadable},
	{`{}`, unreadable},
	{`[]`, unreadable},
	{`true`, unreadable},
}

// place is a response with DATE in place of a Date and TIME in place of a DateTime, and the call that reads both.
type place struct {
	name, body string
	isOptional bool
	call       func(context.Context, *reservations.Client) (types.Date, types.DateTime, error)
}

var places = []place{
	{"a record", `{"id":7,"birthDate":DATE,"modified":TIME}`, true,
		func(ctx context.Context, c *reservations.Client) (types.Date, types.DateTime, error) {
			guest, err := c.Guests.Get(ctx, 7)
			return cmp.Or(guest, &types.Guest{}).BirthDate, cmp.Or(guest, &types.Guest{}).Modified, err
		}},
	{"a required field", `{"id":7,"created":TIME}`, false,
		func(ctx context.Context, c *reservations.Client) (types.Date, types.DateTime, error) {
			guest, err := c.Guests.Get(ctx, 7)
			return types.Date{}, cmp.Or(guest, &types.Guest{}).Created, err
		}},
	{"a list", `[{"id":7,"dateFrom":TIME,"guest":{"birthDate":DATE}}]`, true,
		func(ctx context.Context, c *reservations.Client) (types.Date, types.DateTime, error) {
			params := reservations.SummariesParams{Organization: 1, DateFrom: testclient.From, DateTo: testclient.From}
			list, err := c.Reservations.SummariesPage(ctx, params)
			if err != nil {
				return types.Date{}, types.DateTime{}, err
			}
			return list[0].Guest.BirthDate, list[0].DateFrom, nil
		}},
	{"the register", `[{"date":"2026-11-20","items":[{"reservationId":7,"numOfPersons":2,"reservationDateTo":DATE,"modified":TIME}]}]`, false,
		func(ctx context.Context, c *reservations.Client) (types.Date, types.DateTime, error) {
			from := types.NewDate(2026, 11, 20)
			days, err := c.Reports.Presence(ctx, reservations.PresenceParams{DateFrom: from, DateTo: from})
			if err != nil {
				return types.Date{}, types.DateTime{}, err
			}
			return days[0].Items[0].ReservationDateTo, days[0].Items[0].Modified, nil
		}},
}

// TestDatesAreDays reads each spelling in every kind of place. A Date is the day, whatever its spelling. A DateTime
// keeps its text. What cannot be read is absent with a warning where the field is optional, and an error where it is
// required, in the register, and in a strict call.
func TestDatesAreDays(t *testing.T) {
	for _, test := range spelled {
		for _, p := range places {
			for _, field := range []string{"DATE", "TIME"} {
				for _, strict := range []bool{false, true} {
					if strings.Contains(p.body, field) {
						t.Run(fmt.Sprintf("%s/%s/%s/strict=%t", test.sent, p.name, field, strict), func(t *testing.T) {
							p.check(t, field, test.sent, test.is, strict)
						})
					}
				}
			}
		}
	}
}

func (p place) check(t *testing.T, field, sent, is string, strict bool) {
	var seen observed
	opts := []reservations.Option{seen.hooks()}
	if strict {
		opts = append(opts, reservations.WithStrict())
	}
	body := strings.NewReplacer("DATE", "null", "TIME", "null").Replace(strings.ReplaceAll(p.body, field, sent))
	date, at, err := p.call(t.Context(), testclient.Over(t, testclient.Responds(200, "application/json", body, "X-Total-Count", "1"), opts...))
	fails := is == unreadable && (strict || !p.isOptional)
	if errors.As(err, new(*reservations.DecodeError)) != fails || !fails && err != nil {
		t.Errorf("got %v, want a DecodeError: %t", err, fails)
	}
	left := slices.ContainsFunc(seen.warnings, func(w reservations.WarningCount) bool { return !w.Read && strings.Contains(w.Problem, "where a date") })
	if left != (is == unreadable) {
		t.Errorf("got the warnings %v, want one that a date cannot be read: %t", seen.warnings, is == unreadable)
	}
	wantDay, wantText := is, strings.Trim(sent, `"`)
	if is != day {
		wantDay, wantText = "", ""
	}
	if field == "DATE" && date.String() != wantDay || field == "TIME" && (at.String() != wantText || at.DateAsWritten().String() != wantDay) {
		t.Errorf("got the day %v and the date-time %v, want %q and %q", date, at, wantDay, wantText)
	}
}
