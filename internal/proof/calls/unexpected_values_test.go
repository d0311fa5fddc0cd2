// SPDX-License-Identifier: MIT

package calls_test

import (
	"encoding/json"
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
