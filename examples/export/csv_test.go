// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

func each(summaries ...types.ReservationSummary) iter.Seq2[types.ReservationSummary, error] {
	return func(yield func(types.ReservationSummary, error) bool) {
		for _, summary := range summaries {
			if !yield(summary, nil) {
				return
			}
		}
	}
}

// asSent returns a date as it is read, also one that no date can be read from.
func asSent(t *testing.T, text string) (d types.DateTime) {
	t.Helper()
	if err := json.Unmarshal([]byte(`"`+text+`"`), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestWriteCSV(t *testing.T) {
	t.Parallel()
	full := types.ReservationSummary{
		ID: 9007199254740993, Token: types.NewSecret("token-canary"), Number: "R1", Name: "de Wit, \"Anna\"", Reference: "+31",
		Source: "web", Status: "confirmed", PaymentStatus: "payment-due",
		Date: asSent(t, "2026-01-02"), DateFrom: asSent(t, "2026-02-03"), DateTo: asSent(t, "2026-02-05"), NumOfDays: types.Ptr(2), NumOfPersons: types.Ptr(0),
		Accommodation: &types.SummaryAccommodation{Title: "Chalet"}, AccommodationUnit: &types.SummaryAccommodationUnit{Number: "C4"},
		TotalPrice: types.MustNumber("1234567890123456.78"), Balance: types.MustNumber("-0.10"), Advance: types.MustNumber("0"), TaxTotal: types.MustNumber("12.345"),
		Created: asSent(t, "2026-01-02T10:00:00+01:00"), Modified: asSent(t, "@never"),
	}
	nameless := types.ReservationSummary{Number: "R2"}
	var out bytes.Buffer
	var told []int
	rows, err := writeCSV(&out, each(full, nameless, full, nameless), func(rows int) { told = append(told, rows) })
	if err != nil {
		t.Fatal(err)
	}
	want := `id,number,name,reference,source,status,paymentStatus,date,dateFrom,dateTo,numOfDays,numOfPersons,accommodation,accommodationUnit,totalPrice,balance,advance,taxTotal,created,modified
9007199254740993,R1,"de Wit, ""Anna""",'+31,web,confirmed,payment-due,2026-01-02,2026-02-03,2026-02-05,2,0,Chalet,C4,1234567890123456.78,-0.10,0,12.345,2026-01-02T10:00:00+01:00,'@never
,R2,,,,,,,,,,,,,,,,,,
,R2,,,,,,,,,,,,,,,,,,
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("file (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{1, 2, 3}, told); diff != "" || rows != 3 {
		t.Errorf("%d rows, told of %v, want 3 and each of them", rows, told)
	}
}

func TestProgressOnATerminal(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	p := &progress{&out, newBar(&out)}
	p.row(1)
	p.row(250)
	p.Write([]byte("a line of the log\n"))
	p.row(251)
	p.end()
	rest := out.String()
	for _, want := range []string{"Reservations (1/-", "(250/-", "\ra line of the log\n", "(251/-"} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("the terminal does not show %q in its place:\n%q", want, out.String())
		}
		rest = after
	}
	_, line, _ := strings.Cut(rest, "\r")
	if text := strings.TrimRight(line, " \r"); text != "" {
		t.Errorf("the counter is left on the terminal: %q", line)
	}
}
