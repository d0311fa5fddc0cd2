// SPDX-License-Identifier: MIT

package cost

import (
	"encoding/json"
	"testing"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// TestCalls checks that every client gets what it asks for.
func TestCalls(t *testing.T) {
	for _, c := range clients {
		for _, call := range calls {
			t.Run(c.name+"/"+call.name, func(t *testing.T) {
				client, err := c.make(BaseURL(call.reservations))
				if err != nil {
					t.Fatal(err)
				}
				if err := call.make(t.Context(), client); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// TestSameSummaries checks that the SDK reads from a page what encoding/json reads.
func TestSameSummaries(t *testing.T) {
	body := Summaries(different-20, 40) // across the end of those that are different
	var want []summary
	if err := json.Unmarshal(body, &want); err != nil {
		t.Fatal(err)
	}
	got, err := onWire(t, body).Reservations.SummariesPage(t.Context(), reservations.SummariesParams{DateFrom: From, DateTo: To})
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d summaries (%v), want %d", len(got), err, len(want))
	}
	for i, s := range got {
		w := want[i]
		if s.ID != *w.ID || s.TotalPrice.String() != w.TotalPrice.String() || s.Checkin.String() != types.NewDateTime(*w.Checkin).String() || len(s.SupplementOrderLines) != len(w.SupplementOrderLines) {
			t.Errorf("summary %d is %+v, want %+v", i, s, w)
		}
	}
}

// TestSameDays checks the same for a page of the register.
func TestSameDays(t *testing.T) {
	body := RegisterPage(month, 0, 25)
	var want []presenceDay
	if err := json.Unmarshal(body, &want); err != nil {
		t.Fatal(err)
	}
	got, err := onWire(t, body).Reports.PresencePage(t.Context(), presenceParams)
	if err != nil || len(got.Days) != len(want) {
		t.Fatalf("%d days (%v), want %d", len(got.Days), err, len(want))
	}
	for i, d := range got.Days {
		w := want[i]
		if d.Date != types.DateOf(w.Date.Time) || d.Date != types.DateOf(From.AddDate(0, 0, i)) || len(d.Items) != len(w.Items) || len(d.Items) == 0 {
			t.Fatalf("day %d is %v with %d items, want %v with %d", i, d.Date, len(d.Items), w.Date, len(w.Items))
		}
		for j, item := range d.Items {
			if w := w.Items[j]; item.ReservationID != *w.ReservationID || item.Persons() != int(*w.NumOfPersons) || item.ReservationDateTo != types.DateOf(w.DateTo.Time) {
				t.Errorf("item %d of day %d is %+v, want %+v", j, i, item, w)
			}
		}
	}
}

// TestWarnings checks that a page is odd where it is to be, and nowhere else.
func TestWarnings(t *testing.T) {
	bodies, clean := pages(), pages()["clean"]
	for name, want := range map[string]int{"clean": 0, "oddvalue": 1, "nulltext": 0} {
		t.Run(name, func(t *testing.T) {
			if (string(bodies[name]) == string(clean)) != (name == "clean") {
				t.Fatal("the page is the clean one, or the clean page is not")
			}
			var response reservations.Response
			_, err := onWire(t, bodies[name]).Reservations.SummariesPage(t.Context(),
				reservations.SummariesParams{DateFrom: From, DateTo: To}, reservations.WithResponseInto(&response))
			if err != nil || len(response.Warnings) != want {
				t.Errorf("the warnings are %v (%v), want %d of them", response.Warnings, err, want)
			}
		})
	}
}
