// SPDX-License-Identifier: MIT

// Command byhand is what an integrator writes without the SDK: go-retryablehttp, encoding/json
// and exact decimals.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/hashicorp/go-retryablehttp"
	"github.com/shopspring/decimal"
)

func main() {
	resp, err := retryablehttp.NewClient().Get(os.Args[1])
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	var summaries []struct{ Balance decimal.Decimal }
	err = json.NewDecoder(resp.Body).Decode(&summaries)
	fmt.Println(len(summaries), err)
}
