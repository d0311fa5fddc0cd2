// SPDX-License-Identifier: MIT

// Package hostile_test proves that responses are read by the grammar of JSON, whatever decodes them, and
// that no response of a service, however hostile, costs more than it should.
package hostile_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// A reader makes a call and returns what it reads.
type reader func(context.Context, *reservations.Client) (any, error)

func call(name string) reader {
	call := testclient.CallOf(name)
	return func(ctx context.Context, c *reservations.Client) (any, error) { return call.Do(ctx, c) }
}

func do[T any](ctx context.Context, c *reservations.Client) (any, error) {
	out := new(T)
	return out, c.Do(ctx, reservations.Request{Method: "GET", Path: "/api/things"}, out)
}

// place is a place in a document through which the decoder of the client reads any JSON.
type place struct {
	name  string
	frame string // V stands for the text
	read  reader
	part  func(read any) json.RawMessage
}

var places = []place{
	{"Do into any", `V`, do[any], func(read any) json.RawMessage {
		text, _ := json.Marshal(read) // it was JSON
		return text
	}},
	{"Do into raw JSON", `V`, do[json.RawMessage],
		func(read any) json.RawMessage { return *read.(*json.RawMessage) }},
	{"unknown field of a record", `{"id":1,"new":V}`, call("Guests.Get"),
		func(read any) json.RawMessage { return read.(*types.Guest).Extra["new"] }},
	{"unknown field in a list", `[{"id":1,"new":V}]`, call("Tasks.StaffMembers"),
		func(read any) json.RawMessage { return read.([]types.StaffMemberSpecification)[0].Extra["new"] }},
	{"unknown field of a summary", `[{"id":1,"new":V}]`, call("Reservations.SummariesPage"),
		func(read any) json.RawMessage { return read.([]types.ReservationSummary)[0].Extra["new"] }},
	{"unknown field in the register", `[{"items":[{"new":V},{"new":V}]}]`, call("Reports.PresencePage"),
		func(read any) json.RawMessage { return read.(*reservations.PresencePage).Days[0].Items[1].Extra["new"] }},
	{"free-form object of a record", `{"id":1,"customFields":V}`, call("Guests.Get"),
		func(read any) json.RawMessage { return json.RawMessage(read.(*types.Guest).CustomFields) }},
}

// with reads the text in this place.
func (p place) with(t *testing.T, text string) (json.RawMessage, error) {
	body := strings.ReplaceAll(p.frame, "V", text)
	read, err := p.read(t.Context(), testclient.Over(t, testclient.Responds(200, "application/json", body)))
	if err != nil {
		return nil, err
	}
	return p.part(read), nil
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
		all = append(all,
			place{"element before " + p.name, `[V,{"id":1}]`, p.read, p.part},
			place{"element after " + p.name, `[{"id":1},V]`, p.read, p.part})
	}
	each(t, all, invalidJSON, func(t *testing.T, p place, text string) {
		raw, err := p.with(t, text)
		if _, ok := errors.AsType[*reservations.DecodeError](err); !ok {
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

// FuzzResponses gives any body to any operation, strict decoding, repair and all: it is
// read, or refused as a DecodeError.
func FuzzResponses(f *testing.F) {
	calls := slices.DeleteFunc(testclient.Calls(), func(c testclient.Call) bool { return c.Walk })
	samples, err := filepath.Glob("../../../types/testdata/*.json")
	if err != nil || len(samples) == 0 {
		f.Fatal("no samples", err)
	}
	for i := range calls {
		for _, sample := range samples {
			body, err := os.ReadFile(sample)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(uint8(i), body)
		}
		f.Add(uint8(i), []byte(`[{"id":"7","active":0,"customFields":[],"priority":"","date":"","quantity":1e3}]`))
	}
	f.Fuzz(func(t *testing.T, number uint8, body []byte) {
		call := calls[int(number)%len(calls)]
		client := testclient.Over(t, testclient.Responds(200, "application/json", string(body)))
		_, err := call.Do(t.Context(), client)
		var unread *reservations.DecodeError
		if err != nil && (!errors.As(err, &unread) || err.Error() == "") {
			t.Fatalf("%s: got %T (%v), want a DecodeError with a text", call.Name, err, err)
		}
	})
}
