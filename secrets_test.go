package reservations_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
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

// TestNoSecretIsShown makes every call with secrets through every fault, and looks for them
// in everything that comes out, at the lowest level of the log.
func TestNoSecretIsShown(t *testing.T) {
	t.Parallel()
	calls := secretCalls(t)
	for name, fault := range secretFaults() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := serveRaw(t, fault)
			for _, call := range casesOf(calls) {
				t.Run(call.name, func(t *testing.T) { sweep(t, service, call) })
				if strings.HasPrefix(name, "long") {
					break // it takes long to print
				}
			}
		})
	}
}

// sweep makes one call, and prints what it returns and what it tells on the way.
func sweep(t *testing.T, service *rawService, call secretCall) {
	var out watch
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	hc := &http.Client{Jar: jar, Timeout: time.Minute, Transport: service.transport, CheckRedirect: func(*http.Request, []*http.Request) error {
		t.Error("a redirect is followed")
		return nil
	}}
	asked := 0
	source := func(context.Context) (string, error) { // the key changes with every attempt
		asked++
		return fmt.Sprint(keyCanary, asked), nil
	}
	c, err := reservations.NewClient(service.url, keyCanary+"0", reservations.WithAPIKeySource(source), reservations.WithHTTPClient(hc),
		reservations.WithOrganization(1), reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 2, MinWait: 1, MaxWait: 1}),
		reservations.WithMaxResponseBytes(1<<20), reservations.WithLogger(out.logger()), reservations.WithHooks(printingHooks(&out)))
	if err != nil {
		t.Fatal(err)
	}
	var resp reservations.Response
	value, err := call.call(t.Context(), c, reservations.WithResponseInto(&resp),
		reservations.WithHeader("Authorization", "Bearer "+headerCanary), reservations.WithQuery("session_token", queryCanary))
	out.print(resp, &resp, types.Redacted(value), resp.Oddities)
	fmt.Fprintf(&out, "%v %+v %#v %s %q %x %t", value, value, value, value, value, value, value)
	out.printDeep(c, resp.Oddities)
	out.printError(err)
	if errors.As(err, new(*reservations.APIError)) { // a success is handed out as it came
		out.printDeep(resp)
	}
	out.check(t)
	service.check(t, call)
}

// A secretCall is a method of a service, or Do, with secrets wherever it takes some.
type secretCall struct {
	name   string
	token  string // the name of the parameter that carries the token, or ""
	params any
	call   func(context.Context, *reservations.Client, ...reservations.CallOption) (any, error)
}

// secretCalls returns all methods of all services, and two calls of Do.
func secretCalls(t *testing.T) []secretCall {
	query := url.Values{"dateFrom": {"2026-07-06T00:00:00Z"}, "reservationToken": {tokenCanary}}
	calls := []secretCall{
		{name: "Do GET", token: "reservationToken", call: func(ctx context.Context, c *reservations.Client, opts ...reservations.CallOption) (any, error) {
			var out map[string]any
			return nil, c.Do(ctx, reservations.Request{Method: "GET", Path: "/api/elsewhere", Query: query}, &out, opts...)
		}},
		{name: "Do POST", token: "reservationToken", call: func(ctx context.Context, c *reservations.Client, opts ...reservations.CallOption) (any, error) {
			return nil, c.Do(ctx, reservations.Request{Method: "POST", Path: "/api/elsewhere", Query: query, Body: map[string]int{"a": 1}}, nil, opts...)
		}},
	}
	for service, method := range serviceMethods() {
		calls = append(calls, secretCallOf(service, method))
	}
	if len(calls) < len(reservations.Operations())+2 {
		t.Fatalf("there are %d calls for %d operations", len(calls), len(reservations.Operations()))
	}
	return calls
}

