// SPDX-License-Identifier: MIT

package contract

import (
	"net/http"
	"net/url"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/reservationkit/reservations-go"
)

// TestMock calls every operation of a mock that another program made of openapi.yaml alone.
// What that program takes the file to say, the SDK sends and reads, and what a recording of it
// plays the SDK reads too. The base URL of the mock
// is in RESERVATIONS_TEST_MOCK; .ci/mocks runs the test with two such programs.
func TestMock(t *testing.T) {
	base, err := url.Parse(os.Getenv("RESERVATIONS_TEST_MOCK"))
	if err != nil {
		t.Fatal(err)
	}
	if base.Host == "" {
		t.Skip("RESERVATIONS_TEST_MOCK is not set to the base URL of a mock")
	}
	connections := &http.Transport{}
	t.Cleanup(connections.CloseIdleConnections)
	eachCall(t, func(t *testing.T, s sampler, operation string) {
		var response reservations.Response
		s.id = "7" // programs in JavaScript have no number of the size of the sample
		mock := toMock{base, connections}
		for _, next := range []http.RoundTripper{mock, played{t, mock, nil}} {
			s.call(t, operation, &validator{t: t, next: next, anything: true}, reservations.WithResponseInto(&response))
			if diff := cmp.Diff([]reservations.Warning(nil), response.Warnings); diff != "" {
				t.Errorf("%s reads warnings (-none +read):\n%s", operation, diff)
			}
		}
	})
}

// toMock sends requests to the mock at base.
type toMock struct {
	base *url.URL
	next http.RoundTripper
}

func (m toMock) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = m.base.Scheme, m.base.Host, m.base.Host
	return m.next.RoundTrip(r)
}
