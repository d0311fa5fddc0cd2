// SPDX-License-Identifier: MIT

package recording

import (
	"net/url"
	"reflect"
	"strings"

	"github.com/reservationkit/reservations-go"
)

// described has the types of the parameters and of the response of an operation. Their fields show
// what is personal.
type described struct {
	params reflect.Type // of the query; nil for none
	body   reflect.Type // of the response; nil for none
}

// The file zz_operations.go describes every operation, by its name.
//
//go:generate go test -run TestOperationsAreThoseOfTheMethods -update .

type nothing struct{}

func with[Params, Body any]() described {
	return described{reflect.TypeFor[Params](), reflect.TypeFor[Body]()}
}

// routeOf returns the operation of a request, and the path of the request from /api on. If two
// operations match, it returns the one without {id}. For an unknown path the operation is zero.
func routeOf(method string, address *url.URL) (operation reservations.Operation, path string) {
	path = address.EscapedPath()
	if i := strings.Index(path, "/api/"); i > 0 { // after the path of a base URL
		path = path[i:]
	}
	for _, op := range reservations.Operations() {
		if op.Method != method || !matches(op.Path, path) {
			continue
		}
		if operation.Name == "" || !strings.Contains(op.Path, "{id}") {
			operation = op
		}
	}
	return operation, path
}

// matches reports whether an escaped path has the form of a template.
func matches(template, path string) bool {
	want, got := strings.Split(template, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		if want[i] != got[i] && (want[i] != "{id}" || got[i] == "") {
			return false
		}
	}
	return true
}
