// SPDX-License-Identifier: MIT

package cost

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shopspring/decimal"
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

// The service sends the amounts of summaries as numbers.
func init() { decimal.MarshalJSONWithoutQuotes = true }

// firstDay is the first day of every list and register.
var firstDay = time.Date(2026, time.July, 1, 0, 0, 0, 0, time.UTC)

// local is the time zone in which the service writes instants.
var local = time.FixedZone("", 2*60*60)

const (
	different = 1000 // how many summaries differ in more than their ids
	month     = 31
	firstID   = 1000000 // the lowest id of a reservation
)

// summaryTails returns the summaries without their beginning, which has the id.
var summaryTails = sync.OnceValue(func() [][]byte {
	tails := make([][]byte, different)
	for i := range tails {
		s := sample[summary](i)
		s.ID = new(int64(firstID))
		tails[i] = encode(s)[len(`{"id":`)+len(strconv.Itoa(firstID)):]
	}
	return tails
})

// summariesBody returns a page of n summaries of about 5 KB each, from the summary at offset.
func summariesBody(offset, n int) []byte {
	page := []byte("[")
	for i := offset; i < offset+n; i++ {
		page = append(page, `{"id":`...)
		page = strconv.AppendInt(page, firstID+int64(i), 10)
		page = append(page, summaryTails()[i%different]...)
		page = append(page, ',')
	}
	page[len(page)-1] = ']'
	if n <= 0 {
		return []byte("[]")
	}
	return page
}

// registerBody returns a page of the register of some days with n reservations, from the
// reservation at offset. With the same days, a reservation is the same on pages of all sizes.
func registerBody(days, offset, n int) []byte {
	page := make([]presenceDay, days)
	for i := range page {
		page[i] = presenceDay{&date{firstDay.AddDate(0, 0, i)}, []presenceItem{}}
	}
	for i := offset; i < offset+n; i++ {
		random := rand.New(rand.NewPCG(uint64(i), 8))
		from := random.IntN(days+1) - 1 // so that each has a night in the register
		nights, groups := 2+random.IntN(13), 1+random.IntN(3)
		for group := range groups {
			item := sample[presenceItem](i)
			item.AgeGroup, item.NumOfPersons = &texts["AgeGroup"][group], new(int64(1+group))
			item.ReservationID = new(firstID + int64(i))
			item.DateFrom, item.DateTo = &date{firstDay.AddDate(0, 0, from)}, &date{firstDay.AddDate(0, 0, from+nights)}
			for night := max(0, from); night < min(days, from+nights); night++ {
				page[night].Items = append(page[night].Items, item)
			}
		}
	}
	return encode(page)
}

// guestBody returns a guest with everything set, about 1 KB.
func guestBody() []byte {
	g := sample[guest](guestID)
	g.BirthDate = new("1996-05-01T00:00:00+02:00") // an instant here, a day in a summary
	return encode(g)
}

func encode(v any) []byte {
	body, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return body
}
