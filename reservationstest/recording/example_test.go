// SPDX-License-Identifier: MIT

package recording_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/reservationstest/recording"
	"github.com/reservationkit/reservations-go/types"
)

// A recording of a service is played in a test. Here the service is one in memory.
func Example() {
	service := reservationstest.NewServer(reservationstest.WithRecords(
		reservationstest.NewGuest(860861, func(g *types.Guest) { g.FirstName, g.Surname = "Anna", "de Vries" }),
		reservationstest.NewSupplement(1), reservationstest.NewSupplement(2), reservationstest.NewSupplement(3),
	))
	folder, err := os.MkdirTemp("", "recordings")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "guests.jsonl")
	if err := recordGuests(path, service); err != nil {
		log.Fatal(err)
	}

	t := &testing.T{} // the one that your test function is given
	client := recording.NewClient(t, path)
	guest, err := client.Guests.Get(context.Background(), 1)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(guest.ID, guest.FirstName, guest.Surname, "-", guest.DisplayName)
	page, err := client.Supplements.Page(context.Background(), reservations.SupplementsParams{Offset: 1, Limit: 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(page), "of three supplements")
	// Output:
	// 1 Lumi su Tewes - Lumi su Tewes
	// 2 of three supplements
}

// recordGuests is a program that records.
func recordGuests(path string, service http.RoundTripper) error {
	recorder, err := recording.NewRecorder(path, service)
	if err != nil {
		return err
	}
	client, err := reservations.NewClient("https://api.example.test", reservationstest.Key,
		reservations.WithHTTPClient(&http.Client{Transport: recorder}), reservations.WithOrganization(17))
	if err != nil {
		return err
	}
	if _, err := client.Guests.Get(context.Background(), 860861); err != nil {
		return err
	}
	for _, err := range client.Supplements.All(context.Background(), reservations.SupplementsParams{Limit: 2}) {
		if err != nil {
			return err
		}
	}
	return recorder.Close()
}
