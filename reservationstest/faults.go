package reservationstest

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
)

// Fault spoils an answer. It is a middleware: next answers as the server would have, and
// a fault that does not call next takes its place. Use an [http.ResponseController] to
// flush w, and panic with [http.ErrAbortHandler] to drop the connection.
// A Fault is called from several goroutines at once when calls are.
type Fault func(w http.ResponseWriter, r *http.Request, next http.Handler)

func (f Fault) around(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { f(w, r, next) })
}

// When tells whether a fault befalls a call. The calls of each operation are counted
// from 1 since the server began or since [Server.ResetCalls], whatever their answer.
type When func(call int) bool

// Nth is true for the given calls only.
func Nth(n ...int) When { return func(call int) bool { return slices.Contains(n, call) } }

// Every is true for every nth call: n, 2n, 3n and so on. It is never true for n below 1.
func Every(n int) When { return func(call int) bool { return n > 0 && call%n == 0 } }

// From is true for the nth call and all later ones.
func From(n int) When { return func(call int) bool { return call >= n } }

// Always is true for every call.
func Always() When { return From(1) }

type injection struct {
	operation string
	when      When
	fault     Fault
}

// Inject makes a fault befall the calls of an operation, such as [OpPresence], for which
// when is true. A fault comes before the key is checked, as a 429 can come to anybody.
//
// Several faults for one call nest: the first injected is the outermost. So a [Before]
// and an answer both happen, and of two answers the one injected first is sent.
//
// Inject panics when the server has no such operation: the fault would never happen.
func (s *Server) Inject(operation string, when When, fault Fault) {
	if !slices.ContainsFunc(routes, func(r route) bool { return r.operation == operation }) {
		panic(fmt.Sprintf("reservationstest: there is no operation %q to inject a fault into", operation))
	}
	s.log.Lock()
	defer s.log.Unlock()
	s.log.faults = append(s.log.faults, injection{operation, when, fault})
}

// ClearFaults takes back every injected fault.
func (s *Server) ClearFaults() {
	s.log.Lock()
	defer s.log.Unlock()
	s.log.faults = nil
}

// faults returns the faults that befall a call, outermost first.
func (s *Server) faults(operation string, call int) []Fault {
	s.log.Lock()
	injected := slices.Clone(s.log.faults)
	s.log.Unlock()
	var faults []Fault
	for _, in := range injected {
		if in.operation == operation && in.when(call) {
			faults = append(faults, in.fault)
		}
	}
	return faults
}

// TooManyRequests answers 429 with this Retry-After header: seconds, a date, or any
// other text. With "" the header is left out.
func TooManyRequests(retryAfter string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		if retryAfter != "" {
			w.Header().Set("Retry-After", retryAfter)
		}
		respondError(w, http.StatusTooManyRequests)
	}
}

// Status answers with this status in the documented error shape.
func Status(code int) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { respondError(w, code) }
}

// HTML answers with this status and an HTML page, as a proxy in between would.
func HTML(code int) Fault {
	title := fmt.Sprintf("%d %s", code, http.StatusText(code))
	page := "<!DOCTYPE html>\n<html><head><title>" + title + "</title></head><body><h1>" + title + "</h1></body></html>\n"
	return Body(code, "text/html; charset=utf-8", page)
}

// EmptyBody answers 200 without a body.
func EmptyBody() Fault { return Body(http.StatusOK, "application/json", "") }

// Body answers with this status, content type and text.
func Body(status int, contentType, text string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		respondText(w, status, contentType, text)
	}
}

// Answer answers 200 with this value, a record or a list of records, as JSON, whatever the
// server holds. The call is still checked and handled as ever: one that is refused as
// wrong, with 400 or 401, stays refused. Operation 10 needs a total beside its pages:
// inject [TotalCount] first. Answer panics on what cannot be written as JSON.
func Answer(value any) Fault {
	text, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("reservationstest: an answer cannot be written as JSON: %v", err))
	}
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		resp := handle(next, r)
		if resp.status == http.StatusBadRequest || resp.status == http.StatusUnauthorized {
			resp.sendHeader(w)
			w.Write(resp.body.Bytes())
			return
		}
		respondText(w, http.StatusOK, "application/json", string(text))
	}
}

// TotalCount answers with this text as X-Total-Count, whatever the total is.
func TotalCount(value string) Fault {
	return changeHeader(func(h http.Header) { h.Set("X-Total-Count", value) })
}

// NoTotalCount answers without X-Total-Count.
func NoTotalCount() Fault {
	return changeHeader(func(h http.Header) { h.Del("X-Total-Count") })
}

func changeHeader(change func(http.Header)) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		next.ServeHTTP(&headerHook{ResponseWriter: w, before: func(int) { change(w.Header()) }}, r)
	}
}

// Before runs f and then answers as usual. It is made for data that moves under a walk:
// f can add or remove a reservation between two pages.
func Before(f func()) Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		f()
		next.ServeHTTP(w, r)
	}
}

// Reset drops the connection before anything is answered. The client sees a connection
// reset; on a connection that already served another call, net/http may then repeat a
// GET on its own before anybody sees an error.
func Reset() Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			if tcp, ok := conn.(*net.TCPConn); ok {
				tcp.SetLinger(0) // close with a reset rather than an orderly end
			}
			conn.Close()
		}
		panic(http.ErrAbortHandler)
	}
}
