package reservations_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// rawService answers every request with the bytes of a fault, and remembers the requests.
type rawService struct {
	url       string
	transport http.RoundTripper

	mu       sync.Mutex
	requests []string // as they were sent
}

func serveRaw(t *testing.T, fault func(*http.Request) string) *rawService {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{}
	s := &rawService{url: "http://" + listener.Addr().String(), transport: transport}
	var serving sync.WaitGroup
	serving.Go(func() {
		for conn, err := listener.Accept(); err == nil; conn, err = listener.Accept() {
			serving.Go(func() { s.serve(conn, fault) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		transport.CloseIdleConnections()
		serving.Wait()
	})
	return s
}

func (s *rawService) serve(conn net.Conn, fault func(*http.Request) string) {
	defer conn.Close()
	var raw bytes.Buffer
	r, err := http.ReadRequest(bufio.NewReader(io.TeeReader(conn, &raw)))
	if err != nil {
		return
	}
	io.Copy(io.Discard, r.Body)
	s.mu.Lock()
	s.requests = append(s.requests, raw.String())
	s.mu.Unlock()
	io.WriteString(conn, fault(r))
}

// check looks at the requests of one call: every secret is in its place, and nowhere else.
func (s *rawService) check(t *testing.T, call secretCall) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, raw := range s.requests {
		r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(raw)))
		if err != nil {
			t.Fatal(err)
		}
		query := r.URL.Query()
		if call.token != "" && query.Get(call.token) != tokenCanary || query.Get("session_token") != queryCanary ||
			r.Header.Get("Authorization") != "Bearer "+headerCanary || len(r.Header["X-Api-Key"]) != 1 || !strings.HasPrefix(r.Header.Get("X-Api-Key"), keyCanary) {
			t.Errorf("a secret is missing in %q", raw)
		}
		query.Del(call.token)
		query.Del("session_token")
		r.Header.Del("Authorization")
		r.Header.Del("X-Api-Key")
		body, _ := io.ReadAll(r.Body)
		if found := leak(fmt.Sprint(r.URL.Path, query, r.Header, r.Host, string(body))); found != "" {
			t.Errorf("a secret is where it does not belong: %s", found)
		}
	}
	s.requests = nil
}

// response returns a response as it is sent. Headers end with a line break each.
func response(status, headers, body string) string {
	return fmt.Sprintf("HTTP/1.1 %s\r\n%sContent-Length: %d\r\n\r\n%s", status, strings.ReplaceAll(headers, "\n", "\r\n"), len(body), body)
}

