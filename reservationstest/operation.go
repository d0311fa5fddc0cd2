// SPDX-License-Identifier: MIT

package reservationstest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/inbound"
	"github.com/reservationkit/reservations-go/types"
)

// ServeHTTP responds to a request, so a Server is an [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for _, other := range s.others {
		if r.Header.Get("X-Api-Key") == other.key {
			other.ServeHTTP(w, r)
			return
		}
	}
	op := route(r)
	request, number := s.noteRequest(op.Name, r)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.carryOut(op, w, r) })
	s.withFaults(handler, op.Name, number).ServeHTTP(&headerHook{ResponseWriter: w, before: func(status int) {
		s.log.Lock()
		defer s.log.Unlock()
		request.Status = status
	}}, r)
}

// route returns the operation that a request matches, and sets the path values of the request, such as id.
func route(r *http.Request) reservations.Operation {
	given := strings.Split(r.URL.EscapedPath(), "/")
	for _, op := range reservations.Operations() {
		wanted := strings.Split(op.Path, "/")
		if op.Method != r.Method || !slices.EqualFunc(wanted, given, func(wanted, given string) bool {
			return wanted == given || strings.HasPrefix(wanted, "{") && given != ""
		}) {
			continue
		}
		for i, name := range wanted {
			if strings.HasPrefix(name, "{") {
				id, _ := url.PathUnescape(given[i]) // it is escaped as net/url does
				r.SetPathValue(strings.Trim(name, "{}"), id)
			}
		}
		return op
	}
	return reservations.Operation{}
}

func (s *Server) carryOut(op reservations.Operation, w http.ResponseWriter, r *http.Request) {
	do := operations[op.Name]
	keys := r.Header.Values("X-Api-Key")
	wait := s.rate.wait()
	var value any
	var failed *errorResponse
	switch {
	case op.Name == "":
		failed = fail(http.StatusNotFound, "%s %s matches no operation", r.Method, r.URL.EscapedPath())
	case len(keys) != 1 || keys[0] != s.key:
		failed = fail(http.StatusUnauthorized, "the header X-Api-Key is missing, given twice, or not the key of this server")
	case wait > 0:
		w.Header().Set("Retry-After", fmt.Sprint(int((wait+time.Second-1)/time.Second)))
		failed = fail(http.StatusTooManyRequests, "this server takes one request in %v", s.rate.interval)
	case do == nil:
		failed = fail(http.StatusNotImplemented, "%s is not served: add it to init in its file of reservationstest", op.Name)
	default:
		value, failed = do(s, w.Header(), r)
	}
	switch {
	case failed != nil:
		respondError(w, failed.status, failed.messages...)
	case value == nil:
		w.WriteHeader(http.StatusOK)
	default:
		respond(w, http.StatusOK, value)
	}
}

// A serveFunc checks a request and carries it out.
type serveFunc func(*Server, http.Header, *http.Request) (any, *errorResponse)

// operations has what the server does for each operation, by its name. The file of each family
// adds its operations in init, beside the builders of their records.
var operations = map[string]serveFunc{}

// A checkedRequest is one that was found to be as documented. P is the type of the params and B the type of
// the body that the method of package reservations takes; for none it is the type nothing. As in that
// method, B is a pointer if the body may be left out.
type checkedRequest[P, B any] struct {
	*inbound.Request
	header http.Header // of the response
	params P
	body   B
}

type nothing = inbound.Nothing

// An errorResponse is the response to a request that is not carried out.
type errorResponse struct {
	status   int
	messages []string
}

// serve adds an operation. do carries it out, with the lock of the data held, and returns what the body
// of the response holds, or nil for none.
func serve[P, B any](name string, do func(*Server, checkedRequest[P, B]) (any, *errorResponse)) {
	operations[name] = func(s *Server, header http.Header, from *http.Request) (any, *errorResponse) {
		r := checkedRequest[P, B]{header: header}
		r.Request = inbound.Read(from, &r.params, &r.body)
		asked := reflect.ValueOf(r.params).FieldByName("Organization")
		if s.organization != 0 && asked.IsValid() && asked.Int() != 0 && asked.Int() != s.organization {
			r.Invalid("organization is %d, but this server holds only organization %d", asked.Int(), s.organization)
		}
		if r.Problems != nil {
			return nil, &errorResponse{http.StatusBadRequest, r.Problems}
		}
		s.data.Lock()
		defer s.data.Unlock()
		return do(s, r)
	}
}

// readRecord carries out an operation that returns the record of type T with the id in the path.
func readRecord[T, P any](s *Server, r checkedRequest[P, nothing]) (any, *errorResponse) {
	return held[T](s, r.HTTP.PathValue("id"))
}

// readAll carries out an operation that returns all records of type T.
func readAll[T, P any](s *Server, _ checkedRequest[P, nothing]) (any, *errorResponse) {
	return list(s, func(T, int64) bool { return true }), nil
}

// change changes the record of type T with the id in the path and returns it. f may set fields of
// the record, but must not change what they point to.
func change[T any](s *Server, id int64, f func(*T)) (any, *errorResponse) {
	record, failed := held[T](s, id)
	if failed == nil {
		f(&record)
		s.put(record)
	}
	return record, failed
}

// held returns the record of type T with this id, or the response to an id of no record.
func held[T any, ID identifier](s *Server, id ID) (record T, failed *errorResponse) {
	record, found := find[T](s, id)
	if !found {
		failed = fail(http.StatusNotFound, "there is no %s with id %.40s", reflect.TypeFor[T]().Name(), fmt.Sprint(id))
	}
	return record, failed
}

func fail(status int, format string, args ...any) *errorResponse {
	return &errorResponse{status, []string{fmt.Sprintf(format, args...)}}
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

// asInstants writes dates that came in a body as the service does, in RFC 3339 form.
func asInstants(dates ...*types.DateTime) {
	for _, d := range dates {
		if t, ok := d.Time(); ok {
			*d = types.NewDateTime(t)
		}
	}
}

// respond writes value as the JSON body of a response.
func respond(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("reservationstest: a response cannot be written as JSON: %v", err))
	}
	respondText(w, status, "application/json", birthDate.ReplaceAllString(string(body), `"birthDate":"${1}T00:00:00Z"`))
}

// birthDate is a day where the service sends a date-time.
var birthDate = regexp.MustCompile(`"birthDate":"([0-9]{4}-[0-9]{2}-[0-9]{2})"`)

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
