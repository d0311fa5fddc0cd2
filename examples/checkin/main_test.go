// SPDX-License-Identifier: MIT

package main

import (
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

func TestUpdate(t *testing.T) {
	t.Parallel()
	late := types.ReservationUpdate{Notes: types.Set("Late.")}
	cleared := types.ReservationUpdate{Notes: types.Null[string](), Guest: &types.ReservationGuestUpdate{PhoneNumber: types.Null[string]()}}
	for _, test := range []struct {
		name  string
		form  types.ReservationUpdate
		token types.Secret
		fault reservationstest.Fault // nil for none
		sent  string                 // "" when nothing is sent
		want  string                 // in the output or in the error
	}{
		{"a note", late, reservationstest.Token(1001), nil, `{"notes":"Late."}`, "Reservation R001001 of de Vries\n  2026-11-20 to 2026-11-27, 2 persons, Chalet for six C1\n"},
		{"cleared", cleared, reservationstest.Token(1001), nil, `{"notes":null,"guest":{"phoneNumber":null}}`, "balance 700.00"},
		{"nothing", types.ReservationUpdate{}, reservationstest.Token(1001), nil, "", "nothing would change"},
		{"no token", late, types.Secret{}, nil, "", "-reservation and RESERVATION_TOKEN are needed"},
		{"another token", late, types.NewSecret("canary"), nil, `{"notes":"Late."}`, "reservation 1001 was not updated: "},
		{"a failure of the service", late, reservationstest.Token(1001), reservationstest.Status(500), `{"notes":"Late."}`, "may have been updated"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server, client := reservationstest.New(t, reservationstest.WithRecords(reservationstest.NewReservation(1001)))
			if test.fault != nil {
				server.Inject(reservationstest.OpUpdateReservation, reservationstest.Always(), test.fault)
			}
			var got strings.Builder
			if err := update(t.Context(), client, 1001, test.token, &test.form, &got); err != nil {
				got.WriteString(err.Error())
			}
			sent := ""
			for _, call := range server.Calls() {
				sent += string(call.Body)
			}
			if !strings.Contains(got.String(), test.want) || strings.Contains(got.String(), "canary") || sent != test.sent {
				t.Errorf("got %q after %s, want %q after %s", got.String(), sent, test.want, test.sent)
			}
		})
	}
}

func TestBirthDate(t *testing.T) {
	t.Parallel()
	for text, isDay := range map[string]bool{"1990-03-09": true, "9999-03-09": false, "9 March": false} {
		if _, err := birthDate(text); (err == nil) != isDay {
			t.Errorf("%s: error %v, want one: %t", text, err, !isDay)
		}
	}
}
