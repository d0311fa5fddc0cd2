package reservationstest

import (
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
	body, err := encode(value)
	if err != nil {
		panic(fmt.Sprintf("reservationstest: a response cannot be written as JSON: %v", err))
	}
	respondText(w, status, "application/json", string(body))
}

// respondRecord responds with the record of type T that has this ID, or with 404.
func respondRecord[T any, ID identifier](s *Server, w http.ResponseWriter, id ID) {
	s.data.RLock()
	defer s.data.RUnlock()
	if record, found := find[T](s, id); found {
		respond(w, http.StatusOK, record)
		return
	}
	respondNotFound[T](w, id)
}

func respondNotFound[T any](w http.ResponseWriter, id any) {
	respondError(w, http.StatusNotFound, fmt.Sprintf("there is no %s with id %.40s", reflect.TypeFor[T]().Name(), fmt.Sprint(id)))
}

// respondRecords responds with the records of type T to keep.
func respondRecords[T any](s *Server, w http.ResponseWriter, keep func(record T, reservation int64) bool) {
	s.data.RLock()
	defer s.data.RUnlock()
	respond(w, http.StatusOK, list(s, keep))
}

// every keeps all records of a list.
func every[T any](T, int64) bool { return true }

// respondPage responds with a page of the records of type T to keep.
func respondPage[T any](s *Server, w http.ResponseWriter, offset, limit int64, keep func(record T, reservation int64) bool) {
	s.data.RLock()
	defer s.data.RUnlock()
	respond(w, http.StatusOK, page(s, list(s, keep), offset, limit))
}

// page returns the part of a list that a request asks for and the server returns.
func page[T any](s *Server, all []T, offset, limit int64) []T {
	if s.maxLimit > 0 {
		limit = min(limit, int64(s.maxLimit))
	}
	rest := all[min(offset, int64(len(all))):]
	return rest[:min(limit, int64(len(rest)))]
}

// respondChanged changes the record of type T that has this ID and responds with it, or
// with 404. The change sets fields of the record and nothing below them.
func respondChanged[T any](s *Server, w http.ResponseWriter, id int64, change func(*T)) {
	s.data.Lock()
	defer s.data.Unlock()
	record, found := find[T](s, id)
	if !found {
		respondNotFound[T](w, id)
		return
	}
	change(&record)
	s.put(0, record)
	respond(w, http.StatusOK, record)
}

// now is the moment of a change, to the second as the service writes it.
func now() types.DateTime { return types.NewDateTime(time.Now().UTC().Truncate(time.Second)) }

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
