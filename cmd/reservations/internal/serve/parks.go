// SPDX-License-Identifier: MIT

package serve

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/demo"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// park is one organization.
type park struct {
	*reservationstest.Server
	id  int
	key string
}

// parks are the organizations behind one address.
type parks []park

// open returns the parks of the flags, with their guests up to today.
func (f *flags) open(today types.Date) (all parks) {
	for i := range f.organizations {
		p := park{id: i + 1, key: reservationstest.Key}
		if i > 0 {
			p.key += fmt.Sprint("-", p.id)
		}
		p.Server = demo.New(f.seed+uint64(i), today.AddDays(-34), today,
			reservationstest.WithOrganization(int64(p.id)), reservationstest.WithKey(p.key), reservationstest.WithRate(f.rate))
		all = append(all, p)
	}
	return all
}

// environment has the keys and the ids of the parks; those of the first have the names that programs read.
func (all parks) environment() (lines []string) {
	for i, p := range all {
		suffix := ""
		if i > 0 {
			suffix = fmt.Sprint("_", p.id)
		}
		lines = append(lines, fmt.Sprintf("RESERVATIONS_API_KEY%s=%s", suffix, p.key), fmt.Sprintf("RESERVATIONS_ORGANIZATION%s=%d", suffix, p.id))
	}
	return lines
}

// ServeHTTP lets the park with the key of a request respond. Paths that begin with /test/ are none of the service.
func (all parks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	asked, known := all[0], false
	for _, p := range all {
		if r.Header.Get("X-Api-Key") == p.key {
			asked, known = p, true
		}
	}
	path, isTest := strings.CutPrefix(r.URL.Path, "/test/")
	text, isReservation := strings.CutPrefix(path, "reservations/")
	id, _ := strconv.ParseInt(text, 10, 64)
	switch {
	case !isTest:
		asked.ServeHTTP(w, r)
	case !known:
		http.Error(w, "the header X-Api-Key is missing, or not the key of an organization", http.StatusUnauthorized)
	case r.Method == http.MethodGet && path == "requests":
		asked.listRequests(w)
	case r.Method == http.MethodDelete && isReservation && asked.RemoveReservation(id):
		w.WriteHeader(http.StatusNoContent)
	default:
		http.Error(w, "there is no reservation of this id, or no such path: reservations serve --help names both paths", http.StatusNotFound)
	}
}

// listRequests says which requests have arrived, and when. Queries and headers are left out, which hold secrets.
func (p park) listRequests(w http.ResponseWriter) {
	type request struct {
		Time      time.Time `json:"time"`
		Operation string    `json:"operation"` // "" for a path of no operation
		Method    string    `json:"method"`
		Path      string    `json:"path"`
		Status    int       `json:"status"`
	}
	requests := []request{}
	for _, r := range p.Requests() {
		requests = append(requests, request{r.Time, r.Operation, r.Method, r.Path, r.Status})
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(requests) // nobody is left to tell
}

// traced prints each request that a handler has responded to.
func traced(next http.Handler, print func(format string, args ...any)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := &answer{ResponseWriter: w}
		next.ServeHTTP(answer, r)
		print("%s %s %s: %d", time.Now().Format("15:04:05.000"), r.Method, r.URL.Path, cmp.Or(answer.status, http.StatusOK))
	})
}

// answer keeps the status of a response.
type answer struct {
	http.ResponseWriter
	status int
}

func (a *answer) WriteHeader(status int) {
	a.status = status
	a.ResponseWriter.WriteHeader(status)
}
