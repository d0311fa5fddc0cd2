// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

const latin = "text/plain; charset=ISO-8859-1"

// TestResponseIntoHasTheFieldsOfTheError: the body is as it was sent. Of two statuses, that of HTTP counts.
func TestResponseIntoHasTheFieldsOfTheError(t *testing.T) {
	const failure = "{\"statusCode\":200,\"description\":\"\xd6\",\"errors\":[\"x\"]}"
	header := http.Header{"Content-Type": {latin}, "X-Other": {"o"}}
	var resp reservations.Response
	c := testclient.Over(t, testclient.Responds(405, latin, failure, "X-Other", "o"))
	_, err := c.Guests.Get(t.Context(), 7, reservations.WithResponseInto(&resp))
	wantErr := &reservations.APIError{
		Operation: guestOperation, URLPath: "/api/guests/7", StatusCode: 405, HTTPStatus: 405, Attempts: 1, Description: "Ö",
		Errors: []string{"x"}, Body: []byte(failure), Header: header,
	}
	want := reservations.Response{StatusCode: 405, Attempts: 1, Body: []byte(failure), Header: header}
	if diff := cmp.Diff(error(wantErr), err) + cmp.Diff(want, resp); diff != "" {
		t.Errorf("error and response (-want +got):\n%s", diff)
	}
	_, err = testclient.Over(t, testclient.Responds(400, "text/plain", strings.Repeat("x", 70_000))).Guests.Get(t.Context(), 7)
	if long, _ := errors.AsType[*reservations.APIError](err); long == nil || len(long.Body) != 64<<10 {
		t.Errorf("got %.60v, want an error with the first 64 KiB of the body", err)
	}
	if text := string(testkit.Must(json.Marshal([]any{resp, err}))); strings.Contains(text, `"Header"`) || strings.Contains(text, `"Body"`) {
		t.Errorf("as JSON: %s", text)
	}
}

// TestResponseHasNothingOfTheCallBefore: a call may fail without a response, without a context, or before it is sent.
func TestResponseHasNothingOfTheCallBefore(t *testing.T) {
	attempts, lost := 0, "no connection"
	c := testclient.Over(t, testkit.RoundTripper(func(*http.Request) (*http.Response, error) {
		attempts++
		return nil, errors.New(lost)
	}), reservations.WithRetry(reservations.NoRetry()), reservations.WithOrganization(1))
	var resp reservations.Response
	var none context.Context
	ctx, into, bad := t.Context(), reservations.WithResponseInto(&resp), reservations.WithHeader("a b", "")
	check := func(name, says string, fail func() error) {
		t.Helper()
		attempts, resp = 0, reservations.Response{
			StatusCode: 200, Header: http.Header{"X": nil}, Body: []byte("[]"), Attempts: 1, Warnings: make([]reservations.Warning, 1),
		}
		err := fail()
		if wantError(t, err, says); attempts > 0 != (says == lost) || !reflect.ValueOf(resp).IsZero() {
			t.Errorf("%s: %d requests, error %v, and of the call before %d bytes", name, attempts, err, len(resp.Body))
		}
	}
	for _, call := range testclient.Calls() {
		check(call.Name, lost, func() error { return only(call.Do(ctx, c, into)) })
		check(call.Name+" of nil", ": ctx must not be nil", func() error { return only(call.Do(none, c, into)) })
		check(call.Name+" with a bad option before", "WithHeader", func() error { return only(call.Do(ctx, c, bad, into)) })
		check(call.Name+" with a bad option after", "nil option", func() error { return only(call.Do(ctx, c, into, nil)) })
	}
	q := reservations.Request{Method: "GET", Path: "/a"}
	check("Do of nil", "Do: ctx must not be nil: use context.Background() where there is no other\n", func() error { return c.Do(none, q, nil, into) })
	p := reservations.PresenceParams{DateFrom: testclient.ParkFrom, Offset: 1}
	check("a register with an offset", "offset must be 0", func() error { return only(c.Reports.Presence(ctx, p, into)) })
}

