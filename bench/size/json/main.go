// SPDX-License-Identifier: MIT

// Command json is like hello, but reads the response with encoding/json.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

func main() {
	resp, err := http.Get(os.Args[1])
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	var summaries []struct{ Balance json.Number }
	err = json.NewDecoder(resp.Body).Decode(&summaries)
	fmt.Println(len(summaries), err)
}
