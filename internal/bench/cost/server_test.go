// SPDX-License-Identifier: MIT

package cost

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// serverVariable tells a child process that it is the server.
const serverVariable = "RESERVATIONS_BENCH_SERVER"

// server is the base URL of the service, without the number of its reservations.
var server string

// runTests starts the service in another process and runs the tests of a package, so that the
// processor time and the memory of this process are those of the clients alone.
func runTests(m *testing.M) {
	if os.Getenv(serverVariable) != "" {
		serve()
		return
	}
	stop, err := startServer()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	stop()
	os.Exit(code)
}

// startServer starts this program again, as the server. The server prints its base URL, and ends when its standard
// input is closed.
func startServer() (stop func(), err error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	child := exec.Command(program)
	child.Env = append(os.Environ(), serverVariable+"=yes")
	child.Stderr = os.Stderr
	input, err := child.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := child.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := child.Start(); err != nil {
		return nil, err
	}
	address, err := bufio.NewReader(output).ReadString('\n')
	server = strings.TrimSpace(address)
	return func() { input.Close(); child.Wait() }, err
}

// serviceURL returns the base URL of a service that holds some reservations.
func serviceURL(reservations int) string { return server + "/" + strconv.Itoa(reservations) }

func serve() {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{reservations}/api/reservations/summaries", func(w http.ResponseWriter, r *http.Request) {
		respond(w, summariesBody(page(r)))
	})
	mux.HandleFunc("GET /{reservations}/api/reports/presence", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Total-Count", r.PathValue("reservations"))
		respond(w, registerPage(r))
	})
	mux.HandleFunc("GET /{reservations}/api/guests/{id}", func(w http.ResponseWriter, r *http.Request) {
		respond(w, guestBody())
	})
	fmt.Println(httptest.NewServer(mux).URL)
	io.Copy(io.Discard, os.Stdin)
}

func respond(w http.ResponseWriter, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.Write(body)
}

// page returns the offset of the page that is asked for, and how many reservations it has.
func page(r *http.Request) (offset, n int) {
	reservations, _ := strconv.Atoi(r.PathValue("reservations"))
	offset, _ = strconv.Atoi(r.FormValue("offset"))
	limit, err := strconv.Atoi(r.FormValue("limit"))
	if err != nil {
		limit = 25
	}
	return offset, max(0, min(limit, reservations-offset))
}

// registerPages keeps pages, because it takes longer to make a page than to read it.
var registerPages sync.Map

func registerPage(r *http.Request) []byte {
	first, _ := time.Parse(time.RFC3339, r.FormValue("dateFrom"))
	last, _ := time.Parse(time.RFC3339, r.FormValue("dateTo"))
	offset, n := page(r)
	days := int(last.Sub(first) / (24 * time.Hour))
	key := [3]int{days, offset, n}
	if body, found := registerPages.Load(key); found {
		return body.([]byte)
	}
	body := registerBody(days, offset, n)
	registerPages.Store(key, body)
	return body
}
