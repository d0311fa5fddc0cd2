// SPDX-License-Identifier: MIT

package contract

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// validator is a transport that compares every request, and every response of the next transport, with openapi.yaml. In
// one point it is stricter than the file: a response must not have fields that are not listed.
type validator struct {
	t    *testing.T
	next http.RoundTripper
	seen []string // the operations that were called, as openapi.yaml names them
}

// router finds the operation of a request in openapi.yaml.
var router = sync.OnceValues(func() (routers.Router, error) {
	doc, err := openapi3.NewLoader().LoadFromFile("openapi.yaml")
	if err != nil {
		return nil, err
	}
	closed := false
	for _, schema := range doc.Components.Schemas {
		if schema.Value.AdditionalProperties.Has == nil {
			schema.Value.AdditionalProperties.Has = &closed
		}
		if born := schema.Value.Properties["birthDate"]; born != nil { // sent as a date-time, written as a day
			born.Value.Format = ""
		}
	}
	return gorillamux.NewRouter(doc)
})

var options = &openapi3filter.Options{
	AuthenticationFunc:                checkKey,
	MultiError:                        true,
	RejectWhenRequestBodyNotSpecified: true,
	SkipSettingDefaults:               true, // because defaults would change the request
}

func checkKey(_ context.Context, input *openapi3filter.AuthenticationInput) error {
	if name := input.SecurityScheme.Name; input.RequestValidationInput.Request.Header.Get(name) == "" {
		return errors.New("there is no key in the header " + name)
	}
	return nil
}

// RoundTrip reports what is wrong and goes on, so that one run of the tests shows all mistakes.
func (v *validator) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context()) // a RoundTripper must not change its request
	routes, err := router()
	if err != nil {
		return nil, err
	}
	route, pathParams, err := routes.FindRoute(r)
	if err != nil {
		v.t.Errorf("openapi.yaml has no operation %s %s: %v", r.Method, r.URL.Path, err)
		return nil, err
	}
	v.seen = append(v.seen, route.Operation.OperationID)
	request := &openapi3filter.RequestValidationInput{Request: r, PathParams: pathParams, Route: route, Options: options}
	v.checkRequest(request)
	response, err := v.next.RoundTrip(r)
	if err != nil {
		return response, err
	}
	return response, v.checkResponse(request, response)
}

func (v *validator) checkRequest(request *openapi3filter.RequestValidationInput) {
	r, op := request.Request, request.Route.Operation
	if err := openapi3filter.ValidateRequest(r.Context(), request); err != nil {
		v.t.Errorf("%s: the request is not what openapi.yaml lists: %v", op.OperationID, err)
	}
	for name := range r.URL.Query() {
		if op.Parameters.GetByInAndName(openapi3.ParameterInQuery, name) == nil {
			v.t.Errorf("%s: the request has a query parameter %q that openapi.yaml does not list", op.OperationID, name)
		}
	}
	if hasType, hasBody := r.Header.Get("Content-Type") != "", r.ContentLength != 0; hasType != hasBody {
		v.t.Errorf("%s: the request has a body: %t, and a Content-Type: %t", op.OperationID, hasBody, hasType)
	}
}

// checkResponse compares a response with openapi.yaml. It reads the body, and puts an unread copy in its place.
func (v *validator) checkResponse(request *openapi3filter.RequestValidationInput, response *http.Response) error {
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	response.Body.Close()
	response.Body = io.NopCloser(bytes.NewReader(body))
	op, status := request.Route.Operation, response.StatusCode
	input := &openapi3filter.ResponseValidationInput{RequestValidationInput: request, Status: status, Header: response.Header, Options: options}
	if err := openapi3filter.ValidateResponse(request.Request.Context(), input.SetBodyBytes(body)); err != nil {
		v.t.Errorf("%s: the response %d is not what openapi.yaml lists: %v", op.OperationID, status, err)
	}
	if status != http.StatusOK && status < 400 {
		v.t.Errorf("%s: the response has the status %d; openapi.yaml lists 200", op.OperationID, status)
	}
	if status == http.StatusOK && op.Responses.Status(status).Value.Content == nil && len(body) > 0 {
		v.t.Errorf("%s: the response has a body, and openapi.yaml lists none: %.100s", op.OperationID, body)
	}
	return nil
}
