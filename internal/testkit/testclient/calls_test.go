// SPDX-License-Identifier: MIT

package testclient_test

import (
	"reflect"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestCallsSucceed makes every call, with as little as possible and with everything.
func TestCallsSucceed(t *testing.T) {
	t.Parallel()
	for _, call := range testclient.Calls() {
		for name, all := range map[string]bool{"required": false, "all": true} {
			call := call // both forms run at the same time
			call.All = all
			t.Run(call.Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				srv := testclient.Server(7, 8, 9, 10, 11, 12, 13, 14)
				srv.SetBookings(testclient.Present(30)...)
				got, err := call.Do(t.Context(), testclient.Over(t, srv))
				if err != nil {
					t.Fatal(err)
				}
				if records := reflect.ValueOf(got); !all && records.Kind() == reflect.Slice && records.Len() == 0 {
					t.Error("the list is empty")
				}
				requests := srv.Requests()
				if requests[0].Operation != call.Operation.Name || requests[0].Path != call.Path() {
					t.Errorf("sent %s to %s, want %s to %s", requests[0].Operation, requests[0].Path, call.Operation.Name, call.Path())
				}
				if !all && call.Walk != (len(requests) > 1) {
					t.Errorf("sent %d requests, and it reads all pages: %v", len(requests), call.Walk)
				}
			})
		}
	}
}

// TestCallsHaveEveryOperation: an operation in operations.go has a method, and each is listed once.
func TestCallsHaveEveryOperation(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	listed := map[reservations.Operation]bool{}
	for _, call := range testclient.Calls() {
		if names[call.Name] {
			t.Errorf("%s is listed twice", call.Name)
		}
		names[call.Name], listed[call.Operation] = true, true
	}
	for _, op := range reservations.Operations() {
		if !listed[op] {
			t.Errorf("%s has no method: go test ./internal/contract prints a draft; make the service of a new family in client.go", op.Name)
		}
	}
}
