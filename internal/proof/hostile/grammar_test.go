// SPDX-License-Identifier: MIT

// Package hostile_test proves that responses are read by the grammar of JSON, whatever decodes them, and
// that no response of a service, however hostile, costs more than it should.
package hostile_test

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

var july = time.Date(2026, time.July, 6, 0, 0, 0, 0, time.UTC)

// place is a place in a document through which the decoder of the client reads any JSON.
type place struct {
	name  string
	frame string // V stands for the text
	read  func(context.Context, *reservations.Client) (json.RawMessage, error)
}

var places = []place{
	{"Do into any", `V`, func(ctx context.Context, c *reservations.Client) (json.RawMessage, error) {
		var out any
		if err := c.Do(ctx, reservations.Request{Method: "GET", Path: "/api/things"}, &out); err != nil {
			return nil, err
		}
		return json.Marshal(out)
	}},
	{"Do into raw JSON", `V`,
		func(ctx context.Context, c *reservations.Client) (out json.RawMessage, err error) {
			err = c.Do(ctx, reservations.Request{Method: "GET", Path: "/api/things"}, &out)
			return out, err
		}},
	{"unknown field of a record", `{"id":1,"new":V}`,
		func(ctx context.Context, c *reservations.Client) (json.RawMessage, error) {
			guest, err := c.Guests.Get(ctx, 7)
			return part(err, func() json.RawMessage { return guest.Extra["new"] })
		}},
	{"unknown field in a list", `[{"id":1,"new":V}]`,
		func(ctx context.Context, c *reservations.Client) (json.RawMessage, error) {
			members, err := c.Tasks.StaffMembers(ctx, reservations.StaffMembersParams{})
			return part(err, func() json.RawMessage { return members[0].Extra["new"] })
		}},
	{"unknown field of a summary", `[{"id":1,"new":V}]`,
		func(ctx context.Context, c *reservations.Client) (json.RawMessage, error) {
			params := reservations.SummariesParams{Organization: 1, DateFrom: july, DateTo: july.AddDate(0, 0, 7)}
			summaries, err := c.Reservations.SummariesPage(ctx, params)
			return part(err, func() json.RawMessage { return summaries[0].Extra["new"] })
		}},
	{"unknown field in the register", `[{"items":[{"new":V},{"new":V}]}]`,
		func(ctx context.Context, c *reservations.Client) (json.RawMessage, error) {
			page, err := c.Reports.PresencePage(ctx, reservations.PresenceParams{DateFrom: types.DateOf(july)})
			return part(err, func() json.RawMessage { return page.Days[0].Items[1].Extra["new"] })
		}},
	{"free-form object of a record", `{"id":1,"customFields":V}`,
		func(ctx context.Context, c *reservations.Client) (json.RawMessage, error) {
			guest, err := c.Guests.Get(ctx, 7)
			return part(err, func() json.RawMessage { return json.RawMessage(guest.CustomFields) })
		}},
}

// part returns a part of what was read, unless reading has failed.
func part(err error, get func() json.RawMessage) (json.RawMessage, error) {
	if err != nil {
		return nil, err
	}
	return get(), nil
}

// with reads the text in this place.
func (p place) with(t *testing.T, text string) (json.RawMessage, error) {
	body := strings.ReplaceAll(p.frame, "V", text)
	return p.read(t.Context(), testclient.Over(t, testclient.Responds(200, "application/json", body)))
}

// isNothing reports whether the text is no document in this place, or one of the ways to write no object.
func (p place) isNothing(text string) bool {
	text = strings.Join(strings.Fields(text), "")
	return p.frame == `V` && text == `null` ||
		strings.Contains(p.frame, "customFields") && slices.Contains([]string{`null`, `""`, `[]`}, text)
}

// each runs check for every text in every place.
func each(t *testing.T, places []place, texts []string, check func(t *testing.T, p place, text string)) {
	for _, p := range places {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			for _, text := range texts {
				t.Run(text[:min(len(text), 20)], func(t *testing.T) { check(t, p, text) })
			}
		})
	}
}

// TestValidJSONIsRead: what RFC 8259 allows reads as encoding/json reads it.
func TestValidJSONIsRead(t *testing.T) {
	t.Parallel()
	each(t, places, validJSON, func(t *testing.T, p place, text string) {
		if p.isNothing(text) {
			return
		}
		raw, err := p.with(t, text)
		if err != nil {
			t.Fatal(err)
		}
		var want, got any
		if err := errors.Join(json.Unmarshal([]byte(text), &want), json.Unmarshal(raw, &got)); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(want, got) { // cmp takes for ever where much is nested
			t.Errorf("%.100q: got %.100v, want %.100v", text, got, want)
		}
	})
}

// TestInvalidJSONIsRefused: what RFC 8259 does not allow is a DecodeError, wherever it stands.
func TestInvalidJSONIsRefused(t *testing.T) {
	t.Parallel()
	all := slices.Clone(places)
	for _, p := range places[3:6] {
		all = append(all, place{"element before " + p.name, `[V,{"id":1}]`, p.read})
		all = append(all, place{"element after " + p.name, `[{"id":1},V]`, p.read})
	}
	each(t, all, invalidJSON, func(t *testing.T, p place, text string) {
		raw, err := p.with(t, text)
		var unread *reservations.DecodeError
		if !errors.As(err, &unread) {
			t.Errorf("%q: got %s, %v; want a DecodeError", text, raw, err)
		}
	})
}

// TestOtherJSONIsReadOrRefused: the rest is left to the parser, which reads it or refuses it
// with a DecodeError.
func TestOtherJSONIsReadOrRefused(t *testing.T) {
	t.Parallel()
	each(t, places, otherJSON, func(t *testing.T, p place, text string) {
		raw, err := p.with(t, text)
		var unread *reservations.DecodeError
		if err != nil && !errors.As(err, &unread) || err == nil && !json.Valid(raw) {
			t.Errorf("%.100q: got %.100s, %v; want JSON or a DecodeError", text, raw, err)
		}
	})
}
