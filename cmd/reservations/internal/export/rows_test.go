// SPDX-License-Identifier: MIT

package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/csvfile"
	"github.com/reservationkit/reservations-go/types"
)

// asSent returns a date as it is read, also one that no date can be read from.
func asSent(t *testing.T, text string) (d types.DateTime) {
	t.Helper()
	if err := json.Unmarshal([]byte(`"`+text+`"`), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// written returns what is written of some reservations.
func written(t *testing.T, format string, form csvfile.Form, all ...types.ReservationSummary) string {
	t.Helper()
	var out bytes.Buffer
	write, flush, err := options{format: &format, csv: form}.newWriter(&out)
	for _, r := range all {
		err = errors.Join(err, write(r))
	}
	if err = errors.Join(err, flush()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestWriteCSV(t *testing.T) {
	t.Parallel()
	full := types.ReservationSummary{
		ID: 9007199254740993, Token: types.NewSecret("token-canary"), Number: "R1", Name: "de Wit, \"Anna\"", Reference: "+31",
		Source: "web", Status: "confirmed", PaymentStatus: "payment-due",
		Date: asSent(t, "2026-01-02"), DateFrom: asSent(t, "2026-02-03"), DateTo: asSent(t, "2026-02-05"), NumOfDays: new(2), NumOfPersons: new(0),
		Accommodation: &types.SummaryAccommodation{Title: "Chalet"}, AccommodationUnit: &types.SummaryAccommodationUnit{Number: "C4"},
		TotalPrice: types.MustNumber("1234567890123456.78"), Balance: types.MustNumber("-0.10"), Advance: types.MustNumber("0"), TaxTotal: types.MustNumber("12.345"),
		Created: asSent(t, "2026-01-02T10:00:00+01:00"), Modified: asSent(t, "@never"),
	}
	out := written(t, cli.FormatCSV, csvfile.Form{}, full, types.ReservationSummary{Number: "R2"})
	want := `id,number,name,reference,source,status,paymentStatus,date,dateFrom,dateTo,numOfDays,numOfPersons,accommodation,accommodationUnit,totalPrice,balance,advance,taxTotal,created,modified
9007199254740993,R1,"de Wit, ""Anna""",'+31,web,confirmed,payment-due,2026-01-02,2026-02-03,2026-02-05,2,0,Chalet,C4,1234567890123456.78,-0.10,0,12.345,2026-01-02T10:00:00+01:00,'@never
,R2,,,,,,,,,,,,,,,,,,
`
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("file (-want +got):\n%s", diff)
	}
}

// TestJSONLines have every field but the tokens, and an original that keeps them.
func TestJSONLines(t *testing.T) {
	t.Parallel()
	record := types.ReservationSummary{
		ID: 1, Token: types.NewSecret("canary"), Notes: "late",
		GroupReservation: &types.SummaryGroup{ID: 2, Token: types.NewSecret("canary")}, TotalPrice: types.MustNumber("1.50"),
	}
	out := written(t, cli.FormatJSONLines, csvfile.Form{}, record, types.ReservationSummary{ID: 3})
	want := `{"id":1,"notes":"late","totalPrice":1.50,"groupReservation":{"id":2}}` + "\n" + `{"id":3}` + "\n"
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	if record.GroupReservation.Token.Reveal() != "canary" {
		t.Error("the record has lost its token")
	}
}
