// SPDX-License-Identifier: MIT

// Package secrets_test proves that no secret is shown: the API key, the tokens of records,
// and what a caller sends in headers and in queries.
package secrets_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// The canaries hold characters that are written differently in URLs, JSON and HTML, and the
// fragments that watch looks for.
const (
	keyCanary    = `k3y/c&nary"<1>'+%-Q7x9Zw2p-V5t2Lm8R`
	tokenCanary  = `t0ken/c&nary'<2>"+%-Q7x9Zw2p-V5t2Lm8R`
	headerCanary = `h3ader/c&nary-Q7x9Zw2p-V5t2Lm8R`
	queryCanary  = `qu3ry/c&nary'<3>"+%-Q7x9Zw2p-V5t2Lm8R`
	recordCanary = `rec0rd/c&nary-Q7x9Zw2p-V5t2Lm8R`
)

// check fails the test if a secret has been printed, however it is written.
func (w *watch) check(t *testing.T) {
	t.Helper()
	text := w.String()
	if text == "" {
		t.Error("nothing was printed")
	}
	if found := leak(text); found != "" {
		t.Errorf("a secret is shown: %s", found)
	}
}

// fragments are in all secrets of the tests, near the beginning and at the end.
var fragments = []string{"Q7x9Zw2p", "V5t2Lm8R"}

// spelledFragments are the fragments in all the ways in which a text may hold them, in small
// letters.
var spelledFragments = sync.OnceValue(func() (all []string) {
	for _, fragment := range fragments {
		numbers := fmt.Sprint([]byte(fragment))
		all = append(all, fragment, hex.EncodeToString([]byte(fragment)), numbers[1:len(numbers)-1])
		for _, format := range []string{"%%%02x", `\x%02x`, `\u%04x`, "&#%d;", "&#x%x;", "%02x ", "0x%x, ", "u+%04x "} {
			all = append(all, strings.TrimSpace(testkit.Each(format, fragment)))
		}
		for before, shared := range []int{0, 2, 3} {
			raw := append(make([]byte, before), fragment...)
			all = append(all, base64.RawStdEncoding.EncodeToString(raw)[shared:len(raw)*8/6])
		}
	}
	for i := range all {
		all[i] = strings.ToLower(all[i])
	}
	return all
})

// leak returns the surroundings of a secret in a text, or "".
func leak(text string) string {
	small := strings.ToLower(text)
	for _, spelled := range spelledFragments() {
		if i := strings.Index(small, spelled); i >= 0 {
			return fmt.Sprintf("%q in %q", spelled, small[max(0, i-200):min(len(small), i+100)])
		}
	}
	return ""
}

// TestWatchFindsSecrets: a test that finds none proves nothing otherwise.
func TestWatchFindsSecrets(t *testing.T) {
	type private struct{ text string }
	for name, show := range map[string]func(*watch){
		"text":                    func(w *watch) { w.print(keyCanary) },
		"escaped":                 func(w *watch) { fmt.Fprint(w, testkit.Each("%%%02X", keyCanary)) },
		"base64":                  func(w *watch) { fmt.Fprint(w, base64.StdEncoding.EncodeToString([]byte("ab"+tokenCanary))) },
		"private field":           func(w *watch) { w.printDeep(&struct{ in *private }{&private{queryCanary}}) },
		"a cause":                 func(w *watch) { w.printError(fmt.Errorf("a%.0w", errors.New(headerCanary))) },
		"the first 23 characters": func(w *watch) { fmt.Fprint(w, recordCanary[:23]) },
	} {
		var out watch
		if show(&out); leak(out.String()) == "" {
			t.Errorf("%s: nothing is found in %.300q", name, out.String())
		}
	}
}

// An echo is a response that holds what was sent, as unhelpful services and proxies write it. Its texts hold variables,
// which function to names: $all is every secret of the request, and $key is the API key. So {"count", "200 x",
// "X-Total-Count: $key", "[]"} is a response 200 with an empty list, and with the key in the header X-Total-Count.
type echo struct {
	name    string
	status  string // empty if body is all that is sent
	headers string // with a line break between them
	body    string
}

