// SPDX-License-Identifier: MIT

package calls_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
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

// TestDatesAreDays reads each spelling in every kind of place. A Date is the day, whatever its spelling. A DateTime
// keeps its text. What cannot be read is absent with a warning where the field is optional, and an error where it is
// required, in the register, and in a strict call.
func TestDatesAreDays(t *testing.T) {
	for _, test := range spelled {
		t.Run(test.sent, func(t *testing.T) {
			if test.is == unreadable {
				wantWarnings(t, test.sent)
				wantErrors(t, test.sent)
				return
			}
			var text string
			if json.Unmarshal([]byte(test.sent), &text) != nil {
				text = test.sent // the digits of a number
			}
			if test.is == noDate {
				text = ""
			}
			for _, p := range places {
				date, at, err := p.read(t, test.sent, test.sent, reservations.WithStrict())
				if err != nil || date.String() != test.is || at.String() != text || at.DateAsWritten() != date {
					t.Errorf("%s: got the day %v and the date-time %v, %v; want %q and %q", p.name, date, at, err, test.is, text)
				}
			}
			wantSent(t, test.sent, test.is, text)
		})
	}
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
			created := cmp.Or(guest, &types.Guest{}).Created
			return created.DateAsWritten(), created, err
		}},
	{"a list", `[{"id":7,"dateFrom":TIME,"guest":{"birthDate":DATE}}]`, true,
		func(ctx context.Context, c *reservations.Client) (types.Date, types.DateTime, error) {
			list, err := c.Reservations.SummariesPage(ctx, reservations.SummariesParams{Organization: 1, DateFrom: testclient.From, DateTo: testclient.From})
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

func (p place) read(t *testing.T, date, at string, opts ...reservations.Option) (types.Date, types.DateTime, error) {
	body := strings.NewReplacer("DATE", date, "TIME", at).Replace(p.body)
	return p.call(t.Context(), testclient.Over(t, testclient.Responds(200, "application/json", body, "X-Total-Count", "1"), opts...))
}

// wantWarnings wants what is sent to be absent where it is optional, with a warning for each of the two fields.
func wantWarnings(t *testing.T, sent string) {
	t.Helper()
	for _, p := range places {
		if !p.isOptional {
			continue
		}
		var seen observed
		date, at, err := p.read(t, sent, sent, seen.hooks())
		left := slices.DeleteFunc(seen.warnings, func(w reservations.WarningCount) bool { return w.Read || !strings.Contains(w.Problem, "where a date") })
		if err != nil || !date.IsZero() || !at.IsZero() || len(left) != 2 {
			t.Errorf("%s: got %q and %q, %v, and the warnings %v; want no date, and a warning for each field", p.name, date, at, err, left)
		}
	}
}

// wantErrors wants errors where a date may not be left out.
func wantErrors(t *testing.T, sent string) {
	t.Helper()
	for _, p := range places {
		var strict []reservations.Option
		if p.isOptional {
			strict = append(strict, reservations.WithStrict())
		}
		_, _, errDate := p.read(t, sent, "null", strict...)
		_, _, errTime := p.read(t, "null", sent, strict...)
		if errors.As(errDate, new(*reservations.DecodeError)) != strings.Contains(p.body, "DATE") || !errors.As(errTime, new(*reservations.DecodeError)) {
			t.Errorf("%s: got %v and %v, want a DecodeError for each", p.name, errDate, errTime)
		}
	}
	held := types.NewDate(2026, 7, 6)
	heldAt := held.DateTime()
	errDay, errAt := json.Unmarshal([]byte(sent), &held), json.Unmarshal([]byte(sent), &heldAt)
	if errDay == nil || errAt == nil || held != types.NewDate(2026, 7, 6) || heldAt.DateAsWritten() != held {
		t.Errorf("json.Unmarshal gives %v and %v, and leaves %v and %v; want errors, and what was held", errDay, errAt, held, heldAt)
	}
}

// wantSent reads a date and a date-time, looks the day up in a map, stores a body with both as JSON, and sends it.
func wantSent(t *testing.T, sent, is, text string) {
	t.Helper()
	date, at, err := places[0].read(t, sent, sent)
	if err != nil {
		t.Fatal(err)
	}
	if nights := map[types.Date]string{types.NewDate(2026, 11, 20): day}; nights[date] != is {
		t.Errorf("%v is another key of a map than NewDate gives", date)
	}
	body := types.ReservationAdditionalGuestUpdate{FirstName: types.Set("Els"), BirthDate: types.SetOrNull(date), DateFrom: at}
	stored, err := json.Marshal(body)
	var again types.ReservationAdditionalGuestUpdate
	if err := errors.Join(err, json.Unmarshal(stored, &again)); err != nil {
		t.Fatal(err)
	}
	srv := testclient.Server(7)
	params := reservations.UpdateAdditionalGuestParams{Reservation: 7, Token: types.NewSecret("token-7")}
	if err := only(testclient.Over(t, srv).Reservations.UpdateAdditionalGuest(t.Context(), 7, params, &again)); err != nil {
		t.Fatal(err)
	}
	want := `{"firstName":"Els","birthDate":"` + is + `","dateFrom":"` + text + `"}`
	if is == noDate {
		want = `{"firstName":"Els","birthDate":null}`
	}
	if got := string(srv.Requests()[0].Body); got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
}
