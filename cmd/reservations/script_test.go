// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/demo"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// testNow is when the programs of the scripts run, unless NOW says otherwise.
const testNow = "2026-11-20T09:30:00Z"

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"reservations": runProgram})
}

// runProgram is main at the time in NOW.
func runProgram() { os.Exit(run(clock(os.Getenv("NOW")))) }

// clock always shows the same time.
func clock(text string) func() time.Time {
	now, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return func() time.Time { return now }
}

// TestScripts runs the scripts of testdata/script. Each has a folder and a home of its own. The
// command "park" starts a service and sets the environment to it; see startPark. The command "fault"
// makes one of its requests fail; see injectFault. The command "run" runs the program without starting
// it, and "fails CODE" expects that exit code; see runHere. "exec" starts it, for what takes a process: standard input, a signal, an exit code,
// and programs that the program runs.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Abs("testdata/script") // runHere changes the folder
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 scripts,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Values[parkKey{}] = &park{arrived: make(chan struct{})}
			env.Setenv("NOW", testNow)
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "config"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"run":     runHere,
			"fails":   failHere,
			"park":    startPark,
			"fault":   injectFault,
			"arrived": awaitRequest,
		},
	})
}

// inFolder is locked while this process is in the folder of a script.
var inFolder sync.Mutex

// runHere runs the program in this process: to start it takes more time than most of what it does.
func runHere(ts *testscript.TestScript, negated bool, args []string) {
	if code := runInProcess(ts, args); (code != 0) != negated {
		ts.Fatalf("got exit code %d", code)
	}
}

func failHere(ts *testscript.TestScript, _ bool, args []string) {
	if code := runInProcess(ts, args[1:]); strconv.Itoa(code) != args[0] {
		ts.Fatalf("got exit code %d", code)
	}
}

func runInProcess(ts *testscript.TestScript, args []string) int {
	inFolder.Lock()
	defer inFolder.Unlock()
	before, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer os.Chdir(before)
	app := &cli.App{
		Stdin: strings.NewReader(""), Stdout: ts.Stdout(), Stderr: ts.Stderr(),
		Getenv: ts.Getenv, Now: clock(ts.Getenv("NOW")),
	}
	return app.Run(context.Background(), args[1:], commands...)
}

// park is the service that "park" has started.
type park struct {
	server  *reservationstest.Server
	arrived chan struct{} // is closed when a request has arrived that gets no response
}

type parkKey struct{}

// startPark starts the invented park, whose guests are present from the first to the second argument, as a
// service on the loopback interface, and sets the environment to it.
func startPark(ts *testscript.TestScript, _ bool, args []string) {
	var days [2]types.Date
	for i := range days {
		ts.Check(days[i].UnmarshalText([]byte(args[i])))
	}
	server := demo.New(demo.Seed, days[0], days[1])
	ts.Defer(server.Close)
	ts.Value(parkKey{}).(*park).server = server
	ts.Setenv("RESERVATIONS_BASE_URL", server.URL())
	ts.Setenv("RESERVATIONS_API_KEY", reservationstest.Key)
	ts.Setenv("RESERVATIONS_ORGANIZATION", "1")
}

// awaitRequest waits for the request of "fault OPERATION NTH hanging".
func awaitRequest(ts *testscript.TestScript, _ bool, _ []string) {
	<-ts.Value(parkKey{}).(*park).arrived
}

// injectFault makes a request of an operation fail: the first, the second and so on, or all after 0.
func injectFault(ts *testscript.TestScript, _ bool, args []string) {
	nth, err := strconv.Atoi(args[1])
	ts.Check(err)
	when, park := reservationstest.Nth(nth), ts.Value(parkKey{}).(*park)
	if nth == 0 {
		when = reservationstest.Always()
	}
	var fault reservationstest.Fault
	switch args[2] {
	case "busy": // refused for an hour
		fault = reservationstest.TooManyRequests("3600")
	case "uncounted": // a page of a register that cannot be proven
		fault = reservationstest.Header("X-Total-Count", "")
	case "hanging": // without a response; the command "arrived" waits for it
		park.server.Inject(args[0], when, reservationstest.Before(func() { close(park.arrived) }))
		fault = reservationstest.Hang()
	case "earlier": // its range ends a day earlier
		fault = endEarlier
	default:
		status, err := strconv.Atoi(args[2])
		ts.Check(err)
		fault = reservationstest.Status(status)
	}
	park.server.Inject(args[0], when, fault)
}

func endEarlier(w http.ResponseWriter, r *http.Request, next http.Handler) {
	q := r.URL.Query()
	if last, err := time.Parse(time.RFC3339, q.Get("dateTo")); err == nil {
		q.Set("dateTo", last.AddDate(0, 0, -1).Format(time.RFC3339))
	}
	r.URL.RawQuery = q.Encode()
	next.ServeHTTP(w, r)
}
