// SPDX-License-Identifier: MIT

// Package reservationstest is the reservation service in memory, for tests without a
// network. It serves all operations from two kinds of data: records, which are values of
// package types, serve every operation but the night register; bookings serve the night
// register (operation 10). A test gives the server its data, a write changes it by the documented
// rules, every request is recorded, and faults make requests fail.
//
// # A server and its client
//
// [New] returns a server and a client for it, both of which end with the test:
//
//	func TestGreeting(t *testing.T) {
//		srv, client := reservationstest.New(t, reservationstest.WithRecords(
//			reservationstest.NewGuest(7, func(g *types.Guest) { g.FirstName = "Anna" }),
//		))
//		srv.Inject(reservationstest.OpGuest, reservationstest.Nth(1), reservationstest.Status(503))
//
//		got, err := greeting(t.Context(), client, 7) // the code under test
//		...
//	}
//
// [NewServer] returns only a server, which the test closes itself. [Server.URL] is its base URL on
// the loopback interface, for code that makes its own client.
//
// # Records and bookings
//
// [WithRecords] and [Server.Put] give the server records. The functions New… build them:
// every required field has a value, which depends only on the ID, and functions passed to
// them change what the test is about. The Extra of a record is part of the responses, so a
// test can serve fields that are not documented. [OfReservation] says to which reservation records
// belong. [Get] and [All] show what the server holds after a request.
//
// [WithBookings] gives the server bookings, from which it computes the night register. [Park] makes
// as many of them as a test needs. [Server.Register] computes the register without pages: what a
// client reads page by page must equal it.
//
// Data with the same ID describes the same reservation. An update of reservation 1
// (operation 3) changes the types.Reservation, the types.ReservationSummary and the dates
// of the [Booking] with ID 1, as far as the server holds them.
//
// # Faults
//
// [Server.Inject] applies a fault to chosen requests of an operation. The names of the operations,
// such as [OpPresence], are those that the errors and hooks of package reservations use. You can
// write a [Fault], or use one of these:
//
//   - another response: [TooManyRequests], [Status], [Redirect], [HTML], [EmptyBody], [Body];
//   - no response: [Reset] before the request is handled, [ResetAfter] after it, [Hang];
//   - a body that does not arrive as it should: [Truncate], [Slow], [Endless], [GzipBomb],
//     [CorruptGzip], [TwoContentLengths];
//   - additions that a client must ignore: [EarlyHints], [Trailer].
//
// [Respond] replaces the response by a value. Afterwards [Server.Calls] lists the requests
// that arrived, and [BodyOf] reads the body of one.
//
//	srv.Inject(reservationstest.OpPresence, reservationstest.Every(7), reservationstest.TooManyRequests("1"))
//
// # Requests that are refused
//
// The server accepts only what is documented. The errors of its response say what is wrong
// and where. It responds
//
//   - with 401 when the key is missing or wrong;
//   - with 400 to a parameter that is unknown, missing, malformed or given twice: a number has
//     no sign, no zeros before it and no fraction, and a date-time has an offset;
//   - with 400 to a body where the operation takes none, and to a body that is not sent as
//     application/json;
//   - with 400 to a field of a body that has a wrong type, a value that is not on a
//     documented list, or a date that cannot be read, and to null in a field, except that
//     operations 1 and 3 accept it;
//   - with 404 to an ID that it does not hold, and to the ID of a reservation with a wrong token;
//     operation 16, which documents no 404, responds with 400;
//   - with 400 to an ID in the path that is not a positive integer; but with 404 where the
//     operation documents no 400;
//   - with 404 or 405 to a request that matches no operation, with or without a key; the error
//     names the method and the URL of the request.
//
// A field of a body that is not documented, such as one from the Extra field of a body, is
// ignored; Call.Body shows it. [Server.Calls] shows every request, refused or not.
//
// # What the documentation leaves open
//
// Where the documentation of the API is silent, this server behaves as follows. The real
// service may behave differently.
//
//   - Operations 1 and 3 clear a field for which the body has null.
//   - Operation 1 makes the name of the guest again from its parts.
//   - Operation 3 replaces lists and references as a whole, changes the guest field by
//     field, and computes the number of days, persons and pets. Prices, the times of check-in
//     and check-out, additional guests and the lists of groups do not change.
//   - Operation 5 lists reservations whose stay touches the range, by whole days, and applies
//     the filters accommodation, modifiedSince (inclusive) and confirmed. It leaves out closed
//     reservations unless includeClosed is true.
//   - Operation 6 makes a task open again, neither started nor done.
//   - The filter archived of operations 7 and 19 selects the records that have a date in that field
//     if it is true, and the others if it is false.
//   - Operation 9 filters by the ids of the category and the organization in the record.
//   - Operation 11 sets a transaction to paid if it is open, pending or authorized.
//   - Operation 17 filters by the reservation to which an entry belongs and by its number,
//     compared exactly.
//   - In operation 18 a report without a type is about electricity, and one without a datetime
//     has the current time.
//   - Operation 21 stores a note in the call with its reference, and creates the call if there
//     is none. A call without a status is queued.
//   - A reference in a body may name a record that the server does not hold, and may lack its
//     id except in operation 21.
//   - Operations 7 and 17 return all records when no limit is given. Their pages, and those of
//     operation 5, come without X-Total-Count: inject [TotalCount] where they should have one.
//   - All other filters and flags are checked and have no effect.
//   - A response has the token of a reservation, and leaves out optional fields that have no
//     value or their documented default.
//   - IDs of new records begin at 1000001.
//
// # Without a port
//
// As the Transport of an http.Client a Server responds to requests to any host and opens no
// port; see [Server.RoundTrip]. Inside a testing/synctest bubble use it this way, or use New, which
// does so. Waits of the client under test then take no real time.
package reservationstest
