// SPDX-License-Identifier: MIT

// Package reservationstest is the reservation service in memory, for tests without a network. [New] returns
// a server and a client for it, both of which end with the test.
//
// Records, which are values of package types, serve every operation but the night register. The
// functions New… build them. Every required field has a value, which depends only on the ID; functions
// that are passed can set others. [OfReservation] says to which reservation a record belongs. Bookings
// serve the night register (operation 10): [WithBookings] and [Park]. Data with the same ID describes
// the same reservation: an update of reservation 1 (operation 3) changes its types.Reservation,
// types.ReservationSummary and the dates of its [Booking].
//
// [Server.Inject] makes requests fail, [Server.Requests] lists those that arrived, [Get] and [All] show
// what the server holds afterwards, and [Server.Register] is the register that a client should have read.
//
// # Requests that are refused
//
// The server responds with 401 to a wrong key, with 404 to an unknown ID or path and to a wrong token
// of a reservation (400 in operation 16), and with 400 to a parameter that is unknown, missing,
// malformed or given twice, and to a body that is not as documented, apart from fields that are
// unknown. The errors of the response say what is wrong. For other paths of Client.Do use another mock.
//
// # What the documentation leaves open
//
// The real service may behave differently in these points.
//
//   - Operations 1 and 3 clear a field for which the body has null.
//   - Operation 1 makes the name of the additional guest from its parts.
//   - Operation 3 replaces lists and references as a whole, changes the guest field by field, sets
//     modified, computes the number of days, persons and pets, and copies the texts of unit and
//     equipment from their records. Prices, times of check-in and check-out, additional guests and groups do
//     not change.
//   - Operation 5 lists reservations with a day in the range; the day of departure counts. It leaves
//     out closed reservations unless includeClosed is true, and applies the filters accommodation,
//     modifiedSince (inclusive) and confirmed.
//   - Operation 6 makes a task open again, neither started nor done. Operation 11 sets a
//     transaction to paid if it is open, pending or authorized.
//   - For the filter archived of operations 7 and 19, true selects the records with an archived date,
//     and false the others. Operations 9 and 17 compare ids and numbers exactly.
//   - In operation 18 a report without a type is about electricity, and one without a datetime has the
//     current time. Operation 21 stores a note in the call of that reference, and creates a call that
//     is missing.
//   - Without a limit, operations 7 and 17 return all records. Pages of operations 5, 7 and 17 come
//     without X-Total-Count.
//   - All other filters and flags, except those of operation 10, are only checked. IDs of new records
//     begin at 1000001.
package reservationstest
