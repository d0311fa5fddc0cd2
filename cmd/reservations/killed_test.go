// SPDX-License-Identifier: MIT

package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/demo"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// kills is how often a program is killed.
func kills() int {
	if testkit.Deep() {
		return 50
	}
	return 2
}

// program is the program in a process of its own, which reads the server. The binary of the tests is
// the program when it is called by its name; see TestMain.
func program(t *testing.T, server *reservationstest.Server, args ...string) *exec.Cmd {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Args[0] = "reservations"
	cmd.Env = append(os.Environ(), "NOW="+testNow, "RESERVATIONS_ORGANIZATION=1",
		"RESERVATIONS_BASE_URL="+server.URL(), "RESERVATIONS_API_KEY="+demo.Key)
	return cmd
}

// mustRun runs the program to its end.
func mustRun(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, output)
	}
	return string(output)
}

// kill starts a program and kills it: at a random moment of the time that it takes, or shortly
// after something has happened, if happened is not nil. It reports whether the program still ran.
func kill(t *testing.T, cmd *exec.Cmd, random *rand.Rand, takes time.Duration, happened func() bool) bool {
	t.Helper()
	return end(t, cmd, os.Kill, random, takes, happened)
}

// end does as kill does, with any signal.
func end(t *testing.T, cmd *exec.Cmd, signal os.Signal, random *rand.Rand, takes time.Duration, happened func() bool) bool {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	if happened != nil {
		awaitMoment(time.Minute, exited, happened)
		takes = 3 * time.Millisecond
	}
	awaitMoment(time.Duration(random.Float64()*float64(takes)), exited, func() bool { return false })
	cmd.Process.Signal(signal) // fails when the program has ended by itself
	return <-exited != nil
}

// awaitMoment returns after a time, when something has happened, or when the program has ended.
func awaitMoment(after time.Duration, exited chan error, happened func() bool) {
	deadline := time.After(after)
	for !happened() {
		select {
		case err := <-exited:
			exited <- err
			return
		case <-deadline:
			return
		case <-time.After(100 * time.Microsecond):
		}
	}
}
