// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// TestResponses holds how values are read that services write in several ways. That every field of
// every record is read is for module contract, and all ways to write a value for package types.
func TestResponses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, method, body string
		want               any
	}{
		{"an instant, and a day that is null", "Reservations.UpdateAdditionalGuest",
			`{"id":9007199254740993,"firstName":"Ada","dateFrom":"2026-07-06T00:00:00+0200","dateTo":null}`,
			&types.ReservationAdditionalGuest{ID: 9007199254740993, FirstName: "Ada",
				DateFrom: types.NewDateTime(time.Date(2026, 7, 6, 0, 0, 0, 0, time.FixedZone("", 2*3600)))}},
		{"exact amounts, and an enumeration that is not known", "Reservations.Update",
			`{"id":7,"status":"on-the-moon","totalPrice":"1234567890123456789.01","balance":-0.10,` +
				`"campingEquipmentLength":"7.50","closed":true,"numOfPersons":null}`,
			&types.Reservation{ID: 7, Status: "on-the-moon", TotalPrice: types.MustDecimal("1234567890123456789.01"),
				Balance: types.MustDecimal("-0.1"), CampingEquipmentLength: types.MustDecimal("7.5"), Closed: true}},
		{"defaults where a field is null or missing", "Accommodations.Unit",
			`{"id":7,"number":"07","active":null,"area":"12.5","features":[{}]}`,
			&types.AccommodationUnit{ID: 7, Number: "07", Public: true, Active: true, Available: true,
				Area: types.MustNumber("12.5"), Features: []types.Ref{{}}}},
		{"no defaults where it is given", "Accommodations.Unit", `{"id":7,"active":false,"public":false,"available":false}`,
			&types.AccommodationUnit{ID: 7}},
		{"an empty list", "Reservations.SummariesPage", `[]`, []types.ReservationSummary{}},
		{"an instant for a day, and empty lists for records", "Guests.Get",
			`{"id":7,"uuid":"u","municipality":null,"customFields":[],"attachments":null,` +
				`"birthDate":"1980-05-17T00:00:00+01:00"}`,
			&types.Guest{ID: 7, UUID: "u", BirthDate: types.NewDate(1980, 5, 17)}},
		{"a page of the register without a total", "Reports.PresencePage",
			`[{"date":"2026-07-06","items":[{"reservationId":7,"numOfPersons":0}]}]`,
			&reservations.PresencePage{Total: -1, Days: []types.PresenceDay{{Date: types.NewDate(2026, 7, 6),
				Items: []types.PresenceItem{{ReservationID: 7, NumOfPersons: new(0)}}}}}},
		{"a date that was never", "Accommodations.CampingEquipment",
			`[{"id":7,"maxLength":"7.25","archived":"0000-00-00 00:00:00"}]`,
			[]types.CampingEquipmentSpecification{{ID: 7, MaxLength: types.MustDecimal("7.25")}}},
		{"one record in place of a list, after a byte order mark", "Webhooks.Event", "\ufeff" + ` {"id":"007"}`,
			types.OneOrMany[types.WebhookEvent]{{ID: "007", Status: "pending", Webhook: types.Webhook{Active: true}}}},
		{"no body", "Webhooks.Delete", ``, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := testclient.Over(t, testclient.Responds(200, "application/json", test.body), reservations.WithOrganization(42))
			got, err := testclient.CallOf(test.method).Do(t.Context(), c)
			if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
				t.Errorf("got %v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// An outlivingTest is what a program keeps of a response, or the error that there is in place of it.
type outlivingTest struct {
	name, body string
	want       any
	call       func(context.Context, *reservations.Client) any
}

// keeper breaks the rule for methods of its name.
type keeper struct{ Kept json.RawMessage }

func (k *keeper) UnmarshalJSON(data []byte) error {
	k.Kept = data
	return nil
}

// outlivingTests are more than what methods return, which must not lie in the memory of the body
// either.
func outlivingTests() []outlivingTest {
	type read = func(*types.Guest, reservations.Response, error) any
	guest := func(name, body string, want any, kept read) outlivingTest {
		return outlivingTest{name, body, want, func(ctx context.Context, c *reservations.Client) any {
			var r reservations.Response
			guest, err := c.Guests.Get(ctx, 7, reservations.WithResponseInto(&r))
			return kept(guest, r, err)
		}}
	}
	do := func(name string, out func() any, want any) outlivingTest {
		return outlivingTest{name, rawJSON, want, func(ctx context.Context, c *reservations.Client) any {
			out := out()
			if err := c.Do(ctx, reservations.Request{Method: "GET", Path: "/api/x"}, out); err != nil {
				return err
			}
			return out
		}}
	}
	raw := json.RawMessage(rawJSON)
	const loyalty, document = `{"tier":"gold","points":[1,2]}`, `{"statusCode":409,"description":"taken"}`
	const page, problem = `<html>maintenance</html>`, "a string where a whole number is documented"
	return []outlivingTest{
		guest("unknown fields", `{"id":7,"loyalty":`+loyalty+`}`, types.Extra{"loyalty": json.RawMessage(loyalty)},
			func(g *types.Guest, _ reservations.Response, _ error) any { return g.Extra }),
		guest("WithResponseInto", `{"id":7}`, []byte(`{"id":7}`),
			func(_ *types.Guest, r reservations.Response, _ error) any { return r.Body }),
		guest("warnings", `{"id":"7"}`, reservations.Warning{Path: "id", Raw: `"7"`, Problem: problem, Read: true},
			func(_ *types.Guest, r reservations.Response, _ error) any { return r.Warnings[0] }),
		guest("error in a success", document, []any{[]byte(document), "taken"},
			func(_ *types.Guest, _ reservations.Response, err error) any {
				var refused *reservations.APIError
				if !errors.As(err, &refused) {
					return err
				}
				return []any{refused.Body, refused.Description}
			}),
		guest("unreadable body", page, page, func(_ *types.Guest, _ reservations.Response, err error) any {
			var bad *reservations.DecodeError
			if !errors.As(err, &bad) {
				return err
			}
			return bad.Snippet
		}),
		do("Do into raw JSON", func() any { return new(json.RawMessage) }, &raw),
		do("Do into a type that keeps what it is given", func() any { return new(keeper) }, &keeper{raw}),
	}
}

const rawJSON = `{"a":"first"}`

// recordsOf returns tests of the records that a method returns, of a body as it is documented and of one
// with unexpected values. Their want and their result are JSON.
func recordsOf(t *testing.T, call testclient.Call) (tests []outlivingTest) {
	t.Helper()
	asJSON := func(ctx context.Context, c *reservations.Client) any {
		records, err := call.Do(ctx, c)
		text, jsonErr := json.Marshal(records)
		if err := errors.Join(err, jsonErr); err != nil {
			return err
		}
		return string(text)
	}
	srv := testclient.Server(7, 8, 9)
	srv.SetBookings(testclient.Present(8)...)
	var resp reservations.Response
	if _, err := call.Do(t.Context(), testclient.Over(t, srv), reservations.WithResponseInto(&resp)); err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string]string{
		call.Name: string(resp.Body), call.Name + ", repaired": idNumber.ReplaceAllString(string(resp.Body), textID),
	} {
		want := asJSON(t.Context(), testclient.Over(t, testclient.Responds(200, "application/json", body)))
		tests = append(tests, outlivingTest{name, body, want, asJSON})
	}
	return tests
}

// TestResultsOutliveTheBody: the memory of a body is used for later ones, so nothing that a
// call returns may lie in it.
func TestResultsOutliveTheBody(t *testing.T) {
	t.Parallel()
	tests := outlivingTests()
	for _, call := range testclient.Calls() {
		if !call.Walk && !call.ReturnsNothing() {
			tests = append(tests, recordsOf(t, call)...)
		}
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				if r.URL.Path == "/overwrite" {
					return testclient.Responds(200, "text/plain", strings.Repeat("#", 1<<14))(r)
				}
				return testclient.Responds(200, "application/json", test.body)(r)
			}), reservations.WithOrganization(42))
			var calls sync.WaitGroup
			for range 50 {
				calls.Go(func() {
					got := test.call(t.Context(), c)
					overwrite := reservations.Request{Method: "GET", Path: "/overwrite"}
					if err := errors.Join(c.Do(t.Context(), overwrite, nil), c.Do(t.Context(), overwrite, nil)); err != nil {
						t.Error(err)
					}
					if diff := cmp.Diff(test.want, got); diff != "" {
						t.Errorf("after other responses (-want +got):\n%s", diff)
					}
				})
			}
			calls.Wait()
		})
	}
}
