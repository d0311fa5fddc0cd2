// SPDX-License-Identifier: MIT

package reservationstest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"time"

	"github.com/reservationkit/reservations-go"
)

// Fault changes or replaces the response to a request. It is middleware: next writes the response of the server, and
// a fault that does not call next writes its own. Panic with [http.ErrAbortHandler] to drop the connection.
type Fault func(w http.ResponseWriter, r *http.Request, next http.Handler)

// When selects requests by number; the first of an operation on a server is 1.
type When func(request int) bool

// Nth selects the requests with these numbers.
func Nth(n ...int) When { return func(request int) bool { return slices.Contains(n, request) } }

// Every selects every nth request: n, 2n and so on; none for n below 1.
func Every(n int) When { return func(request int) bool { return n > 0 && request%n == 0 } }

// Always selects every request.
func Always() When { return Every(1) }

type injection struct {
	operation string
	when      When
	fault     Fault
}

// Inject applies a fault to the requests that are selected by when, also if their key is wrong. The operation is one of
// [reservations.Operations], by its Name, such as guests.get, or Inject panics. Several faults for one request nest,
// with the first injected outermost: what is injected after a fault that responds by itself, such as a [Status], has
// no effect.
func (s *Server) Inject(operation string, when When, fault Fault) {
	var names []string
	for _, op := range reservations.Operations() {
		names = append(names, op.Name)
	}
	if !slices.Contains(names, operation) {
		panic(fmt.Sprintf("reservationstest: there is no operation %q to inject a fault into; the names are %q", operation, names))
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

// withFaults returns a handler with the faults that apply to a request, outermost first.
func (s *Server) withFaults(handler http.Handler, operation string, request int) http.Handler {
	s.log.Lock()
	injected := slices.Clone(s.log.faults)
	s.log.Unlock()
	for _, in := range slices.Backward(injected) {
		if in.operation == operation && in.when(request) {
			next := handler
			handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { in.fault(w, r, next) })
		}
	}
	return handler
}

// TooManyRequests responds with 429 and this Retry-After, or with none for "".
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

// HTML responds with this status and an HTML page, as a proxy would.
func HTML(code int) Fault {
	title := fmt.Sprintf("%d %s", code, http.StatusText(code))
	page := "<!DOCTYPE html>\n<html><head><title>" + title + "</title></head><body><h1>" + title + "</h1></body></html>\n"
	return Body(code, "text/html; charset=utf-8", page)
}

// Body responds with this status, content type and text.
func Body(status int, contentType, text string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		respondText(w, status, contentType, text)
	}
}

// Respond responds with 200 and this value as JSON, and panics if that fails. The night register
// (operation 10) needs a [Header] X-Total-Count as well.
func Respond(value any) Fault {
	text, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("reservationstest: the value for Respond cannot be written as JSON: %v", err))
	}
	return Body(http.StatusOK, "application/json", string(text))
}

// Replace responds as usual, but with new in place of old in the body: Replace(`700.00`, `"12,50"`) sends a price that no
// record can hold, and that a client cannot read. A body without old stays as it is.
func Replace(old, new string) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		resp := handle(next, r)
		body := bytes.ReplaceAll(resp.Body.Bytes(), []byte(old), []byte(new))
		resp.Body = bytes.NewBuffer(body)
		w.Write(sendHeader(w, resp))
	}
}

// Header sets a field in the header of the response, or removes it for "".
func Header(field, value string) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		next.ServeHTTP(&headerHook{ResponseWriter: w, before: func(int) {
			w.Header().Set(field, value)
			if value == "" {
				w.Header().Del(field)
			}
		}}, r)
	}
}

// Before calls f, which can change the bookings, and responds as usual.
func Before(f func()) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		f()
		next.ServeHTTP(w, r)
	}
}

// Reset drops the connection, and the request is not handled. If the connection was used before, the
// net/http of a client other than this package's may retry a GET by itself.
func Reset() Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { drop(w) }
}

// ResetAfter handles the request, also a write, and then drops the connection.
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

// Hang does not respond, and waits until the client gives up.
func Hang() Fault {
	return func(_ http.ResponseWriter, r *http.Request, _ http.Handler) {
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	}
}

// Truncate sends n bytes of the body, but never all, and drops the connection.
func Truncate(n int) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		body := sendHeader(w, handle(next, r))
		w.Write(body[:max(0, min(n, len(body)-1))])
		http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
}

// Slow sends the body in at most ten pieces, each after delay.
func Slow(delay time.Duration) Fault {
	const pieces = 10
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		body := sendHeader(w, handle(next, r))
		flush := http.NewResponseController(w).Flush
		flush()
		for piece := range slices.Chunk(body, len(body)/pieces+1) {
			select {
			case <-r.Context().Done():
				return
			case <-time.After(delay):
			}
			w.Write(piece)
			flush()
		}
	}
}

// Endless responds with a JSON array that never ends. Within a fault that holds the response, such as Slow, it is 16 MiB long.
func Endless() Fault {
	entries := bytes.Repeat([]byte(`{"items":[]},`), 1000)
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.Header().Set("Content-Type", "application/json")
		_, err := io.WriteString(w, "[")
		for err == nil {
			_, err = w.Write(entries)
		}
	}
}

// maxHeld bounds the bodies that faults hold in memory. An Endless response within another fault ends there.
const maxHeld = 16 << 20

type recorder struct{ *httptest.ResponseRecorder }

func (r recorder) Write(p []byte) (int, error) {
	if r.Body.Len()+len(p) > maxHeld {
		return 0, io.ErrShortWrite
	}
	return r.ResponseRecorder.Write(p)
}

// handle returns the whole response of a handler, up to maxHeld.
func handle(next http.Handler, r *http.Request) *httptest.ResponseRecorder {
	resp := httptest.NewRecorder()
	next.ServeHTTP(recorder{resp}, r)
	return resp
}

// sendHeader sends the header of a whole response, and returns its body.
func sendHeader(w http.ResponseWriter, resp *httptest.ResponseRecorder) []byte {
	maps.Copy(w.Header(), resp.Header())
	w.Header().Set("Content-Length", strconv.Itoa(resp.Body.Len()))
	w.WriteHeader(resp.Code)
	return resp.Body.Bytes()
}
