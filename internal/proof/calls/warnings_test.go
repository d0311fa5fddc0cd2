// SPDX-License-Identifier: MIT

package calls_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// read returns what a method reads from a body, and the warnings.
func read[T any](t *testing.T, method, body string, opts ...reservations.Option) (T, []reservations.Warning, error) {
	t.Helper()
	var resp reservations.Response
	c := testclient.Over(t, testclient.Responds(200, "application/json", body), opts...)
	got, err := testclient.CallOf(method).Do(t.Context(), c, reservations.WithResponseInto(&resp))
	return got.(T), resp.Warnings, err
}

// summaries reads a list of summaries, and returns the paths of its warnings: those that were read,
// and those that were left out.
func summaries(t *testing.T, body string) (list []types.ReservationSummary, kept, lost []string) {
	t.Helper()
	list, warnings, err := read[[]types.ReservationSummary](t, "Reservations.SummariesPage", body)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range warnings {
		if w.Problem == "" || w.Raw == "" {
			t.Errorf("%+v does not say what is unexpected", w)
		}
		if w.Read {
			kept = append(kept, w.Path)
		} else {
			lost = append(lost, w.Path)
		}
	}
	slices.Sort(kept)
	slices.Sort(lost)
	return list, kept, lost
}

// TestUnexpectedValuesInAPage: a value that is not as documented costs itself at most.
func TestUnexpectedValuesInAPage(t *testing.T) {
	t.Parallel()
	records := make([]string, 100)
	for i := range records {
		records[i] = fmt.Sprintf(`{"id":%d,"status":"confirmed","date":"2026-07-06","totalPrice":12.5}`, i+1)
	}
	records[10] = `{"id":11,"date":"the day after","status":"on-the-moon","totalPrice":"1234567890123456.789"}`
	records[20] = `{"id":"21","numOfPersons":3.0,"confirmed":1,"name":7,"guest":[]}`
	records[30] = `{"id":31,"numOfPersons":"many","orderLines":[{"id":1,"quantity":"2.5"}],"token":{"a":1}}`
	records[40] = `{"id":41,"totalPrice":"12,50"}`
	got, kept, lost := summaries(t, "["+strings.Join(records, ",")+"]")
	if len(got) != 100 {
		t.Fatalf("got %d summaries, want 100", len(got))
	}
	var day types.DateTime
	if err := json.Unmarshal([]byte(`"the day after"`), &day); err != nil {
		t.Fatal(err)
	}
	for _, want := range []types.ReservationSummary{
		{ID: 11, Date: day, Status: "on-the-moon", TotalPrice: types.MustNumber("1234567890123456.789")},
		{ID: 21, NumOfPersons: types.Ptr(3), Confirmed: types.Ptr(true), Name: "7"},
		{ID: 31, OrderLines: []types.SummaryOrderLine{{ID: 1, Quantity: types.MustNumber("2.5")}}},
		{ID: 41}, // 12,50 is no number of the API
	} {
		if diff := cmp.Diff(want, got[want.ID-1]); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	wantKept := []string{"[20].confirmed", "[20].guest", "[20].id", "[20].name", "[20].numOfPersons"}
	if diff := cmp.Diff(wantKept, kept); diff != "" {
		t.Errorf("warnings that were read (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"[30].numOfPersons", "[30].token", "[40].totalPrice"}, lost); diff != "" {
		t.Errorf("warnings that were left out (-want +got):\n%s", diff)
	}
}

// TestNullRecordsInAList: a null is no record without content, with other warnings and without.
func TestNullRecordsInAList(t *testing.T) {
	t.Parallel()
	for _, id := range []string{`1`, `"1"`} {
		got, _, lost := summaries(t, `[{"id":`+id+`,"notes":",null","orderLines":[ null,{"id":2}]}]`)
		if got[0].ID != 1 || got[0].Notes != ",null" || got[0].OrderLines != nil {
			t.Errorf("got %+v, want the summary without the list", got)
		}
		if diff := cmp.Diff([]string{"[0].orderLines[0]"}, lost); diff != "" {
			t.Errorf("warnings that were left out (-want +got):\n%s", diff)
		}
	}
}

const fullGuest = `"id":7,"uuid":"u","locale":"nl","created":"2026-11-20T00:00:00Z","attachments":[],` +
	`"displayName":"x","subscribed":false`

func TestMissingRequiredFieldsAreWarnings(t *testing.T) {
	t.Parallel()
	replaced := func(oldnew ...string) string { return `{` + strings.NewReplacer(oldnew...).Replace(fullGuest) + `}` }
	const text = "a string where a whole number is documented"
	tests := []struct {
		name, body string
		first      []reservations.Warning // before those of the fields that are missing
		missing    []string
	}{
		{"all there", `{` + fullGuest + `}`, nil, nil},
		{"only the id", `{"id":7}`, nil, []string{"uuid", "locale", "created", "attachments", "displayName", "subscribed"}},
		{"null", replaced(`"nl"`, `null`), nil, []string{"locale"}},
		{"in a nested record", replaced(`[]`, `[{"type":"passport"}]`), nil,
			[]string{"attachments[0].id", "attachments[0].locale"}},
		{"beside another warning", replaced(`"nl"`, `null`, `7`, `"7"`),
			[]reservations.Warning{{Path: "id", Raw: `"7"`, Problem: text, Read: true}}, []string{"locale"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			guest, got, err := read[*types.Guest](t, "Guests.Get", test.body)
			if err != nil || guest.ID != 7 {
				t.Fatalf("got %v, %v; want the guest", guest, err)
			}
			want := test.first
			for _, path := range test.missing {
				want = append(want, reservations.Warning{Path: path, Problem: "required and missing"})
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRecordsWithoutTheirID are no records, where the ID is required.
func TestRecordsWithoutTheirID(t *testing.T) {
	t.Parallel()
	const first = `{"id":1,"name":"x","email":"y","created":"2026-11-20T00:00:00Z"}`
	const missing, text = " is required and missing", " is a string where a whole number is documented"
	for body, says := range map[string]string{
		`{}`: missing, `{"id":null}`: missing, `{"uuid":"u"}`: missing, `{"id":""}`: missing, `{"guest":{"id":7}}`: missing,
		`{"id":"Jansen"}`: text,
	} {
		t.Run(body, func(t *testing.T) {
			guest, _, err := read[*types.Guest](t, "Guests.Get", body)
			staff, _, errOfList := read[[]types.StaffMemberSpecification](t, "Tasks.StaffMembers", "["+first+","+body+"]")
			for field, err := range map[string]error{"id": err, "[1].id": errOfList} {
				var bad *reservations.DecodeError
				if !errors.As(err, &bad) || bad.Field != field || !strings.Contains(err.Error(), field+says) ||
					strings.Contains(err.Error(), "Jansen") {
					t.Errorf("got %v, want a DecodeError of %s that says %s", err, field, says)
				}
			}
			if guest != nil || staff != nil {
				t.Errorf("got %v and %v with the errors", guest, staff)
			}
		})
	}
	if got, _, _ := summaries(t, `[{}]`); len(got) != 1 { // it has no required fields
		t.Errorf("got %v, want a summary without an id", got)
	}
}

// TestUnexpectedPersonalDataIsNotShown, in whatever form it is sent.
func TestUnexpectedPersonalDataIsNotShown(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{`4711`, `true`, `["4711"]`, `{"4711":4711}`} {
		for _, field := range []string{"surname", "phoneNumber", "documentNumber", "iban", "roles"} {
			_, warnings, err := read[*types.Guest](t, "Guests.Get", `{`+fullGuest+`,"`+field+`":`+raw+`}`)
			if text := fmt.Sprint(err, warnings); strings.Contains(text, "4711") {
				t.Errorf("%s of %s is shown as %s", raw, field, text)
			}
		}
	}
}

// TestRepeatedFieldsAreNotMerged: what is said of one guest is never said of another. In the
// register they are an error.
func TestRepeatedFieldsAreNotMerged(t *testing.T) {
	t.Parallel()
	const body = `[{},{"id":1,"guests":[{"id":1,"firstName":"Ada"}],"guests":[{"id":2}]}]`
	list, got, err := read[[]types.ReservationSummary](t, "Reservations.SummariesPage", body)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]types.GuestContact{{ID: 2}}, list[1].Guests); diff != "" {
		t.Errorf("guests (-want +got):\n%s", diff)
	}
	const problem = "given more than once, and the last value counts"
	if diff := cmp.Diff([]reservations.Warning{{Path: "[1].guests", Raw: "[…]", Problem: problem}}, got); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	const register = `[{"items":[{"reservationId":1,"reservationName":"Ada"}],"items":[{"reservationId":2}]}]`
	page, _, err := read[*reservations.PresencePage](t, "Reports.PresencePage", register)
	var bad *reservations.DecodeError
	if !errors.As(err, &bad) || bad.Field != "[0].items" {
		t.Errorf("a day of the register with two lists is read as %v, %v; want a DecodeError", page, err)
	}
}

// TestUndocumentedFieldsCanBeRead, with warnings and without.
func TestUndocumentedFieldsCanBeRead(t *testing.T) {
	t.Parallel()
	const attachment = `[{"id":1,"type":"x","locale":"nl","size":12.0}]`
	for _, id := range []string{`"id":7`, `"id":"7"`} {
		replacer := strings.NewReplacer(`"id":7`, id+`,"loyalty":{"points":120}`, `[]`, attachment)
		guest, _, err := read[*types.Guest](t, "Guests.Get", `{`+replacer.Replace(fullGuest)+`}`)
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
	}
}
