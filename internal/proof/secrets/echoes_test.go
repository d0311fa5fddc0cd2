// SPDX-License-Identifier: MIT

// Package secrets_test proves that no secret is shown: the API key, the tokens of records,
// and what a caller sends in headers and in queries.
package secrets_test

import (
	"encoding/base64"
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

var echoes = append(spelledEchoes(), []echo{
	{"text", "400 x", "", "$all"},
	{"URL", "400 x", "", "$uri"},
	{"error document with 200", "200 x", "Content-Type: application/json", `{"statusCode":403,"description":$json}`},
	{"key of a JSON object", "400 x", "", `{"errors":{$json:["x"]}}`},
	{"page of HTML", "502 x", "Content-Type: text/html", "<html><title>$html</title>$html"},
	{"headers", "503 x", "X-Request-Id: $all\nX-Echo: $all\nRetry-After: 0\nContent-Type: $all", "$all"},
	{"limits", "429 x", "RateLimit: $all\nX-RateLimit-Limit: $all\nRetry-After: 86400\nX-Request-Id: $all", "$all"},
	{"count", "200 x", "X-Total-Count: $key", "[]"},
	{"name of a header", "400 x", "$escapedKey: 1", ""},
	{"status", "400 $all", "", ""},
	{"status 401", "401 $all", "WWW-Authenticate: $all", "$all"},
	{"status 429", "429 $all", "Retry-After: 86400", "$all"},

	{"redirect 301", "301 x", "Location: http://127.0.0.1:1$uri&key=$escapedKey", ""},
	{"redirect 302", "302 x", "Location: http://127.0.0.1:1$uri&key=$escapedKey", ""},
	{"redirect 303", "303 x", "Location: http://127.0.0.1:1$uri&key=$escapedKey", ""},
	{"redirect 307", "307 x", "Location: http://127.0.0.1:1$uri&key=$escapedKey", ""},
	{"redirect 308", "308 x", "Location: http://127.0.0.1:1$uri&key=$escapedKey", ""},
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
	{"long, full of secrets, cut off later", "404 x", "", strings.Repeat("x", 15) + strings.Repeat("$all ", 1000)},
	{"long, full of secrets, cut off even later", "404 x", "", strings.Repeat("x", 30) + strings.Repeat("$all ", 1000)},
}...)

// Records whose texts are secrets.
const (
	withNames      = `{"id":1,$more:1,"customFields":{$more:{"a":[]}}}`
	withOtherTypes = `{"id":1,"numOfPersons":$more,"birthDate":$more,"date":$more,"status":{$more:1},` +
		`"totalPrice":$more,"items":[{"numOfPersons":$more}],"labels":{$more:1},"number":[$more]}`
	withSecrets = `{"id":1,"token":$more,"secret":$more,"psk":$more,"reservationToken":$more,` +
		`"wifiConfiguration":{"id":1,"psk":$more},"webhook":{"id":1,"secret":$more},` +
		`"groupReservation":{"id":1,"token":$more}}`
)

// spellings are how the services write each of the secrets in an error document.
var spellings = map[string]func(string) string{
	"plain":       func(s string) string { return s },
	"query":       url.QueryEscape,
	"path":        url.PathEscape,
	"HTML":        html.EscapeString,
	"JSON":        quoted,
	"lower":       strings.ToLower,
	"percents":    func(s string) string { return each("%%%02x", s) },
	"escapes":     func(s string) string { return each(`\u%04X`, s) },
	"entities":    func(s string) string { return each("&#x%x;", s) },
	"hexadecimal": func(s string) string { return each("%02x", s) },
	"base64":      func(s string) string { return base64.StdEncoding.EncodeToString([]byte("a:" + s)) },
	"quotes":      func(s string) string { return fmt.Sprintf("%q", fmt.Sprintf("%+q", s)) },
	"cut":         func(s string) string { return s[:30] },
}

func spelledEchoes() (echoes []echo) {
	for name := range spellings {
		body := `{"description":$` + name + `,"errors":[$` + name + `]}`
		echoes = append(echoes, echo{"description, spelled in " + name, "404 x", "Content-Type: application/json", body})
	}
	return echoes
}

// to returns the response to a request, as it is sent.
func (e echo) to(r *http.Request) string {
	secrets := secretsIn(r)
	key, all := secrets[0], strings.Join(secrets, " ")
	expand := func(text string) string {
		return os.Expand(text, func(name string) string {
			switch name {
			case "all":
				return all
			case "json":
				return quoted(all)
			case "more":
				return quoted(all + recordCanary)
			case "html":
				return html.EscapeString(all)
			case "key":
				return key
			case "escapedKey":
				return url.QueryEscape(key)
			case "cutKey":
				return key[:25]
			case "uri":
				return r.RequestURI
			}
			var spelled []string
			for _, secret := range secrets {
				spelled = append(spelled, spellings[name](secret))
			}
			return quoted(strings.Join(spelled, " "))
		})
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
