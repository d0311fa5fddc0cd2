// SPDX-License-Identifier: MIT

// Package reservations is a client for the Reservation Management HTTP API: the reservations of holiday parks and
// hotels, their guests, units, supplements, tax profiles, transactions, tasks, reports, webhooks and phone events.
//
// Make one [Client] for the whole program and call the methods of its services:
//
//	client, err := reservations.NewClient("https://api.example.com", apiKey)
//	if err != nil {
//		return err
//	}
//	guest, err := client.Guests.Get(ctx, 7)
//
// The methods take and return the types of package [github.com/reservationkit/reservations-go/types]. The
// number in a comment such as "(operation 8)" is the number of the operation in the documentation of the API.
//
// # Calls
//
// A method sends a request, waits for the response, and returns its content. A [CallOption] changes
// that one call. A [Client] may be used by several goroutines.
//
// Params are read once, when the call or the reading of a list begins, so they can be changed after that. A field that is zero, nil
// or "" is not sent. One with the tag param:"required" must be given; an Organization of 0 means that of
// [WithOrganization]. An int64 is the id of a record. Of a field that has no comment here, the API documents only the
// name. A required field that is zero, an id argument that is not positive and a negative number are a [ParamError].
//
// # Errors
//
// Every error of a call is one of five types:
//
//   - [APIError]: the service responded with an error;
//   - [TransportError]: there was no usable response, because of the connection, a timeout, a
//     cancelled context, or a response that was cut off or too large;
//   - [DecodeError]: the service responded with success, and the body cannot be read;
//   - [ParamError]: a parameter or an option is not valid, and nothing was sent;
//   - [IncompleteError]: the pages of a list or of the night register could not be shown to be
//     complete.
//
// errors.Is finds the kind of an APIError, [ErrNotFound], [ErrRateLimited] and so on, and the cause of an
// error, such as context.Canceled. [MayHaveWritten] says whether a write may have been carried out although
// it failed, and [IsTemporary] whether the same call may succeed later. The text of an error is one line, and
// log/slog logs its fields, never with the API key or a guest token.
//
// # Retries
//
// A read changes nothing. A write may, and is retried only when the service cannot have acted on it:
//
//	what happened                                      reads        writes
//	429 Too Many Requests                              retried      retried
//	no connection could be made                        retried      retried
//	the connection broke, or the attempt timed out     retried      not retried
//	the response arrived cut off, or damaged           retried      not retried
//	408, 500, 502, 503, 504                            retried      not retried
//	anything else                                      not retried  not retried
//
// So nothing is written twice. The row "no connection" also holds for a request that the service, over HTTP/2, says it
// has not processed: REFUSED_STREAM, or GOAWAY with an earlier request as the last. An attempt is one request, also
// where net/http would retry it by itself. An unknown host name, an invalid certificate, a proxy that forbids the
// connection and a redirect are not retried. The wait before a retry grows exponentially, from half a second up to 30
// seconds, with a jitter of a quarter. If it would exceed the [RetryPolicy] or the deadline of the context, the call
// does not wait, but returns its last failure at once. All calls together make at most 100 retries without a success
// (RetryPolicy.Budget), so that the requests to a service that is down are not multiplied.
//
// # Rate limits
//
// A refusal is a 429, or a 503 with a Retry-After. While other requests succeed, any 503 and a reset connection are
// refusals too. Of these, only a 429 lets a write be retried.
//
//   - After a refusal all calls of the client wait as long as Retry-After asks, such as 2 seconds. If that is longer than
//     RetryPolicy.MaxRetryAfter, the call fails at once instead, and no other call waits.
//   - If the response reports no Retry-After and no [RateLimit], [RetryPolicy] says how long they wait. Each further
//     refusal doubles the wait, and a shorter Retry-After does not count any more.
//   - Then one request is sent. When it is accepted the others follow in order, as many at a time and per second as the
//     service has accepted.
//
// MaxAttempts and Budget do not count a 429, but MaxElapsed bounds the time. See [WithMaxConcurrency], [WithLimiter]
// and, for processes with one API key, the module github.com/reservationkit/reservations-go/sharedlimit.
//
// # Lists
//
// A list that comes in pages has two methods: one that begins with All and returns an iterator over all
// records, and one that ends with Page and returns one page.
//
// A record that stays in the list, at the same place, during the whole walk is yielded exactly once. If the
// iterator cannot ensure this, it yields an error with a zero record, and ends; the records before it are
// good. Records that are added, removed or moved during the walk may or may not be yielded. The page
// docs/lists.md of the repository lists what no walk detects.
//
// In the params Offset is the number of records to skip, and Limit the number on a page: 0 means 100 for the
// iterator. The service may serve fewer; if it refuses more than 25 with status 400, 413, 414
// or 422, the walk asks once more with 25. The iterator calls Progress, if it is not nil; see [ListProgress].
//
// Each range over an iterator is a new walk, which several goroutines may make at the same time. The next pages
// are read ahead, at most [WithMaxConcurrency] at a time and about 4 MiB. When the range ends, for any reason,
// no request is running. [Collect] returns the records as a slice.
//
// # The night register
//
// [ReportsService.Presence] reads who was checked in, day by day, from midnight to midnight UTC. It reads all
// pages, at most [WithMaxConcurrency] at a time, and returns the register only if these prove that it is
// complete. Otherwise the call fails with an [IncompleteError]: write no register then, and call again later.
// The page docs/register.md of the repository says what no client can detect. [CountPersonNights] counts the
// nights, and [WritePresenceCSV] writes a file.
//
// # Values
//
// Money and measures are exact decimals ([types.Decimal] and [types.Number]). A [types.Date] has no time zone,
// and a [types.DateTime] keeps the offset it was written with. Enumerations keep values that this package does
// not know. A [types.Secret] prints as REDACTED, and records print without personal data.
//
// An update sends the fields that are set: one of type [types.Nullable] is set by [types.Set] and cleared by
// [types.Null]. In a record the field Extra holds the fields that this package does not know; in a request
// body it sends them. A value that is not as the API documents it does not fail the whole response, where
// that is possible; see [Warning].
//
// # Logging, metrics, tracing and testing
//
// [WithLogger] logs every attempt. [Hooks] are called at the start and the end of calls, attempts and walks, and for
// values that are not as documented. The module github.com/reservationkit/reservations-go/otel makes spans and metrics
// with OpenTelemetry. Package [github.com/reservationkit/reservations-go/reservationstest] is the service in memory,
// with faults on demand. A mock such as httpmock can be activated before or after [NewClient]; see [WithHTTPClient].
package reservations
