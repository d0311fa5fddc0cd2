// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const fullGuest = `"id":7,"uuid":"u","locale":"nl","created":"2026-11-20T00:00:00Z","attachments":[],` +
	`"displayName":"x","subscribed":false`

// getGuest reads a guest from a body.
func getGuest(t *testing.T, body string) (*types.Guest, []reservations.Warning, error) {
	t.Helper()
	var resp reservations.Response
	c := testclient.Over(t, testclient.Responds(200, "application/json", body))
	guest, err := c.Guests.Get(t.Context(), 7, reservations.WithResponseInto(&resp))
	return guest, resp.Warnings, err
}

// getSummaries reads a page of summaries from a body.
func getSummaries(t *testing.T, body string,
	opts ...reservations.Option) ([]types.ReservationSummary, []reservations.Warning, error) {
	t.Helper()
	var resp reservations.Response
	c := testclient.Over(t, testclient.Responds(200, "application/json", body), opts...)
	params := reservations.SummariesParams{Organization: 1, DateFrom: testclient.From, DateTo: testclient.From}
	list, err := c.Reservations.SummariesPage(t.Context(), params, reservations.WithResponseInto(&resp))
	return list, resp.Warnings, err
}

func TestMissingRequiredFieldsAreWarnings(t *testing.T) {
	t.Parallel()
	replaced := func(oldnew ...string) string { return `{` + strings.NewReplacer(oldnew...).Replace(fullGuest) + `}` }
	text := reservations.Warning{
		Path: "id", Raw: `"7"`, Problem: "a string where a whole number is documented", Read: true,
	}
	tests := []struct {
		name, body string
		want       []reservations.Warning
	}{
		{"all there", `{` + fullGuest + `}`, nil},
		{"only the id", `{"id":7}`, missing("uuid", "locale", "created", "attachments", "displayName", "subscribed")},
		{"null", replaced(`"nl"`, `null`), missing("locale")},
		{"in a nested record", replaced(`[]`, `[{"type":"passport"}]`),
			missing("attachments[0].id", "attachments[0].locale")},
		{"beside another warning", replaced(`"nl"`, `null`, `7`, `"7"`),
			append([]reservations.Warning{text}, missing("locale")...)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			guest, got, err := getGuest(t, test.body)
			if err != nil || guest.ID != 7 {
				t.Fatalf("got %v, %v; want the guest", guest, err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
		})
	}
}

func missing(paths ...string) (all []reservations.Warning) {
	for _, path := range paths {
		all = append(all, reservations.Warning{Path: path, Problem: "required and missing"})
	}
	return all
}

// TestRecordsWithoutTheirID are no records, where the ID is required.
func TestRecordsWithoutTheirID(t *testing.T) {
	t.Parallel()
	const first = `{"id":1,"name":"x","email":"y","created":"2026-11-20T00:00:00Z"}`
	for _, body := range []string{`{}`, `{"id":null}`, `{"uuid":"u"}`, `{"id":""}`, `{"guest":{"id":7}}`} {
		t.Run(body, func(t *testing.T) {
			guest, _, err := getGuest(t, body)
			lacks(t, err, guest == nil, "id")
			c := testclient.Over(t, testclient.Responds(200, "application/json", `[`+first+`,`+body+`]`))
			staff, err := c.Tasks.StaffMembers(t.Context(), reservations.StaffMembersParams{})
			lacks(t, err, staff == nil, "[1].id")
		})
	}
	if got, _, err := getSummaries(t, `[{}]`); err != nil || len(got) != 1 { // it has no required fields
		t.Errorf("a summary without an id: %v, %v", got, err)
	}
}

func lacks(t *testing.T, err error, isNothing bool, field string) {
	t.Helper()
	var bad *reservations.DecodeError
	if !errors.As(err, &bad) || !isNothing || bad.Field != field ||
		!strings.Contains(err.Error(), field+" is required and missing") {
		t.Errorf("got %v and a record: %v; want a DecodeError of %s", err, !isNothing, field)
	}
}

// TestUnexpectedPersonalDataIsNotShown, in whatever form it is sent.
func TestUnexpectedPersonalDataIsNotShown(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{`4711`, `true`, `["4711"]`, `{"4711":4711}`} {
		for _, field := range []string{"surname", "phoneNumber", "documentNumber", "iban", "roles"} {
			t.Run(field+" "+raw, func(t *testing.T) {
				_, warnings, err := getGuest(t, `{`+fullGuest+`,"`+field+`":`+raw+`}`)
				if text := fmt.Sprint(err, warnings); strings.Contains(text, "4711") {
					t.Errorf("shown as %s", text)
				}
			})
		}
	}
	if _, _, err := getGuest(t, `{"id":"Jansen"}`); err == nil || strings.Contains(err.Error(), "Jansen") {
		t.Errorf("got %v, want an error without the text", err)
	}
}

// TestWarningsAreLoggedByKind: a list with the same warning in each record gives one line of the log.
func TestWarningsAreLoggedByKind(t *testing.T) {
	t.Parallel()
	const odd = `{"id":%d,"numOfPersons":2.0,"numOfDays":"x","orderLines":[{"id":"1"},{"id":"2"}]}`
	var records []string
	for i := range 500 {
		records = append(records, fmt.Sprintf(odd, i))
	}
	records = append(records, `{"id":500,"numOfDays":3.0}`, `{"id":501,"numOfDays":"7"}`)
	var log bytes.Buffer
	logger := reservations.WithLogger(slog.New(slog.NewJSONHandler(&log, nil)))
	_, warnings, err := getSummaries(t, `[`+strings.Join(records, ",")+`]`, logger)
	if err != nil || len(warnings) != 2002 {
		t.Fatalf("%d warnings, error %v; want 2002", len(warnings), err)
	}
	type line struct {
		Msg, Field, Problem string
		Read                bool
		Count               int
		First               string
	}
	var got []line
	for text := range strings.Lines(log.String()) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		got = append(got, l)
	}
	const msg, fraction = "reservations warning", "a whole number written with a decimal point"
	const text = "a string where a whole number is documented"
	want := []line{
		{msg, "[].numOfPersons", fraction, true, 500, "[0].numOfPersons"},
		{msg, "[].numOfDays", text, false, 500, "[0].numOfDays"},
		{msg, "[].orderLines[].id", text, true, 1000, "[0].orderLines[0].id"},
		{msg, "[].numOfDays", fraction, true, 1, "[500].numOfDays"},
		{msg, "[].numOfDays", text, true, 1, "[501].numOfDays"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("logged (-want +got):\n%s", diff)
	}
}

// TestRepeatedFieldsAreNotMerged: what is said of one guest is never said of another. In the
// register they are an error.
func TestRepeatedFieldsAreNotMerged(t *testing.T) {
	t.Parallel()
	const body = `{"id":1,"guests":[{"id":1,"firstName":"Ada"}],"guests":[{"id":2}]}`
	for path, body := range map[string]string{"[0].guests": `[` + body + `]`, "[1].guests": `[{},` + body + `]`} {
		t.Run(path, func(t *testing.T) {
			list, got, err := getSummaries(t, body)
			if err != nil {
				t.Fatal(err)
			}
			guests := list[len(list)-1].Guests
			if len(guests) != 1 || guests[0].ID != 2 || guests[0].FirstName != "" {
				t.Errorf("got %d guests, the first with id %d and name %q", len(guests), guests[0].ID, guests[0].FirstName)
			}
			want := []reservations.Warning{
				{Path: path, Raw: "[…]", Problem: "given more than once, and the last value counts"}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
		})
	}
	const register = `[{"items":[{"reservationId":1,"reservationName":"Ada"}],"items":[{"reservationId":2}]}]`
	c := testclient.Over(t, testclient.Responds(200, "application/json", register, "X-Total-Count", "2"))
	p, _ := testclient.Days(1)
	page, err := c.Reports.PresencePage(t.Context(), p)
	var bad *reservations.DecodeError
	if !errors.As(err, &bad) || bad.Field != "[0].items" {
		t.Errorf("a day of the register with two lists is read as %v, %v; want a DecodeError", page, err)
	}
}

// TestUndocumentedFieldsCanBeRead, with warnings and without.
func TestUndocumentedFieldsCanBeRead(t *testing.T) {
	t.Parallel()
	const attachment = `[{"id":1,"type":"x","locale":"nl","size":12.0}]`
	for name, id := range map[string]string{"as documented": `"id":7`, "with a warning": `"id":"7"`} {
		t.Run(name, func(t *testing.T) {
			replacer := strings.NewReplacer(`"id":7`, id+`,"loyalty":{"points":120}`, `[]`, attachment)
			guest, _, err := getGuest(t, `{`+replacer.Replace(fullGuest)+`}`)
			if err != nil {
				t.Fatal(err)
			}
			var loyalty struct{ Points int }
			if err := guest.Extra.Decode("loyalty", &loyalty); err != nil || loyalty.Points != 120 || len(guest.Extra) != 1 {
				t.Errorf("got %s, %v; want 120 points", guest.Extra, err)
			}
			if got := string(guest.Attachments[0].Extra["size"]); got != "12.0" {
				t.Errorf("the attachment has size %q, want 12.0", got)
			}
		})
	}
}

// TestUndocumentedFieldsCanBeSent, and documented ones cleared, beside those that are set and left.
func TestUndocumentedFieldsCanBeSent(t *testing.T) {
	t.Parallel()
	held := reservationstest.NewReservation(1)
	held.Locale = "de"
	srv := reservationstest.NewServer(reservationstest.WithRecords(held))
	params := reservations.UpdateReservationParams{Organization: 1, Token: held.Token}
	extra := map[string]any{"addedLater": []string{"x"}}
	update := &types.ReservationUpdate{Locale: types.Null[string](), Extra: extra, Package: types.Ptr(!held.Package)}
	got, err := testclient.Over(t, srv).Reservations.Update(t.Context(), 1, params, update)
	if err != nil || got.Locale != "" || got.Package == held.Package || got.Number != held.Number {
		t.Errorf("got %v, %v; want the locale cleared, the package changed and the number left", got, err)
	}
	if sent := string(srv.Calls()[0].Body); !strings.Contains(sent, `{"locale":null,"package":true,"addedLater":["x"]}`) {
		t.Errorf("sent %s", sent)
	}
	for name, extra := range map[string]map[string]any{
		"a field that is set": {"locale": "de"}, "a value of no JSON": {"x": func() {}},
	} {
		srv.ResetCalls()
		update := &types.ReservationUpdate{Locale: types.Set("nl"), Extra: extra}
		_, err := testclient.Over(t, srv).Reservations.Update(t.Context(), 1, params, update)
		var bad *reservations.ParamError
		if !errors.As(err, &bad) || bad.Param != "body" || len(srv.Calls()) > 0 ||
			!strings.Contains(err.Error(), "Extra[") || strings.Contains(err.Error(), "types.") {
			t.Errorf("%s: got %v after %d requests, want a ParamError of the body", name, err, len(srv.Calls()))
		}
	}
}
