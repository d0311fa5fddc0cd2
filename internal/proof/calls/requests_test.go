// SPDX-License-Identifier: MIT

package calls_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

var (
	from  = testclient.From
	to    = time.Date(2026, time.July, 13, 12, 30, 0, 0, time.FixedZone("", 2*3600))
	token = types.NewSecret("t/o k")
)

// TestValuesAreWrittenInPathQueryAndBody: module contract proves that every operation sends what openapi.yaml lists.
func TestValuesAreWrittenInPathQueryAndBody(t *testing.T) {
	ctx := t.Context()
	c, sent := watched(t, reservations.WithOrganization(42))
	summaries := func(from, to time.Time) error {
		p := reservations.SummariesParams{DateFrom: from, DateTo: to, ReferenceDate: "a b", Offset: 50, Limit: 100}
		return only(c.Reservations.SummariesPage(ctx, p))
	}
	supplements := reservations.SupplementsParams{Date: types.NewDate(2026, 11, 20), Limit: 3}
	update := reservations.UpdateReservationParams{Token: types.NewSecret("t/o k"), Public: new(false), Organization: 5}
	const at, page = "GET /api/reservations/summaries?dateFrom=", "&limit=100&offset=50&organization=42&referenceDate=a+b"
	for _, test := range []struct {
		want string
		err  error
	}{
		{"GET /api/guests/9007199254740993", only(c.Guests.Get(ctx, 9007199254740993))}, // more digits than a float
		{"GET /api/tax_profiles/a%2Fb%20c%3Fd..%23%C3%A9", only(c.TaxProfiles.Get(ctx, "a/b c?d..#é"))},
		{at + "2026-07-06T00%3A00%3A00Z&dateTo=2026-07-13T12%3A30%3A00%2B02%3A00" + page, summaries(from, to)},
		{at + "0001-01-02T00%3A00%3A00Z&dateTo=9999-12-31T23%3A59%3A59Z" + page,
			summaries(time.Date(1, 1, 2, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC))},
		{"GET /api/supplements/?-=x&date=2026-11-20&limit=3&organization=42", // the field Progress has the tag url:"-"
			only(c.Supplements.Page(ctx, supplements, reservations.WithQuery("-", "x")))},
		{"PUT /api/reservations/7?organization=5&public=false&token=t%2Fo+k", only(c.Reservations.Update(ctx, 7, update, nil, reservations.WithEmptyUpdate()))},
		{`POST /api/utility_meter_reports/ {"quantity":"113455300","datetime":"2026-07-13T12:30:00+02:00"}`,
			only(c.Reports.CreateUtilityMeterReport(ctx, &types.UtilityMeterReportCreate{Quantity: types.MustDecimal("1.134553e8"), Datetime: types.NewDateTime(to)}))},
		{`POST /api/things/a%2Fb/?b%5B%5D=1&b%5B%5D=2 {"a":"\ufffd"}`, c.Do(ctx, reservations.Request{ // a character like any other
			Method: "POST", Path: "/api/things/a%2Fb/", Query: url.Values{"b[]": {"1", "2"}}, Body: json.RawMessage(`{"a":"\ufffd"}`),
		}, nil)},
		{"PUT /api/~%7Bid%7D", c.Do(ctx, reservations.Request{Method: "PUT", Path: "/api/~{id}"}, nil)},
	} {
		t.Run(test.want, func(t *testing.T) {
			if !errors.Is(test.err, reservations.ErrNotFound) || !slices.Contains(*sent, test.want) {
				t.Errorf("got %v, and it is none of the requests\n%s", test.err, strings.Join(*sent, "\n"))
			}
		})
	}
}

// TestDoReadsWithGETAndHEADAlone: other methods write, also those that HTTP calls safe.
func TestDoReadsWithGETAndHEADAlone(t *testing.T) {
	client, _ := watched(t)
	for method, want := range map[string]string{"GET": "read", "HEAD": "read", "QUERY": "write", "PUT": "write", "POST": "write"} {
		err := client.Do(t.Context(), reservations.Request{Method: method, Path: "/a"}, nil)
		if failed, ok := errors.AsType[*reservations.APIError](err); !ok || fmt.Sprint(failed.Class) != want {
			t.Errorf("%s: got %v, want the class %s", method, err, want)
		}
	}
}

// watched returns a client and what it sends: method, target and body. A body, and only a body, has a content type.
func watched(t *testing.T, opts ...reservations.Option) (client *reservations.Client, sent *[]string) {
	sent = new([]string)
	return testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		text, contentType := r.Method+" "+strings.TrimPrefix(r.URL.String(), "https://api.example.com"), ""
		if r.Body != nil {
			text, contentType = text+" "+string(testkit.Must(io.ReadAll(r.Body))), "application/json"
		}
		if got := r.Header.Get("Content-Type"); got != contentType {
			t.Errorf("the content type of %s is %q", text, got)
		}
		*sent = append(*sent, text)
		return testclient.Responds(404, "", "")(r)
	}), opts...), sent
}

// TestTheLastHeaderWithANameIsSent: with every request of a call. Joined options are applied where they stand.
func TestTheLastHeaderWithANameIsSent(t *testing.T) {
	srv := pagedServer()
	joined := reservations.Options(reservations.WithUserAgent("second/1"), reservations.WithUserAgent("nightaudit/2.1"))
	c := testclient.Over(t, srv, reservations.WithUserAgent("first/1"), joined)
	_, err := testclient.CallOf("Supplements.All").Do(t.Context(), c, reservations.WithHeader("x-trace", "6"),
		reservations.WithHeader("X-Other", "o"), reservations.WithHeader("TE", "trailers"), reservations.WithHeader("X-Trace", "7"))
	if err != nil || len(srv.Requests()) < 3 {
		t.Fatalf("%d requests, and %v", len(srv.Requests()), err)
	}
	for _, r := range srv.Requests() {
		h := r.Header
		got := fmt.Sprint(h["X-Trace"], h["X-Other"], h["Te"], h["Accept"], h["User-Agent"], h["Content-Type"])
		if want := "[7] [o] [trailers] [application/json] [nightaudit/2.1 " + ownAgent + " (" + runtime.Version() + ")] []"; got != want {
			t.Errorf("got the headers %s, want %s", got, want)
		}
	}
}

