// SPDX-License-Identifier: MIT

// This program is compiled for JavaScript by TestFetchInNode.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/reservationkit/reservations-go"
)

func main() {
	c, err := reservations.NewClient(os.Args[1], "key", reservations.WithRetry(reservations.NoRetry()))
	if err != nil {
		panic(err)
	}
	fmt.Println(c.Do(context.Background(), reservations.Request{Method: "GET", Path: "/redirect"}, nil))
}