func secretCallOf(service string, method reflect.Method) secretCall {
	made := secretCall{name: service + "." + method.Name}
	var args []reflect.Value
	for k := 2; k < method.Type.NumIn()-1; k++ { // between the context and the options
		arg := reflect.New(method.Type.In(k)).Elem()
		switch arg.Kind() {
		case reflect.Int64:
			arg.SetInt(7)
		case reflect.String:
			arg.SetString("7")
		case reflect.Struct:
			made.token = fill(arg)
			made.params = arg.Interface()
		}
		args = append(args, arg)
	}
	made.call = func(ctx context.Context, c *reservations.Client, opts ...reservations.CallOption) (any, error) {
		in := append([]reflect.Value{reflect.ValueOf(ctx)}, args...)
		for _, opt := range opts {
			in = append(in, reflect.ValueOf(opt))
		}
		out := reflect.ValueOf(c).Elem().FieldByName(service).MethodByName(method.Name).Call(in)
		if out[0].Kind() == reflect.Func {
			return iterate(out[0])
		}
		err, _ := reflect.TypeAssert[error](out[len(out)-1])
		return out[0].Interface(), err
	}
	return made
}

// iterate runs a walk to its end.
func iterate(seq reflect.Value) (any, error) {
	var records []any
	for record, failure := range seq.Seq2() {
		if err, failed := reflect.TypeAssert[error](failure); failed {
			return records, err
		}
		if records = append(records, record.Interface()); len(records) == 100 {
			break // an odd service may have no end
		}
	}
	return records, nil
}

// fill sets what a params struct requires, and returns the name of its token.
func fill(params reflect.Value) (token string) {
	for i := range params.NumField() {
		field := params.Type().Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("url"), ",")
		switch value := params.Field(i).Addr().Interface().(type) {
		case *types.Secret:
			*value, token = types.NewSecret(tokenCanary), name
		case *types.Date:
			if field.Tag.Get("param") == "required" {
				*value = parkFrom
			}
		case *time.Time:
			if field.Tag.Get("param") == "required" {
				*value = parkFrom.Midnight()
			}
		case *int64:
			*value = 7
		case *string:
			if field.Name == "Reference" {
				*value = "r"
			}
		}
	}
	return token
}

// printingHooks print all that hooks are told.
func printingHooks(out *watch) reservations.Hooks {
	return reservations.Hooks{
		WalkStart:    func(ctx context.Context, w reservations.Walk) context.Context { out.printDeep(w); return nil },
		WalkEnd:      func(_ context.Context, w reservations.Walk) { out.print(w); out.printDeep(w); out.printError(w.Err) },
		CallStart:    func(ctx context.Context, c reservations.Call) context.Context { out.printDeep(c); return nil },
		CallEnd:      func(_ context.Context, c reservations.Call) { out.print(c); out.printDeep(c); out.printError(c.Err) },
		AttemptStart: func(ctx context.Context, a reservations.Attempt) context.Context { out.printDeep(a); return nil },
		AttemptEnd:   func(_ context.Context, a reservations.Attempt) { out.print(a); out.printDeep(a); out.printError(a.Err) },
	}
}

// TestNoSecretIsShownBeforeACall: in options, params and requests.
func TestNoSecretIsShownBeforeACall(t *testing.T) {
	t.Parallel()
	for _, call := range secretCalls(t) {
		t.Run(call.name, func(t *testing.T) {
			t.Parallel()
			var out watch
			p := reflect.New(reflect.TypeOf(struct{ P any }{}))
			p.Elem().Field(0).Set(reflect.ValueOf(&call.params).Elem())
			out.print(call.params, p.Interface(), p.Elem().Interface())
			out.printJSON(call.params, p.Interface())
			out.check(t)
		})
	}
	request := reservations.Request{Method: "POST", Path: "/api/x", Query: url.Values{"token": {tokenCanary}}, Body: map[string]string{"iban": recordCanary}}
	for name, value := range map[string]any{
		"request": request, "pointer to a request": &request,
		"key source":  reservations.WithAPIKeySource(func(context.Context) (string, error) { return keyCanary, nil }),
		"HTTP client": reservations.WithHTTPClient(&http.Client{}), "header": reservations.WithHeader("Authorization", headerCanary), "query": reservations.WithQuery("token", queryCanary),
	} {
		t.Run(name, func(t *testing.T) {
			var out watch
			out.print(value)
			out.printJSON(value)
			out.check(t)
		})
	}
}

