package reservations_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

func TestUndocumentedFieldsCanBeRead(t *testing.T) {
	t.Parallel()
	const attachment = `{"id":1,"type":"x","locale":"nl","size":12.0}`
	for name, id := range map[string]string{"as documented": `"id":7`, "with an oddity": `"id":"7"`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := strings.NewReplacer(`"id":7`, id+`,"loyalty":{"points":120}`, `[]`, `[`+attachment+`]`).Replace(`{` + fullGuest + `}`)
			guest, err := over(t, answers(200, "application/json", body)).Guests.Get(t.Context(), 7)
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

// TestUpdateClearsAndExtends sets, leaves and clears fields of a reservation.
func TestUpdateClearsAndExtends(t *testing.T) {
	t.Parallel()
	held := reservationstest.NewReservation(1)
	held.Locale = "de"
	srv := reservationstest.NewServer(reservationstest.WithRecords(held))
	p := reservations.UpdateReservationParams{Organization: 1, Token: held.Token}
	update := &types.ReservationUpdate{Extra: map[string]any{"locale": nil, "addedLater": []string{"x"}}, Package: types.Ptr(!held.Package)}
	got, err := over(t, srv).Reservations.Update(t.Context(), 1, p, update)
	if err != nil || got.Locale != "" || got.Package == held.Package || got.Number != held.Number {
		t.Errorf("got %v, %v; want the locale cleared, the package changed and the number left", got, err)
	}
	if sent := string(srv.Calls()[0].Body); !strings.Contains(sent, `"addedLater":["x"],"locale":null`) {
		t.Errorf("sent %s", sent)
	}
}

func TestBadExtraIsNotSent(t *testing.T) {
	t.Parallel()
	for name, extra := range map[string]map[string]any{
		"a field that is set": {"locale": "de"},
		"a value of no JSON":  {"x": func() {}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := reservationstest.NewServer()
			_, err := over(t, srv).Reservations.Update(t.Context(), 1, reservations.UpdateReservationParams{Organization: 1, Token: reservationstest.NewReservation(1).Token},
				&types.ReservationUpdate{Locale: types.Ptr("nl"), Extra: extra})
			var bad *reservations.ParamError
			if !errors.As(err, &bad) || bad.Param != "body" || !strings.Contains(err.Error(), "Extra[") || strings.Contains(err.Error(), "types.") || len(srv.Calls()) > 0 {
				t.Errorf("got %v after %d requests, want a ParamError of the body and none", err, len(srv.Calls()))
			}
		})
	}
}
