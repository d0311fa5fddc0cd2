// SPDX-License-Identifier: MIT

// Package reservationstest is the reservation service in memory, for tests without a network. [New] returns
// a server and a client for it, both of which end with the test.
//
// # A park
//
// [WithPark] gives the server a park, [WithBookings] reservations of your own. A [Booking] is a reservation, and all
// operations show it. What is changed through one of them is changed in all that have the field, and moves modified.
// For the reservation 5007 of a park there are
//
//   - the summary and the reservation 5007, which [Token](5007) opens, and its nights in the register (operations 3, 5, 10);
//   - its guest 5007, and the additional guests 5007, 105007, 205007 and so on (operations 8, 1 and 2);
//   - its registration number and discount code 5007, if it has one (operations 17 and 16);
//   - its unit, 1 to 3 or from 201 on, and its category, 101 to 103, which is the id of the accommodation too (operations 4 and 14);
//   - the transaction 5007: what was paid, or all that is to pay; and 105007 the rest, if a part was paid (operation 11);
//   - age groups 1, 2 and 3 (adults, children, infants), and order lines with the supplement 1 (operation 7).
//
// The reservation 5004 leads the group of 5005 and 5006, 5024 that of 5025 and 5026, and so on (operation 13). There are
// also the units, categories and supplements 1, 2 and 3, whether or not a reservation has them, and with the same ids three of
// each kind that no booking has, such as tasks, tax profiles and webhooks.
//
// The functions New… build single records, whose required fields have a value that depends only on the ID, for [WithRecords]
// and [Server.Put]. A record that is put takes the place of one that was made from a booking. [OfReservation] says to
// which reservation it belongs. [Server.RemoveReservation] removes a reservation from all lists.
//
// # The service
//
// Options say what the service is: [WithOrganizations], [WithRate], [WithMaxLimit] and others. [Server.Inject] makes
// requests fail, [Server.Requests] lists those that arrived, [Get] and [All] show what the server holds afterwards, and
// [Server.Register] is the register that a client should have read.
//
// The server responds with 401 to a wrong key, with 404 to an unknown ID or path and to a wrong token
// of a reservation (400 in operation 16), and with 400 to another organization, to a parameter that is unknown, missing,
// malformed or given twice, and to a body that is not as documented, apart from fields that are
// unknown. The errors of the response say what is wrong. For other paths of Client.Do use another mock.
//
// # What the documentation leaves open
//
// The real service may behave differently in these points.
//
//   - The price of a line is its quantity times the unit price, and times NumOfDays if the line has it. It contains the
//     tax: 2 times 10.90 for 5 days is 109.00, of which 9.00 is tax at a rate of 9. A line without a quantity or a unit
//     price keeps the amounts that it was given, if any; one whose rate is no number has no tax. The total price is the sum
//     of all order lines and supplement order lines, and the balance is what is left of it. Transactions.Update sets a
//     transaction to paid if it is open, pending or authorized, and lowers the balance by its amount.
//   - Reservations.Update replaces lists and references as a whole, changes the guest field by field, and computes nights,
//     persons, pets, times of arrival and departure, and prices. Additional guests keep their dates. Null clears a field,
//     also in UpdateAdditionalGuest, which makes the name of the additional guest from its parts.
//   - The list of summaries has reservations with a day in the range; the day of departure counts, and [WithInstants]
//     compares times. It leaves out closed reservations unless includeClosed is true, and applies the filters
//     accommodation, modifiedSince (inclusive) and confirmed.
//   - Tasks.Reset makes a task open again, neither started nor done. For the filter archived of supplements and camping
//     equipment, true selects the records with an archived date, and false the others. Ids and numbers of staff members and
//     of registration number entries are compared exactly.
//   - In Reports.CreateUtilityMeterReport, a report without a type is about electricity, and one without a datetime has the
//     current time. VoIP.SendEvent stores a note in the call of that reference, and creates a call that is missing.
//   - Without a limit, the lists of supplements and registration number entries have all records. Pages of these and of
//     summaries come without X-Total-Count.
//   - All other filters and flags, except those of the register, are only checked. IDs of new records begin at 1000001.
package reservationstest
