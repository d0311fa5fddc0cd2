// SPDX-License-Identifier: MIT

// Package documents holds what is written about this repository to what is in it: the README
// and the other pages, the comments of exported names, the licences of dependencies, and the
// files that GitHub and Renovate read.
package documents

import (
	"log"
	"os"
	"testing"
)

// TestMain runs the tests in the root of the repository, so that they name files as documents do.
func TestMain(m *testing.M) {
	if err := os.Chdir("../../.."); err != nil {
		log.Fatal(err)
	}
	os.Exit(m.Run())
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
