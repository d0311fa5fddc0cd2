// SPDX-License-Identifier: MIT

// Command feed keeps a copy of the reservations in feed.db, and passes on its changes: a row of the table outbox is stored
// in the transaction that changes the copy, and deleted when the change was passed on, which here means printed. When the
// program is killed, the next run loses no change, and repeats at most one.
//
// It reads the organization RESERVATIONS_ORGANIZATION of the service at RESERVATIONS_BASE_URL with the key in
// RESERVATIONS_API_KEY. With neither set it starts an invented service in this process:
//
//	go run ./examples/feed
package main

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"os"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const outbox = `CREATE TABLE IF NOT EXISTS outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT, reservation INTEGER, columns TEXT)`

func main() {
	log.SetFlags(0)
	ctx := context.Background()
	file, server := "feed.db", reservationstest.NewServer()
	client, err := reservations.NewClientFromEnv()
	isInvented := os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == ""
	if isInvented {
		fmt.Println("RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: reading an invented service in this process.")
		file = "invented-feed.db"
		server.Put(reservationstest.NewSummary(1), reservationstest.NewSummary(2))
		client, err = reservations.NewClient(server.URL(), reservationstest.Key, reservations.WithOrganization(1))
	}
	check(err)
	m, err := mirror.Open(ctx, file, mirror.Config{SkipRegister: true, OnChange: note})
	check(err)
	defer m.Close()
	_, err = m.DB().ExecContext(ctx, outbox)
	check(err)
	_, err = m.Sync(ctx, client)
	check(err)
	check(passOn(ctx, m.DB()))
	if isInvented { // somebody cancels a reservation
		server.Put(reservationstest.NewSummary(2, func(r *types.ReservationSummary) { r.Status = types.ReservationStatusCancelled }))
		_, err = m.Sync(ctx, client)
		check(err)
		check(passOn(ctx, m.DB()))
	}
}

// note stores a change with what it is a change of, unless it is a part of the first load.
func note(ctx context.Context, tx *sql.Tx, change mirror.Change) error {
	if change.First {
		return nil
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO outbox (kind, reservation, columns) VALUES (?, ?, ?)",
		change.Kind, change.Reservation, fmt.Sprint(change.Columns))
	return err
}

// passOn prints the changes in the order in which they were stored, and deletes each of them after that.
func passOn(ctx context.Context, db *sql.DB) error {
	for {
		var id, reservation int64
		var kind, columns string
		err := db.QueryRowContext(ctx, "SELECT id, kind, reservation, columns FROM outbox ORDER BY id LIMIT 1").Scan(&id, &kind, &reservation, &columns)
		if err == sql.ErrNoRows {
			return nil
		}
		if err != nil {
			return err
		}
		fmt.Println("reservation", reservation, "is", kind, columns)
		if _, err := db.ExecContext(ctx, "DELETE FROM outbox WHERE id = ?", id); err != nil {
			return err
		}
	}
}

func check(err error) {
	if err != nil {
		log.Fatal("feed: ", err)
	}
}
