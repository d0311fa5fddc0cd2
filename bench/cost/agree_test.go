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

// TestSameRecords checks that the SDK reads from the bodies what encoding/json reads.
func TestSameRecords(t *testing.T) {
	body := Summaries(980, 40) // beyond the last that is different from all before
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

// TestOddities checks that a page is odd where it is to be, and nowhere else.
func TestOddities(t *testing.T) {
	bodies, clean := pages(), pages()["clean"]
	for name, want := range map[string]int{"clean": 0, "oddvalue": 1, "nulltext": 0} {
		t.Run(name, func(t *testing.T) {
			if (string(bodies[name]) == string(clean)) != (name == "clean") {
				t.Fatal("the page is the clean one, or the clean page is not")
			}
			var response reservations.Response
			_, err := onWire(t, bodies[name]).Reservations.SummariesPage(t.Context(),
				reservations.SummariesParams{DateFrom: From, DateTo: To}, reservations.WithResponseInto(&response))
			if err != nil || len(response.Oddities) != want {
				t.Errorf("the oddities are %v (%v), want %d of them", response.Oddities, err, want)
			}
		})
	}
}
