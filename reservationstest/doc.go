// Package reservationstest is the reservation service in memory, for tests without a
// network. It has all 23 operations, answers from what a test makes it hold, changes that
// by the documented rules, records every call, and fails on demand.
//
// # A server for a client
//
//	srv := reservationstest.NewServer(reservationstest.WithBookings(
//		reservationstest.Booking{
//			ID:       1,
//			Number:   "R1",
//			DateFrom: types.NewDate(2026, 11, 20),
//			DateTo:   types.NewDate(2026, 11, 22),
//			Stays: []reservationstest.Stay{{
//				AgeGroup: "Adults",
//				Persons:  2,
//				CheckIn:  time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC),
//			}},
//		},
//	))
//	defer srv.Close()
//	client, err := reservations.NewClient(srv.URL(), reservationstest.Key)
//
// [Park] makes up as many reservations as a test needs. [Booking] is what the night
// register (operation 10) is computed from.
//
// # Records
//
// The other operations answer from records of package types, which [Server.Put] or
// [WithRecords] makes the server hold. The functions New… build them with every required
// field filled in, the same for the same ID, and with changes where a test wants
// them. [OfReservation] ties records to their reservation. [Get] and [All] show what the
// server holds after a call.
//
//	srv.Put(
//		reservationstest.NewReservation(1),
//		reservationstest.NewSummary(1),
//		reservationstest.OfReservation(1, reservationstest.NewAdditionalGuest(7)),
//		reservationstest.NewGuest(2, func(g *types.Guest) { g.Locale = "de" }),
//	)
//
// What is of the same ID is the same thing: an update of reservation 1 (operation 3)
// changes the types.Reservation, the types.ReservationSummary and the dates of the
// Reservation with that ID, as far as the server holds them.
//
// # Always strict
//
// The server has no lenient mode. A missing or wrong key is a 401; an unknown, repeated,
// missing or malformed parameter, a field that a body does not have, a value of the wrong
// type or not on a documented list, a null, a body where none is due and one that is not
// application/json are a 400 whose errors name what is wrong and where. Texts of dates in a
// body must be readable as a date or a date-time. A wrong token is a 404, as if there were
// no such reservation.
//
// # What the documents leave open
//
// Where the API is silent, this server has chosen, and a real one may do otherwise.
//
//   - Operation 1 puts the name together anew from its parts.
//   - Operation 3 replaces lists and references as a whole, changes the guest field by
//     field, and works out the number of days, persons and pets. Prices stay as they are.
//   - Operation 5 lists stays that touch the range, by whole days, and knows the filters
//     accommodation and modifiedSince (inclusive).
//   - Operation 6 makes a task open again, neither started nor done.
//   - Operation 9 filters by the ids of the category and the organization in the record.
//   - Operation 11 finds a transaction that is open, pending or authorized to be paid.
//   - Operation 17 filters by the owner of an entry and by its number, compared exactly.
//   - Operation 18 takes a report without a type for electricity and one without a
//     datetime for now.
//   - Operation 21 keeps a note in the call of its reference, which it creates if need be.
//   - Operations 7 and 17 send everything when no limit is given.
//   - All other filters and flags are checked and have no effect.
//   - IDs of what comes into being begin at 1000001.
//
// # Without a port
//
// A Server is an [http.RoundTripper] as well: in the Transport of an http.Client it
// answers requests to any host without opening a port. Inside a testing/synctest bubble
// this is the form to use, and every wait of the client under test passes at once.
//
//	hc := &http.Client{Transport: srv}
//	client, err := reservations.NewClient("https://api.example.test", reservationstest.Key,
//		reservations.WithHTTPClient(hc))
//
// The method value srv.RoundTrip fits where httpmock takes a responder.
//
// # Faults
//
// [Server.Inject] makes chosen calls of an operation fail: [TooManyRequests], [Status],
// [Reset], [Truncate], [Slow] and more, or a [Fault] of one's own. [Answer] is for an
// answer of a test's own making. Afterwards [Server.Calls] tells what arrived, and
// [BodyOf] what was in it.
//
//	srv.Inject(reservationstest.OpPresence, reservationstest.Every(7), reservationstest.TooManyRequests("1"))
//
// # The truth
//
// [Server.Register] computes the night register (operation 10) without paging, from the
// reservations alone. What a client collected page by page must equal it.
package reservationstest
