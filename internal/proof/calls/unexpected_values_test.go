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

// summaries reads a list of summaries, and returns the paths of its warnings: those that were read,
// and those that were left out.
func summaries(t *testing.T, body string) (list []types.ReservationSummary, read, lost []string) {
	t.Helper()
	var resp reservations.Response
	list, err := testclient.Over(t, testclient.Responds(200, "application/json", body)).Reservations.SummariesPage(
		t.Context(), reservations.SummariesParams{Organization: 1, DateFrom: from, DateTo: to},
		reservations.WithResponseInto(&resp))
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range resp.Warnings {
		if o.Problem == "" || o.Raw == "" {
			t.Errorf("%+v does not say what is unexpected", o)
		}
		if o.Read {
			read = append(read, o.Path)
		} else {
			lost = append(lost, o.Path)
		}
	}
	slices.Sort(read)
	slices.Sort(lost)
	return list, read, lost
}

// TestUnexpectedValuesInAPage: a value that is not as documented costs itself at most.
func TestUnexpectedValuesInAPage(t *testing.T) {
	t.Parallel()
	records := make([]json.RawMessage, 100)
	for i := range records {
		records[i] = json.RawMessage(fmt.Sprintf(`{"id":%d,"status":"confirmed","date":"2026-07-06","totalPrice":12.5}`, i+1))
	}
	records[10] = []byte(`{"id":11,"date":"the day after","status":"on-the-moon","totalPrice":"1234567890123456.789"}`)
	records[20] = []byte(`{"id":"21","numOfPersons":3.0,"confirmed":1,"name":7,"guest":[]}`)
	records[30] = []byte(`{"id":31,"numOfPersons":"many","orderLines":[{"id":1,"quantity":"2.5"}],"token":{"a":1}}`)
	records[40] = []byte(`{"id":41,"totalPrice":"12,50"}`)
	body, err := json.Marshal(records)
	if err != nil {
		t.Fatal(err)
	}
	got, read, lost := summaries(t, string(body))
	if len(got) != 100 {
		t.Fatalf("got %d summaries, want 100", len(got))
	}
	asSent, asMeant, rest := got[10], got[20], got[30]
	if asSent.Date.Raw() != "the day after" || asSent.Status != "on-the-moon" ||
		asSent.TotalPrice.String() != "1234567890123456.789" {
		t.Errorf("got %+v, want the unexpected values as sent", asSent)
	}
	if asMeant.ID != 21 || *asMeant.NumOfPersons != 3 || !*asMeant.Confirmed || asMeant.Name != "7" || asMeant.Guest != nil {
		t.Errorf("got %+v, want the unexpected values as they are meant", asMeant)
	}
	if rest.ID != 31 || rest.NumOfPersons != nil || !rest.Token.IsZero() || rest.OrderLines[0].Quantity.String() != "2.5" {
		t.Errorf("got %+v, want all but the values that cannot be read", rest)
	}
	if wrong := got[40]; wrong.ID != 41 || wrong.TotalPrice.Given() {
		t.Errorf("got %+v, want no price for 12,50, which is no number of the API", wrong)
	}
	wantRead := []string{"[20].confirmed", "[20].guest", "[20].id", "[20].name", "[20].numOfPersons"}
	if diff := cmp.Diff(wantRead, read); diff != "" {
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
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			got, _, lost := summaries(t, `[{"id":`+id+`,"notes":",null","orderLines":[ null,{"id":2}]}]`)
			if got[0].ID != 1 || got[0].Notes != ",null" || got[0].OrderLines != nil {
				t.Errorf("got %+v, want the summary without the list", got)
			}
			if diff := cmp.Diff([]string{"[0].orderLines[0]"}, lost); diff != "" {
				t.Errorf("warnings that were left out (-want +got):\n%s", diff)
			}
		})
	}
}

func TestUnexpectedRequiredFieldNamesItsPath(t *testing.T) {
	t.Parallel()
	client := testclient.Over(t, testclient.Responds(200, "application/json", `[{"id":1},{"id":"x"}]`))
	_, err := client.Reservations.RegistrationNumberEntriesPage(t.Context(), reservations.RegistrationNumberEntriesParams{})
	var bad *reservations.DecodeError
	if !errors.As(err, &bad) || bad.Field != "[1].id" || !strings.Contains(err.Error(), "[1].id") {
		t.Errorf("got %v, want a DecodeError for [1].id", err)
	}
}
