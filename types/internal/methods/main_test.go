// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"os"
	"testing"
)

func TestGeneratedMethodsAreUpToDate(t *testing.T) {
	t.Parallel()
	want, err := generate("../..")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../" + output)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s does not fit the structs of package types: run go generate ./types", output)
	}
}