// How a text can be spelled is for package redact, so most of these echoes are in plain text.
var echoes = []echo{
	{"text", "400 x", "", "$all"},
	{"URL", "400 x", "", "$uri"},
	{"error document with 200", "200 x", "Content-Type: application/json", `{"statusCode":403,"description":$json}`},
	{"escapes", "404 x", "", `{"title":"$escapes","errors":[{"name":"$escapes"}],"debug":"$escapes"}`},
	{"page of HTML", "502 x", "Content-Type: text/html", "<html><title>$entities $html</title>$html"},
	{"key of a JSON object", "400 x", "", `{"errors":{$json:["x"]}}`},
	{"headers", "503 x", "X-Request-Id: $all\nX-Echo: $all\n$escapedKey: 1\nRetry-After: 0\nContent-Type: $all", "$all"},
	{"limits", "429 $all", "RateLimit: $all\nX-RateLimit-Limit: $all\nRetry-After: 86400\nX-Request-Id: $all", "$all"},
	{"count", "200 x", "X-Total-Count: $key", "[]"},
	{"status", "400 $all", "", ""},

	{"redirect", "307 x", "Location: http://127.0.0.1:1$uri&key=$escapedKey", ""},
	{"redirect that cannot be read", "307 x", "Location: http://%zz/$all", ""},

	{"headers of a success", "200 x", "X-Request-Id: $all\nContent-Type: $all\nX-Total-Count: $all", "<"},
	{"no JSON", "200 x", "X-Total-Count: 1", "$all"},
	{"string in place of a record", "200 x", "X-Total-Count: 1", "$json"},
	{"names of fields", "200 x", "X-Total-Count: 1", withNames},
	{"names of fields in a list", "200 x", "X-Total-Count: 1", "[" + withNames + "]"},
	{"fields of another type", "200 x", "X-Total-Count: 1", withOtherTypes},
	{"fields of another type in a list", "200 x", "X-Total-Count: 1", "[" + withOtherTypes + "]"},
	{"id", "200 x", "X-Total-Count: 1", `{"id":{$more:1}}`},
	{"id in a list", "200 x", "X-Total-Count: 1", `[{"id":{$more:1}}]`},
	{"secrets of records", "200 x", "X-Total-Count: 1", withSecrets},
	{"secrets of records in a list", "200 x", "X-Total-Count: 1", "[" + withSecrets + "]"},

	{"encoding", "200 x", "Content-Encoding: $key", "[]"},
	{"encoding of an error", "400 x", "Content-Encoding: $key", "x"},
	{"malformed status line", "", "", "$all\r\n\r\n"},
	{"malformed status", "", "", "HTTP/1.1 $key\r\n\r\n"},
	{"malformed header", "", "", "HTTP/1.1 200 x\r\n$all\r\n\r\n"},
	{"malformed length", "", "", "HTTP/1.1 200 x\r\nContent-Length: $all\r\n\r\n"},
	{"malformed transfer", "", "", "HTTP/1.1 200 x\r\nTransfer-Encoding: $all\r\n\r\n"},
	{"malformed chunk", "", "", "HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n$all\r\n"},
	{"malformed gzip", "200 x", "Content-Encoding: gzip", "$all"},
	{"truncated", "", "", "HTTP/1.1 400 x\r\nContent-Length: 9999\r\n\r\n$cutKey"},
	{"nothing", "", "", ""},

	{"long, at the bound of a body", "404 x", "", strings.Repeat("x", 64<<10-4) + "$all"},
	{"long, full of secrets", "404 x", "", strings.Repeat("$all ", 1000)},
	{"long, full of secrets, cut off later", "404 x", "", strings.Repeat("x", 30) + strings.Repeat("$all ", 1000)},
}

// Records whose texts are secrets.
const (
	withNames      = `{"id":1,$more:1,"customFields":{$more:{"a":[]}}}`
	withOtherTypes = `{"id":1,"numOfPersons":$more,"birthDate":$more,"date":$more,"status":{$more:1},` +
		`"totalPrice":$more,"items":[{"numOfPersons":$more}],"labels":{$more:1},"number":[$more]}`
	withSecrets = `{"id":1,"token":$more,"secret":$more,"psk":$more,"reservationToken":$more,` +
		`"wifiConfiguration":{"id":1,"psk":$more},"webhook":{"id":1,"secret":$more},` +
		`"groupReservation":{"id":1,"token":$more}}`
)

// to returns the response to a request, as it is sent.
func (e echo) to(r *http.Request) string {
	secrets := secretsIn(r)
	all := strings.Join(secrets, " ")
	variables := map[string]string{
		"all": all, "json": quoted(all), "more": quoted(all + recordCanary), "html": html.EscapeString(all),
		"escapes": testkit.Each(`\u%04X`, all), "entities": testkit.Each("&#x%x;", all), "uri": r.RequestURI,
		"key": secrets[0], "escapedKey": url.QueryEscape(secrets[0]), "cutKey": secrets[0][:25],
	}
	expand := func(text string) string {
		return os.Expand(text, func(name string) string { return variables[name] })
	}
	if e.status == "" {
		return expand(e.body)
	}
	return response(expand(e.status), expand(e.headers), expand(e.body))
}

// response returns a response as it is sent. There is a line break between two headers.
func response(status, headers, body string) string {
	if headers != "" {
		headers = strings.ReplaceAll(headers, "\n", "\r\n") + "\r\n"
	}
	return fmt.Sprintf("HTTP/1.1 %s\r\n%sContent-Length: %d\r\n\r\n%s", status, headers, len(body), body)
}

func quoted(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(data)
}
