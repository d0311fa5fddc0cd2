// SPDX-License-Identifier: MIT

package otelreservations

import (
	"net/url"
	"strconv"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"

	"github.com/reservationkit/reservations-go"
)

// The attributes that are not of the conventions.
const (
	operationKey  = attribute.Key("reservations.operation")
	requestIDKey  = attribute.Key("reservations.request_id")
	attemptsKey   = attribute.Key("reservations.attempts")
	waitKey       = attribute.Key("reservations.wait")
	walkPagesKey  = attribute.Key("reservations.walk.pages")
	pageNumberKey = attribute.Key("reservations.page.number")
	pageOffsetKey = attribute.Key("reservations.page.offset")
	pageLimitKey  = attribute.Key("reservations.page.limit")
	fieldKey      = attribute.Key("reservations.warning.field")
	problemKey    = attribute.Key("reservations.warning.problem")
	readKey       = attribute.Key("reservations.warning.read")
)

// methodOther stands for the methods that the conventions do not list.
var methodOther = semconv.HTTPRequestMethodOther.Value.AsString()

// endpoint is what attributes tell of the place that the requests of an operation go to. It
// is the same for all records.
type endpoint struct {
	method   string
	scheme   string
	server   []attribute.KeyValue
	template string // of the whole path; "" for Client.Do
	full     string // the URL up to the template
}

func endpointOf(op reservations.Operation, server, urlPath string) endpoint {
	to := endpoint{method: method(op.Method), server: serverAttributes(server)}
	to.scheme, _, _ = strings.Cut(server, "://")
	base := urlPath
	for range strings.Count(op.Path, "/") { // an id has no slash, because it is escaped
		base = base[:max(0, strings.LastIndexByte(base, '/'))]
	}
	if op.Name != "Do" { // its path is that of the caller, with the ids
		to.template = base + op.Path
	}
	to.full = server + base
	if to.template != "" {
		to.full = server + to.template
	}
	return to
}

// attributes are those that all requests to an endpoint have in spans and metrics.
func (to endpoint) attributes() []attribute.KeyValue {
	attrs := append([]attribute.KeyValue{semconv.HTTPRequestMethodKey.String(to.method)}, to.server...)
	if to.template != "" {
		attrs = append(attrs, semconv.URLTemplate(to.template))
	}
	return attrs
}

func (to endpoint) spanName() string {
	method := to.method
	if method == methodOther {
		method = "HTTP"
	}
	return strings.TrimSpace(method + " " + to.template)
}

// serverAttributes are the address and the port in the scheme and host of a base URL.
func serverAttributes(server string) []attribute.KeyValue {
	u, err := url.Parse(server)
	if err != nil {
		return nil // not the server of a client, which has checked it
	}
	port := 443
	if u.Scheme == "http" {
		port = 80
	}
	if given, err := strconv.Atoi(u.Port()); err == nil {
		port = given
	}
	return []attribute.KeyValue{semconv.ServerAddress(u.Hostname()), semconv.ServerPort(port)}
}

// method returns a method of the conventions, or what stands for all others.
func method(m string) string {
	switch m {
	case "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE":
		return m
	}
	return methodOther
}
