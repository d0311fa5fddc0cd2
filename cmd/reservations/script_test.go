// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

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
// it; see runHere. "exec" starts it, for what takes a process: standard input, a signal, an exit code,
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
			"park":    startPark,
			"fault":   injectFault,
			"arrived": awaitRequest,
		},
	})
}

// runHere runs the program in this process: to start it takes more time than most of what it does.
func runHere(ts *testscript.TestScript, negated bool, args []string) {
	if len(args) == 0 || args[0] != "reservations" {
		ts.Fatalf("usage: run reservations ARGUMENT...")
	}
	failed := exitCodeHere(ts, args[1:]) != 0
	if failed != negated {
		ts.Fatalf("failed: %t, want %t", failed, negated)
	}
}

// inFolder is locked while this process is in the folder of a script.
var inFolder sync.Mutex

func exitCodeHere(ts *testscript.TestScript, args []string) int {
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
	return app.Run(context.Background(), args, commands...)
}

// startPark starts the invented park, whose guests are present from the first to the second argument, as a
// service on the loopback interface. It sets RESERVATIONS_BASE_URL, RESERVATIONS_API_KEY and
// RESERVATIONS_ORGANIZATION.
func startPark(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) != 2 {
		ts.Fatalf("usage: park FIRST LAST")
	}
	var days [2]types.Date
	for i := range days {
		ts.Check(days[i].UnmarshalText([]byte(args[i])))
	}
	server := demo.New(demo.Seed, days[0], days[1])
	ts.Defer(server.Close)
	ts.Value(parkKey{}).(*park).server = server
	ts.Setenv("RESERVATIONS_BASE_URL", server.URL())
	ts.Setenv("RESERVATIONS_API_KEY", demo.Key)
	ts.Setenv("RESERVATIONS_ORGANIZATION", strconv.Itoa(demo.Organization))
}

// park is the service that "park" has started.
type park struct {
	server  *reservationstest.Server
	arrived chan struct{} // is closed when a request has arrived that gets no response
}

type parkKey struct{}

// awaitRequest waits for the request of "fault OPERATION NTH hanging".
func awaitRequest(ts *testscript.TestScript, _ bool, _ []string) {
	<-ts.Value(parkKey{}).(*park).arrived
}

// injectFault makes one request of an operation fail: with a status, or with the name of a fault.
func injectFault(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) != 3 {
		ts.Fatalf("usage: fault OPERATION NTH STATUS|busy|uncounted|hanging")
	}
	nth, err := strconv.Atoi(args[1])
	ts.Check(err)
	park := ts.Value(parkKey{}).(*park)
	var fault reservationstest.Fault
	switch args[2] {
	case "busy": // refused for an hour
		fault = reservationstest.TooManyRequests("3600")
	case "uncounted": // a page of a register that cannot be proven
		fault = reservationstest.Header("X-Total-Count", "")
	case "hanging": // without a response; the command "arrived" waits for it
		park.server.Inject(args[0], reservationstest.Nth(nth), reservationstest.Before(func() { close(park.arrived) }))
		fault = reservationstest.Hang()
	default:
		status, err := strconv.Atoi(args[2])
		ts.Check(err)
		fault = reservationstest.Status(status)
	}
	park.server.Inject(args[0], reservationstest.Nth(nth), fault)
}

// TestEveryHelpIsGolden finds commands whose help no script compares. The words of completion are those of cobra.
func TestEveryHelpIsGolden(t *testing.T) {
	lines := scriptLines(t)
	app := &cli.App{Getenv: func(string) string { return "" }, Now: time.Now}
	eachCommand(app.Command(commands...), func(cmd *cobra.Command) {
		if !slices.Contains(lines, cmd.CommandPath()+" --help") && !strings.HasPrefix(cmd.CommandPath(), "reservations completion") {
			t.Errorf("no script in testdata/script compares the output of %s --help", cmd.CommandPath())
		}
	})
}

func eachCommand(cmd *cobra.Command, do func(*cobra.Command)) {
	do(cmd)
	for _, child := range cmd.Commands() {
		eachCommand(child, do)
	}
}

var programLine = regexp.MustCompile(`(?m)^\s*(?:! |\? )?(?:exec|run) (reservations.*?)(?: &\w*&)?$`)

// scriptLines are all command lines of the program in the scripts.
func scriptLines(t *testing.T) (lines []string) {
	t.Helper()
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("%d scripts, error %v", len(scripts), err)
	}
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range programLine.FindAllStringSubmatch(string(text), -1) {
			lines = append(lines, match[1])
		}
	}
	return lines
}
