// SPDX-License-Identifier: MIT

package reservationstest

import (
	"net"
	"net/http"
)

// Reset drops the connection before a response, and the request is not handled. The client
// sees a connection reset. On a connection that already served another request, net/http may
// retry a GET itself before the client sees an error.
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