// TestRequestIDIsInErrorsResponsesHooksAndTheLog: several headers are looked at for it.
func TestRequestIDIsInErrorsResponsesHooksAndTheLog(t *testing.T) {
	for want, header := range map[string][]string{
		"":                               nil,
		"a":                              {"X-Correlation-Id", "b", "X-Request-Id", "a"},
		"b":                              {"X-Amzn-Trace-Id", "c", "X-Correlation-Id", "b"},
		"c":                              {"X-Request-Id", " ", "Request-Id", "c"},
		"d":                              {"X-Amzn-Trace-Id", "c", "X-Amzn-Requestid", "d"},
		"Root=1-67891233-abcdef":         {"X-Amzn-Trace-Id", "Root=1-67891233-abcdef"},
		"7d0a-AMS":                       {"Cf-Ray", "7d0a-AMS"},
		"a b c":                          {"X-Request-Id", "a\u202eb\x1bc"},
		strings.Repeat("a", 128) + "...": {"X-Request-Id", strings.Repeat("a", 5000)},
	} {
		t.Run(want, func(t *testing.T) {
			var seen observed
			var resp reservations.Response
			var log bytes.Buffer
			c := testclient.Over(t, testclient.Responds(404, "", "{}", header...), seen.hooks(), logTo(&log))
			failed, _ := errors.AsType[*reservations.APIError](get(t, c, reservations.WithResponseInto(&resp)))
			got := []string{failed.RequestID, resp.RequestID, seen.attempts[0].RequestID, seen.calls[0].RequestID}
			logged := strings.Contains(log.String(), "request_id=")
			if diff := cmp.Diff(slices.Repeat([]string{want}, 4), got); diff != "" || logged != (want != "") {
				t.Errorf("log: %s\nin the error, the response, the attempt and the call (-want +got):\n%s", &log, diff)
			}
		})
	}
}

// TestResponseOfARegisterIsThatOfItsFirstPage: here the page has three reservations on two days.
func TestResponseOfARegisterIsThatOfItsFirstPage(t *testing.T) {
	var resp reservations.Response
	params := testclient.Days(2)
	params.Limit = 3
	c, opts := testclient.Over(t, pagedServer()), append(make([]reservations.CallOption, 0, 2), reservations.WithResponseInto(&resp))
	_ = testkit.Must(c.Reports.PresencePage(t.Context(), params, opts...))
	_, err := c.Reports.Presence(t.Context(), params, opts...)
	first := bytes.Contains(resp.Body, []byte(`"reservationId":1,`))
	if n := bytes.Count(resp.Body, []byte(`"reservationId":`)); err != nil || n != 3*2 || !first || resp.Header.Get("X-Total-Count") != "8" || opts[:2][1] != nil {
		t.Errorf("the response has %d items: %v; or an option was added to those of the caller: %v", n, err, opts[:2])
	}
}

// reader reads the body of a response, and returns what it has read.
type reader = func(context.Context, *reservations.Client) (any, error)

func readGuest(ctx context.Context, c *reservations.Client) (any, error) { return c.Guests.Get(ctx, 7) }

func do(method string, out any) reader {
	return func(ctx context.Context, c *reservations.Client) (any, error) {
		return out, c.Do(ctx, reservations.Request{Method: method, Path: "/a"}, out)
	}
}

// sentBody is the body of a success. What is personal in one is Jansen or 4711, which no error quotes.
type sentBody struct {
	read reader
	body string
	says string // the end of the error, if it ends with a line break; "" for no error
}

const record, failure = "{\"id\":7,\"surname\":\"\xd6\"}", `{"success":false,"errors":["busy"]}`

