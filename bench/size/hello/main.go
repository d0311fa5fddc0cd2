// SPDX-License-Identifier: MIT

// Command hello is a minimal program that uses net/http.
package main

import (
	"fmt"
	"io"
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
	fmt.Println(io.Copy(io.Discard, resp.Body))
}
