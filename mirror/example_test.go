// SPDX-License-Identifier: MIT

package mirror_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// A first copy of an invented service, in a file. The program of the README does the same.
func ExampleMirror_Sync() {
	ctx := context.Background()
	records := reservationstest.WithRecords(reservationstest.NewSummary(1), reservationstest.NewSummary(2))
	srv := reservationstest.NewServer(records)
	defer srv.Close()
	client, err := reservations.NewClient(srv.URL(), reservationstest.Key, reservations.WithOrganization(1))
	if err != nil {
		log.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "mirror")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	dsn := filepath.Join(dir, "reservations.db")

	m, err := mirror.Open(ctx, dsn, mirror.Config{}) // reservations.db, or postgres://user:password@host/database
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	result, err := m.Sync(ctx, client)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.New, "new")
	// Output:
	// 2 new
}