func (b sentBody) check(t *testing.T) {
	value, err := b.read(t.Context(), testclient.Over(t, testclient.Responds(200, latin, b.body)))
	if wantError(t, err, b.says); strings.Contains(fmt.Sprint(err), "Jansen") || strings.Contains(fmt.Sprint(err), "4711") {
		t.Errorf("%v quotes what is personal", err)
	}
	if err == nil && strings.HasSuffix(b.body, record) && value.(*types.Guest).Surname != "Ö" {
		t.Errorf("the record is read as %v", value)
	}
}

// TestErrorsQuoteABodyThatIsNoJSON: JSON may hold personal data. A record is read in the charset of the content type.
func TestErrorsQuoteABodyThatIsNoJSON(t *testing.T) {
	const unreadable = `GET /api/guests/7: cannot read the response (status 200, content type "` + latin + `"): `
	for name, test := range map[string]sentBody{
		"a record":                     {readGuest, record, ""},
		"blank":                        {readGuest, " \n", unreadable + "the body is empty\n"},
		"null":                         {readGuest, "null", unreadable + "the body is null\n"},
		"a text":                       {readGuest, `"a"`, unreadable + "the document is a string where an object is documented\n"},
		"HTML":                         {readGuest, "<html>\x1b[31mLogin</html>", `; it begins "<html> [31mLogin</html>", so it is a page`},
		"a long text":                  {readGuest, strings.Repeat("é", 300), `; it begins "` + strings.Repeat("é", 128) + "\"\n"},
		"JSON after a warning":         {readGuest, "Warning: x\n[{\"name\":\"Jansen\"}]", "; it begins \"Warning: x [\"\n"},
		"JSON after a byte order mark": {readGuest, "\ufeff{\"name\":\"Jansen\"", "unexpected end of JSON input\n"},
	} {
		t.Run(name, test.check)
	}
}

// TestDoReadsAsEncodingJSONDoes: it reads up to 16 MiB by default. Package lenient has how methods read.
func TestDoReadsAsEncodingJSONDoes(t *testing.T) {
	blanks, guest := strings.Repeat(" ", 16<<20-len(record)), do("GET", new(types.Guest))
	for name, test := range map[string]sentBody{
		"the largest":                    {guest, blanks + record, ""},
		"a larger one":                   {guest, blanks + " " + record, "larger than 16777216 bytes (WithMaxResponseBytes)"},
		"null":                           {guest, "null", "the body is null\n"},
		"a text for a number":            {guest, `{"id":"4711"}`, "cannot unmarshal string"},
		"a long number":                  {do("GET", &struct{ Phone int8 }{}), `{"phone":4711}`, "cannot unmarshal number"},
		"a key that is none":             {do("GET", new(map[int]int)), `{"4711x":1}`, "cannot unmarshal number"},
		"what only looks like a failure": {do("POST", new(any)), failure, ""},
	} {
		t.Run(name, test.check)
	}
}

// keeper is a target of Do that keeps the text it is given, and no copy of it.
type keeper []byte

func (k *keeper) UnmarshalJSON(text []byte) error { *k = text; return nil }

// TestDoLeavesATargetWhatItKeeps: later calls read as much.
func TestDoLeavesATargetWhatItKeeps(t *testing.T) {
	targets := map[string]*keeper{} // by what was sent
	for digit := range 9 {
		body := fmt.Sprintf("%q", strings.Repeat(fmt.Sprint(digit), 5000))
		targets[body] = new(keeper)
		_, err := do("GET", targets[body])(t.Context(), testclient.Over(t, testclient.Responds(200, "application/json", body)))
		wantError(t, err, "")
	}
	for body, target := range targets {
		if string(*target) != body {
			t.Errorf("of %.9s the target keeps %.9s", body, *target)
		}
	}
}

