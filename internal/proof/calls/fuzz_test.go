package calls_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// FuzzResponses gives any body to any method that makes one request: it is read, or it is refused
// as a body that cannot be read or that says what failed.
func FuzzResponses(f *testing.F) {
	calls := slices.DeleteFunc(testclient.Calls(), func(c testclient.Call) bool { return c.Walk })
	for _, test := range responseTests {
		at := slices.IndexFunc(calls, func(c testclient.Call) bool { return c.Name == test.method })
		f.Add(uint8(at), []byte(test.body))
	}
	const odd = `[{"id":"7","active":0,"customFields":[],"priority":"","date":"0000-00-00","quantity":1e3,"items":{}}]`
	for i := range calls {
		f.Add(uint8(i), []byte(odd))
	}
	f.Fuzz(func(t *testing.T, number uint8, body []byte) {
		call := calls[int(number)%len(calls)]
		_, err := call.Do(t.Context(), testclient.Over(t, testclient.Responds(200, "application/json", string(body))))
		refused := errors.As(err, new(*reservations.DecodeError)) || errors.As(err, new(*reservations.APIError))
		if err != nil && (!refused || err.Error() == "") {
			t.Fatalf("%s: got %T (%v)", call.Name, err, err)
		}
	})
}
