// SPDX-License-Identifier: MIT

// Package otelreservations traces and measures what a client of
// [github.com/reservationkit/reservations-go] does, with OpenTelemetry.
//
// One option is all that a client needs; see [Option]:
//
//	client, err := reservations.NewClient(baseURL, apiKey, otelreservations.Option())
//
// # Spans
//
// Each walk over the pages of a list or of the night register, each call and each attempt
// is a span. The span of a walk is the parent of the spans of its calls, and the span of a call
// is the parent of the spans of its attempts.
//
//	span       name                     kind      attributes
//	walk       walk reports.presence    internal  reservations.operation, reservations.walk.pages, error.type
//	call       guests.get               internal  reservations.operation, reservations.request_id, reservations.attempts,
//	                                              reservations.page.number, .offset and .limit of a page of a walk, error.type
//	attempt    GET /api/guests/{id}     client    those of the HTTP conventions below, reservations.operation,
//	                                              reservations.request_id, reservations.wait
//
// An attempt follows the stable conventions for HTTP clients: http.request.method,
// http.request.method_original, url.template, url.full, server.address, server.port,
// http.response.status_code, http.request.resend_count and error.type. reservations.wait is
// how many seconds the attempt has waited for the backoff, the rate limit and the limiter.
//
// The status of a span is Error when the walk or the call failed. For an attempt it is Error when
// there was no whole response, or a response with a status of 400 or above.
//
// # Metrics
//
//	http.client.request.duration    histogram, s            of each attempt
//	http.client.active_requests     up-down counter         attempts that are under way
//	reservations.call.duration      histogram, s            of each call, with its retries and waits
//	reservations.retries            counter                 attempts after which the call is retried, by their error.type
//	reservations.wait.duration      histogram, s            how long each attempt has waited before it was sent
//	reservations.walk.pages         counter                 pages that walks have asked for
//	reservations.warnings           counter                 values in responses that are not as documented
//
// The metrics of http.client have the attributes http.request.method, url.template, url.scheme,
// server.address and server.port. http.client.request.duration has also http.response.status_code
// and error.type. The metrics of reservations have reservations.operation, server.address and
// server.port, and all except the waits and the warnings have error.type. The warnings have
// reservations.warning.field, such as [].accommodation.id, reservations.warning.problem, such as
// "a string where a whole number is documented", and reservations.warning.read, which is false for
// values that were left out or missing; see reservations.WarningCount.
//
// The number of time series does not depend on the data: all values come from closed sets,
// which are the operations of the SDK, the methods of the conventions, the statuses from 100 to
// 599, the servers that the program calls, the documented fields with at most a few problems
// each, and these values of error.type:
//
//	100 to 599            the status that the service responded with
//	canceled              the context was cancelled, also because a loop over a walk was left
//	timeout               a deadline, or the time for one attempt, has passed
//	rate_limited          not sent, because the pause after a 429 is too long for this call
//	dns, connect, tls     no connection could be made
//	connection            the connection broke
//	response_too_large    the response is larger than WithMaxResponseBytes allows
//	undecodable           the response is a success and cannot be read
//	incomplete            the pages of a walk could not be shown to be complete
//	_OTHER                anything else
//
// # What is not exported
//
// No attribute, event or status holds a query, a header, a body, the id of a record or the text
// of an error, because these hold tokens and the data of guests. So url.full ends in the
// template of the path, such as https://api.example.com/api/guests/{id}. The path that a
// program passes to Client.Do is not exported either: such a span has no url.template, and
// its url.full is the base URL. The text of an error is in the error that the call returns.
// The only text of the service that is exported is reservations.request_id. If it contains secrets
// that were sent with the request, these are cut out.
package otelreservations
