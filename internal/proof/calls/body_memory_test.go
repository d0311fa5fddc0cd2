// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// An outlivingTest is what a program keeps of a response, or the error that there is in place of it.
type outlivingTest struct {
	name, body string
	want       any
	call       func(context.Context, *reservations.Client) any
}

// keeper breaks the rule for methods of its name.
type keeper struct{ Kept json.RawMessage }

func (k *keeper) UnmarshalJSON(data []byte) error {
	k.Kept = data
	return nil
}

// outlivingTests are more than what methods return, which must not lie in the memory of the body
// either.
func outlivingTests() []outlivingTest {
	guest := func(ctx context.Context, c *reservations.Client) (*types.Guest, reservations.Response, error) {
		var r reservations.Response
		guest, err := c.Guests.Get(ctx, 7, reservations.WithResponseInto(&r))
		return guest, r, err
	}
	do := func(ctx context.Context, c *reservations.Client, out any) any {
		if err := c.Do(ctx, reservations.Request{Method: "GET", Path: "/api/x"}, out); err != nil {
			return err
		}
		return out
	}
	raw := json.RawMessage(`{"a":"first"}`)
	const loyalty, document = `{"tier":"gold","points":[1,2]}`, `{"statusCode":409,"description":"taken"}`
	const page, problem = `<html>maintenance</html>`, "a string where a whole number is documented"
	return []outlivingTest{
		{"unknown fields", `{"id":7,"loyalty":` + loyalty + `}`, types.Extra{"loyalty": json.RawMessage(loyalty)},
			func(ctx context.Context, c *reservations.Client) any {
				guest, _, err := guest(ctx, c)
				if err != nil {
					return err
				}
				return guest.Extra
			}},
		{"WithResponseInto", `{"id":7}`, []byte(`{"id":7}`), func(ctx context.Context, c *reservations.Client) any {
			_, r, _ := guest(ctx, c)
			return r.Body
		}},
		{"warnings", `{"id":"7"}`, reservations.Warning{Path: "id", Raw: `"7"`, Problem: problem, Read: true},
			func(ctx context.Context, c *reservations.Client) any {
				_, r, _ := guest(ctx, c)
				return r.Warnings[0]
			}},
		{"error in a success", document, []any{[]byte(document), "taken"},
			func(ctx context.Context, c *reservations.Client) any {
				_, _, err := guest(ctx, c)
				var refused *reservations.APIError
				if !errors.As(err, &refused) {
					return err
				}
				return []any{refused.Body, refused.Description}
			}},
		{"unreadable body", page, page, func(ctx context.Context, c *reservations.Client) any {
			_, _, err := guest(ctx, c)
			var bad *reservations.DecodeError
			if !errors.As(err, &bad) {
				return err
			}
			return bad.Snippet
		}},
		{"Do into raw JSON", string(raw), &raw, func(ctx context.Context, c *reservations.Client) any {
			return do(ctx, c, new(json.RawMessage))
		}},
		{"Do into a type that keeps what it is given", string(raw), &keeper{raw},
			func(ctx context.Context, c *reservations.Client) any { return do(ctx, c, new(keeper)) }},
	}
}

// TestResultsOutliveTheBody: the memory of a body is used for later ones, so nothing that a
// call returns may lie in it.
func TestResultsOutliveTheBody(t *testing.T) {
	t.Parallel()
	tests := outlivingTests()
	for _, test := range responseTests {
		tests = append(tests, outlivingTest{test.name, test.body, test.want,
			func(ctx context.Context, c *reservations.Client) any {
				got, err := testclient.CallOf(test.method).Do(ctx, c)
				if err != nil {
					return err
				}
				return got
			}})
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
					got := test.call(t.Context(), c)
					overwrite := reservations.Request{Method: "GET", Path: "/overwrite"}
					if err := errors.Join(c.Do(t.Context(), overwrite, nil), c.Do(t.Context(), overwrite, nil)); err != nil {
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
