// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

var night = types.NewDate(2026, 11, 20)

func guests(id int64, country string, persons int) reservationstest.Booking {
	return reservationstest.Booking{
		ID: id, Name: "Jansen", Country: country, DateFrom: night, DateTo: night.AddDays(2),
		Stays: []reservationstest.Stay{{AgeGroup: "Adults", Persons: persons, CheckIn: night.Midnight()}},
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	server := reservationstest.NewServer(reservationstest.WithBookings(guests(1, "NL", 2), guests(2, "DE", 3), guests(3, "NL", 4)))
	defer server.Close()
	client, err := reservations.NewClient(server.URL(), reservationstest.Key)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "register.csv")
	var out strings.Builder
	if err := run(t.Context(), client, night, name, &out); err != nil {
		t.Fatal(err)
	}
	if want := "COUNTRY   AGE GROUP   PERSONS\nDE        Adults      3\nNL        Adults      6\n\n"; !strings.HasPrefix(out.String(), want) {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
	file, err := os.ReadFile(name)
	if rows := strings.Count(string(file), "\n2026-11-20,"); err != nil || rows != 3 {
		t.Errorf("the file has %d rows, error %v, want 3:\n%s", rows, err, file)
	}

	server.Inject(reservationstest.OpPresence, reservationstest.Always(), reservationstest.NoTotalCount())
	var incomplete *reservations.IncompleteError
	if err := run(t.Context(), client, night.AddDays(1), name, &out); !errors.As(err, &incomplete) {
		t.Errorf("got %v, want an IncompleteError", err)
	}
	if now, err := os.ReadFile(name); err != nil || string(now) != string(file) {
		t.Errorf("a register that is not complete has changed the file, error %v:\n%s", err, now)
	}
}
