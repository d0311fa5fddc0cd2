// SPDX-License-Identifier: MIT

package reservationstest

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/reservationkit/reservations-go"
)

// A check reads the id in the path, the query and the body of a request, and collects one message
// per problem, as strictly as the documentation allows.
type check struct {
	operation      reservations.Operation
	request        *http.Request
	responseHeader http.Header
	organization   int64                // that the server holds, or 0 for any
	query          url.Values           // without the parameters that were read
	times          map[string]time.Time // that were read
	problems       []string
	unknown        string // why the id in the path is that of no record
}

func newCheck(s *Server, op reservations.Operation, w http.ResponseWriter, r *http.Request) *check {
	query, err := url.ParseQuery(r.URL.RawQuery)
	c := &check{
		operation: op, request: r, responseHeader: w.Header(),
		organization: s.organization, query: query, times: map[string]time.Time{},
	}
	if err != nil {
		c.invalid("the query cannot be read: %v", err)
	}
	return c
}

func (c *check) invalid(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}

// failed returns the response to a request that is not as documented, or nil.
func (c *check) failed() *failure {
	switch {
	case len(c.problems) > 0:
		return &failure{http.StatusBadRequest, c.problems, true}
	case c.unknown != "":
		return &failure{http.StatusNotFound, []string{c.unknown}, true}
	}
	return nil
}

// id returns the number at {id} in the path. Anything else there is a malformed parameter, or
// where badID is 404 the id of no record.
func (c *check) id(badID int) int64 {
	text := c.request.PathValue("id")
	if text == "" || badID == anyID {
		return 0
	}
	id, ok := integerOf(text)
	switch {
	case ok && id >= 1:
	case badID == http.StatusNotFound:
		c.unknown = fmt.Sprintf("there is no record with id %.40q: an id is an integer of at least 1", text)
	default:
		c.invalid("id is %.40q, want an integer of at least 1", text)
	}
	return id
}

// integerOf reads an integer as the documentation writes one: without a plus sign and
// without zeros before it.
func integerOf(text string) (n int64, ok bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && strconv.FormatInt(n, 10) == text
}

// checkedKey is the key of a *bool in the context of a request.
type checkedKey struct{}

// checked returns the variable that tells whether the request was found to be right.
func checked(r *http.Request) *bool {
	if found, ok := r.Context().Value(checkedKey{}).(*bool); ok {
		return found
	}
	return new(bool) // a fault has replaced the context
}
