// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
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
	t.Parallel()
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

// TestResponseOfARegister is that of its first page.
func TestResponseOfARegister(t *testing.T) {
	t.Parallel()
	srv := reservationstest.NewServer(reservationstest.WithBookings(testclient.Present(60)...))
	for limit, items := range map[int]int{0: 60, 50: 50} {
		var resp reservations.Response
		p := testclient.Days(2)
		p.Limit = limit
		c := testclient.Over(t, srv)
		if _, err := c.Reports.Presence(t.Context(), p, reservations.WithResponseInto(&resp)); err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(resp.Body, []byte(`"reservationId":`)); n != 2*items || resp.Header.Get("X-Total-Count") != "60" {
			t.Errorf("page size %d: the response has %d items on two days, want %d a day", limit, n, items)
		}
	}
}

// TestResponsesThatCannotBeRead give a DecodeError, which quotes what is no JSON and never data.
func TestResponsesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	const jsonType = "application/json"
	items := func(item string) string { return `[{"items":[` + item + `]}]` }
	tests := []struct {
		name              string
		status            int
		contentType, body string
		snippet, says     string
	}{
		{"empty", 200, jsonType, "", "", "the body is empty"},
		{"blank", 200, jsonType, " \n", "", "the body is empty"},
		{"no content", 204, "", "", "", "the body is empty"},
		{"null", 200, jsonType, "null", "", "the body is null"},
		{"a part", 206, jsonType, "[]", "", "status 206 says that the body is not the whole response"},
		{"several statuses", 207, jsonType, "[]", "", "status 207 says"},
		{"a difference", 226, jsonType, "[]", "", "status 226 says"},
		{"an object", 200, jsonType, `{"a":1}`, "", ""},
		{"a text", 200, jsonType, `"a"`, "", ""},
		{"a number", 200, jsonType, "7", "", ""},
		{"cut off", 200, jsonType, `[{"date":"2026-07-06"`, "", ""},
		{"two documents", 200, jsonType, `[][]`, "", ""},
		{"HTML", 200, "text/html", "<html>\x1b[31mLogin</html>", "<html> [31mLogin</html>", ""},
		{"long HTML", 200, "text/html", strings.Repeat("é", 300), strings.Repeat("é", 128), ""},
		{"a warning", 200, jsonType, "Warning: x\n[]", "Warning: x []", ""},
		{"JSON after a warning", 200, jsonType, "Warning: x\n[{\"name\":\"Jansen\"}]", "Warning: x [", ""},
		{"JSON after a byte order mark", 200, jsonType, "\ufeff{\"name\":\"Jansen\"", "", ""},
		{"JSON after a space", 200, jsonType, "\u00a0{\"name\":\"Jansen\"}", "", ""},
		{"JSON after a zero", 200, jsonType, "\x00[\"Jansen\"]", "", ""},
		{"JSON after a guard", 200, jsonType, ")]}',\n[\"Jansen\"]", "", ""},
		{"JSON after a number", 200, jsonType, "7[\"Jansen\"]", "", ""},
		{"items that are no list", 200, jsonType, `[{"date":"2026-07-06","items":{"0":{}}}]`, "", ""},
		{"a fraction of persons", 200, jsonType, items(`{"numOfPersons":1.5}`), "", ""},
		{"an id beyond int64", 200, jsonType, items(`{"reservationId":9223372036854775808}`), "", ""},
		{"a very long number", 200, jsonType, items(`{"reservationId":1` + strings.Repeat("0", 300) + `}`), "", ""},
		{"very many elements", 200, jsonType, `[` + strings.Repeat(`{},`, 200_000) + `{}]`, "", ""},
		{"very many lists in lists", 200, jsonType, strings.Repeat(`[`, 20_000), "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := testclient.Over(t, testclient.Responds(test.status, test.contentType, test.body, "X-Total-Count", "2"))
			p := testclient.Days(2)
			_, err := c.Reports.PresencePage(t.Context(), p)
			var got *reservations.DecodeError
			if !errors.As(err, &got) {
				t.Fatalf("got %v, want a DecodeError", err)
			}
			if !strings.Contains(err.Error(), test.says) || got.Err == nil {
				t.Errorf("got %v, want %s", err, test.says)
			}
			want := &reservations.DecodeError{
				Operation: presenceOperation, URLPath: "/api/reports/presence", StatusCode: test.status, Attempts: 1,
				ContentType: test.contentType, Snippet: test.snippet, Field: got.Field, Err: got.Err,
			}
			if diff := cmp.Diff(want.LogValue().String(), got.LogValue().String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestTextOfACharset is read as the content type says, or with a warning. UTF-8 is read as such whatever it says.
func TestTextOfACharset(t *testing.T) {
	t.Parallel()
	const changed = " and a warning"
	for _, test := range []struct{ charset, text, want string }{
		{"; charset=ISO-8859-1", "\xd6sterreich", "Österreich"},
		{`;Charset="iso_8859-1"`, "\xc5sterreich \xff", "Åsterreich ÿ"},
		{"; charset=latin1", "\x80\x81\x9f\xa0", "€\u0081Ÿ\u00a0"},
		{"; charset=Windows-1252; x=y", `\u00e9\"` + "\x92", `é"’`},
		{"; charset=cp1252", "\xc3", "Ã"},
		{"; charset=iso-8859-1", "Österreich \ufffd", "Österreich \ufffd"},
		{"; charset=iso-8859-1", `\ud83d`, "\ufffd" + changed},
		{"; charset=utf-8", "\xd6sterreich", "\ufffdsterreich" + changed},
		{"; charset=us-ascii", "Z\xc3", "Z\ufffd" + changed},
		{"; charset=iso-8859-2", "Z\xfcrich", "Z\ufffdrich" + changed},
		{"; charset=", "\xfc", "\ufffd" + changed},
		{"", "\xc0\xaf", "\ufffd\ufffd" + changed},
		{"", `x\ud83dx`, "x\ufffdx" + changed},
	} {
		t.Run(test.charset+test.text, func(t *testing.T) {
			var resp reservations.Response
			contentType, into := "application/json"+test.charset, reservations.WithResponseInto(&resp)
			body := `{"id":7,"surname":"` + test.text + `","roles":[]}`
			c := testclient.Over(t, testclient.Responds(200, contentType, body))
			guest, err := c.Guests.Get(t.Context(), 7, into)
			if err != nil || string(resp.Body) != body {
				t.Fatalf("got %v, and the body %q", err, resp.Body)
			}
			hasWarning := func(field string) string {
				for _, w := range resp.Warnings {
					if w.Path == field && !w.Read && strings.Contains(w.Problem, "UTF-8") {
						return changed
					}
				}
				return ""
			}
			if got := guest.Surname + hasWarning("surname"); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			var out types.Guest
			err = c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/api/guests/7"}, &out, into)
			if got := out.Surname + hasWarning(""); got != test.want || err != nil {
				t.Errorf("Do gives %q, %v; want %q", got, err, test.want)
			}
			c = testclient.Over(t, testclient.Responds(404, contentType, `{"description":"`+test.text+`"}`))
			_, err = c.Guests.Get(t.Context(), 7)
			if want, _, _ := strings.Cut(test.want, "\u0081"); !strings.Contains(err.Error(), strings.TrimSuffix(want, changed)) {
				t.Errorf("an error says %q, want %q", err, want)
			}
			register := `[{"date":"2026-11-20","items":[{"reservationId":1,"numOfPersons":1,"guestCountry":"` + test.text + `"}]}]`
			p := testclient.Days(2)
			c = testclient.Over(t, testclient.Responds(200, contentType, register, "X-Total-Count", "1"))
			page, err := c.Reports.PresencePage(t.Context(), p)
			var bad *reservations.DecodeError
			switch {
			case strings.HasSuffix(test.want, changed):
				if !errors.As(err, &bad) || bad.Field != "[0].items[0].guestCountry" {
					t.Errorf("a register with it gives %v, want a DecodeError", err)
				}
			case err != nil || page.Days[0].Items[0].GuestCountry != test.want:
				t.Errorf("a register has %v, %v", page, err)
			}
		})
	}
}

// TestBodiesThatAreNotRead: only a page of a proxy spoils a success whose body nobody needs.
func TestBodiesThatAreNotRead(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, contentType, body string
		page                    bool
	}{
		{"none", "", "", false},
		{"none of type HTML", "text/html", "", false},
		{"white space", "text/html", " \n", false},
		{"null", "application/json", "null", false},
		{"an object", "application/json", `{"id":7}`, false},
		{"JSON of type HTML", "text/html", `[]`, false},
		{"text", "text/plain", "deleted <7>", false},
		{"HTML", "text/html; charset=utf-8", "<!DOCTYPE html><title>Log in</title>", true},
		{"HTML of type JSON", "application/json", "\ufeff\n <html>", true},
		{"HTML without a type", "", "<!-- x --><html>", true},
		{"XML", "application/xml", "<?xml version='1.0'?><login/>", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := testclient.Over(t, testclient.Responds(200, test.contentType, test.body))
			for name, err := range map[string]error{
				"Delete": c.Webhooks.Delete(t.Context(), 7),
				"Do":     c.Do(t.Context(), reservations.Request{Method: "DELETE", Path: "/api/things/7"}, nil),
			} {
				var bad *reservations.DecodeError
				if test.page && (!errors.As(err, &bad) || bad.StatusCode != 200 || bad.Snippet == "") {
					t.Errorf("%s: got %v, want a DecodeError that quotes the page", name, err)
				}
				if !test.page && err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
	}
}

// TestLargestBody is one of 16 MiB, or of as many bytes as an option allows.
func TestLargestBody(t *testing.T) {
	t.Parallel()
	tests := map[int][]reservations.Option{
		16 << 20: nil, 100: {reservations.WithMaxResponseBytes(100)}, 1: {reservations.WithMaxResponseBytes(1)},
	}
	for limit, opts := range tests {
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			body := strings.Repeat(" ", limit) + "7"
			get := func(body string) (out int, err error) {
				c := testclient.Over(t, testclient.Responds(200, "application/json", body), opts...)
				return out, c.Do(t.Context(), reservations.Request{Method: "GET", Path: "/a"}, &out)
			}
			if _, err := get(body[1:]); err != nil {
				t.Errorf("got %v of the largest body", err)
			}
			_, err := get(body)
			var tooLarge *http.MaxBytesError
			if !errors.As(err, &tooLarge) || tooLarge.Limit != int64(limit) {
				t.Fatalf("got %v of a byte more, want a *http.MaxBytesError of %d bytes", err, limit)
			}
			want := fmt.Sprintf("response body is larger than %d bytes (WithMaxResponseBytes)", limit)
			if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "request body") {
				t.Errorf("%v does not say %q alone", err, want)
			}
		})
	}
}

// TestResponsesPrintNothingPersonal with any verb, and in any log.
func TestResponsesPrintNothingPersonal(t *testing.T) {
	t.Parallel()
	item := types.PresenceItem{ReservationID: 7, ReservationName: "Jansen", GuestLocality: "Jansendam"}
	page := reservations.PresencePage{Total: 1, Days: []types.PresenceDay{
		{Date: types.NewDate(2026, 11, 20), Items: []types.PresenceItem{item}}}}
	resp := reservations.Response{StatusCode: 200, Body: []byte(`{"surname":"Jansen"}`)}
	const printedPage = "PresencePage{days:[{date:2026-11-20 items:[{reservationId:7}]}] total:1}"
	const loggedPage = `{"days":[{"date":"2026-11-20","items":[{"reservationId":7}]}],"total":1}`
	const printedResponse = "Response(status 200, 20 bytes)"
	tests := []struct {
		name         string
		value        any
		want, logged string
	}{
		{"page", page, printedPage, loggedPage},
		{"pointer to a page", &page, printedPage, loggedPage},
		{"response", resp, printedResponse, `"` + printedResponse + `"`},
		{"pointer to a response", &resp, printedResponse, `"` + printedResponse + `"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
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
			slog.New(slog.NewTextHandler(&log, nil)).Info("x", "value", test.value)
			if got := log.String(); strings.Contains(got, "Jansen") {
				t.Errorf("logged as %s", got)
			}
		})
	}
}
