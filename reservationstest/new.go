// SPDX-License-Identifier: MIT

package reservationstest

import (
	"net/http"
	"time"

	"github.com/reservationkit/reservations-go"
)

// TB is what [New] needs of a test. A *testing.T, a *testing.B and a *testing.F have it.
type TB interface {
	Helper()
	Cleanup(func())
	Fatalf(format string, args ...any)
}

// New returns a server for the test t and a client for that server. The server is closed
// when the test and its subtests end. A client option that cannot be used ends the test.
//
// The client sends its requests in memory, as [Server.RoundTrip] describes, so New also
// works in a testing/synctest bubble. It differs from a client that
// [reservations.NewClient] makes without options in two points. Its default organization is
// the one of [WithOrganization], or 1. It backs off for 1 to 10 milliseconds before a retry,
// so that a test of a failing service is fast; it obeys a Retry-After as every client does.
// [WithClientOptions] changes both, and everything else.
//
// New may be called more than once in a test: the servers share no data.
func New(t TB, opts ...Option) (*Server, *reservations.Client) {
	t.Helper()
	srv := NewServer(opts...)
	t.Cleanup(srv.Close)
	clientOpts := append([]reservations.Option{
		reservations.WithHTTPClient(&http.Client{Transport: srv}),
		reservations.WithOrganization(max(srv.organization, 1)),
		reservations.WithRetry(reservations.RetryPolicy{MinWait: time.Millisecond, MaxWait: 10 * time.Millisecond}),
	}, srv.clientOptions...)
	client, err := reservations.NewClient("https://api.example.test", srv.key, clientOpts...)
	if err != nil {
		t.Fatalf("reservationstest: the client cannot be made: %v", err)
	}
	return srv, client
}

// WithClientOptions sets options of the client that [New] returns. They come after those
// that New sets itself. [NewServer] makes no client and does not use them.
//
// To put a Transport of your own before the server, make the server with NewServer and
// the client with [reservations.NewClient] and [reservations.WithHTTPClient]: the server is
// the [http.RoundTripper] that your Transport sends to.
func WithClientOptions(opts ...reservations.Option) Option {
	return func(s *Server) { s.clientOptions = append(s.clientOptions, opts...) }
}