// TestOnlyAPageOrAFailureSpoilsABodyNobodyNeeds: a page is HTML or XML.
func TestOnlyAPageOrAFailureSpoilsABodyNobodyNeeds(t *testing.T) {
	const page = "the body is HTML or XML and not a response of the service"
	deletes := func(ctx context.Context, c *reservations.Client) (any, error) { return nil, c.Webhooks.Delete(ctx, 7) }
	for name, test := range map[string]sentBody{
		"by a method":                         {deletes, "deleted <7>", ""},
		"by a method, HTML":                   {deletes, "<html>", page},
		"by Do, empty":                        {do("DELETE", nil), "", ""},
		"by Do, a failure":                    {do("DELETE", nil), failure, "200 OK: busy (the body says that the call has failed)\n"},
		"by Do, larger than any failure":      {do("DELETE", nil), failure + strings.Repeat(" ", 64<<10), ""},
		"by Do, HTML after a byte order mark": {do("DELETE", nil), "\ufeff\n <html>", page + `; it begins "<html>"`},
	} {
		t.Run(name, test.check)
	}
}

// TestNothingPersonalIsPrinted: a verb of fmt prints no data of a guest, and neither does a log.
func TestNothingPersonalIsPrinted(t *testing.T) {
	item := types.PresenceItem{ReservationID: 7, ReservationName: "Jansen", GuestLocality: "Jansendam"}
	day := types.PresenceDay{Date: types.NewDate(2026, 11, 20), Items: []types.PresenceItem{item}}
	page := reservations.PresencePage{Total: 1, Days: []types.PresenceDay{day}}
	resp := reservations.Response{StatusCode: 200, Body: []byte(`{"surname":"Jansen"}`)}
	for want, value := range map[string]any{
		"PresencePage{days:[{date:2026-11-20 items:[{reservationId:7}]}] total:1}": page,
		"Response(status 200, 20 bytes)":                                           resp,
		"Request(PUT /a)":                                                          reservations.Request{Method: "PUT", Path: "/a", Body: "Jansen"},
	} {
		const verbs = "%v %+[1]v %#[1]v %[1]s %[1]q %[1]x %[1]t %[1]d "
		if got := fmt.Sprintf(verbs, value); got != strings.Repeat(want+" ", 8) {
			t.Errorf("%s prints %s, want %s", verbs, got, want)
		}
		var log bytes.Buffer
		slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "value", value)
		if text := log.String(); strings.Contains(text, "Jansen") || strings.Contains(text, "null") {
			t.Errorf("logged as %s, want %s", text, want)
		}
	}
}

// TestAPartOfABodyAndWhatIsNotUnpackedAreErrors: gzip that net/http leaves is unpacked. Folder faults has gzip that is damaged.
func TestAPartOfABodyAndWhatIsNotUnpackedAreErrors(t *testing.T) {
	const guest, part = `{"id":7,"displayName":"A"}`, " says that the body is not the whole response\n"
	pack := func(body string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write([]byte(body))
		_ = z.Close()
		return b.String()
	}
	for name, test := range map[string]struct {
		encoding, body string
		status         int
		says           string // the error; "" for none
	}{
		"gzip":               {encoding: "gzip", body: pack(guest), status: 200},
		"x-gzip in capitals": {encoding: "X-GZIP", body: pack(guest), status: 200},
		"an error":           {encoding: "gzip", body: pack(`{"description":"no such guest"}`), status: 400, says: "no such guest"},
		"an error, no body":  {encoding: "gzip", body: pack(""), status: 404, says: "404 Not Found"},
		"206":                {body: guest, status: 206, says: "status 206" + part},
		"207":                {body: guest, status: 207, says: "status 207" + part},
		"226":                {body: guest, status: 226, says: "status 226" + part},
		"br":                 {encoding: "br", body: guest, status: 200, says: "Content-Encoding \"br\", and only gzip can be read\n"},
		"an error in br":     {encoding: "br", body: "\x0b\x02", status: 403, says: "403 Forbidden: the body is not read: its Content-Encoding is br"},
	} {
		t.Run(name, func(t *testing.T) {
			responds := testclient.Responds(test.status, "", test.body, "Content-Encoding", test.encoding)
			wantError(t, only(testclient.Over(t, responds).Guests.Get(t.Context(), 7)), test.says)
		})
	}
}
