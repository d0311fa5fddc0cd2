package reservations_test

import (
	"errors"
	"testing"

	"github.com/reservationkit/reservations-go"
)

// FuzzAnswers gives any body to any operation, strict decoding, repair and all: it is
// read, or refused as a DecodeError, and what is left out is told.
func FuzzAnswers(f *testing.F) {
	for i, test := range operationTests {
		f.Add(uint8(i), []byte(test.answer))
	}
	for i := range operationTests {
		f.Add(uint8(i), []byte(`[{"id":"7","active":0,"customFields":[],"priority":"","date":"0000-00-00","quantity":1e3,"items":{}}]`))
	}
	f.Fuzz(func(t *testing.T, operation uint8, body []byte) {
		test := operationTests[int(operation)%len(operationTests)]
		_, err := test.call(t.Context(), over(t, answers(200, "application/json", string(body)), reservations.WithOrganization(1)))
		var bad *reservations.DecodeError
		if err != nil && !errors.As(err, &bad) {
			t.Fatalf("%s: got %T (%v), want a DecodeError", test.name, err, err)
		}
		if err != nil && err.Error() == "" {
			t.Fatalf("%s: an error without a text", test.name)
		}
	})
}
