// SPDX-License-Identifier: MIT

package lists_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestResume leaves a list after each record, and reads the rest with another client, in at most
// two requests more than a new walk over the rest would take.
func TestResume(t *testing.T) {
	t.Parallel()
	const n = 60
	srv := service(n)
	eachList(t, func(t *testing.T, list testclient.Call) {
		for _, stop := range testkit.Cases(6, ids(1, n)) {
			var token string
			list.Offset, list.Limit = 0, 20
			before := resume(t, srv, list, &token, int(stop))
			var resumed, anew requests
			list.Offset, list.Limit = 7, 25 // an offset is not used with a token, and the limit may be another
			after, err := read(t, testclient.Over(t, resumed.to(srv), reservations.WithMaxConcurrency(1)), list,
				reservations.WithResume(&token))
			if diff := cmp.Diff(ids(1, n), append(before, after...)); err != nil || diff != "" {
				t.Errorf("after record %d: %v, IDs (-want +got):\n%s", stop, err, diff)
			}
			list.Offset = int(stop) - 1
			_, err = read(t, testclient.Over(t, anew.to(srv), reservations.WithMaxConcurrency(1)), list)
			if err != nil || len(resumed.sent) > len(anew.sent)+2 {
				t.Errorf("after record %d: requests %v, a walk from there sends %v", stop, resumed.sent, anew.sent)
			}
		}
	})
}

// TestResumeAgainAndAgain leaves a list every few records while pages are read ahead: the token
// does not run ahead of the loop.
func TestResumeAgainAndAgain(t *testing.T) {
	t.Parallel()
	srv := service(330)
	eachList(t, func(t *testing.T, list testclient.Call) {
		got := resume(t, srv, list, new(string), 40, 40, 40, 40, 40, 40, 40, 40, 40)
		if diff := cmp.Diff(ids(1, 330), got); diff != "" {
			t.Errorf("IDs (-want +got):\n%s", diff)
		}
	})
}

// TestTokenInTheLoop names the record that the loop was given, and begins the next range.
func TestTokenInTheLoop(t *testing.T) {
	t.Parallel()
	c := testclient.Over(t, service(5))
	token := ""
	all := c.Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1}, reservations.WithResume(&token))
	var tokens []string
	for s := range all {
		tokens = append(tokens, token)
		if s.ID == 3 {
			break
		}
	}
	rest, err := reservations.Collect(all)
	if err != nil || len(rest) != 2 || rest[0].ID != 4 {
		t.Errorf("the second range yields %d records from %v on, %v", len(rest), rest, err)
	}
	for i, stored := range tokens {
		got, err := reservations.Collect(c.Supplements.All(t.Context(), reservations.SupplementsParams{Organization: 1},
			reservations.WithResume(&stored)))
		if err != nil || len(got) != 4-i || stored != token {
			t.Errorf("from the token of record %d: %d records, %v, and the token %q, want %q", i+1, len(got), err, stored, token)
		}
	}
}

// TestResumeAfterAnError goes on with the page that failed.
func TestResumeAfterAnError(t *testing.T) {
	t.Parallel()
	srv := service(330)
	eachList(t, func(t *testing.T, list testclient.Call) {
		srv.Inject(list.Operation.Name, reservationstest.Nth(3), reservationstest.Status(403))
		c := testclient.Over(t, srv, reservations.WithMaxConcurrency(1))
		var token string
		before, err := read(t, c, list, reservations.WithResume(&token))
		if !errors.Is(err, reservations.ErrForbidden) || len(before) != 199 {
			t.Fatalf("got %d records, %v", len(before), err)
		}
		after, err := read(t, c, list, reservations.WithResume(&token))
		if diff := cmp.Diff(ids(1, 330), append(before, after...)); err != nil || diff != "" {
			t.Errorf("%v, IDs (-want +got):\n%s", err, diff)
		}
	})
}

// TestResumeACompleteList yields what was added at its end.
func TestResumeACompleteList(t *testing.T) {
	t.Parallel()
	first, longer, longest := service(130), service(135), service(252)
	eachList(t, func(t *testing.T, list testclient.Call) {
		var token string
		for _, srv := range []*reservationstest.Server{first, first, longer} {
			resume(t, srv, list, &token, 0)
		}
		if diff := cmp.Diff(ids(136, 252), resume(t, longest, list, &token, 0)); diff != "" {
			t.Errorf("IDs (-want +got):\n%s", diff)
		}
	})
}

