// SPDX-License-Identifier: MIT

package params

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// TestBaseURL: each URL with what it becomes, or with the error, which shows no secret.
func TestBaseURL(t *testing.T) {
	const absolute, user = "must be an absolute URL such as https://api.example.com", "must not hold a user name or password"
	const query = "must not hold a query or a fragment"
	const port, segments = "must have a port from 1 to 65535 after the colon of its host, or no colon", "must not hold blanks, or . and .. as path segments"
	const https = "must begin with https://, because the API key would travel readable over http; WithPlainHTTP lifts this"
	for text, want := range map[string]string{
		"": absolute, "api.example.com": absolute, "api.example.com:443": absolute, "ftp://api.example.com": absolute,
		"https:api.example.com": absolute, "https://": absolute, "https://:443": absolute, "https://::1": absolute,
		" https://api.example.com": absolute, "https://api.example.com\n": absolute, `https://api.example.com\@canary`: absolute,
		"https://user:canary":                 absolute,
		"https://user:canary@api.example.com": user, "https://@api.example.com": user,
		"https://api.example.com?token=canary": query, "https://api.example.com?": query, "https://api.example.com#canary": query,
		"https://api.example.com:": port, "https://[::1]:": port, "https://api.example.com:/back": port,
		"https://api.example.com:0": port, "https://api.example.com:65536": port,
		"https://api.example.com/back ": segments, "https://api.example.com/a/%2e%2e/b": segments, "https://api.example.com/./b": segments,
		"http://api.example.com": https, "http://localhost.example.com": https, "http://api.localhost": https,
		"http://[::ffff:128.0.0.1]": https,

		"HTTPS://API.example.com.:65535/": "https://API.example.com.:65535/", "https://bücher.example": "https://b%C3%BCcher.example",
		"https://example.com/a%2Fb//...": "https://example.com/a%2Fb//...", "https://[fe80::1%25eth0]:8443": "https://[fe80::1%25eth0]:8443",
		"http://LOCALHOST:8080": "http://localhost:8080", "http://Localhost.:1": "http://localhost:1",
		"http://[::1%25lo]:8080": "http://[::1%25lo]:8080", "http://[::ffff:127.0.0.1]": "http://[::ffff:127.0.0.1]",
	} {
		t.Run(text, func(t *testing.T) {
			got, err := BaseURL(text, false)
			if err == nil && got.String() != want || err != nil && err.Error() != want {
				t.Errorf("got %v, %v, want %s", got, err, want)
			}
		})
	}
}

