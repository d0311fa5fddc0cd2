// SPDX-License-Identifier: MIT

package reservationstest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// A handler checks a request and carries it out.
type handler func(*Server, *check) (any, *failure)

// operations has what the server does for each operation, by its name. The file of each family
// adds its operations in init, beside the builders of their records.
var operations = map[string]handler{}

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
}

// serve adds an operation. do carries it out, with the lock of the data held, and returns what the body
// of the response holds, or nil for none.
func serve[P, B any](name string, do func(*Server, request[P, B]) (any, *failure)) {
	operations[name] = func(s *Server, c *check) (any, *failure) {
		r := request[P, B]{check: c}
		if c.read(&r.params, &r.body); c.problems != nil {
			return nil, &failure{http.StatusBadRequest, c.problems}
		}
		s.data.Lock()
		defer s.data.Unlock()
		return do(s, r)
	}
}

// readRecord carries out an operation that returns the record of type T with the id in the path.
func readRecord[T, P any](s *Server, r request[P, nothing]) (any, *failure) {
	return held[T](s, r.http.PathValue("id"))
}

// readAll carries out an operation that returns all records of type T.
func readAll[T, P any](s *Server, _ request[P, nothing]) (any, *failure) {
	return list(s, func(T, int64) bool { return true }), nil
}

// change changes the record of type T with the id in the path and returns it. f may set fields of
// the record, but must not change what they point to.
func change[T any](s *Server, id int64, f func(*T)) (any, *failure) {
	record, failed := held[T](s, id)
	if failed == nil {
		f(&record)
		s.put(0, record)
	}
	return record, failed
}

// held returns the record of type T with this id, or the response to an id of no record.
func held[T any, ID identifier](s *Server, id ID) (record T, failed *failure) {
	record, found := find[T](s, id)
	if !found {
		failed = refused(http.StatusNotFound, "there is no %s with id %.40s", reflect.TypeFor[T]().Name(), fmt.Sprint(id))
	}
	return record, failed
}

func refused(status int, format string, args ...any) *failure {
	return &failure{status, []string{fmt.Sprintf(format, args...)}}
}

// page returns the part of a list that a request asks for and the server returns. Without a limit
// a page has byDefault records.
func page[T any](s *Server, all []T, offset, limit, byDefault int) []T {
	limit = cmp.Or(limit, byDefault)
	if s.maxLimit > 0 {
		limit = min(limit, s.maxLimit)
	}
	rest := all[min(offset, len(all)):]
	return rest[:min(limit, len(rest))]
}

func isTrue(b *bool) bool { return b != nil && *b }

// accepts reports whether a filter selects a record, of which has says whether it has the property.
// A filter that was left out selects all.
func accepts(filter *bool, has bool) bool { return filter == nil || *filter == has }

// now is the moment of a change, to the second as the service writes it.
func now() types.DateTime { return types.NewDateTime(time.Now().UTC()) }

// respond writes value as the JSON body of a response.
func respond(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("reservationstest: a response cannot be written as JSON: %v", err))
	}
	respondText(w, status, "application/json", string(body))
}

func respondText(w http.ResponseWriter, status int, contentType, text string) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	w.Write([]byte(text))
}

// respondError writes an error body of the documented form, with messages as its errors. Its
// description is the text of the status as the service writes it: Bad request.
func respondError(w http.ResponseWriter, status int, messages ...string) {
	text := cmp.Or(http.StatusText(status), "Unknown status")
	respond(w, status, map[string]any{
		"statusCode":  status,
		"description": text[:1] + strings.ToLower(text[1:]),
		"errors":      append([]string{}, messages...),
	})
}
