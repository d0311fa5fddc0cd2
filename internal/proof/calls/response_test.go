// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// TestResponseInto holds what a call came to: a success, read whatever its content type is, or a failure with the same fields. Of
// two statuses that of HTTP decides.
func TestResponseInto(t *testing.T) {
	const failure = `{"statusCode":200,"description":"OK","errors":["x"]}`
	header := http.Header{"Content-Type": {"text/plain"}, "X-Other": {"o"}}
	for _, test := range []struct {
		status int
		body   string
		err    error
	}{
		{200, `{"id":7}`, nil},
		{405, failure, &reservations.APIError{
			Operation: guestOperation, URLPath: "/api/guests/7", StatusCode: 405, HTTPStatus: 405, Attempts: 1, Description: "OK",
			Errors: []string{"x"}, Body: []byte(failure), Header: header,
		}},
	} {
		t.Run(test.body, func(t *testing.T) {
			var resp reservations.Response
			c := testclient.Over(t, testclient.Responds(test.status, "text/plain", test.body, "X-Other", "o"))
			_, err := c.Guests.Get(t.Context(), 7, reservations.WithResponseInto(&resp))
			resp.Warnings = nil
			want := reservations.Response{StatusCode: test.status, Attempts: 1, Body: []byte(test.body), Header: header}
			if diff := cmp.Diff(test.err, err) + cmp.Diff(want, resp); diff != "" {
				t.Errorf("error and response (-want +got):\n%s", diff)
			}
		})
	}
}

// TestResponseHasNothingOfTheCallBefore, however a call fails: without a response, or before anything is sent.
func TestResponseHasNothingOfTheCallBefore(t *testing.T) {
	ctx, c := t.Context(), testclient.Over(t, fails(errors.New("no connection")), reservations.WithRetry(reservations.NoRetry()), reservations.WithOrganization(1))
	var resp reservations.Response
	var none context.Context
	into, bad := reservations.WithResponseInto(&resp), reservations.WithHeader("a b", "")
	check := func(name string, fail func() error) {
		t.Helper()
		resp = reservations.Response{
			StatusCode: 200, Header: http.Header{"X": nil}, Body: []byte("[]"), Attempts: 1, Warnings: make([]reservations.Warning, 1),
		}
		if err := fail(); err == nil || !reflect.ValueOf(resp).IsZero() {
			t.Errorf("%s: error %v, and of the call before %d bytes and the status %d", name, err, len(resp.Body), resp.StatusCode)
		}
	}
	for _, call := range testclient.Calls() {
		check(call.Name, func() error { return only(call.Do(ctx, c, into)) })
		check(call.Name+" of nil", func() error { return only(call.Do(none, c, into)) })
		check(call.Name+" with a bad option before", func() error { return only(call.Do(ctx, c, bad, into)) })
		check(call.Name+" with a bad option after", func() error { return only(call.Do(ctx, c, into, nil)) })
	}
	check("a guest below 0", func() error { return only(c.Guests.Get(ctx, -7, into)) })
	check("Do of no path", func() error { return c.Do(ctx, reservations.Request{Method: "GET"}, nil, into) })
	check("Do into no pointer", func() error { return c.Do(ctx, reservations.Request{Method: "GET", Path: "/"}, 7, into) })
	check("an event without a reference", func() error { return only(c.VoIP.SendEvent(ctx, types.VoIPEvent{}, into)) })
	p := reservations.PresenceParams{DateFrom: testclient.ParkFrom, Offset: 1}
	check("a register with an offset", func() error { return only(c.Reports.Presence(ctx, p, into)) })
}

// TestResponseOfARegister is that of its first page, here three reservations on two days.
func TestResponseOfARegister(t *testing.T) {
	var resp reservations.Response
	params := testclient.Days(2)
	params.Limit = 3
	_, err := testclient.Over(t, pagedServer()).Reports.Presence(t.Context(), params, reservations.WithResponseInto(&resp))
	if n := bytes.Count(resp.Body, []byte(`"reservationId":`)); err != nil || n != 3*2 || resp.Header.Get("X-Total-Count") != "8" {
		t.Errorf("the response has %d items: %v", n, err)
	}
}

