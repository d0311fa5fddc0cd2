// SPDX-License-Identifier: MIT

// Package secrets_test proves that no secret is shown: the API key, the tokens of records,
// and what a caller sends in headers and in queries.
package secrets_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// An echo is a response that holds what was sent, as unhelpful services and proxies write it.
// Its texts hold variables, such as $all for the secrets of the request.
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
	{"escapes", "404 x", "", `{"description":"$escapes","errors":[{"name":"$escapes"}]}`},
	{"escapes in other fields", "404 x", "", `{"title":"a","detail":"$escapes","debug":"$escapes"}`},
	{"entities", "502 x", "Content-Type: text/html", "<title>$entities</title>"},
	{"key of a JSON object", "400 x", "", `{"errors":{$json:["x"]}}`},
	{"page of HTML", "502 x", "Content-Type: text/html", "<html><title>$html</title>$html"},
	{"headers", "503 x", "X-Request-Id: $all\nX-Echo: $all\nRetry-After: 0\nContent-Type: $all", "$all"},
	{"limits", "429 x", "RateLimit: $all\nX-RateLimit-Limit: $all\nRetry-After: 86400\nX-Request-Id: $all", "$all"},
	{"count", "200 x", "X-Total-Count: $key", "[]"},
	{"name of a header", "400 x", "$escapedKey: 1", ""},
	{"status", "400 $all", "", ""},
	{"status 429", "429 $all", "Retry-After: 86400", "$all"},

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
	{"long, full of secrets, cut off even later", "404 x", "", strings.Repeat("x", 30) + strings.Repeat("$all ", 1000)},
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
		"escapes": each(`\u%04X`, all), "entities": each("&#x%x;", all), "uri": r.RequestURI,
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
