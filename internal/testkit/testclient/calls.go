// SPDX-License-Identifier: MIT

package testclient

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// Call is an exported method of a service, with arguments that the server in memory accepts. A test may copy a
// Call and replace its arguments.
type Call struct {
	Name      string // the field of Client and the method, such as "Supplements.All"
	Operation reservations.Operation
	Paged     bool         // the operation returns a list in pages
	Walk      bool         // the method reads all pages, with a request for each
	Params    reflect.Type // the type of the params; nil if the method has none
	Method    reflect.Method
	Args
}

// Calls returns a call for every exported method of every service, in the order of the operations.
func Calls() []Call { return slices.Clone(calls()) }

var calls = sync.OnceValue(func() []Call {
	found := map[string][]Call{}
	for _, service := range reflect.VisibleFields(reflect.TypeFor[reservations.Client]()) {
		if !service.IsExported() {
			continue
		}
		for method := range service.Type.Methods() {
			c := newCall(service.Name, method)
			found[c.Operation.Name] = append(found[c.Operation.Name], c)
		}
	}
	var all []Call
	for _, op := range reservations.Operations() {
		forms := found[op.Name]
		for _, c := range forms {
			c.Paged = len(forms) > 1 // only an operation with pages has several methods, such as All and Page
			c.Walk = c.Paged && !strings.HasSuffix(c.Name, "Page")
			all = append(all, c)
		}
	}
	return all
})

// newCall returns a Call of the method. To learn the operation, it calls the method with a client that cannot send. It panics
// if the method starts no operation.
func newCall(service string, method reflect.Method) Call {
	c := Call{Name: service + "." + method.Name, Args: Args{ID: 7, Limit: 3}, Method: method}
	for in := range method.Type.Ins() {
		if isParams(in) {
			c.Params = in
		}
	}
	refuse := testkit.RoundTripper(func(*http.Request) (*http.Response, error) {
		return nil, errors.New("nothing is sent here")
	})
	learn := func(_ context.Context, about reservations.Call) context.Context {
		c.Operation = about.Operation
		return nil
	}
	client, err := reservations.NewClient("https://api.example.com", reservationstest.Key,
		reservations.WithHTTPClient(&http.Client{Transport: refuse}), reservations.WithRetry(reservations.NoRetry()),
		reservations.WithHooks(reservations.Hooks{CallStart: learn}))
	if err != nil {
		panic(err)
	}
	if reflect.ValueOf(client).Elem().FieldByName(service).IsNil() {
		panic("NewClient leaves Client." + service + " nil: make the service in connect, in client.go")
	}
	if _, err := c.Do(context.Background(), client); c.Operation.Name == "" {
		panic(c.Name + " sends no request with the arguments that args.go makes: " + err.Error())
	}
	if !slices.Contains(reservations.Operations(), c.Operation) {
		panic(fmt.Sprintf("%s calls %q, which operations.go does not list", c.Name, c.Operation.Name))
	}
	return c
}

// CallOf returns the call with this name, such as "Guests.Get". It panics if there is none.
func CallOf(name string) Call {
	for _, c := range calls() {
		if c.Name == name {
			return c
		}
	}
	panic("there is no method " + name)
}

// Writes reports whether the operation may change something.
func (c Call) Writes() bool { return c.Operation.Class == reservations.ClassWrite }

// ReturnsNothing reports whether the operation has a response without a body.
func (c Call) ReturnsNothing() bool { return c.Method.Type.Out(0) == reflect.TypeFor[error]() }

// Path returns the path of the request.
func (c Call) Path() string { return pathParam.ReplaceAllString(c.Operation.Path, c.idText()) }

var pathParam = regexp.MustCompile(`\{[^}]*\}`)

// Do makes the call. It returns a list as a slice. If reading the list fails, the slice has the records read before.
func (c Call) Do(ctx context.Context, client *reservations.Client, opts ...reservations.CallOption) (any, error) {
	service, _, _ := strings.Cut(c.Name, ".")
	in := []reflect.Value{reflect.ValueOf(client).Elem().FieldByName(service), reflect.ValueOf(&ctx).Elem()} // ctx can be nil
	for i := 2; i < c.Method.Type.NumIn()-1; i++ {
		in = append(in, c.Value(c.Method.Type.In(i))) // the arguments between ctx and opts
	}
	out := c.Method.Func.CallSlice(append(in, reflect.ValueOf(opts)))
	if out[0].Kind() == reflect.Func {
		return collect(out[0], c.Most)
	}
	err, _ := reflect.TypeAssert[error](out[len(out)-1])
	if c.ReturnsNothing() {
		return nil, err
	}
	return out[0].Interface(), err
}

// collect reads the records of a list: all of them if most is 0, and otherwise no more than most.
func collect(list reflect.Value, most int) (any, error) {
	records := reflect.Zero(reflect.SliceOf(list.Type().In(0).In(0)))
	for record, failure := range list.Seq2() {
		if err, failed := reflect.TypeAssert[error](failure); failed {
			return records.Interface(), err
		}
		if records = reflect.Append(records, record); records.Len() == most {
			break
		}
	}
	return records.Interface(), nil
}
