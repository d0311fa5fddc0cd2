// SPDX-License-Identifier: MIT

// Package mirror copies all reservations of one or many organizations, with their guests and lines, and
// the night register into a database, and keeps the copy up to date by reading what has
// changed. It builds on [github.com/reservationkit/reservations-go].
//
// The database is a file of SQLite, for which nothing has to be installed, or PostgreSQL.
//
//	m, err := mirror.Open(ctx, "reservations.db", mirror.Config{})
//	...
//	result, err := m.Sync(ctx, client)
//
// # What is copied, and when it is complete
//
// [Mirror.Sync] walks over the list of reservation summaries, with modifiedSince at the last
// checkpoint minus [Config].Overlap, and stores what is new or different. After a Sync without
// an error the copy has every reservation that the service lists for the window, as it was at
// some moment after the Sync began. What changed while it ran is read by the next one.
//
// The service does not tell which reservations it has deleted. [Config].Full reads the whole
// list and removes what is not on it. Run it now and then, such as once a week.
//
// Of the night register the nights from [Config].RegisterFrom to yesterday, in UTC, are copied, and on
// every Sync the last stored [Config].RereadNights ones are read again. Each night is complete
// when it is stored; see "Completeness of the night register" in the package of the SDK.
//
// Rows are stored in transactions with how far the walk is. A program may be killed at any
// moment: the database is then as it was after one of these transactions, and the next Sync goes
// on from there. Memory does not grow with the number of reservations.
//
// # Organizations
//
// One database holds the copies of many organizations. All tables and views have a column organization, which
// the keys begin with, but for the views whose names end in _all. A [Mirror] reads, writes, forgets and reports on
// the rows of [Config].Organization alone, and each organization has its own Redact, StoreSecrets and StoreExtra.
// [Mirror.DB] reads all rows. [Organizations] lists the organizations.
//
// Organization 0 is the default one of a client. Because it can be any, a database that has it has no other, and
// [Open] refuses that with [ErrSettings]. One statement gives it its id in all tables; SQLite needs PRAGMA
// foreign_keys = ON for it, as [Mirror.DB] has it:
//
//	UPDATE organizations SET id = 12 WHERE id = 0
//
// A database that was made before there were organizations is upgraded by the first [Open], in one transaction,
// and its rows get the organization that it was made with. PostgreSQL does that in place; SQLite writes all rows
// again, which takes four seconds for 100,000 reservations, and for which the file grows from 56 to 97 MB; later
// rows use what is then free in it. The next Sync that reads an old row writes it once more. Grants and views of
// others stay; indexes and triggers of others on tables of SQLite do not.
//
// # One at a time
//
// Only one Sync or Forget works on the copy of an organization at a time; others fail with [ErrRunning].
// Several organizations are copied into one database at the same time. On PostgreSQL they do not wait for
// each other; on SQLite their transactions take turns, for which each waits as long as its context and
// [Config].DatabaseTimeout allow.
//
// On PostgreSQL the lock is an advisory lock of the session that also writes. For SQLite it is a file with the
// name of the database, the organization unless it is 0, and .lock after them; it may stay, can be read by its
// owner alone, and the lock itself ends with the process. A lock can be lost: the file is removed, or a pooler
// gives the transactions of one session to several connections, so use none that does. Each Sync and Forget first
// stores a token, which each of its transactions looks for: one that has lost its lock stores nothing after
// another has begun. Other programs can read the database at any time.
//
// # Time
//
// All methods return within two seconds after the end of their context, whatever the database does. Without a
// deadline [Config].DatabaseTimeout bounds the wait for a database that does not answer.
//
// # Personal data and secrets
//
// Tokens are stored only with [Config].StoreSecrets. With [Config].Redact no personal data is
// stored at all. [Mirror.ForgetGuests] erases what is stored of a guest, and later Syncs do
// not bring it back. These settings are kept in the database, and [Open] refuses others.
// A copy without Redact holds everything about the guests, so protect it as the API key.
//
// # Schema
//
// Each field of a record is a column with its JSON name in snake case, such as num_of_persons.
// A record within a record puts its name before those of its fields: accommodation_unit_number.
// NULL means that the service did not send the field. The tables are
//
//	organizations                        ids of the organizations that have a copy
//	reservations                         one row per reservation, by organization and id
//	reservation_guests                   position 0 is the guest who booked, the others are the list of guests
//	age_group_lines                      persons by age group
//	order_lines                          priced parts of the stay
//	supplement_order_lines               supplements
//	cancellation_insurance_charge_lines  cancellation insurance
//	deposit_order_lines                  deposits
//	payment_charge_lines                 charges for ways of payment
//	registration_number_entries          registration numbers
//	register_days                        one row per night that was read, also when nobody was present
//	register_items                       who was present, by day, reservation and age group
//	forgotten                            ids of guests and reservations to forget
//
// and those that begin with mirror_, which are for this package alone. In PostgreSQL every table and column has a
// comment, which says where personal data is. There are indexes for the number of a reservation, the e-mail
// address and the id of a guest and the id of a unit, and, within an organization, for date_from, modified_at,
// stored_at and the balance. The rows of lines have
// reservation_id and position, their place in the list. In reservations and register_days the
// column stored_at tells when a row was last written, which is when it was last new or different.
// The column forgotten tells that personal data was erased, and unread and kept name what could not be read.
//
//	                    PostgreSQL   SQLite
//	money and measures  numeric      the exact text, and in <column>_micros an integer of millionths
//	days                date         text such as 2026-11-20
//	instants            timestamptz  text such as 2026-11-20T14:30:00.000000Z, in UTC
//	true and false      boolean      1 and 0
//	extra               json         text
//
// Money is exact in both. SQLite has no decimal type: calculate and compare with the integers
// <column>_micros, which are exact up to six decimals and two thousand million, and rounded
// to six decimals otherwise. They are NULL where an amount is more than nine million million.
//
// A date-time has two columns: date_from is the day as it was written, and date_from_at the
// instant, which is NULL when only a day was sent. Instants have microseconds; their offset is
// not kept. With [Config].StoreExtra the JSON object extra has the fields that the SDK does not know.
//
// # What cannot be read
//
// A value that is not as documented is read where its meaning is plain, such as 12.0 for a whole number.
// Any other one, such as "12,50" for an amount or 2.5 persons, leaves its column NULL and stands in extra
// as it was sent, under its JSON name and the names of the records around it; if a field was sent several
// times, the values that do not count stand there too. [SyncResult].Unread counts such values, and the
// column unread of reservations names their fields. With [Config].Redact, and in reservations to forget,
// extra is NULL: then they are named and counted only. What may be a token is kept only with
// [Config].StoreSecrets.
//
// An element of a list that cannot be read, such as null among order lines, costs the list: the copy has no
// rows of it, or keeps those it had, and the whole list stands in extra of the reservation, without fields
// that the SDK does not know. The guest who booked is treated in the same way. [SyncResult].Kept counts
// them, and the column kept of reservations names them until they can be read again.
//
// A record without an id, and different records with one id on one page of the list, are not copied,
// because nothing tells which reservation they are. [SyncResult].SetAside counts them and Aside names them.
// What the copy has of these reservations stays as it was: a full Sync does not remove a reservation with
// the number of a record without an id, and removes nothing when such a record has no number either, or
// with Redact. None of this is an error.
//
// In the night register a date that cannot be read stands in extra. Any other value there that cannot be
// read makes the Sync fail: a register without it would be wrong.
//
// # Clocks
//
// What has changed is asked for by the clock of the service, as the header Date of its responses tells it,
// or by that of this computer, whichever is earlier. A night is copied when it is over by both. When a
// clock has jumped, the next Sync in which both are right again has the copy as it should be: it reads all
// reservations, or the nights, that a wrong clock can have left out, and deletes nights that are over by
// neither clock. [SyncResult].ClockDifference tells how far the clocks differ. A service that does not send
// a Date is read by the clock of this computer alone; what changes while that is ahead is then copied by
// the next full Sync.
//
// # Views
//
// Two views calculate with them for each organization, and two others with _all after their names, which have no
// column organization, over all of them:
//
//	turnover_per_month  month of arrival such as 2026-08, reservations, persons, days, total_price, tax_total, balance, organization
//	tourist_tax_nights  month, country, age_group, nights, items_without_persons, organization
//
// The turnover is that of reservations that stand: neither cancelled nor denied, and with a status other
// than session, option and option-expired. Sums are numeric in PostgreSQL, and in SQLite the exact text
// with at least two decimals, or NULL where an amount or the sum is more than nine million million. In
// tourist_tax_nights items_without_persons counts items of the register for which the service sent no
// number of persons: the nights of these are missing.
//
// The number of the newest migration is in mirror_schema. [Open] migrates older databases, and
// refuses newer ones with [ErrNewerSchema].
package mirror
