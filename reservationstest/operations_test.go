// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	rt "github.com/reservationkit/reservations-go/reservationstest"
)

// stocked returns a server with one of everything under id 1, which belongs to reservation 1.
func stocked() *rt.Server { return testclient.Server(1) }

// requestOf returns the request of an operation for what has the id 1, with the required parameters
// alone.
func requestOf(t *testing.T, operation string) rt.Call {
	t.Helper()
	for _, call := range testclient.Calls() {
		if call.Operation.Name == operation && !call.Walk {
			srv := stocked()
			call.ID, call.Limit = 1, 0
			if _, err := call.Do(t.Context(), testclient.Over(t, srv)); err != nil {
				t.Fatal(err)
			}
			return srv.Calls()[0]
		}
	}
	t.Fatalf("there is no operation %s", operation)
	return rt.Call{}
}

// eachOperation runs a test for every operation with its request.
func eachOperation(t *testing.T, test func(t *testing.T, good rt.Call)) {
	for _, op := range reservations.Operations() {
		t.Run(op.Name, func(t *testing.T) {
			t.Parallel()
			test(t, requestOf(t, op.Name))
		})
	}
}

// with returns a query with other values of a parameter, or without it.
func with(query url.Values, name string, values ...string) url.Values {
	changed := url.Values{name: values}
	for other := range query {
		if other != name {
			changed[other] = query[other]
		}
	}
	return changed
}

// again sends a request with another query.
func (c caller) again(call rt.Call, query url.Values) *http.Response {
	c.t.Helper()
	return c.send(call.Method, call.Path+"?"+query.Encode(), string(call.Body))
}

func TestEveryOperationChecksItsRequest(t *testing.T) {
	t.Parallel()
	eachOperation(t, func(t *testing.T, good rt.Call) {
		c, target := inMemory(t, stocked()), good.Path+"?"+good.Query.Encode()
		wantError(t, c.send(good.Method, target, "", "X-Api-Key", "x"), 401, "the key in the header X-Api-Key is not known")
		wantError(t, c.again(good, with(good.Query, "extra", "1")), 400, `there is no parameter "extra"`)
		for name, value := range good.Query {
			wantError(t, c.again(good, with(good.Query, name)), 400, name+" is missing")
			wantError(t, c.again(good, with(good.Query, name, "")), 400, name+" is empty")
			wantError(t, c.again(good, with(good.Query, name, value[0], value[0])), 400, name+" is given 2 times")
			if strings.HasSuffix(strings.ToLower(name), "token") {
				status := 404
				if good.Operation == rt.OpCurrentDiscountCodes { // it documents no 404
					status = 400
				}
				wrong := c.again(good, with(good.Query, name, "canary"))
				wantError(t, wrong, status, "there is no Reservation with id 1 and this token")
			}
		}
		if len(good.Body) == 0 {
			wantError(t, c.send(good.Method, target, "{}"), 400, "this operation takes no body")
			return
		}
		wrong := c.send(good.Method, target, string(good.Body), "Content-Type", "text/plain")
		wantError(t, wrong, 400, `Content-Type is "text/plain", want application/json`)
	})
}

func TestEveryOperationIsRecordedAndHasFaults(t *testing.T) {
	t.Parallel()
	eachOperation(t, func(t *testing.T, good rt.Call) {
		srv := stocked()
		srv.Inject(good.Operation, rt.Always(), rt.Status(503))
		wantError(t, inMemory(t, srv).again(good, good.Query), 503)
		got := srv.Calls()[0]
		if hasID := strings.Contains(good.Path, "/1"); got.Operation != good.Operation || (got.ID == "1") != hasID {
			t.Errorf("recorded as %s with id %q, want %s and an id: %v", got.Operation, got.ID, good.Operation, hasID)
		}
	})
}

// TestPaths tries what is near the path of every operation.
func TestPaths(t *testing.T) {
	t.Parallel()
	allowed := map[string][]string{}
	for _, op := range reservations.Operations() {
		path := strings.Replace(op.Path, "{id}", "1", 1)
		allowed[path] = append(allowed[path], op.Method)
	}
	for path, methods := range allowed {
		c := inMemory(t, stocked())
		resp := c.send("PATCH", path, "")
		wantError(t, resp, 405, "PATCH "+path+" matches no operation: this path takes "+strings.Join(methods, ", "))
		if got, want := resp.Header.Get("Allow"), strings.Join(methods, ", "); got != want {
			t.Errorf("%s: Allow is %q, want %q", path, got, want)
		}
		near := []string{"/x" + path, path + "/1", strings.ToUpper(path), strings.TrimSuffix(path, "/")}
		if !strings.HasSuffix(path, "/") {
			near[3] = path + "/"
		}
		if strings.Contains(path, "/1") {
			near = append(near, strings.Replace(path, "/1", "/", 1))
		}
		for _, path := range near {
			wantError(t, c.send("GET", path, ""), 404, "GET "+path+" matches no operation")
		}
	}
}

