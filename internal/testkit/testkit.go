// SPDX-License-Identifier: MIT

// Package testkit holds what the tests of several packages share. It imports nothing else
// of this module, so that the tests inside any package can use it.
package testkit

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime/debug"
	"slices"
	"strings"
)

// Tests make much garbage in small heaps: to collect it as often as by default takes a quarter of their
// time. If GOGC is set, its value is used instead.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// Deep reports whether tests that take long must run all their cases: every case of the matrix,
// every small world. CI sets the variable RESERVATIONS_DEEP_TESTS; without
// it a test takes a part of its cases.
func Deep() bool { return os.Getenv("RESERVATIONS_DEEP_TESTS") != "" }

// Cases returns all cases if the tests run deep, and otherwise one in n of them, at random.
func Cases[T any](n int, cases []T) []T {
	if Deep() {
		return cases
	}
	chosen := slices.Clone(cases)
	rand.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	return chosen[:(len(chosen)+n-1)/n]
}

// Each writes every byte of a text as format says.
func Each(format, text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&b, format, c)
	}
	return b.String()
}

// Reader is a body that fails, or ends, with what it returns.
type Reader func() error

func (r Reader) Read([]byte) (int, error) { return 0, r() }

// UntilEnd waits for the end of the context of a request.
func UntilEnd(r *http.Request) error {
	<-r.Context().Done()
	return r.Context().Err()
}

// RoundTripper makes an http.RoundTripper of a function.
type RoundTripper func(*http.Request) (*http.Response, error)

// RoundTrip calls f.
func (f RoundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
