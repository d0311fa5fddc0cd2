// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOperationsAreGenerated compares operations.go with what openapi.yaml says.
func TestOperationsAreGenerated(t *testing.T) {
	t.Parallel()
	const file = "../../../operations.go"
	want, err := generate("../openapi.yaml", file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if diff := cmp.Diff(string(want), string(got)); err != nil || diff != "" {
		t.Errorf("run go generate . in the root; operations.go is (-want +got), %v:\n%s", err, diff)
	}
}