// secretFaults are responses that hold what was sent, as unhelpful services and proxies
// write it.
func secretFaults() map[string]func(*http.Request) string {
	faults := map[string]func(*http.Request) string{}
	// add makes a fault of a function that writes the secrets of a request.
	add := func(name string, write func(all string, r *http.Request) string) {
		faults[name] = func(r *http.Request) string { return write(strings.Join(secretsIn(r), " "), r) }
	}
	quoted := func(text string) string {
		data, err := json.Marshal(text)
		if err != nil {
			panic(err)
		}
		return string(data)
	}
	for name, spell := range map[string]func(string) string{
		"plain":            func(s string) string { return s },
		"in a query":       url.QueryEscape,
		"in a path":        url.PathEscape,
		"in HTML":          html.EscapeString,
		"in JSON":          quoted,
		"in small letters": strings.ToLower,
		"in percents":      func(s string) string { return each("%%%02x", s) },
		"in escapes":       func(s string) string { return each(`\u%04X`, s) },
		"in entities":      func(s string) string { return each("&#x%x;", s) },
		"in hexadecimal":   func(s string) string { return each("%02x", s) },
		"in base64":        func(s string) string { return base64.StdEncoding.EncodeToString([]byte("a:" + s)) },
		"in quotes":        func(s string) string { return fmt.Sprintf("%q", fmt.Sprintf("%+q", s)) },
		"cut":              func(s string) string { return s[:30] },
	} {
		each := func(r *http.Request) string {
			var all []string
			for _, secret := range secretsIn(r) {
				all = append(all, spell(secret))
			}
			return strings.Join(all, " ")
		}
		faults["description "+name] = func(r *http.Request) string {
			return response("404 x", "Content-Type: application/json\n", `{"description":`+quoted(each(r))+`,"errors":[`+quoted(each(r))+`]}`)
		}
	}
	add("text", func(all string, _ *http.Request) string { return response("400 x", "", all) })
	add("URL", func(_ string, r *http.Request) string { return response("400 x", "", r.RequestURI) })
	add("error document with 200", func(all string, _ *http.Request) string {
		return response("200 x", "Content-Type: application/json\n", `{"statusCode":403,"description":`+quoted(all)+`,"errors":[]}`)
	})
	add("key of a JSON object", func(all string, _ *http.Request) string {
		return response("400 x", "Content-Type: application/json\n", `{"errors":{`+quoted(all)+`:["x"]}}`)
	})
	add("page of HTML", func(all string, _ *http.Request) string {
		return response("502 x", "Content-Type: text/html\n", "<html><title>"+html.EscapeString(all)+"</title>"+html.EscapeString(all))
	})
	add("headers", func(all string, _ *http.Request) string {
		return response("503 x", "X-Request-Id: "+all+"\nX-Echo: "+all+"\nRetry-After: 0\nContent-Type: "+all+"\nRateLimit: "+all+"\nX-RateLimit-Limit: "+all+"\n", all)
	})
	add("headers of a success", func(all string, _ *http.Request) string {
		return response("200 x", "X-Request-Id: "+all+"\nContent-Type: "+all+"\nX-Total-Count: "+all+"\n", "<")
	})
	add("name of a header", func(all string, r *http.Request) string {
		return response("400 x", url.QueryEscape(r.Header.Get("X-Api-Key"))+": 1\n", "")
	})
	add("status", func(all string, _ *http.Request) string { return response("400 "+all, "", "") })
	add("status 429", func(all string, _ *http.Request) string { return response("429 "+all, "Retry-After: 86400\n", all) })
	add("status 401", func(all string, _ *http.Request) string {
		return response("401 "+all, "WWW-Authenticate: "+all+"\n", all)
	})
	for _, status := range []int{301, 302, 303, 307, 308} {
		add(fmt.Sprintf("redirect %d", status), func(_ string, r *http.Request) string {
			return response(fmt.Sprint(status, " x"), "Location: http://127.0.0.1:1"+r.RequestURI+"&key="+url.QueryEscape(r.Header.Get("X-Api-Key"))+"\n", "")
		})
	}
	add("redirect that cannot be read", func(all string, _ *http.Request) string {
		return response("307 x", "Location: http://%zz/"+all+"\n", "")
	})
	add("no JSON", func(all string, _ *http.Request) string { return response("200 x", "X-Total-Count: 1\n", all) })
	add("string in place of a record", func(all string, _ *http.Request) string { return response("200 x", "X-Total-Count: 1\n", quoted(all)) })
	for name, record := range map[string]string{
		"name of a field": `{"id":1,%[1]s:1,"customFields":{%[1]s:{"a":[]}}}`,
		"odd fields":      `{"id":1,"numOfPersons":%[1]s,"birthDate":%[1]s,"date":%[1]s,"status":{%[1]s:1},"totalPrice":%[1]s,"items":[{"numOfPersons":%[1]s}],"labels":{%[1]s:1},"number":[%[1]s]}`,
		"id":              `{"id":{%[1]s:1}}`,
		"all secrets":     `{"id":1,"token":%[1]s,"secret":%[1]s,"psk":%[1]s,"wifiConfiguration":{"id":1,"psk":%[1]s},"webhook":{"id":1,"secret":%[1]s},"groupReservation":{"id":1,"token":%[1]s},"reservationToken":%[1]s}`,
	} {
		for _, form := range []string{"%s", "[%s]"} {
			add(fmt.Sprintf("%s in %s", name, fmt.Sprintf(form, "")), func(all string, _ *http.Request) string {
				return response("200 x", "X-Total-Count: 1\n", fmt.Sprintf(form, fmt.Sprintf(record, quoted(all+recordCanary))))
			})
		}
	}
	add("malformed status line", func(all string, _ *http.Request) string { return all + "\r\n\r\n" })
	add("malformed status", func(all string, r *http.Request) string { return "HTTP/1.1 " + r.Header.Get("X-Api-Key") + "\r\n\r\n" })
	add("malformed header", func(all string, _ *http.Request) string { return "HTTP/1.1 200 x\r\n" + all + "\r\n\r\n" })
	add("malformed length", func(all string, _ *http.Request) string {
		return "HTTP/1.1 200 x\r\nContent-Length: " + all + "\r\n\r\n"
	})
	add("malformed transfer", func(all string, _ *http.Request) string {
		return "HTTP/1.1 200 x\r\nTransfer-Encoding: " + all + "\r\n\r\n"
	})
	add("malformed chunk", func(all string, _ *http.Request) string {
		return "HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n" + all + "\r\n"
	})
	add("malformed gzip", func(all string, _ *http.Request) string { return response("200 x", "Content-Encoding: gzip\n", all) })
	add("truncated", func(all string, _ *http.Request) string {
		return "HTTP/1.1 400 x\r\nContent-Length: 9999\r\n\r\n" + all[:25]
	})
	add("nothing", func(string, *http.Request) string { return "" })
	add("long, at the bound of a body", func(all string, r *http.Request) string {
		return response("404 x", "", strings.Repeat("x", 64<<10-4)+all)
	})
	for cut := range 3 { // at different places of a secret
		add(fmt.Sprintf("long, full of secrets %d", cut), func(all string, _ *http.Request) string {
			return response("404 x", "", strings.Repeat("x", cut*15)+strings.Repeat(all+" ", 1000))
		})
	}
	return faults
}

// secretsIn returns all secrets of a request.
func secretsIn(r *http.Request) []string {
	query := r.URL.Query()
	secrets := []string{r.Header.Get("X-Api-Key"), strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), query.Get("session_token")}
	for _, name := range []string{"token", "reservationToken"} {
		if query.Has(name) {
			secrets = append(secrets, query.Get(name))
		}
	}
	return secrets
}
