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
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestResponseInto holds what a call came to, a success or a failure. A success is read whatever its content type is.
func TestResponseInto(t *testing.T) {
	for status, body := range map[int]string{200: `{"id":7}`, 404: "gone"} {
		var resp reservations.Response
		c := testclient.Over(t, testclient.Responds(status, "text/plain", body, "X-Other", "o"))
		_, err := c.Guests.Get(t.Context(), 7, reservations.WithResponseInto(&resp))
		if (err == nil) != (status == 200) || errors.Is(err, reservations.ErrNotFound) != (status == 404) {
			t.Errorf("got %v", err)
		}
		resp.Warnings = nil
		want := reservations.Response{
			StatusCode: status, Attempts: 1, Body: []byte(body),
			Header: http.Header{"Content-Type": {"text/plain"}, "X-Other": {"o"}},
		}
		if diff := cmp.Diff(want, resp); diff != "" {
			t.Errorf("%d (-want +got):\n%s", status, diff)
		}
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
		resp = reservations.Response{StatusCode: 200, Header: http.Header{"X": nil}, Body: []byte("[]"), Attempts: 1, Warnings: make([]reservations.Warning, 1)}
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

// TestResponseOfARegister is that of its first page.
func TestResponseOfARegister(t *testing.T) {
	var resp reservations.Response
	p := testclient.Days(2)
	p.Limit = 50
	c := testclient.Over(t, reservationstest.NewServer(reservationstest.WithBookings(testclient.Present(60)...)))
	if _, err := c.Reports.Presence(t.Context(), p, reservations.WithResponseInto(&resp)); err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(resp.Body, []byte(`"reservationId":`)); n != 2*50 || resp.Header.Get("X-Total-Count") != "60" {
		t.Errorf("the response has %d items on two days, want 50 a day", n)
	}
}

// TestResponsesThatCannotBeRead give a DecodeError, which quotes what is no JSON and never data. Package lenient has
// the values that cannot be read.
func TestResponsesThatCannotBeRead(t *testing.T) {
	for _, test := range []struct {
		name          string
		status        int
		body          string
		snippet, says string
	}{
		{"blank", 200, " \n", "", "the body is empty"},
		{"null", 200, "null", "", "the body is null"},
		{"a part", 206, "{}", "", "status 206 says that the body is not the whole response"},
		{"several statuses", 207, "{}", "", "status 207 says"},
		{"a difference", 226, "{}", "", "status 226 says"},
		{"a text", 200, `"a"`, "", ""},
		{"HTML", 200, "<html>\x1b[31mLogin</html>", "<html> [31mLogin</html>", ""},
		{"a long text", 200, strings.Repeat("é", 300), strings.Repeat("é", 128), ""},
		{"JSON after a warning", 200, "Warning: x\n[{\"name\":\"Jansen\"}]", "Warning: x [", ""},
		{"JSON after a byte order mark", 200, "\ufeff{\"name\":\"Jansen\"", "", ""},
		{"JSON after a guard", 200, ")]}',\n[\"Jansen\"]", "", ""},
		{"JSON after a number", 200, "7[\"Jansen\"]", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := only(testclient.Over(t, testclient.Responds(test.status, "text/plain", test.body)).Guests.Get(t.Context(), 77))
			got, ok := errors.AsType[*reservations.DecodeError](err)
			if !ok || !strings.Contains(err.Error(), test.says) {
				t.Fatalf("got %v, want a DecodeError that says %s", err, test.says)
			}
			want := &reservations.DecodeError{
				Operation: guestOperation, URLPath: "/api/guests/77", StatusCode: test.status, Attempts: 1,
				ContentType: "text/plain", Snippet: test.snippet, Err: got.Err,
			}
			if diff := cmp.Diff(want.LogValue().String(), got.LogValue().String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestResponsesOfDo are decoded as encoding/json does, also a record without an ID. A number or a key of a response may be
// personal, so no error quotes it. The largest body of a call has 16 MiB, unless WithMaxResponseBytes says otherwise.
func TestResponsesOfDo(t *testing.T) {
	const small, large = `{"surname":"x"}`, 16 << 20
	var guest types.Guest
	for name, test := range map[string]struct {
		body string
		out  any
		says string
	}{
		"a record":              {small, &guest, ""},
		"the largest":           {strings.Repeat(" ", large-len(small)) + small, &guest, ""},
		"a larger":              {strings.Repeat(" ", large-len(small)+1) + small, &guest, "larger than 16777216 bytes (WithMaxResponseBytes)"},
		"nothing":               {" \n", &guest, `cannot read the response (status 200, content type ""): the body is empty`},
		"a text for a number":   {`{"id":"4711"}`, &guest, "cannot unmarshal string"},
		"a number that is long": {`{"phone":4711}`, &struct{ Phone int8 }{}, "cannot unmarshal number"},
		"a key that is none":    {`{"4711x":1}`, new(map[int]int), "cannot unmarshal number"},
	} {
		t.Run(name, func(t *testing.T) {
			guest = types.Guest{}
			err := testclient.Over(t, testclient.Responds(200, "", test.body)).Do(t.Context(), reservations.Request{Method: "GET", Path: "/a"}, test.out)
			wantError(t, err, test.says)
			if err == nil && guest.Surname != "x" || strings.Contains(fmt.Sprint(err), "4711") {
				t.Errorf("got %v and %v, want the record, or an error without the value", guest, err)
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
				t.Helper()
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

// TestBodiesThatAreNotRead: only a page of a proxy spoils a success whose body nobody needs. The error quotes it.
func TestBodiesThatAreNotRead(t *testing.T) {
	const page = "the body is HTML or XML and not a response of the service; it begins "
	for body, says := range map[string]string{
		"": "", " \n": "", "null": "", `{"id":7}`: "", "deleted <7>": "",
		"<!DOCTYPE html><title>Log in</title>": page, "\ufeff\n <html>": page, "<?xml version='1.0'?><login/>": page,
	} {
		c := testclient.Over(t, testclient.Responds(200, "text/html", body))
		wantError(t, c.Webhooks.Delete(t.Context(), 7), says)
		wantError(t, c.Do(t.Context(), reservations.Request{Method: "DELETE", Path: "/api/things/7"}, nil), says)
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
