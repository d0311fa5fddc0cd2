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

// The attributes that are not in the conventions of OpenTelemetry.
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

// endpoint describes where the requests of an operation go, for attributes. It is the same for
// all records.
type endpoint struct {
	method   string
	scheme   string
	server   []attribute.KeyValue
	template string // of the whole path; "" for Client.Do
	full     string // the URL with the template; the base URL for Client.Do
}

func endpointOf(op reservations.Operation, server, urlPath string) endpoint {
	to := endpoint{method: method(op.Method), server: serverAttributes(server)}
	to.scheme, _, _ = strings.Cut(server, "://")
	base := urlPath
	for range strings.Count(op.Path, "/") { // an id has no slash, because it is escaped
		base = base[:max(0, strings.LastIndexByte(base, '/'))]
	}
	if op.Name != "Do" { // the path of Client.Do comes from the caller, and can have ids
		to.template = base + op.Path
	}
	to.full = server + base
	if to.template != "" {
		to.full = server + to.template
	}
	return to
}

// attributes returns the attributes of all requests to an endpoint, in spans and in metrics.
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

// serverAttributes returns the address and the port. server is the scheme and the host of a base URL.
func serverAttributes(server string) []attribute.KeyValue {
	u, err := url.Parse(server)
	if err != nil {
		return nil // does not happen, because NewClient has checked the base URL
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

// method returns m if the conventions list it, and methodOther if not.
func method(m string) string {
	switch m {
	case "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE":
		return m
	}
	return methodOther
}
