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

// respond writes value as the JSON body of a response.
func respond(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("reservationstest: a response cannot be written as JSON: %v", err))
	}
	respondText(w, status, "application/json", string(body))
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
	return &failure{status: status, messages: []string{fmt.Sprintf(format, args...)}}
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

// change changes the record of type T with this id and returns it. f may set fields of the record,
// but must not change what they point to.
func change[T any](s *Server, id int64, f func(*T)) (any, *failure) {
	record, failed := held[T](s, id)
	if failed == nil {
		f(&record)
		s.put(0, record)
	}
	return record, failed
}

func isTrue(b *bool) bool { return b != nil && *b }

// accepts reports whether a filter selects a record, of which has says whether it has the property.
// A filter that was left out selects all.
func accepts(filter *bool, has bool) bool { return filter == nil || *filter == has }

// now is the moment of a change, to the second as the service writes it.
func now() types.DateTime { return types.NewDateTime(time.Now().UTC()) }

// respondError writes an error body of the documented form with messages as its errors.
func respondError(w http.ResponseWriter, status int, messages ...string) {
	respond(w, status, map[string]any{
		"statusCode":  status,
		"description": description(status),
		"errors":      append([]string{}, messages...),
	})
}

func respondText(w http.ResponseWriter, status int, contentType, text string) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	w.Write([]byte(text))
}

// description returns the text of a status as the service writes it: Bad request.
func description(status int) string {
	text := http.StatusText(status)
	if text == "" {
		return "Unknown status"
	}
	return text[:1] + strings.ToLower(text[1:])
}

// headerHook calls before when the header of a response is about to be written.
type headerHook struct {
	http.ResponseWriter
	before func(status int)
	done   bool
}

func (h *headerHook) WriteHeader(status int) {
	if !h.done && !informational(status) {
		h.done = true
		h.before(status)
	}
	h.ResponseWriter.WriteHeader(status)
}

// informational reports whether another response follows one with this status.
func informational(status int) bool { return status < 200 && status != http.StatusSwitchingProtocols }

func (h *headerHook) Write(p []byte) (int, error) {
	if !h.done {
		h.WriteHeader(http.StatusOK)
	}
	return h.ResponseWriter.Write(p)
}

// Unwrap lets an http.ResponseController reach Flush and Hijack.
func (h *headerHook) Unwrap() http.ResponseWriter { return h.ResponseWriter }
