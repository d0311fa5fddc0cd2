// SPDX-License-Identifier: MIT

// Command list lists summaries with the SDK.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	reservations "github.com/reservationkit/reservations-go"
)

func main() {
	client, err := reservations.NewClient(os.Args[1], "key", reservations.WithOrganization(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	summaries, err := client.Reservations.SummariesPage(context.Background(), reservations.SummariesParams{
		DateFrom: time.Now(), DateTo: time.Now(),
	})
	fmt.Println(len(summaries), err)
}
