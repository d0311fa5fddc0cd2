// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"testing"
)

func TestGeneratedFileIsCurrent(t *testing.T) {
	t.Parallel()
	want, err := generate(records)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../records/records_generated.go")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("the structs have changed: run go generate ./internal/lenient/records")
	}
}