// TestUpdatesThatChangeNothingAreRefused: one field is enough, also in the guest, in a line and in Extra.
// WithEmptyUpdate allows a whole update without a field, but not a part of one, nor a record to create.
func TestUpdatesThatChangeNothingAreRefused(t *testing.T) {
	type update = types.ReservationUpdate
	type guest = types.ReservationGuestUpdate
	type lines = []types.PetLineUpdate
	type create = types.UtilityMeterReportCreate
	type row struct {
		method  string
		body    any
		allowed []reservations.CallOption
		want    string // what is sent, or why nothing is
	}
	const updates, creates = "Reservations.Update", "Reports.CreateUtilityMeterReport"
	const nothing, ofPart = "would change nothing: set a field, or allow it with WithEmptyUpdate", ": set a field of it, or leave it out"
	allowed := []reservations.CallOption{reservations.WithEmptyUpdate()}
	tests := map[string]row{
		"an empty guest and a field":  {updates, &update{Notes: types.Set(""), Guest: new(guest)}, allowed, "must not have an empty guest" + ofPart},
		"an empty line after another": {updates, &update{PetLines: lines{{ID: new(int64(7))}, {}}}, allowed, "must not have an empty petLines[1]" + ofPart},
		"lines with one field each":   {updates, &update{PetLines: lines{{Extra: map[string]any{"x": nil}}}}, nil, `{"petLines":[{"x":null}]}`},
		"a field of the guest":        {updates, &update{Guest: &guest{Email: types.Set("")}}, nil, `{"guest":{"email":""}}`},
		"a field that is cleared":     {updates, &update{Notes: types.Null[string]()}, nil, `{"notes":null}`},
		"an empty list":               {updates, &update{PetLines: lines{}}, nil, `{"petLines":[]}`},
		"a required field in Extra":   {updates, &update{Extra: map[string]any{"package": nil}}, nil, `{"package":null}`},
		"a reference without an id": {updates, &update{Accommodation: types.Set(types.RequestRef{})}, allowed,
			"cannot be written as JSON: a RequestRef needs the ID of a record, which is positive"},
		"no field created": {creates, &create{Extra: map[string]any{}}, allowed, "must not be empty: set a field"},
	}
	for _, call := range testclient.Calls() {
		for body := range call.Method.Type.Ins() {
			if body.Kind() == reflect.Pointer && strings.HasSuffix(body.Elem().Name(), "Update") {
				none, empty := reflect.Zero(body).Interface(), reflect.New(body.Elem()).Interface()
				tests[call.Name+" of nil"] = row{call.Name, none, nil, nothing}
				tests[call.Name+" without a field"] = row{call.Name, empty, nil, nothing}
				tests[call.Name+" of nil, allowed"] = row{call.Name, none, allowed, ""}
				tests[call.Name+" without a field, allowed"] = row{call.Name, empty, allowed, "{}"}
			}
		}
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			client, sent := watched(t)
			call := testclient.CallOf(test.method)
			call.Body = test.body
			_, err := call.Do(t.Context(), client, test.allowed...)
			got := fmt.Sprint(err)
			if bad, ok := errors.AsType[*reservations.ParamError](err); ok && bad.Param == "body" && len(*sent) == 0 {
				got = bad.Reason
			} else if len(*sent) > 0 {
				got = strings.TrimSpace(strings.SplitN((*sent)[0]+" ", " ", 3)[2]) // after the method and the target
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestAWalkKeepsTheParamsItStartedWith: at every request a program changes what the params and the options of the walk point to.
func TestAWalkKeepsTheParamsItStartedWith(t *testing.T) {
	for _, call := range testclient.Calls() {
		if !call.Walk {
			continue
		}
		t.Run(call.Name, func(t *testing.T) {
			opts := []reservations.CallOption{reservations.WithQuery("later", "1")}
			changes := []func(){func() { opts[0] = reservations.WithQuery("later", "2") }}
			call.Change = func(at reflect.Value) {
				switch field := at.Addr().Interface().(type) {
				case **bool:
					*field = new(false)
					changes = append(changes, func() { **field = !**field })
				case *[]string:
					*field = []string{"translations"}
					changes = append(changes, func() { (*field)[0] = "changed" })
				default:
					if slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface}, at.Kind()) {
						t.Errorf("say here what to set a %v to, and how a program changes it", at.Type())
					}
				}
			}
			srv := testclient.DropParam(pagedServer(), "later")
			var sent []url.Values
			_, err := call.Do(t.Context(), testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				query := r.URL.Query()
				query.Del("offset")
				query.Del("limit")
				sent = append(sent, query)
				for _, change := range changes {
					change()
				}
				return srv.RoundTrip(r)
			}), oneAtATime), opts...)
			if err != nil || len(sent) < 2 || sent[0].Get("later") != "1" {
				t.Fatalf("%d requests, the first with %v: %v", len(sent), sent[0], err)
			}
			if diff := cmp.Diff(slices.Repeat(sent[:1], len(sent)), sent); diff != "" {
				t.Errorf("later requests differ (-first +later):\n%s", diff)
			}
		})
	}
}
