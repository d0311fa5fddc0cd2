package reservations_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

const fullGuest = `"id":7,"uuid":"u","locale":"nl","created":"2026-11-20T00:00:00Z","attachments":[],"displayName":"x","subscribed":false`

func TestMissingRequiredFieldsAreOddities(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, body string
		want       []reservations.Oddity
	}{
		{"all there", `{` + fullGuest + `}`, nil},
		{"only the id", `{"id":7}`, missing("uuid", "locale", "created", "attachments", "displayName", "subscribed")},
		{"null", `{` + strings.Replace(fullGuest, `"nl"`, `null`, 1) + `}`, missing("locale")},
		{"in a nested record", `{` + strings.Replace(fullGuest, `[]`, `[{"type":"passport"}]`, 1) + `}`, missing("attachments[0].id", "attachments[0].locale")},
		{"beside another oddity", `{` + strings.Replace(strings.Replace(fullGuest, `"nl"`, `null`, 1), `7`, `"7"`, 1) + `}`,
			append([]reservations.Oddity{{Path: "id", Raw: `"7"`, Problem: "a string where a whole number is documented", Read: true}}, missing("locale")...)},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var resp reservations.Response
			got, err := over(t, answers(200, "application/json", test.body)).Guests.Get(t.Context(), 7, reservations.WithResponseInto(&resp))
			if err != nil || got.ID != 7 {
				t.Fatalf("got %v, %v; want the guest", got, err)
			}
			if diff := gocmp.Diff(test.want, resp.Oddities); diff != "" {
				t.Errorf("oddities (-want +got):\n%s", diff)
			}
		})
	}
}

func missing(paths ...string) (all []reservations.Oddity) {
	for _, path := range paths {
		all = append(all, reservations.Oddity{Path: path, Problem: "required and missing"})
	}
	return all
}

