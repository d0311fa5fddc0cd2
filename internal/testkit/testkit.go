// SPDX-License-Identifier: MIT

// Package testkit holds what tests of several packages share. It imports no other package of this module, so that the
// tests of every package can use it.
package testkit

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
)

// Tests make much garbage in small heaps: with the default GOGC of 100, the garbage collector takes a quarter of their time.
// A GOGC that the user has set stays as it is.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// Deep reports whether the variable RESERVATIONS_DEEP_TESTS is set, as before a release. If it is, tests run all their cases.
func Deep() bool { return os.Getenv("RESERVATIONS_DEEP_TESTS") != "" }

// Cases returns all cases if [Deep] is true, or if go test is asked to run one of them, as by -run TestX/name. Otherwise it
// returns one in n, rounded up and chosen at random: 3 of 10 cases for n = 4.
func Cases[T any](n int, cases []T) []T {
	if run := flag.Lookup("test.run"); Deep() || run != nil && strings.Contains(run.Value.String(), "/") {
		return cases
	}
	chosen := slices.Clone(cases)
	rand.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	return chosen[:(len(chosen)+n-1)/n]
}

// Each formats each byte of a text: Each("%%%02x", "a/") returns "%61%2f".
func Each(format, text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&b, format, c)
	}
	return b.String()
}

// InBubble runs a subtest in virtual time.
func InBubble(t *testing.T, name string, test func(*testing.T)) {
	t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
}

// Must returns the value of a function that does not fail here.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// If returns the value if the condition holds, and otherwise the zero value.
func If[T any](holds bool, value T) (zero T) {
	if holds {
		return value
	}
	return zero
}

// InParallel makes n calls, workers of them at a time, and returns the errors.
func InParallel(workers, n int, call func() error) []error {
	errs := make([]error, n)
	var all sync.WaitGroup
	for worker := range workers {
		all.Go(func() {
			for i := worker; i < n; i += workers {
				errs[i] = call()
			}
		})
	}
	all.Wait()
	return slices.DeleteFunc(errs, func(err error) bool { return err == nil })
}

// Reader is a body without bytes: the function returns the error of Read.
type Reader func() error

func (r Reader) Read([]byte) (int, error) { return 0, r() }

// UntilEnd waits until the context of a request ends, and returns the error of the context.
func UntilEnd(r *http.Request) error {
	<-r.Context().Done()
	return r.Context().Err()
}

// RoundTripper makes an http.RoundTripper of a function.
type RoundTripper func(*http.Request) (*http.Response, error)

// RoundTrip calls f.
func (f RoundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
