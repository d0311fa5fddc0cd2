// SPDX-License-Identifier: MIT

package reservationstest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"

	"github.com/reservationkit/reservations-go"
)

// Fault changes or replaces the response to a request. It is middleware: next writes the
// response of the server, and a fault that does not call next writes its own instead. Use an
// [http.ResponseController] to flush w, and panic with [http.ErrAbortHandler] to drop the
// connection. A Fault must be safe for concurrent use if requests are concurrent.
type Fault func(w http.ResponseWriter, r *http.Request, next http.Handler)

func (f Fault) around(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { f(w, r, next) })
}

// When selects the requests that a fault applies to. The requests of each operation are
// numbered from 1 since the server was made or since [Server.ResetCalls], whatever their
// response. Each attempt of a call that is retried is one request.
type When func(request int) bool

// Nth selects the requests with these numbers.
func Nth(n ...int) When {
	return func(request int) bool { return slices.Contains(n, request) }
}

// Every selects every nth request: n, 2n, 3n and so on. For n below 1 it selects none.
func Every(n int) When {
	return func(request int) bool { return n > 0 && request%n == 0 }
}

// From selects the nth request and all later ones.
func From(n int) When {
	return func(request int) bool { return request >= n }
}

// Always selects every request.
func Always() When { return From(1) }

type injection struct {
	operation string
	when      When
	fault     Fault
}

// Inject applies a fault to the requests of an operation, such as [OpPresence], that when
// selects, also if their key is wrong. It panics when there is no such operation.
//
// Several faults for one request nest, with the first injected outermost. So a [Before] and
// a [Status] both take effect, and of two faults that write a response the first one does.
func (s *Server) Inject(operation string, when When, fault Fault) {
	isNamed := func(op reservations.Operation) bool { return op.Name == operation }
	if !slices.ContainsFunc(reservations.Operations(), isNamed) {
		panic(fmt.Sprintf("reservationstest: there is no operation %q to inject a fault into", operation))
	}
	s.log.Lock()
	defer s.log.Unlock()
	s.log.faults = append(s.log.faults, injection{operation, when, fault})
}

// ClearFaults removes all injected faults.
func (s *Server) ClearFaults() {
	s.log.Lock()
	defer s.log.Unlock()
	s.log.faults = nil
}

// faults returns the faults that apply to a request, outermost first.
func (s *Server) faults(operation string, request int) []Fault {
	s.log.Lock()
	injected := slices.Clone(s.log.faults)
	s.log.Unlock()
	var faults []Fault
	for _, in := range injected {
		if in.operation == operation && in.when(request) {
			faults = append(faults, in.fault)
		}
	}
	return faults
}

// TooManyRequests responds with 429 and this Retry-After header: seconds, a date, or any
// other string. With "" there is no such header.
func TooManyRequests(retryAfter string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		if retryAfter != "" {
			w.Header().Set("Retry-After", retryAfter)
		}
		respondError(w, http.StatusTooManyRequests)
	}
}

// Status responds with this status and an error body of the documented form.
func Status(code int) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { respondError(w, code) }
}

// Redirect responds with this status, such as 302, and this Location header. With "" the
// location is the URL of the request itself.
func Redirect(code int, location string) Fault {
	return func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		w.Header().Set("Location", cmp.Or(location, r.URL.RequestURI()))
		w.WriteHeader(code)
	}
}

// HTML responds with this status and an HTML page, as a proxy in between would.
func HTML(code int) Fault {
	title := fmt.Sprintf("%d %s", code, http.StatusText(code))
	page := "<!DOCTYPE html>\n<html><head><title>" + title + "</title></head><body><h1>" + title + "</h1></body></html>\n"
	return Body(code, "text/html; charset=utf-8", page)
}

// EmptyBody responds with 200 and no body.
func EmptyBody() Fault { return Body(http.StatusOK, "application/json", "") }

// Body responds with this status, content type and text.
func Body(status int, contentType, text string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		respondText(w, status, contentType, text)
	}
}

// Respond responds with 200 and this value as JSON, a record or a list of records, whatever the
// server holds. A wrong request still gets its error. The response has no X-Total-Count: for operation
// 10 inject a [TotalCount] first. Respond panics on a value that cannot be written as JSON.
func Respond(value any) Fault {
	text, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("reservationstest: the value for Respond cannot be written as JSON: %v", err))
	}
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if resp := handle(next, r); !*checked(r) {
			resp.send(w)
			return
		}
		respondText(w, http.StatusOK, "application/json", string(text))
	}
}

// TotalCount sets the header X-Total-Count of the response to this text.
func TotalCount(value string) Fault {
	return changeHeader(func(h http.Header) { h.Set("X-Total-Count", value) })
}

// NoTotalCount removes the header X-Total-Count from the response.
func NoTotalCount() Fault {
	return changeHeader(func(h http.Header) { h.Del("X-Total-Count") })
}

func changeHeader(change func(http.Header)) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		next.ServeHTTP(&headerHook{ResponseWriter: w, before: func(int) { change(w.Header()) }}, r)
	}
}

// Before calls f and then responds as usual. It is for data that changes while a client
// reads page after page: f can add or remove a booking between two pages.
func Before(f func()) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		f()
		next.ServeHTTP(w, r)
	}
}

// Reset drops the connection before a response, and the request is not handled. On a connection
// that has served another request, net/http may retry a GET itself before the client sees the reset.
func Reset() Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { drop(w) }
}

// ResetAfter handles the request, so that a write takes effect, and then drops the
// connection before a response, as [Reset] does.
func ResetAfter() Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		handle(next, r)
		drop(w)
	}
}

// drop ends the connection of a request, and its handler.
func drop(w http.ResponseWriter) {
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		if tcp, ok := conn.(*net.TCPConn); ok {
			tcp.SetLinger(0) // close with a reset rather than an orderly end
		}
		conn.Close()
	}
	panic(http.ErrAbortHandler)
}

// Hang sends nothing and keeps the connection open until the client closes it. The request
// is not handled.
func Hang() Fault {
	return func(_ http.ResponseWriter, r *http.Request, _ http.Handler) {
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	}
}

// EarlyHints sends n responses with status 103, and then the response as usual.
func EarlyHints(n int) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		w.Header().Set("Link", "</styles.css>; rel=preload")
		for i := 0; i < n && r.Context().Err() == nil; i++ {
			w.WriteHeader(http.StatusEarlyHints)
		}
		w.Header().Del("Link")
		next.ServeHTTP(w, r)
	}
}