// TestUnmatchedRequests has the method and the URL of the request in the response.
func TestUnmatchedRequests(t *testing.T) {
	t.Parallel()
	long := "/api/" + strings.Repeat("n", 400)
	tests := []struct{ method, target, want, takes string }{
		{"GET", "/", "/", ""},
		{"GET", "/api", "/api", ""},
		{"GET", "/api/reports//presence", "/api/reports//presence", ""},
		{"GET", "/x" + presencePath + "?grouped=true&limit=5", "/x" + presencePath + "?grouped=true&limit=5", ""},
		{"POST", "/api/nope%2F7/%C3%A9?x=%20&x=2&y", "/api/nope%2F7/%C3%A9?x=%20&x=2&y", ""},
		{"DELETE", "/api/nope?token=canary&x=1&API_KEY=canary", "/api/nope?token=REDACTED&x=1&API_KEY=REDACTED", ""},
		{"DELETE", "/api/nope?reservationToken=canary", "/api/nope?reservationToken=REDACTED", ""},
		{"GET", long, long[:200], ""},
		{"DELETE", presencePath + "?token=canary", presencePath + "?token=REDACTED", "GET"},
		{"PUT", "/api/reservations/summaries", "/api/reservations/summaries", "GET"}, // it is no id
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%s %.40s", test.method, test.target), func(t *testing.T) {
			t.Parallel()
			status, message := 404, test.method+" "+test.want+" matches no operation"
			if test.takes != "" {
				status, message = 405, message+": this path takes "+test.takes
			}
			wantError(t, inMemory(t, rt.NewServer()).send(test.method, test.target, ""), status, message)
		})
	}
}

// TestUnmatchedError shows what a client with a wrong base URL tells its user.
func TestUnmatchedError(t *testing.T) {
	t.Parallel()
	client, err := reservations.NewClient("https://api.example.test/v2", rt.Key,
		reservations.WithHTTPClient(&http.Client{Transport: rt.NewServer()}))
	if err != nil {
		t.Fatal(err)
	}
	params := reservations.GroupReservationsParams{Organization: 1, Token: rt.Token(7)}
	_, err = client.Reservations.GroupReservations(t.Context(), 7, params)
	const want = "GET /v2/api/reservations/7/group_reservations_list?organization=1&token=REDACTED matches no operation"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error is %v, want %s", err, want)
	}
}

// TestIDs has the response of each operation with an id to one that it does not hold, and the
// status for one that is no positive integer: 404 where it documents no 400.
func TestIDs(t *testing.T) {
	t.Parallel()
	type row struct {
		operation, unknown string // unknown is the record that is not there
		malformed          int
	}
	tests := []row{
		{rt.OpUpdateAdditionalGuest, "", 400},
		{rt.OpAdditionalGuest, "ReservationAdditionalGuest", 404},
		{rt.OpUpdateReservation, "", 400},
		{rt.OpUnit, "AccommodationUnit", 400},
		{rt.OpResetTask, "Task", 404},
		{rt.OpGuest, "Guest", 404},
		{rt.OpUpdateTransaction, "Transaction", 400},
		{rt.OpGroupReservations, "", 400},
		{rt.OpCategory, "AccommodationCategory", 400},
		{rt.OpTaxProfile, "TaxProfile", 0},
		{rt.OpWebhookEvent, "WebhookEvent", 404},
		{rt.OpDeleteWebhook, "Webhook", 404},
	}
	for _, test := range tests {
		t.Run(test.operation, func(t *testing.T) {
			t.Parallel()
			good := requestOf(t, test.operation)
			id := func(id string) *http.Response {
				call := good
				call.Path = strings.Replace(good.Path, "/1", "/"+id, 1)
				return inMemory(t, stocked()).again(call, good.Query)
			}
			if test.unknown != "" {
				wantError(t, id("2"), 404, "there is no "+test.unknown+" with id 2")
			}
			if test.malformed == 0 { // the id is a text
				wantError(t, id("a%2Fb%20c"), 404, "there is no "+test.unknown+" with id a/b c")
				return
			}
			for _, text := range []string{"x", "0", "-0", "-1", "+1", "01", "1.0", "1e0", "%201", "١", "9223372036854775808"} {
				shown := strings.Replace(text, "%20", " ", 1)
				want := `id is "` + shown + `", want an integer of at least 1`
				if test.malformed == 404 {
					want = `there is no record with id "` + shown + `": an id is an integer of at least 1`
				}
				wantError(t, id(text), test.malformed, want)
			}
		})
	}
	for _, op := range reservations.Operations() {
		listed := slices.ContainsFunc(tests, func(row row) bool { return row.operation == op.Name })
		if strings.Contains(op.Path, "{id}") != listed {
			t.Errorf("give %s a row above if its path has an id", op.Name)
		}
	}
}