// TestBodies: what calls read, and what their errors say of other bodies. An error quotes what is no JSON, and never data: what
// is personal in these bodies is Jansen or 4711. Do reads as encoding/json does, also a record without an ID. Where nobody needs
// the body, only a page of a proxy, or a failure, spoils a success. Packages lenient and content have more of them.
func TestBodies(t *testing.T) {
	const unreadable = `GET /api/guests/7: cannot read the response (status 200, content type "text/plain"): `
	const page = "the body is HTML or XML and not a response of the service"
	const record, large, busy = `{"surname":"x"}`, 16 << 20, `{"success":false,"errors":["busy"]}`
	do := func(method string, out any) func(*reservations.Client) error {
		return func(c *reservations.Client) error {
			return c.Do(t.Context(), reservations.Request{Method: method, Path: "/a"}, out)
		}
	}
	var read types.Guest
	guest := func(c *reservations.Client) error { return only(c.Guests.Get(t.Context(), 7)) }
	doGuest := do("GET", &read)
	notNeeded := func(c *reservations.Client) error {
		err := c.Webhooks.Delete(t.Context(), 7)
		if other := do("DELETE", nil)(c); (other == nil) != (err == nil) {
			t.Errorf("Do gets %v, and a method %v", other, err)
		}
		return err
	}
	for _, test := range []struct {
		name   string
		call   func(*reservations.Client) error
		status int
		body   string
		says   string // the end of the error, if it ends with a line break; "" for no error
	}{
		{"blank", guest, 200, " \n", unreadable + "the body is empty\n"},
		{"null", guest, 200, "null", unreadable + "the body is null\n"},
		{"a part", guest, 206, "{}", "status 206 says that the body is not the whole response"},
		{"several statuses", guest, 207, "{}", "status 207 says"},
		{"a difference", guest, 226, "{}", "status 226 says"},
		{"a text", guest, 200, `"a"`, unreadable + "the document is a string where an object is documented\n"},
		{"HTML", guest, 200, "<html>\x1b[31mLogin</html>", `; it begins "<html> [31mLogin</html>", so it is a page`},
		{"a long text", guest, 200, strings.Repeat("é", 300), `; it begins "` + strings.Repeat("é", 128) + "\"\n"},
		{"JSON after a warning", guest, 200, "Warning: x\n[{\"name\":\"Jansen\"}]", "; it begins \"Warning: x [\"\n"},
		{"JSON after a byte order mark", guest, 200, "\ufeff{\"name\":\"Jansen\"", "unexpected end of JSON input\n"},
		{"JSON after a guard", guest, 200, ")]}',\n[\"Jansen\"]", "looking for beginning of value\n"},
		{"JSON after a number", guest, 200, "7[\"Jansen\"]", "after top-level value\n"},

		{"Do of a record", doGuest, 200, record, ""},
		{"Do of the largest", doGuest, 200, strings.Repeat(" ", large-len(record)) + record, ""},
		{"Do of a larger one", doGuest, 200, strings.Repeat(" ", large-len(record)+1) + record, "larger than 16777216 bytes (WithMaxResponseBytes)"},
		{"Do of nothing", doGuest, 200, " \n", "the body is empty\n"},
		{"Do of a text for a number", doGuest, 200, `{"id":"4711"}`, "cannot unmarshal string"},
		{"Do of a long number", do("GET", &struct{ Phone int8 }{}), 200, `{"phone":4711}`, "cannot unmarshal number"},
		{"Do of a key that is none", do("GET", new(map[int]int)), 200, `{"4711x":1}`, "cannot unmarshal number"},
		{"Do of what only looks like a failure", do("POST", new(any)), 200, busy, ""},

		{"not needed, empty", notNeeded, 200, "", ""},
		{"not needed, blank", notNeeded, 200, " \n", ""},
		{"not needed, null", notNeeded, 200, "null", ""},
		{"not needed, a record", notNeeded, 200, `{"id":7}`, ""},
		{"not needed, a text", notNeeded, 200, "deleted <7>", ""},
		{"not needed, a failure", notNeeded, 200, busy, "200 OK: busy (the body says that the call has failed)\n"},
		{"not needed, larger than any failure", notNeeded, 200, strings.Replace(busy, "busy", strings.Repeat("x", 64<<10), 1), ""},
		{"not needed, HTML", notNeeded, 200, "<!DOCTYPE html><title>Log in</title>", page},
		{"not needed, HTML after a byte order mark", notNeeded, 200, "\ufeff\n <html>", page + `; it begins "<html>"`},
		{"not needed, XML", notNeeded, 200, "<?xml version='1.0'?><login/>", page},
	} {
		t.Run(test.name, func(t *testing.T) {
			read = types.Guest{}
			err := test.call(testclient.Over(t, testclient.Responds(test.status, "text/plain", test.body)))
			if wantError(t, err, test.says); strings.Contains(fmt.Sprint(err), "Jansen") || strings.Contains(fmt.Sprint(err), "4711") {
				t.Errorf("%v quotes what is personal", err)
			}
			if err == nil && strings.HasSuffix(test.body, record) && read.Surname != "x" {
				t.Errorf("the record is read as %v", read)
			}
		})
	}
}

