// SPDX-License-Identifier: MIT

// Package reservations is a client for the Reservation Management HTTP API: the
// reservations of holiday parks and hotels, their guests, units, supplements, tax
// profiles, transactions, tasks, reports, webhooks and phone events.
//
// Make one [Client] for the whole program and call the methods of its services:
//
//	client, err := reservations.NewClient("https://api.example.com", apiKey)
//	if err != nil {
//		return err
//	}
//	guest, err := client.Guests.Get(ctx, 7)
//
// The methods take and return the types of package
// [github.com/reservationkit/reservations-go/types]. The number in a comment such as
// "(operation 8)" is the number of the operation in the documentation of the API.
//
// # Errors
//
// Every error of a call is one of five types:
//
//   - [APIError]: the service responded with an error;
//   - [TransportError]: there was no usable response, because of the connection, a timeout,
//     a cancelled context, or a response that was cut off or too large;
//   - [DecodeError]: the service responded with success, and the body cannot be read;
//   - [ParamError]: a parameter or an option is not valid, and nothing was sent;
//   - [IncompleteError]: the pages of a list or of the night register could not be shown to
//     be complete.
//
// Test for the kind of an APIError with errors.Is and [ErrNotFound], [ErrRateLimited] and so on,
// which also finds the causes of an error, such as context.Canceled. Errors and logs never contain
// the API key or a guest token.
//
// [MayHaveWritten] says whether a write may have been carried out although it failed, and
// [IsTemporary] whether the same call may succeed later:
//
//	what a write failed with                              MayHaveWritten  IsTemporary
//	a parameter that is not valid                         no              no
//	it was not sent at all                                no              yes
//	no connection could be made                           no              yes
//	a TLS error, or a proxy that refuses for good         no              no
//	it ended while it waited to retry                     no              yes
//	425 Too Early, 429 Too Many Requests                  no              yes
//	any other 4xx                                         no              no
//	408 Request Timeout                                   yes             yes
//	501, 505, 511                                         yes             no
//	any other 5xx                                         yes             yes
//	a redirect                                            yes             no
//	the connection broke, or the attempt timed out        yes             yes
//	its context ended after it was sent                   yes             yes
//	a response that arrived cut off, or damaged           yes             yes
//	a response that is too large                          yes             no
//	a success whose body cannot be read                   yes             no
//	any other error                                       yes             no
//
// For a read MayHaveWritten is false, and IsTemporary is as for a write. IsTemporary is true for
// an IncompleteError too, except where the register would be the same if it was read again. A
// call is not sent at all when its context has ended, when it would have to wait too long
// because another call was refused, or when its limiter or the source of its key fails. A host
// name that is not found is a connection that could not be made. A TLS error is a certificate
// that is not valid, or a handshake that the service refuses. A proxy refuses for good with any
// status but 408, 500, 502, 503 and 504. A success that carries an error document may have
// written, and the status in the document decides about IsTemporary.
//
// # Retries
//
// A read changes nothing in the service. A write may, and is retried only when the service cannot
// have acted on it:
//
//	what happened                                      reads        writes
//	429 Too Many Requests                              retried      retried
//	no connection could be made                        retried      retried
//	the connection broke, or the attempt timed out     retried      not retried
//	the response arrived cut off, or damaged           retried      not retried
//	408, 500, 502, 503, 504                            retried      not retried
//	anything else                                      not retried  not retried
//
// So nothing is written twice. The wait before a retry grows exponentially, from half a second up
// to 30 seconds, with jitter. [RetryPolicy] sets the limits, for the client or for one call. If a wait
// would exceed the policy or the deadline of the context, the call does not wait, but returns its
// last failure at once. An unknown host name, an invalid certificate, a proxy that forbids the
// connection and a redirect are not retried. With [WithAPIKeySource] a 401 is followed by one more
// request, if the source has another key.
//
// All calls together make at most 100 retries without a success (RetryPolicy.Budget), and after that
// a failure is returned at once, so that the requests to a service that is down are not multiplied.
// Where no more than a quarter of the requests fail, at random, this budget is not used up.
//
// # Rate limits
//
// A 429 is a refusal: it asks for fewer requests. So is a 503 with a Retry-After, and, if the
// service has accepted another request within the last 30 seconds ([RetryPolicy.MaxWait]),
// also a 503 without one and a connection that is reset instead of a response. A 503 to
// everything is an outage: its attempts count, like those of any other failure.
//
// After a refusal every call of the client waits as long as Retry-After asks, in seconds or as a
// date, if that is no longer than RetryPolicy.MaxRetryAfter. Without Retry-After the wait begins at
// an eighth of a second. While requests are refused it grows to 7.5 seconds at least, also if
// Retry-After asks for less, so that one call sends at most 40 of them in two minutes. A 429 does not count in
// RetryPolicy.MaxAttempts. Another refusal counts if no other request is accepted, or if the same
// request is refused again and again while others are accepted. When the wait is over, one request is
// sent first; when it is accepted, the other calls follow in their order. If most of the requests in
// flight are accepted after all, and the service named no time, the others follow at once: such a
// refusal is chance. After a refusal a write is retried only if the refusal was a 429.
//
// After that the client sends only as many requests at a time, and as many per second, as
// the service has accepted, and tries a little more from time to time. When nothing was
// refused for five seconds, the rate doubles every second until something is; after a
// service has closed for long because of refusals, it is raised more rarely. See
// [WithMaxConcurrency] and [WithLimiter]. Processes that use one API key share a limit with the
// module github.com/reservationkit/reservations-go/sharedlimit.
//
// # Lists
//
// A list that comes in pages has two methods: one that begins with All and returns an
// iterator over all records, and one that ends with Page and returns a single page.
//
// The iterator yields every record that is in the list during the whole walk, and does not
// change its place, exactly once. If it cannot, it ends with an error, which it yields once, last,
// with a zero record; the records before it are good. Records that are added, removed or moved
// during the walk may or may not be yielded; see "Completeness of lists".
//
// A page has Limit records, 100 by default; with a Limit of 1 the pages after the first
// have two. The service may serve fewer. If it refuses the first page with status 400, and Limit is
// above 25, the walk asks once more with 25 records per page.
//
// Each range over an iterator is a new walk, which several goroutines may make at the same time. The
// first request is sent when the range begins. After a full page the next pages are read ahead, at
// most [WithMaxConcurrency] at a time, and fewer when their responses would exceed 4 MiB together.
// When the range ends, for any reason, no request is running. The memory a walk uses does not grow
// with the list. [Collect] returns the records as a slice.
//
// # The night register
//
// [ReportsService.Presence] reads who was checked in, day by day, from midnight to midnight UTC.
// It reads all pages, merges them by day, and returns the register only if the pages prove that
// it is complete. Otherwise the call fails with an [IncompleteError]: write no register then, and
// call again later. See "Completeness of the night register". [CountPersonNights] counts the nights
// by country and age group, and [WritePresenceCSV] writes a file for spreadsheets.
//
// # Values
//
// Money and measures are exact decimals ([types.Decimal] and [types.Number]). A
// [types.Date] has no time zone, and a [types.DateTime] keeps the offset it was written
// with. Enumerations keep values that this package does not know. A [types.Secret] is never
// printed. Records print without personal data; see package types.
//
// An update sends the fields that are set. A field of type [types.Nullable] is set by
// [types.Set] and cleared by [types.Null]. An id of a record that is not positive is a [ParamError],
// and so is a negative number in params.
//
// A value that is not as the API documents it does not fail the whole response, where that is
// possible; see [Warning]. Fields that this package does not know are kept in the Extra field of
// the record, and the Extra field of a request body sends such fields.
//
// # Logging, metrics, tracing and testing
//
// [WithLogger] logs every attempt. [Hooks] are called at the start and the end of calls, attempts
// and walks, and for values that are not as documented, so that a change of the service shows before
// a call fails. The module github.com/reservationkit/reservations-go/otel makes spans and metrics
// with OpenTelemetry.
//
// Package [github.com/reservationkit/reservations-go/reservationstest] is the service in
// memory, with faults on demand. A mock such as httpmock can be activated before
// or after [NewClient]; see [WithHTTPClient].
//
// # Completeness of the night register
//
// The service documents neither a maximum page size nor what it does with a limit above it,
// and a page does not show reservations for which nobody has checked in. So each page
// begins one or more reservations before the end of the page before it: the fewer reservations
// the first page shows, the more. A reservation that is on both pages proves
// that the first page is complete and that the second begins at the right place. The last
// page is proven by a page that begins just before X-Total-Count: it must show the last
// reservations and nobody else. Where nobody has checked in at these places, other pages are
// read that begin between them, until every place is on a page that certainly holds it, but no more
// than a hundred of them. A page that shows nobody new although the others show many is read again in
// smaller parts, and a larger page is compared with all of them.
//
// A first page is believed without a further request only when it shows every reservation that
// X-Total-Count counts, at most 25, and fewer than the limit. A register of one page of which not
// all have checked in takes one or two requests more, and more than that when hardly anybody has:
// if nobody has, every place of up to a hundred is looked at. A service that counts at most 25 and
// sends the same page for every offset and limit, as a mock with fixed data does, is believed after
// three requests. A register of 5,000 reservations takes about 52 requests, and about 220 with a
// Limit of 25.
//
// When pages contradict each other, for example because the total has changed or one
// reservation is at two places, the walk starts again, with a request header that asks
// caches for fresh data. There are at most three walks. If the service returns fewer
// reservations than the limit, or refuses a limit above 25 with status 400 or 404, the walk
// continues with smaller pages.
//
// The register has every day from DateFrom to the last day on any page. A service may leave
// out days on which nobody was present; these are filled in, unless an entry has no date. But
// when one page shows an empty day, every page has to show all days. A page may have a day in
// several entries with different items, which are put together; if one of them has no items, or
// two have the same item, the walk starts again.
//
// The walk does not start again, and the call fails with an [IncompleteError] at once, for a day
// outside the range (without DateTo, one more than 3,660 days after DateFrom), for a date that cannot
// be read, and for an X-Total-Count that is missing, no whole number or above 1,000,000. When the
// total is above 0, the same goes for a register without any day, for a field that is missing
// in every entry (date, items or numOfPersons), and for items that all lack both reservationId and
// reservationNumber. When the total is 0, there may be no days.
//
// No client can detect the following, and the register is then wrong without an error:
//
//   - a total that is too low, when no page that is read shows a reservation after it;
//   - a reservation, an item or a day that is left out of every page that is read: the last
//     days of the range, for example, or any other day when no page shows an empty day;
//   - an item without a name that is missing, see below;
//   - a service that ignores the offset, rounds it down or takes the limit for the end, when
//     hardly any of its first thousand reservations are checked in;
//   - a response that belongs to another request or to another register, or that is empty by
//     mistake, where the pages share no reservation or where a second one agrees with it;
//   - reservations that replace each other or change their order during the walk, so that the
//     total stays the same, where nobody is present at the places at which the pages overlap.
//
// [PresenceParams].Confirm reads the register until two walks in a row are equal, which
// detects most changes during a walk.
//
// Reservations are recognised by their id, or by their number when the id is missing. A number
// and an id that are in one item are those of one reservation. If some items have neither, the
// walk uses pages of at most 25 that do not overlap. Only the other items then prove that a page
// is complete: an item with neither can be missing.
//
// # Completeness of lists
//
// Each page begins with the last record of the page before. If that record is missing, the
// list has changed; the walk then reads up to two pages further back and continues after the
// records it knows. Where these come later than before, it also compares the oldest and the
// newest of them. Around a record whose id is 0, which cannot be recognised, the pages do not
// overlap.
//
// The list ends where nothing follows its last record. A list of one page takes two
// requests, and three when it fills the page. A longer list takes two more than its pages,
// which overlap by one record. To these come the requests for pages that were read ahead
// beyond the end, fewer than [WithMaxConcurrency]. When the first page is empty, the place
// after it is read as well, and the first page again if anything is there or the response has
// an X-Total-Count that counts records: an empty list takes two requests.
//
// The walk fails with an [IncompleteError], whose Reason names the offset, when pages do
// not fit together: an empty page in the middle of the list, one id for two different
// records unless [WithRepeatedIDs] allows it, or no stable order. A service that ignores offset
// and limit and always sends the whole list is read without an error, and so is one that sends less
// than a page for offset 0 and nothing after it.
//
// The walk does not detect the following. The list is then incomplete, or has a record
// twice, without an error:
//
//   - a first page without X-Total-Count that is empty although there are records, when
//     the place after it is empty too;
//   - a page that shows one record although others follow, when it is the second page or
//     the place after that record is empty;
//   - a record that moves by more than about two pages, or that is in the list twice so
//     far apart: it is yielded twice;
//   - one id for two different records that are never on one page;
//   - a service that ignores the offset and always sends the same part of the list;
//   - a change next to a record whose id is 0;
//   - a service that takes the offset for a number of pages, while records move;
//   - records that come in another order in every response, while the list changes as
//     well;
//   - two changes or faults while a service sends one record at a time;
//   - a record that moves past others that were not read, while another change brings it
//     back to its offset;
//   - the response to another request in place of the first page, when a change or a fault
//     just after it hides that;
//   - all records of the last two pages moving past others at once.
package reservations
