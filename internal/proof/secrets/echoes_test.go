// SPDX-License-Identifier: MIT

package secrets_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/types"
)

// An echo is a response that holds what was sent, as unhelpful services and proxies write it. Its texts hold variables,
// which function to names: $all is every secret of the request, and $key is the API key. So body: "you sent $key" sends back the
// key. Two headers have a line break between them. Without a status, the body is all that is sent.
type echo struct{ name, status, headers, body string }

// How a text can be spelled is for package redact, so most of these echoes are in plain text.
var echoes = []echo{
	{name: "text", status: "400 x", body: "$all"},
	{name: "URL", status: "400 x", body: "$uri"},
	{name: "error document with 200", status: "200 x", headers: "Content-Type: application/json", body: `{"statusCode":403,"description":$json}`},
	{name: "escapes", status: "404 x", body: `{"title":"$escapes","errors":[{"name":"$escapes"}],"debug":"$escapes"}`},
	{name: "page of HTML", status: "502 x", headers: "Content-Type: text/html", body: "<html><title>$entities $html</title>$html"},
	{name: "key of a JSON object", status: "400 x", body: `{"errors":{$json:["x"]}}`},
	{name: "headers", status: "503 x", headers: "X-Request-Id: $all\nX-Echo: $all\n$escapedKey: 1\nRetry-After: 0\nContent-Type: $all", body: "$all"},
	{name: "limits", status: "429 $all", headers: "RateLimit: $all\nX-RateLimit-Limit: $all\nRetry-After: 86400\nX-Request-Id: $all", body: "$all"},
	{name: "count", status: "200 x", headers: "X-Total-Count: $key", body: "[]"},
	{name: "redirect", status: "307 x", headers: "Location: http://127.0.0.1:1$uri&key=$escapedKey"},
	{name: "redirect that cannot be read", status: "307 x", headers: "Location: http://%zz/$all"},
	{name: "headers of a success", status: "200 x", headers: "X-Request-Id: $all\nContent-Type: $all\nX-Total-Count: $all", body: "<"},
	{name: "no JSON", status: "200 x", headers: "X-Total-Count: 1", body: "$all"},
	{name: "string in place of a record", status: "200 x", headers: "X-Total-Count: 1", body: "$json"},
	{name: "names of fields", status: "200 x", headers: "X-Total-Count: 1", body: withNames},
	{name: "fields of another type", status: "200 x", headers: "X-Total-Count: 1", body: withOtherTypes},
	{name: "fields of another type in a list", status: "200 x", headers: "X-Total-Count: 1", body: "[" + withOtherTypes + "]"},
	{name: "id", status: "200 x", headers: "X-Total-Count: 1", body: `{"id":{$more:1}}`},
	{name: "secrets of records", status: "200 x", headers: "X-Total-Count: 1", body: withSecrets},
	{name: "secrets of records in a list", status: "200 x", headers: "X-Total-Count: 1", body: "[" + withSecrets + "]"},
	{name: "encoding", status: "200 x", headers: "Content-Encoding: $key", body: "[]"},
	{name: "encoding of an error", status: "400 x", headers: "Content-Encoding: $key", body: "x"},
	{name: "malformed status line", body: "$all\r\n\r\n"},
	{name: "malformed header", body: "HTTP/1.1 200 x\r\n$all\r\n\r\n"},
	{name: "malformed length", body: "HTTP/1.1 200 x\r\nContent-Length: $all\r\n\r\n"},
	{name: "truncated", body: "HTTP/1.1 400 x\r\nContent-Length: 9999\r\n\r\n$cutKey"},
	{name: "long, at the bound of a body", status: "404 x", body: strings.Repeat("x", 64<<10-4) + "$all"},
	{name: "long, full of secrets, cut off later", status: "404 x", body: strings.Repeat("x", 30) + strings.Repeat("$all ", 1000)},
}

// Records whose texts are secrets.
const (
	withNames      = `{"id":1,$more:1,"customFields":{$more:{"a":[]}}}`
	withOtherTypes = `{"id":1,"numOfPersons":$more,"birthDate":$more,"date":$more,"status":{$more:1},` +
		`"totalPrice":$more,"items":[{"numOfPersons":$more}],"labels":{$more:1},"number":[$more]}`
	withSecrets = `{"id":1,"token":$more,"secret":$more,"psk":$more,"reservationToken":$more,"webhook":{"secret":$more},` +
		`"wifiConfiguration":{"psk":$more},"groupReservation":{"token":$more}}`
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
	expand := func(text string) string { return os.Expand(text, func(name string) string { return variables[name] }) }
	if e.status == "" {
		return expand(e.body)
	}
	return response(expand(e.status), expand(e.headers), expand(e.body))
}

// response returns a response as it is sent.
func response(status, headers, body string) string {
	head := fmt.Sprintf("HTTP/1.1 %s\nContent-Length: %d\n%s", status, len(body), headers)
	return strings.ReplaceAll(strings.TrimSpace(head), "\n", "\r\n") + "\r\n\r\n" + body
}

func quoted(text string) string { return string(testkit.Must(json.Marshal(text))) }

