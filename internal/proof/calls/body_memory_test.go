// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// An outlivingTest is what a program keeps of a response.
type outlivingTest struct {
	name string
	call func(context.Context, *reservations.Client) (any, error)
	body string
	want any
}

// outlivingTests are more than what methods return, which must not lie in the memory of the body
// either.
var outlivingTests = []outlivingTest{
	{
		name: "unknown fields",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			guest, err := c.Guests.Get(ctx, 7)
			if err != nil {
				return nil, err
			}
			return guest.Extra, nil
		},
		body: `{"id":7,"loyalty":{"tier":"gold","points":[1,2]}}`,
		want: types.Extra{"loyalty": json.RawMessage(`{"tier":"gold","points":[1,2]}`)},
	},
	{
		name: "WithResponseInto",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			var r reservations.Response
			_, err := c.Guests.Get(ctx, 7, reservations.WithResponseInto(&r))
			return json.RawMessage(r.Body), err
		},
		body: `{"id":7,"firstName":"Ada"}`, want: json.RawMessage(`{"id":7,"firstName":"Ada"}`),
	},
	{
		name: "warnings",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			var r reservations.Response
			_, err := c.Guests.Get(ctx, 7, reservations.WithResponseInto(&r))
			return r.Warnings[:1], err
		},
		body: `{"id":"7"}`,
		want: []reservations.Warning{{Path: "id", Raw: `"7"`, Problem: "a string where a whole number is documented", Read: true}},
	},
	{
		name: "Do into raw JSON",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			var out json.RawMessage
			err := c.Do(ctx, reservations.Request{Method: "GET", Path: "/api/x"}, &out)
			return out, err
		},
		body: `{"a":"first"}`, want: json.RawMessage(`{"a":"first"}`),
	},
	{
		name: "Do into a type that keeps what it is given",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			var out keeper
			err := c.Do(ctx, reservations.Request{Method: "GET", Path: "/api/x"}, &out)
			return json.RawMessage(out.kept), err
		},
		body: `{"a":"first"}`, want: json.RawMessage(`{"a":"first"}`),
	},
	{
		name: "error in a success",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			_, err := c.Guests.Get(ctx, 7)
			var refused *reservations.APIError
			if !errors.As(err, &refused) {
				return nil, err
			}
			return []string{string(refused.Body), refused.Description}, nil
		},
		body: `{"statusCode":409,"description":"taken"}`,
		want: []string{`{"statusCode":409,"description":"taken"}`, "taken"},
	},
	{
		name: "unreadable body",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			_, err := c.Guests.Get(ctx, 7)
			var bad *reservations.DecodeError
			if !errors.As(err, &bad) {
				return nil, err
			}
			return bad.Snippet, nil
		},
		body: `<html>maintenance</html>`, want: `<html>maintenance</html>`,
	},
}

// keeper breaks the rule for methods of its name.
type keeper struct{ kept []byte }

func (k *keeper) UnmarshalJSON(data []byte) error {
	k.kept = data
	return nil
}

// TestResultsOutliveTheBody: the memory of a body is used for later ones, so nothing that a
// call returns may lie in it.
func TestResultsOutliveTheBody(t *testing.T) {
	t.Parallel()
	tests := slices.Clone(outlivingTests)
	for _, test := range responseTests {
		tests = append(tests, outlivingTest{test.name, func(ctx context.Context, c *reservations.Client) (any, error) {
			return testclient.CallOf(test.method).Do(ctx, c)
		}, test.body, test.want})
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				if r.URL.Path == "/overwrite" {
					return testclient.Responds(200, "text/plain", strings.Repeat("#", 4096))(r)
				}
				return testclient.Responds(200, "application/json", test.body)(r)
			}), reservations.WithOrganization(42))
			var calls sync.WaitGroup
			for range 50 {
				calls.Go(func() {
					got, err := test.call(t.Context(), c)
					overwrite := reservations.Request{Method: "GET", Path: "/overwrite"}
					if err := errors.Join(err, c.Do(t.Context(), overwrite, nil), c.Do(t.Context(), overwrite, nil)); err != nil {
						t.Error(err)
					}
					if diff := cmp.Diff(test.want, got); diff != "" {
						t.Errorf("after other responses (-want +got):\n%s", diff)
					}
				})
			}
			calls.Wait()
		})
	}
}