// TestSecretsInThePathOfDo: the key, and what the query has as a secret, are cut out of the
// path of the operation as well, which errors, hooks, contexts and log records show.
func TestSecretsInThePathOfDo(t *testing.T) {
	t.Parallel()
	for name, rt := range map[string]roundTripFunc{
		"refused": answers(404, "application/json", "{}"), "undecodable": answers(200, "text/html", "<html>"),
		"no connection": func(*http.Request) (*http.Response, error) { return nil, errors.New("x") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out watch
			var sent string
			c, err := reservations.NewClient("https://api.example.com", keyCanary, reservations.WithHooks(printingHooks(&out)), reservations.WithLogger(out.logger()),
				reservations.WithHTTPClient(&http.Client{Transport: roundTripFunc(func(r *http.Request) (*http.Response, error) {
					sent = r.URL.EscapedPath()
					op, _ := reservations.OperationFromContext(r.Context())
					out.print(op)
					return rt(r)
				})}))
			if err != nil {
				t.Fatal(err)
			}
			path := "/api/keys/" + url.PathEscape(keyCanary) + "/" + url.PathEscape(tokenCanary)
			err = c.Do(t.Context(), reservations.Request{Method: "POST", Path: path, Query: url.Values{"token": {tokenCanary}}}, nil)
			if err == nil || sent != path {
				t.Errorf("the error is %v, and the request has gone to %s", err, sent)
			}
			out.printError(err)
			out.printDeep(err)
			out.check(t)
		})
	}
}

// TestRefusedPathOfDo: what the caller wrote instead of a path is nowhere in the error.
func TestRefusedPathOfDo(t *testing.T) {
	t.Parallel()
	c := over(t, roundTripFunc(nil))
	for name, refused := range map[string]struct {
		request reservations.Request
		out     any
	}{
		"a query in it": {reservations.Request{Method: "GET", Path: "/api/guests?token=" + tokenCanary}, nil},
		"a URL":         {reservations.Request{Method: "GET", Path: "https://example.com/" + tokenCanary}, nil},
		"no method":     {reservations.Request{Path: "/api/" + tokenCanary}, nil},
		"no pointer":    {reservations.Request{Method: "GET", Path: "/api/" + tokenCanary}, 7},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := c.Do(t.Context(), refused.request, refused.out)
			var invalid *reservations.ParamError
			if !errors.As(err, &invalid) || invalid.Name != "Do" {
				t.Fatalf("got %v, want a ParamError of Do", err)
			}
			var out watch
			out.printError(err)
			out.printDeep(err)
			out.check(t)
		})
	}
}

// TestRequestsPrintTheirPathAlone, also in a log.
func TestRequestsPrintTheirPathAlone(t *testing.T) {
	t.Parallel()
	request := reservations.Request{Method: "POST", Path: "/api/x", Query: url.Values{"token": {tokenCanary}}, Body: "x"}
	const want = "Request(POST /api/x)"
	for _, value := range []any{request, &request} {
		var out watch
		out.logger().Info("x", "request", value)
		if got := fmt.Sprintf("%v %+v %q", value, value, value); got != want+" "+want+" "+want || strings.Count(out.String(), want) != 2 {
			t.Errorf("printed as %s, and logged as %s", got, out.String())
		}
	}
}

// TestNamesThatSoundLikeSecrets: the values of others stay, so that errors can be read.
func TestNamesThatSoundLikeSecrets(t *testing.T) {
	t.Parallel()
	for name, secret := range map[string]bool{
		"Token": true, "session-token": true, "reservationToken": true, "client_secret": true, "PASSWORD": true, "pass-phrase": true, "passphrase": true, "Api-Key": true, "api_key": true, "X-Apikey": true,
		"Authorization": true, "X-Cookie": true, "credentials": true, "X-Hub-Signature-256": true, "wifi_psk": true,
		"description": false, "X-Request-Id": false, "key": false, "Accept-Language": false, "pass": false,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const value = "v4lue-canary"
			want := "no " + value
			if secret {
				want = "no REDACTED"
			}
			c := over(t, answers(400, "text/plain", "no "+value))
			for kind, opt := range map[string]reservations.CallOption{"query": reservations.WithQuery(name, value), "header": reservations.WithHeader(name, value), "header with a scheme": reservations.WithHeader(name, "Bearer "+value)} {
				_, err := c.Guests.Get(t.Context(), 7, opt)
				var refused *reservations.APIError
				if !errors.As(err, &refused) || string(refused.Body) != want || refused.Description != want {
					t.Errorf("%s: got %v, want %s", kind, err, want)
				}
			}
		})
	}
}

