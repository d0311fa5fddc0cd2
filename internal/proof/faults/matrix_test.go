// SPDX-License-Identifier: MIT

package faults_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// cell is one method under one fault.
type cell struct {
	call   testclient.Call
	fault  fault
	always bool
	timing string // "none", "deadline" or "cancelled"
	used   bool   // the connection has served another request before
}

func (c cell) name() string {
	return fmt.Sprintf("%s/%s/always=%t/%s/used=%t", c.call.Name, c.fault.name, c.always, c.timing, c.used)
}

// TestFaultMatrix holds every method to what the documentation promises under every fault.
func TestFaultMatrix(t *testing.T) {
	t.Parallel()
	reads := testclient.Server(7, 8, 9, 10, 11, 12, 13, 14)
	reads.SetBookings(testclient.Present(8)...)
	values := valuesOf(t, reads)
	for _, c := range testkit.Cases(10, allCells()) {
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c.run(t, reads).check(t, c, values[c.call.Name])
			})
		})
	}
}

// allCells returns every method under every fault, and, on connections that were used before, under those that a
// retry overcomes.
func allCells() (all []cell) {
	for _, call := range testclient.Calls() {
		for _, fault := range allFaults {
			for _, always := range []bool{false, true} {
				for _, timing := range []string{"none", "deadline", "cancelled"} {
					all = append(all, cell{call, fault, always, timing, false})
					if !call.Walk && slices.Contains([]string{broken, damaged, unavailable}, fault.happened) {
						all = append(all, cell{call, fault, always, timing, true})
					}
				}
			}
		}
	}
	return all
}

// valuesOf returns what each method returns when nothing fails, as JSON.
func valuesOf(t *testing.T, reads *reservationstest.Server) map[string]string {
	t.Helper()
	values := map[string]string{}
	synctest.Test(t, func(t *testing.T) {
		for _, call := range testclient.Calls() {
			r := cell{call: call, fault: fault{respond: asUsual}}.run(t, reads)
			if r.err != nil {
				t.Fatalf("%s without a fault: %v", call.Name, r.err)
			}
			values[call.Name] = asJSON(r.value)
		}
	})
	return values
}

// run makes the call of a cell. All cells of reads share a store.
func (c cell) run(t *testing.T, reads *reservationstest.Server) result {
	s := newService(c, reads)
	client := s.client(t)
	ctx, cancel := context.WithTimeout(t.Context(), never)
	if c.timing == "deadline" {
		ctx, cancel = context.WithTimeout(t.Context(), deadline)
	}
	defer cancel()
	if c.timing == "cancelled" {
		time.AfterFunc(cancelled, cancel)
	}
	start := time.Now()
	value, err := c.call.Do(ctx, client)
	took := time.Since(start)
	s.close(t)
	return result{s, value, err, took}
}
