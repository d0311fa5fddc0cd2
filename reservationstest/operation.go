// SPDX-License-Identifier: MIT

package reservationstest

import "net/http"

// operations has what the server does for each operation, by its name. The file of each family
// adds its operations in init, beside their names and the builders of their records.
var operations = map[string]*operation{}

// An operation checks a request and carries it out.
type operation struct {
	handle func(*Server, *check) (any, *failure)
	// badID is the status of the response to an id in the path that is not a positive integer:
	// 400, or 404 where the operation documents no 400, or anyID.
	badID int
	// include is the one value that the parameter include[] may have.
	include string
}

// anyID is for an operation whose id is a text.
const anyID = 0

// A request is one that was found to be as documented. P is the type of the params and B the type of
// the body that the method of package reservations takes; for none it is the type nothing. As in that
// method, B is a pointer if the body may be left out.
type request[P, B any] struct {
	*check
	params P
	body   B
}

type nothing struct{}

// A failure is the response to a request that is not carried out.
type failure struct {
	status   int
	messages []string
	// malformed says that the request is not as documented, whatever the server holds.
	malformed bool
}

// serve adds an operation. do carries it out and returns what the body of the response holds, or
// nil for none. It is called with the lock of the data held.
func serve[P, B any](name string, do func(*Server, request[P, B]) (any, *failure)) *operation {
	op := &operation{badID: http.StatusBadRequest}
	op.handle = func(s *Server, c *check) (any, *failure) {
		r := request[P, B]{check: c}
		if failed := c.read(op, &r.params, &r.body); failed != nil {
			return nil, failed
		}
		return do(s, r)
	}
	operations[name] = op
	return op
}

// readRecord carries out an operation that returns the record of type T with the id in the path.
func readRecord[T, P any](s *Server, r request[P, nothing]) (any, *failure) {
	return held[T](s, r.http.PathValue("id"))
}

// readAll carries out an operation that returns all records of type T.
func readAll[T, P any](s *Server, _ request[P, nothing]) (any, *failure) {
	return list(s, func(T, int64) bool { return true }), nil
}