// TestPathOfRequest: each path with the reason why it is refused, or "".
func TestPathOfRequest(t *testing.T) {
	const path, segments = "Path must be a path such as /api/guests/7; the query belongs in Query", "Path must not hold the segments . and .."
	for text, want := range map[string]string{
		"/": "", "/api/guests/7": "", "/a%3Fb": "", "/a:b//c": "", "": path, "api": path, "*": path, "/%zz": path, "%zz": path, "/a\n": path,
		"//example.com/api": path, "https://example.com/api": path, "https:/api": path, "/a?b": path, "/a#b": path, "/a?": path,
		"/a/../b": segments, "/a/%2E": segments, "/%ff": "Path " + NotUTF8,
	} {
		if err := Request("GET", text, nil, nil, nil); want == "" && err != nil || want != "" && fmt.Sprint(err) != want {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

// TestTextThatIsNotUTF8IsFound: the path of a text that is not valid UTF-8 is found in values of every kind.
func TestTextThatIsNotUTF8IsFound(t *testing.T) {
	const bad = "\xed\xa0\x80"
	type update = types.ReservationUpdate
	for where, value := range map[string]any{
		"notes":                  update{Notes: types.Set(bad)},
		"guest.firstName":        &update{Guest: &types.ReservationGuestUpdate{FirstName: types.Set("\ufffd\xc3")}},
		`petLines[0].Extra["x"]`: &update{PetLines: []types.PetLineUpdate{{Extra: map[string]any{"x": bad}}}},
		`["x"]["y"][1]`:          map[string]any{"x": map[string][]any{"y": {1, bad}}},
		`["\xff"]`:               map[string]int{"\xff": 1},
		"a[0]": struct {
			Key *int      `json:"key"`
			A   [1]string `json:"a"`
			B   string    `json:"-"`
		}{A: [1]string{bad}},
		"psk": struct {
			PSK types.Secret `json:"psk"`
		}{types.NewSecret(bad)},
		"b": struct {
			B json.RawMessage `json:"b"`
		}{json.RawMessage(`"` + bad + `"`)},
	} {
		if got, found := findInvalidText(reflect.ValueOf(value), ""); got != where || !found {
			t.Errorf("got %q, %t; want %q", got, found, where)
		}
	}
	for _, value := range []any{nil, "\ufffd", struct{ a string }{bad}, json.RawMessage(`"\ud800"`), map[string]any{"\ufffd": []byte("\xff")}, struct {
		A string `json:"-"`
	}{bad}} {
		if got, found := findInvalidText(reflect.ValueOf(value), ""); found || got != "" {
			t.Errorf("%#v is invalid at %q", value, got)
		}
	}
	for _, body := range []any{bad, private{bad}} {
		if data, err := JSON(body); fmt.Sprint(err) != "body must be valid UTF-8" {
			t.Errorf("%q is written as %q, %v", body, data, err)
		}
	}
}

// private writes a text of which no path is known.
type private struct{ text string }

func (p private) MarshalJSON() ([]byte, error) { return []byte(`"` + p.text + `"`), nil }

// TestCharactersOfHeaders: the characters that RFC 9110 allows are accepted, and no others.
func TestCharactersOfHeaders(t *testing.T) {
	const token = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for r := range rune(0x100) {
		if got := isToken("X" + string(r)); got != strings.ContainsRune(token, r) {
			t.Errorf("%q in a name is accepted: %t", r, got)
		}
		if got := IsHeaderValue("x" + string(r) + "x"); got != (r >= ' ' && r <= '~') {
			t.Errorf("%q in a value is accepted: %t", r, got)
		}
	}
	if isToken("") || IsHeaderValue(" x") || IsHeaderValue("x ") || !IsHeaderValue("") {
		t.Error("an empty name, or a value with a blank at an end, is accepted")
	}
}

// TestAnOddOffsetIsSentAsTheSameInstant: RFC 3339 cannot write some offsets.
func TestAnOddOffsetIsSentAsTheSameInstant(t *testing.T) {
	type params struct {
		At time.Time `url:"at"`
	}
	for offset, want := range map[int]string{
		-12*3600 - 60: "2026-07-06T00:00:00-12:01", 1172: "2026-07-05T23:40:28Z", 24 * 3600: "2026-07-05T00:00:00Z",
	} {
		query, err := Query(params{time.Date(2026, 7, 6, 0, 0, 0, 0, time.FixedZone("", offset))}, 0)
		if got := query.Get("at"); got != want || err != nil {
			t.Errorf("an offset of %d s is sent as %s, %v; want %s", offset, got, err, want)
		}
	}
}

// TestEachIDFillsAParameterOfThePath, and an error names the parameter.
func TestEachIDFillsAParameterOfThePath(t *testing.T) {
	for want, ids := range map[string][]any{
		"/api/guests/7/notes/a%2Fb%7Bid%7D/":                    {int64(7), "a/b{id}"},
		"id must be positive, but is 0":                         {int64(7), int64(0)},
		"guestId must be positive, but is -1":                   {int64(-1), int64(7)},
		"guestId must be valid UTF-8":                           {"\xff", int64(7)},
		`id must not be "..", which would lead to another path`: {int64(7), ".."},
	} {
		got, err := Path("/api/guests/{guestId}/notes/{id}/", ids)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%v make %s, want %s", ids, got, want)
		}
	}
}

// TestFieldsAreReadOnce for each type of params, because every call needs them. A field that is not sent is none of them.
func TestFieldsAreReadOnce(t *testing.T) {
	type params struct {
		Limit    int    `url:"limit"`
		Progress func() `url:"-"`
	}
	if fields := fieldsToSend(reflect.TypeFor[params]()); len(fields) != 1 {
		t.Errorf("got %v, want the limit", fields)
	}
	if n := testing.AllocsPerRun(10, func() { fieldsToSend(reflect.TypeFor[params]()) }); n > 0 {
		t.Errorf("to read them again allocates %v times", n)
	}
}