// TestTextOfACharset is read as the content type says, or with a warning. Package content has more of them.
func TestTextOfACharset(t *testing.T) {
	for _, test := range []struct {
		charset, text, want string
		warned              bool
	}{
		{"; charset=ISO-8859-1", "\xd6sterreich", "Österreich", false},
		{"; charset=utf-8", "\xd6sterreich", "\ufffdsterreich", true},
		{"", `x\ud83dx`, "x\ufffdx", true},
	} {
		t.Run(test.charset+test.text, func(t *testing.T) {
			var resp reservations.Response
			into := reservations.WithResponseInto(&resp)
			check := func(guest *types.Guest, err error, field string) {
				warned := slices.ContainsFunc(resp.Warnings, func(w reservations.Warning) bool {
					return w.Path == field && !w.Read && strings.Contains(w.Problem, "UTF-8")
				})
				if err != nil || guest.Surname != test.want || warned != test.warned {
					t.Errorf("got %v, %v and the warnings %v", guest, err, resp.Warnings)
				}
			}
			body := `{"id":7,"description":"` + test.text + `","surname":"` + test.text + `","roles":[]}`
			c := testclient.Over(t, testclient.Responds(200, "application/json"+test.charset, body))
			guest, err := c.Guests.Get(t.Context(), 7, into)
			check(guest, err, "surname")
			if string(resp.Body) != body {
				t.Errorf("the body is %q, want it as it was sent", resp.Body)
			}
			guest = new(types.Guest)
			check(guest, c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/guests/7"}, guest, into), "")
			wantError(t, get(t, testclient.Over(t, testclient.Responds(404, "application/json"+test.charset, body))), test.want)
		})
	}
}

// TestResponsesPrintNothingPersonal with any verb, and in any log.
func TestResponsesPrintNothingPersonal(t *testing.T) {
	item := types.PresenceItem{ReservationID: 7, ReservationName: "Jansen", GuestLocality: "Jansendam"}
	page := reservations.PresencePage{Total: 1, Days: []types.PresenceDay{{Date: types.NewDate(2026, 11, 20), Items: []types.PresenceItem{item}}}}
	resp := reservations.Response{StatusCode: 200, Body: []byte(`{"surname":"Jansen"}`)}
	const printedPage = "PresencePage{days:[{date:2026-11-20 items:[{reservationId:7}]}] total:1}"
	const loggedPage = `{"days":[{"date":"2026-11-20","items":[{"reservationId":7}]}],"total":1}`
	for _, test := range []struct {
		value        any
		want, logged string
	}{{page, printedPage, loggedPage}, {&page, printedPage, loggedPage}, {resp, "Response(status 200, 20 bytes)", `"Response(status 200, 20 bytes)"`}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%t", "%d"} {
			if got := fmt.Sprintf(verb, test.value); got != test.want {
				t.Errorf("%s prints %s, want %s", verb, got, test.want)
			}
		}
		var log bytes.Buffer
		slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "value", test.value)
		if got := log.String(); !strings.Contains(got, `"value":`+test.logged) {
			t.Errorf("logged as %s, want %s", got, test.logged)
		}
	}
}

// TestPackedBodies: gzip is unpacked whoever asked for it, and any other Content-Encoding is an error that names it.
func TestPackedBodies(t *testing.T) {
	const guest = `{"id":7,"displayName":"A"}`
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
		want           string // of the error; "" for none
	}{
		"gzip":                  {"gzip", pack(guest), 200, ""},
		"x-gzip in capitals":    {"X-GZIP", pack(guest), 200, ""},
		"identity and gzip":     {"identity, gzip", pack(guest), 200, ""},
		"identity alone":        {"identity", guest, 200, ""},
		"too much":              {"gzip", pack(strings.Repeat(" ", 1<<20) + guest), 200, "larger than 1000 bytes (WithMaxResponseBytes)"},
		"an error":              {"gzip", pack(`{"description":"no such guest"}`), 400, "no such guest"},
		"an error, no body":     {"gzip", pack(""), 404, "404 Not Found"},
		"br":                    {"br", guest, 200, "Content-Encoding \"br\", and only gzip can be read\n"},
		"gzip in gzip":          {"gzip, gzip", pack(guest), 200, `Content-Encoding "gzip, gzip", and only`},
		"an error in br":        {"br", "\x0b\x02", 403, "403 Forbidden: the body is not read: its Content-Encoding is br"},
		"no gzip, as announced": {"gzip", guest, 200, "gzip: invalid header"},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Encoding", test.encoding)
				w.WriteHeader(test.status)
				_, _ = w.Write([]byte(test.body))
			}))
			defer server.Close()
			for _, rt := range []http.RoundTripper{server.Client().Transport, &http.Transport{DisableCompression: true}} {
				c := must(reservations.NewClient(server.URL, "key", reservations.WithHTTPClient(&http.Client{Transport: rt}),
					reservations.WithMaxResponseBytes(1000), reservations.WithRetry(reservations.NoRetry())))
				wantError(t, only(c.Guests.Get(t.Context(), 7, reservations.WithHeader("Accept-Encoding", "gzip"))), test.want)
			}
		})
	}
}
