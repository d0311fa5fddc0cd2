// SPDX-License-Identifier: MIT

package calls_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestCompare compares every exported struct with go-cmp, which panics at a field that it cannot see.
func TestCompare(t *testing.T) {
	values := map[string]any{}
	for _, value := range []any{
		reservations.RetryPolicy{}, reservations.Hooks{}, reservations.Request{}, reservations.Response{}, reservations.Warning{},
		reservations.WarningCount{}, reservations.Operation{}, reservations.Walk{}, reservations.Call{Page: &reservations.WalkPage{}},
		reservations.WalkPage{}, reservations.Attempt{}, reservations.RateLimit{}, reservations.ListProgress{}, reservations.PresenceProgress{},
		reservations.PresencePage{}, reservations.PersonNights{}, reservations.PresenceCSVOptions{}, reservations.ParamError{},
		reservations.APIError{}, reservations.DecodeError{},
	} {
		values[reflect.TypeOf(value).Name()] = value
	}
	for _, call := range testclient.Calls() {
		if call.Params != nil {
			values[call.Params.Name()] = testclient.Args{ID: 7, All: true}.Value(call.Params).Interface()
		}
	}
	files, _ := filepath.Glob("../../../*.go")
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range regexp.MustCompile(`(?m)^type ([A-Z]\w*) struct`).FindAllSubmatch(source, -1) {
			switch name := string(found[1]); {
			case strings.HasSuffix(file, "_test.go"), name == "Client", name == "TransportError", name == "IncompleteError": // for errors.As
			case values[name] == nil:
				t.Errorf("%s is not compared", name)
			case !cmp.Equal(values[name], values[name]):
				t.Errorf("a %s differs from itself: %s", name, cmp.Diff(values[name], values[name]))
			}
		}
	}
}

// TestRetryPolicyIsStored: it is a part of the settings of a program.
func TestRetryPolicyIsStored(t *testing.T) {
	for _, policy := range []reservations.RetryPolicy{{MaxAttempts: 2}, reservations.NoRetry()} {
		data, err := json.Marshal(policy)
		var read reservations.RetryPolicy
		if err != nil || json.Unmarshal(data, &read) != nil || read != policy {
			t.Errorf("%+v is stored as %s and read as %+v, %v", policy, data, read, err)
		}
	}
}