// TestNoKeyOfAFailingSourceIsShown, which may return both a key and an error that quotes it.
func TestNoKeyOfAFailingSourceIsShown(t *testing.T) {
	t.Parallel()
	var out watch
	source := func(context.Context) (string, error) { return keyCanary, errors.New("no vault for " + keyCanary) }
	c := over(t, answers(200, "", "{}"), reservations.WithAPIKeySource(source))
	_, err := c.Guests.Get(t.Context(), 7)
	if err == nil {
		t.Fatal("the call succeeded")
	}
	out.printError(err)
	out.check(t)
}

// TestHeaderNamesAndValues: the characters of RFC 9110 are accepted, and no others.
func TestHeaderNamesAndValues(t *testing.T) {
	t.Parallel()
	c := over(t, answers(200, "application/json", `{"id":7}`))
	for r := range rune(0x100) {
		t.Run(fmt.Sprintf("%q", r), func(t *testing.T) {
			inName := r < 0x80 && strings.ContainsRune("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", r)
			inValue := r >= ' ' && r <= '~'
			_, nameErr := c.Guests.Get(t.Context(), 7, reservations.WithHeader("X"+string(r)+"X", "x"))
			_, valueErr := c.Guests.Get(t.Context(), 7, reservations.WithHeader("X-X", "x"+string(r)+"x"))
			if (nameErr == nil) != inName || (valueErr == nil) != inValue {
				t.Errorf("in a name: %v, in a value: %v; want %v and %v", nameErr, valueErr, inName, inValue)
			}
		})
	}
}

// TestNoErrorOfARoundTripperShowsASecret, whatever it quotes.
func TestNoErrorOfARoundTripperShowsASecret(t *testing.T) {
	t.Parallel()
	quote := func(r *http.Request) string { return fmt.Sprintf("%s %q %v", r.URL, r.URL, r.Header) }
	for name, fail := range map[string]func(*http.Request) error{
		"a text":        func(r *http.Request) error { return errors.New(quote(r)) },
		"several lines": func(r *http.Request) error { return errors.Join(errors.New(quote(r)), io.ErrUnexpectedEOF) },
		"a value":       func(r *http.Request) error { return quotingError{r.Header} },
		"of another client": func(r *http.Request) error {
			return &url.Error{Op: "Get", URL: r.URL.String(), Err: io.ErrUnexpectedEOF}
		},
		"of another client, wrapped": func(r *http.Request) error {
			return fmt.Errorf("via %w", &url.Error{Op: "Get", URL: r.URL.String(), Err: io.ErrUnexpectedEOF})
		},
		"a body that breaks off": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := &rawService{url: "https://api.example.com"}
			service.transport = roundTripFunc(func(r *http.Request) (*http.Response, error) {
				if fail != nil {
					return nil, fail(r)
				}
				resp, err := answers(200, "application/json", "[")(r)
				resp.Body = io.NopCloser(io.MultiReader(resp.Body, failingReader{errors.New(quote(r))}))
				return resp, err
			})
			for _, call := range secretCalls(t) {
				t.Run(call.name, func(t *testing.T) { sweep(t, service, call) })
			}
		})
	}
}

// quotingError is no pointer, so that package fmt shows all of it.
type quotingError struct{ Header http.Header }

func (e quotingError) Error() string { return fmt.Sprint(e.Header) }

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

