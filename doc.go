// Package reservations is a client for the Reservation Management HTTP API: the
// reservations of holiday parks and hotels, their guests, units, supplements, tax
// profiles, transactions, tasks, reports, webhooks and phone events.
//
//	client, err := reservations.NewClient("https://api.example.com", key)
//	...
//	days, err := client.Reports.Presence(ctx, reservations.PresenceParams{DateFrom: from, DateTo: to})
//
// # Errors
//
// Every error of a call is one of five types. An [APIError] is an answer that is not a
// success; test for its kind with errors.Is and [ErrNotFound], [ErrRateLimited] and so
// on. A [TransportError] is a call without an answer, a [DecodeError] an answer that
// cannot be read, a [ParamError] a value that cannot be sent, and an [IncompleteError]
// a walk over pages that does not prove to be whole. The API key and guest tokens stand
// in none of them, nor in anything that is logged.
//
// # Repeats and waits
//
// What is repeated depends on what the operation does:
//
//	what happened                                reads            writes
//	429                                          after the pause  after the pause
//	no connection could be made                  repeated         repeated
//	connection broke, time-out of one attempt    repeated         not repeated
//	408, 500, 502, 503, 504                      repeated         not repeated
//	anything else                                not repeated     not repeated
//
// Repeats wait half a second and then twice as long each time, up to half a minute,
// unless the service names a time. A 429 pauses every call of the [Client], for as long
// as its Retry-After says, in seconds or as a date; such pauses are not counted as
// attempts. Without a Retry-After the pause is an eighth of a second at first, and grows
// while requests are refused. After a pause one request is sent alone, and the others
// follow when it has been accepted, in the order of their calls. From then on the Client
// sends only as many requests at a time, and as fast, as the service has accepted, and
// tries a little more from time to time. A wait that would pass [RetryPolicy] or the deadline of the context is not
// begun: the answer is returned at once. A host name that does not exist, a certificate
// that does not fit and a redirect are never repeated.
//
// # Values
//
// Money is exact, a [types.Date] has no time zone, a [types.DateTime] keeps the offset it
// was written with, enumerations are open, and a [types.Secret] does not print. A value
// that is not written as documented does not cost the answer around it; see [Oddity].
//
// # Lists
//
// Lists that come in pages are iterators, with a method for a single page beside them. A
// record that stays at its place during the whole walk is yielded exactly once, or the
// walk ends with an error; see [SupplementsService.All]. The night register is merged from
// all its pages, which prove that it is complete; see [ReportsService.Presence].
//
// # Testing
//
// Package reservationstest is the service in memory, with its faults. A mock such as
// httpmock can be switched on before or after [NewClient]; see [WithHTTPClient].
package reservations