// TestTokenOfSomethingElse is refused before anything is sent.
func TestTokenOfSomethingElse(t *testing.T) {
	t.Parallel()
	tokenOf := func(list testclient.Call) (token string) {
		resume(t, service(5), list, &token, 2)
		return token
	}
	list := testclient.CallOf("Supplements.All")
	other := list
	other.Fill = func(_ reflect.Type, field reflect.StructField, value reflect.Value) bool {
		if field.Name == "Include" {
			value.Set(reflect.ValueOf([]string{reservations.IncludeTranslations}))
		}
		return field.Name == "Include"
	}
	token := tokenOf(list)
	tests := []struct{ name, token, says string }{
		{"another method", tokenOf(testclient.CallOf("Reservations.AllSummaries")), "of another list"},
		{"other parameters", tokenOf(other), "with other parameters"},
		{"a newer version", "r2-" + token[3:], "another version of this package"},
		{"cut off", token[:len(token)-1], "a damaged token"},
		{"one letter changed", strings.Replace(token, token[20:21], "_", 1), "a damaged token"},
		{"a blank", token + " ", "a damaged token"},
		{"no token", "60", "a damaged token"},
		{"nothing but the version", "r1-", "a damaged token"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			srv, given := service(5), test.token
			_, err := read(t, testclient.Over(t, srv), list, reservations.WithResume(&given))
			var bad *reservations.ParamError
			if !errors.As(err, &bad) || bad.Param != "WithResume" || !strings.Contains(err.Error(), test.says) ||
				!strings.Contains(err.Error(), `set the token to ""`) {
				t.Errorf("got %v, want a ParamError that says %q", err, test.says)
			}
			if len(srv.Calls()) > 0 || given != test.token {
				t.Errorf("%d requests were sent, and the token became %q", len(srv.Calls()), given)
			}
		})
	}
}

// TestResumeIsForLists: every other method refuses the option, and so does a nil token.
func TestResumeIsForLists(t *testing.T) {
	t.Parallel()
	for _, call := range testclient.Calls() {
		t.Run(call.Name, func(t *testing.T) {
			t.Parallel()
			srv, token := service(5), new(string)
			if call.Walk && call.Operation.Name != reservationstest.OpPresence {
				token = nil
			}
			_, err := call.Do(t.Context(), testclient.Over(t, srv), reservations.WithResume(token))
			var bad *reservations.ParamError
			if !errors.As(err, &bad) || bad.Param != "WithResume" || len(srv.Calls()) > 0 {
				t.Errorf("got %v after %d requests, want a ParamError", err, len(srv.Calls()))
			}
		})
	}
	t.Run("Do", func(t *testing.T) {
		err := testclient.Over(t, service(5)).Do(t.Context(), reservations.Request{Method: "GET", Path: "/"}, nil,
			reservations.WithResume(new(string)))
		var bad *reservations.ParamError
		if !errors.As(err, &bad) || bad.Param != "WithResume" {
			t.Errorf("got %v, want a ParamError", err)
		}
	})
}

// TestTextOfAToken is short and printable, and the same for the same place. A version of the module
// must read what an earlier one has written.
func TestTextOfAToken(t *testing.T) {
	t.Parallel()
	const written = "r1-7LJQ29e_VuRmHEX7BAsAAgICAgIa3chh"
	token := ""
	resume(t, service(9), testclient.CallOf("Supplements.All"), &token, 5)
	if token != written {
		t.Errorf("the token is %q, want %q", token, written)
	}
	form := regexp.MustCompile(`^r1-[A-Za-z0-9_-]{20,297}$`)
	var records []string
	for i := range 30 { // as far from each other as can be
		id := math.MaxInt64 - int64(i)
		if i%2 == 0 {
			id = int64(i + 1)
		}
		records = append(records, fmt.Sprintf(`{"id":%d}`, id))
	}
	longest := testclient.Over(t, testclient.Responds(200, "", "["+strings.Join(records, ",")+"]"))
	params := reservations.SupplementsParams{Organization: 1, Token: types.NewSecret("canary")}
	most := 0
	token = ""
	for _, err := range longest.Supplements.All(t.Context(), params, reservations.WithResume(&token)) {
		if err == nil && !form.MatchString(token) {
			t.Fatalf("a token of %d bytes: %q", len(token), token)
		}
		most = max(most, len(token))
	}
	if most < 150 {
		t.Errorf("the longest token has %d bytes, so that nothing is known about longer ones", most)
	}
}