// TestNoProxyPasswordIsShown, also where it makes the URL of the proxy unreadable.
func TestNoProxyPasswordIsShown(t *testing.T) {
	t.Parallel()
	const password = "Q7x9Zw2p"
	var asked atomic.Int32
	plain := serveRaw(t, func(r *http.Request) string {
		asked.Add(1)
		return response("407 "+r.Header.Get("Proxy-Authorization"), "", "you sent "+r.Header.Get("Proxy-Authorization"))
	})
	good, err := url.Parse(strings.Replace(plain.url, "://", "://user:"+password+"@", 1))
	if err != nil {
		t.Fatal(err)
	}
	parse := func(text string) func(*http.Request) (*url.URL, error) {
		return func(*http.Request) (*url.URL, error) { return url.Parse(text) }
	}
	for name, test := range map[string]struct {
		base  string
		proxy func(*http.Request) (*url.URL, error)
	}{
		"refuses to connect":   {"https://api.example.com", http.ProxyURL(good)},
		"refuses in the clear": {"http://api.example.com", http.ProxyURL(good)},
		"a blank in it":        {"https://api.example.com", parse("http://user:" + password + " x@proxy")},
		"no host":              {"https://api.example.com", parse("http://user:" + password)},
		"an escape in it":      {"https://api.example.com", parse("http://user:" + password + "%zz@proxy")},
		"an error that quotes": {"https://api.example.com", func(*http.Request) (*url.URL, error) {
			return nil, fmt.Errorf("invalid proxy address %q", "user:"+password+" x@proxy")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out watch
			c, err := reservations.NewClient(test.base, reservationstest.Key, reservations.WithPlainHTTP(), reservations.WithLogger(out.logger()), reservations.WithHooks(printingHooks(&out)),
				reservations.WithHTTPClient(&http.Client{Transport: &http.Transport{Proxy: test.proxy}}), reservations.WithRetry(reservations.NoRetry()))
			if err != nil {
				t.Fatal(err)
			}
			var resp reservations.Response
			_, err = c.Guests.Get(t.Context(), 7, reservations.WithResponseInto(&resp))
			if err == nil || name == "an error that quotes" && !strings.HasSuffix(err.Error(), `invalid proxy address "REDACTED@proxy"`) {
				t.Fatalf("got %v", err)
			}
			out.printError(err)
			out.printDeep(err, resp, c)
			out.check(t)
		})
	}
	t.Cleanup(func() {
		if asked.Load() != 2 {
			t.Errorf("the proxy was asked %d times, want twice", asked.Load())
		}
	})
}

// TestTheClientItselfShowsNoKey, whoever looks at its private parts.
func TestTheClientItselfShowsNoKey(t *testing.T) {
	t.Parallel()
	c, err := reservations.NewClient("https://api.example.com", keyCanary, reservations.WithHTTPClient(&http.Client{Transport: answers(404, "text/plain", keyCanary)}))
	if err != nil {
		t.Fatal(err)
	}
	for name, use := range map[string]func(){"unused": func() {}, "used": func() { _, _ = c.Guests.Get(t.Context(), 7) }} {
		t.Run(name, func(t *testing.T) {
			use()
			var out watch
			out.print(c, *c, []*reservations.Client{c})
			out.printJSON(c, *c)
			out.printDeep(c, *c)
			out.check(t)
		})
	}
}

// TestNothingIsWrittenToTheGlobalLog is not parallel: it redirects the log and stderr.
func TestNothingIsWrittenToTheGlobalLog(t *testing.T) {
	var out watch
	log.SetOutput(&out)
	defer log.SetOutput(os.Stderr)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr := os.Stderr
	os.Stderr = w
	srv := reservationstest.NewServer()
	srv.Inject(reservationstest.OpPresence, reservationstest.Always(), reservationstest.Status(503))
	p, _ := days(1)
	c := over(t, srv, reservations.WithRetry(reservations.RetryPolicy{MinWait: 1, MaxWait: 1}))
	_, callErr := c.Reports.Presence(t.Context(), p)
	os.Stderr = stderr
	w.Close()
	written, _ := io.ReadAll(r)
	if !errors.Is(callErr, reservations.ErrServer) || out.String()+string(written) != "" {
		t.Errorf("got %v and output %q%q", callErr, out.String(), written)
	}
}