// serve returns a server that sends these bytes in response to a request.
func serve(t *testing.T, respond func(*http.Request) string) *httptest.Server {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text := respond(r)
		conn, _, _ := http.NewResponseController(w).Hijack()
		io.WriteString(conn, text)
		conn.Close()
	}))
	t.Cleanup(srv.Close)
	return srv
}

// checkRequest wants every secret of a request in its place, and nowhere else.
func checkRequest(t *testing.T, r *http.Request) {
	secrets := secretsIn(r)
	tokens := slices.Repeat([]string{tokenCanary}, len(secrets)-3)
	want := slices.Concat([]string{secrets[0], headerCanary, queryCanary}, tokens)
	inPath := map[string]int{"/api/" + keyCanary + "0/" + tokenCanary: 2}[r.URL.Path]
	request, _ := httputil.DumpRequest(r, true)
	found := strings.Count(string(request), fragments[0])
	if !slices.Equal(secrets, want) || !strings.HasPrefix(secrets[0], keyCanary) || found != len(secrets)+inPath {
		t.Errorf("%q were sent in their places, want %q, and %d secrets in all: %s", secrets, want, found, request)
	}
}

// secretsIn returns the secrets of a request: the key, those of the header and the query, and the token of a record.
func secretsIn(r *http.Request) []string {
	query := r.URL.Query()
	found := []string{r.Header.Get("X-Api-Key"), strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), query.Get("session_token")}
	return slices.Concat(found, query["token"], query["reservationToken"])
}

// A carrier is a call with secrets wherever it takes some.
type carrier = func(context.Context, *reservations.Client, ...reservations.CallOption) (any, error)

// carriers returns every method of every service, and calls of Do.
func carriers() map[string]carrier {
	all := map[string]carrier{
		"Do GET":  doCarrier("GET", "/api/elsewhere", nil, new(map[string]any)),
		"Do POST": doCarrier("POST", "/api/elsewhere", map[string]int{"a": 1}, new(refusing)),
		"Do PUT":  doCarrier("PUT", "/api/"+url.PathEscape(keyCanary+"0")+"/"+url.PathEscape(tokenCanary), nil, new(any)),
	}
	for _, call := range testclient.Calls() {
		call.Change = func(value reflect.Value) {
			if secret, isSecret := reflect.TypeAssert[*types.Secret](value.Addr()); isSecret {
				*secret = types.NewSecret(tokenCanary)
			}
		}
		all[call.Name] = call.Do
	}
	return all
}

// doCarrier returns a call of Do. It returns the request, which holds what is not sent either.
func doCarrier(method, path string, body, out any) carrier {
	return func(ctx context.Context, c *reservations.Client, opts ...reservations.CallOption) (any, error) {
		q := reservations.Request{Method: method, Path: path, Body: body}
		q.Query = url.Values{"dateFrom": {"2026-07-06T00:00:00Z"}, "reservationToken": {tokenCanary}}
		err := c.Do(ctx, q, out, opts...)
		q.Path, q.Body = "/api/x", map[string]string{"iban": recordCanary}
		return q, err
	}
}

// refusing has an error that quotes what it cannot read, without the secret of the record, which the client does not know.
type refusing struct{}

func (*refusing) UnmarshalJSON(data []byte) error {
	return fmt.Errorf("cannot read %s", strings.ReplaceAll(string(data), strings.Trim(quoted(recordCanary), `"`), ""))
}

// TestNoSecretIsShown: the service sends back what it got, and nothing that comes out of the call holds a secret.
func TestNoSecretIsShown(t *testing.T) {
	t.Parallel()
	calls := carriers()
	for _, echo := range echoes {
		t.Run(echo.name, func(t *testing.T) {
			t.Parallel()
			srv := serve(t, func(r *http.Request) string {
				checkRequest(t, r)
				return echo.to(r)
			})
			chosen := append(testkit.Cases(8, slices.Sorted(maps.Keys(calls))), "Do PUT") // with secrets in its path
			if strings.HasPrefix(echo.name, "long") {
				chosen = chosen[:1] // it takes long to print
			}
			for _, call := range chosen {
				t.Run(call, func(t *testing.T) { sweep(t, srv, calls[call]) })
			}
		})
	}
}

// sweep makes one call, and prints what it returns and what it reports on the way.
func sweep(t *testing.T, srv *httptest.Server, call carrier) {
	var out watch
	c := testkit.Must(reservations.NewClient(srv.URL, keyCanary+"0", numberedKeys(), reservations.WithHTTPClient(srv.Client()),
		reservations.WithOrganization(1), retriedOnce, reservations.WithMaxResponseBytes(1<<20), out.all()))
	var resp reservations.Response
	value, err := call(t.Context(), c, reservations.WithResponseInto(&resp),
		reservations.WithQuery("session_token", queryCanary), reservations.WithHeader("Authorization", "Bearer "+headerCanary))
	if q, isRequest := value.(reservations.Request); isRequest {
		out.print(q, &q)
	}
	out.print(resp, &resp, types.Redacted(value))
	fmt.Fprintf(&out, "%v %+[1]v %#[1]v %[1]s %[1]q %[1]x %[1]t", value)
	out.show(c, *c, c.Reports, resp.Warnings, err)
	if errors.As(err, new(*reservations.APIError)) { // a success is returned as it came
		out.show(resp)
	}
	out.check(t)
}
