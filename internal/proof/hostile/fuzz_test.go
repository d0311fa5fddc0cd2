// SPDX-License-Identifier: MIT

package hostile_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// FuzzResponses gives any body to any operation, strict decoding, repair and all: it is
// read, or refused as a DecodeError.
func FuzzResponses(f *testing.F) {
	calls := slices.DeleteFunc(testclient.Calls(), func(c testclient.Call) bool { return c.Walk })
	samples, err := filepath.Glob("../../../types/testdata/*.json")
	if err != nil || len(samples) == 0 {
		f.Fatal("no samples", err)
	}
	for i := range calls {
		for _, sample := range samples {
			body, err := os.ReadFile(sample)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(uint8(i), body)
		}
		f.Add(uint8(i), []byte(`[{"id":"7","active":0,"customFields":[],"priority":"","date":"","quantity":1e3}]`))
	}
	f.Fuzz(func(t *testing.T, number uint8, body []byte) {
		call := calls[int(number)%len(calls)]
		client := testclient.Over(t, testclient.Responds(200, "application/json", string(body)))
		_, err := call.Do(t.Context(), client)
		var unread *reservations.DecodeError
		if err != nil && (!errors.As(err, &unread) || err.Error() == "") {
			t.Fatalf("%s: got %T (%v), want a DecodeError with a text", call.Name, err, err)
		}
	})
}
