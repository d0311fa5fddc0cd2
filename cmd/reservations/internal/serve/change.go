// SPDX-License-Identifier: MIT

package serve

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A change is middleware: it makes a service behave in another way.
type change func(next http.Handler) http.Handler

const (
	register    = "/api/reports/presence"
	summaries   = "/api/reservations/summaries"
	supplements = "/api/supplements/"
	entries     = "/api/registration_number_entries/"
)

// query changes the query of requests to a path.
func query(path string, change func(url.Values)) change {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == path {
				r = withQuery(r, change)
			}
			next.ServeHTTP(w, r)
		})
	}
}

func withQuery(r *http.Request, change func(url.Values)) *http.Request {
	r = r.Clone(r.Context())
	q := r.URL.Query()
	change(q)
	r.URL.RawQuery = q.Encode()
	return r
}

// refuse responds with a status to requests to a path for which when is true.
func refuse(path string, status int, when func(url.Values) bool) change {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == path && when(r.URL.Query()) {
				writeError(w, status)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// writeError writes an error as it is documented.
func writeError(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"statusCode": status, "description": http.StatusText(status), "errors": []string{}})
}

// A response is one that a change can edit.
type response struct {
	query  url.Values // of its request
	header http.Header
	value  any // the JSON of the body
}

// edit changes the successful responses to a path, or to all with "".
func edit(path string, change func(*response)) change {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			recorded := record(next, r)
			body := recorded.Body.Bytes()
			if recorded.Code == http.StatusOK && (path == "" || r.URL.Path == path) {
				resp := &response{query: r.URL.Query(), header: recorded.Header(), value: decode(body)}
				change(resp)
				body, _ = json.Marshal(resp.value)
			}
			send(w, recorded, body)
		})
	}
}

func record(next http.Handler, r *http.Request) *httptest.ResponseRecorder {
	recorded := httptest.NewRecorder()
	next.ServeHTTP(recorded, r)
	return recorded
}

func send(w http.ResponseWriter, recorded *httptest.ResponseRecorder, body []byte) {
	for name, values := range recorded.Header() {
		if name != "Content-Length" {
			w.Header()[name] = values
		}
	}
	w.WriteHeader(recorded.Code)
	_, _ = w.Write(body) // a client that is gone reads nothing
}

func decode(body []byte) (value any) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if d.Decode(&value) != nil {
		return nil
	}
	return value
}

// header sets a header of all successful responses.
func header(name, value string) change {
	return edit("", func(r *response) { r.header.Set(name, value) })
}

// records edits every record, whether it is the whole body or a part of it.
func records(path string, change func(map[string]any)) change {
	return edit(path, func(r *response) { each(r.value, change) })
}

func each(value any, change func(map[string]any)) {
	switch value := value.(type) {
	case map[string]any:
		change(value)
		for _, inner := range value {
			each(inner, change)
		}
	case []any:
		for _, inner := range value {
			each(inner, change)
		}
	}
}

// replace sets a field of the records that have it.
func replace(path, name string, to any) change {
	return records(path, func(record map[string]any) {
		if _, ok := record[name]; ok {
			record[name] = to
		}
	})
}

// elements returns the elements of a list, and none for anything else.
func elements(value any) []any {
	list, _ := value.([]any)
	return list
}

func number(q url.Values, name string) int {
	n, _ := strconv.Atoi(q.Get(name))
	return n
}

func remove(name string) func(url.Values) { return func(q url.Values) { q.Del(name) } }

// byDefault sets a parameter that a request leaves out.
func byDefault(name string, n int) func(url.Values) {
	return func(q url.Values) {
		if !q.Has(name) {
			q.Set(name, strconv.Itoa(n))
		}
	}
}

// numberOf replaces the number in a parameter, if there is one.
func numberOf(name string, change func(int) int) func(url.Values) {
	return func(q url.Values) {
		if q.Has(name) {
			q.Set(name, strconv.Itoa(change(number(q, name))))
		}
	}
}

func atMost(most int) func(int) int { return func(n int) int { return min(n, most) } }

// add sets a field at a path such as [].guest.note, wherever the records above it are there.
func add(path string, value any) change {
	steps := strings.Split(strings.ReplaceAll(path, "[]", ".[]."), ".")
	steps = slices.DeleteFunc(steps, func(step string) bool { return step == "" })
	return edit("", func(r *response) { addAt(r.value, steps, value) })
}

func addAt(at any, steps []string, value any) {
	switch record := at.(type) {
	case []any:
		if steps[0] == "[]" && len(steps) > 1 {
			for _, element := range record {
				addAt(element, steps[1:], value)
			}
		}
	case map[string]any:
		switch {
		case len(steps) == 1 && steps[0] != "[]":
			record[steps[0]] = value
		case len(steps) > 1:
			addAt(record[steps[0]], steps[1:], value)
		}
	}
}