func TestRecordWithoutItsIDIsNoRecord(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{}`, `{"id":null}`, `{"uuid":"u"}`, `{"id":""}`, `{"guest":{"id":7}}`} {
		t.Run("guest "+body, func(t *testing.T) {
			t.Parallel()
			got, err := over(t, answers(200, "application/json", body)).Guests.Get(t.Context(), 7)
			checkNoID(t, got == nil, err, "id")
		})
		t.Run("list of "+body, func(t *testing.T) {
			t.Parallel()
			got, err := over(t, answers(200, "application/json", `[{"id":1,"name":"x","email":"y","created":"2026-11-20T00:00:00Z"},`+body+`]`)).Tasks.StaffMembers(t.Context(), reservations.StaffMembersParams{})
			checkNoID(t, got == nil, err, "[1].id")
		})
	}
	// A summary has no required fields, and the types of callers say what they need by themselves.
	got, err := over(t, answers(200, "application/json", `[{}]`)).Reservations.SummariesPage(t.Context(), reservations.SummariesParams{Organization: 1, DateFrom: from, DateTo: to})
	if err != nil || len(got) != 1 {
		t.Errorf("a summary without an id: %v, %v", got, err)
	}
}

func checkNoID(t *testing.T, isNothing bool, err error, field string) {
	t.Helper()
	var bad *reservations.DecodeError
	if !errors.As(err, &bad) || !isNothing || bad.Field != field || !strings.Contains(err.Error(), field+" is required and missing") {
		t.Errorf("got %v and a record: %v; want a DecodeError of %s", err, !isNothing, field)
	}
}

// TestOddPersonalDataIsNotShown sends personal data in forms that are not documented.
func TestOddPersonalDataIsNotShown(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{`4711`, `true`, `["4711"]`, `{"4711":4711}`} {
		for _, field := range []string{"surname", "phoneNumber", "documentNumber", "iban", "roles"} {
			t.Run(field+" "+raw, func(t *testing.T) {
				t.Parallel()
				var resp reservations.Response
				_, err := over(t, answers(200, "application/json", `{`+fullGuest+`,"`+field+`":`+raw+`}`)).Guests.Get(t.Context(), 7, reservations.WithResponseInto(&resp))
				if text := fmt.Sprint(err, resp.Oddities); strings.Contains(text, "4711") {
					t.Errorf("shown as %s", text)
				}
			})
		}
	}
	_, err := over(t, answers(200, "application/json", `{"id":"Jansen"}`)).Guests.Get(t.Context(), 7)
	if err == nil || strings.Contains(err.Error(), "Jansen") {
		t.Errorf("got %v, want an error without the text", err)
	}
}

// TestOdditiesAreLoggedByKind: a list that is odd in each record gives one line of the log.
func TestOdditiesAreLoggedByKind(t *testing.T) {
	t.Parallel()
	var records []string
	for i := range 500 {
		records = append(records, fmt.Sprintf(`{"id":%d,"numOfPersons":2.0,"numOfDays":"x","orderLines":[{"id":"1"},{"id":"2"}]}`, i))
	}
	records = append(records, `{"id":500,"numOfDays":3.0}`, `{"id":501,"numOfDays":"7"}`)
	var log bytes.Buffer
	var resp reservations.Response
	_, err := over(t, answers(200, "application/json", `[`+strings.Join(records, ",")+`]`), reservations.WithLogger(slog.New(slog.NewJSONHandler(&log, nil)))).
		Reservations.SummariesPage(t.Context(), reservations.SummariesParams{Organization: 1, DateFrom: from, DateTo: to}, reservations.WithResponseInto(&resp))
	if err != nil || len(resp.Oddities) != 2002 {
		t.Fatalf("%d oddities, error %v; want 2002", len(resp.Oddities), err)
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
		if l.Msg == "reservations oddity" {
			got = append(got, line{"", l.Field, l.Problem, l.Read, l.Count, l.First})
		}
	}
	want := []line{
		{"", "[].numOfPersons", "a whole number written with a decimal point", true, 500, "[0].numOfPersons"},
		{"", "[].numOfDays", "a string where a whole number is documented", false, 500, "[0].numOfDays"},
		{"", "[].orderLines[].id", "a string where a whole number is documented", true, 1000, "[0].orderLines[0].id"},
		{"", "[].numOfDays", "a whole number written with a decimal point", true, 1, "[500].numOfDays"},
		{"", "[].numOfDays", "a string where a whole number is documented", true, 1, "[501].numOfDays"},
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("logged (-want +got):\n%s", diff)
	}
}

// TestDoIsLenient: Do decodes as encoding/json does, also a record without an id.
func TestDoIsLenient(t *testing.T) {
	t.Parallel()
	for body, readable := range map[string]bool{`{"surname":"x"}`: true, `{"id":"7"}`: false} {
		var guest types.Guest
		err := over(t, answers(200, "application/json", body)).Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/guests/7"}, &guest)
		if (err == nil) != readable || readable && guest.Surname != "x" {
			t.Errorf("%s: error %v, want it read: %v", body, err, readable)
		}
	}
}

// TestRepeatedFieldsAreNotMerged: what is said of one guest is never said of another.
func TestRepeatedFieldsAreNotMerged(t *testing.T) {
	t.Parallel()
	const body = `{"id":1,"guests":[{"id":1,"firstName":"Ada"}],"guests":[{"id":2}]}`
	for _, test := range []string{`[` + body + `]`, `[{},` + body + `]`} {
		t.Run(test, func(t *testing.T) {
			t.Parallel()
			var resp reservations.Response
			list, err := over(t, answers(200, "application/json", test)).Reservations.SummariesPage(t.Context(),
				reservations.SummariesParams{Organization: 1, DateFrom: from, DateTo: to}, reservations.WithResponseInto(&resp))
			if err != nil {
				t.Fatal(err)
			}
			guests, path := list[len(list)-1].Guests, fmt.Sprintf("[%d].guests", len(list)-1)
			if len(guests) != 1 || guests[0].ID != 2 || guests[0].FirstName != "" {
				t.Errorf("got %d guests, the first with id %d and name %q", len(guests), guests[0].ID, guests[0].FirstName)
			}
			want := []reservations.Oddity{{Path: path, Raw: "[…]", Problem: "given more than once, and the last value counts"}}
			if diff := gocmp.Diff(want, resp.Oddities); diff != "" {
				t.Errorf("oddities (-want +got):\n%s", diff)
			}
		})
	}
	page, err := over(t, answers(200, "application/json", `[{"items":[{"reservationId":1,"reservationName":"Ada"}],"items":[{"reservationId":2}]}]`, "X-Total-Count", "2")).
		Reports.PresencePage(t.Context(), reservations.PresenceParams{DateFrom: parkFrom})
	var bad *reservations.DecodeError
	if !errors.As(err, &bad) || bad.Field != "[0].items" {
		t.Errorf("a page of the register with two lists for one day reads as %v, %v; want a DecodeError", page, err)
	}
}
