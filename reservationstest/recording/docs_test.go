// SPDX-License-Identifier: MIT

package recording_test

import (
	"log"
	"net/http"
	"os"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/reservationstest/recording"
)

// TestRecord runs what docs/testing.md shows of recording.
func TestRecord(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("testdata", 0o700); err != nil {
		t.Fatal(err)
	}
	srv := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewGuest(7)))
	defer srv.Close()
	baseURL, apiKey, ctx := srv.URL(), reservationstest.Key, t.Context()

	recorder, err := recording.NewRecorder("testdata/guests.jsonl", nil) // nil: send by the default transport
	if err != nil {
		log.Fatal(err)
	}
	client, err := reservations.NewClient(baseURL, apiKey, reservations.WithHTTPClient(&http.Client{Transport: recorder}))
	if err != nil {
		log.Fatal(err)
	}
	if _, err := client.Guests.Get(ctx, 7); err != nil {
		log.Fatal(err)
	}
	if err := recorder.Close(); err != nil { // writes the file
		log.Fatal(err)
	}

	// What is in the file.
	guest, err := recording.NewClient(t, "testdata/guests.jsonl").Guests.Get(t.Context(), 1)
	if err != nil || guest.FirstName == "" || guest.FirstName == reservationstest.NewGuest(7).FirstName {
		t.Errorf("the guest in the file is %q, error %v, want an invented name", guest.FirstName, err)
	}
}

func TestGuest(t *testing.T) {
	client := recording.NewClient(t, "testdata/guests.jsonl")
	guest, err := client.Guests.Get(t.Context(), 1) // the first id of a recording is 1
	if err != nil {
		t.Fatal(err)
	}
	if guest.FirstName == "" {
		t.Error("the guest has no name")
	}
}
