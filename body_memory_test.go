package reservations_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// outliving are calls beside the operations whose results must not lie in the memory of the body.
var outliving = []operationTest{
	{
		name: "unknown fields",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			guest, err := c.Guests.Get(ctx, 7)
			if err != nil {
				return nil, err
			}
			return guest.Extra, nil
		},
		answer: `{"id":7,"loyalty":{"tier":"gold","points":[1,2]}}`, want: types.Extra{"loyalty": json.RawMessage(`{"tier":"gold","points":[1,2]}`)},
	},
	{
		name: "WithResponseInto",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			var r reservations.Response
			_, err := c.Guests.Get(ctx, 7, reservations.WithResponseInto(&r))
			return json.RawMessage(r.Body), err
		},
		answer: `{"id":7,"firstName":"Ada"}`, want: json.RawMessage(`{"id":7,"firstName":"Ada"}`),
	},
	{
		name: "oddities",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			var r reservations.Response
			_, err := c.Guests.Get(ctx, 7, reservations.WithResponseInto(&r))
			return r.Oddities[:1], err
		},
		answer: `{"id":"7"}`,
		want:   []reservations.Oddity{{Path: "id", Raw: `"7"`, Problem: "a string where a whole number is documented", Read: true}},
	},
	{
		name: "Do into raw JSON",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			var out json.RawMessage
			err := c.Do(ctx, reservations.Request{Method: "GET", Path: "/api/x"}, &out)
			return out, err
		},
		answer: `{"a":"first"}`, want: json.RawMessage(`{"a":"first"}`),
	},
	{
		name: "Do into a type that keeps what it is given",
		call: func(ctx context.Context, c *reservations.Client) (any, error) {
			var out keeper
			err := c.Do(ctx, reservations.Request{Method: "GET", Path: "/api/x"}, &out)
			return json.RawMessage(out.kept), err
		},
		answer: `{"a":"first"}`, want: json.RawMessage(`{"a":"first"}`),
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
		answer: `{"statusCode":409,"description":"taken"}`, want: []string{`{"statusCode":409,"description":"taken"}`, "taken"},
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
		answer: `<html>maintenance</html>`, want: `<html>maintenance</html>`,
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
	for _, test := range append(outliving, operationTests...) {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := over(t, roundTripFunc(func(r *http.Request) (*http.Response, error) {
				if r.URL.Path == "/overwrite" {
					return answers(200, "text/plain", strings.Repeat("#", 4096))(r)
				}
				return answers(200, "application/json", test.answer)(r)
			}), reservations.WithOrganization(42))
			var calls sync.WaitGroup
			for range 50 {
				calls.Go(func() {
					got, err := test.call(t.Context(), c)
					if err != nil {
						t.Error(err)
					}
					for range 2 {
						if err := c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/overwrite"}, nil); err != nil {
							t.Error(err)
						}
					}
					if diff := gocmp.Diff(test.want, got); diff != "" {
						t.Errorf("after other responses (-want +got):\n%s", diff)
					}
				})
			}
			calls.Wait()
		})
	}
}
