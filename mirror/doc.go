// SPDX-License-Identifier: MIT

// Package mirror copies all reservations of one or many organizations, with their guests and lines, and the night
// register into an SQLite file, for which nothing has to be installed, or into a PostgreSQL database. It keeps the copy
// up to date by reading what has changed.
//
//	m, err := mirror.Open(ctx, "reservations.db", mirror.Config{})
//	...
//	result, err := m.Sync(ctx, client)
//
// After a [Mirror.Sync] without an error the copy has every reservation that the service lists for the window, as it was
// at some moment after the Sync began, except those under "What cannot be read". It has the nights of the register from
// [Config].RegisterFrom to yesterday, in UTC; each is complete when it is stored, see the page docs/register.md. The service
// does not report which reservations it has deleted: a Sync with [Full] reads the whole list and removes what is not on it.
//
// The time of the service counts, which is the header Date of its responses, or else the time of this computer. When it has
// gone back, the next Sync reads all reservations, and nights that were stored before they were over are deleted.
//
// A copy holds everything about the guests, so protect it like the API key, or set [Config].Redact. The memory of a Sync
// does not depend on the number of reservations, but for 8 bytes for each in one with Full.
//
// # One at a time
//
// Only one Sync or Forget works on the copy of an organization at a time; others wait for it as long as their context
// allows. Organizations in one PostgreSQL database do not wait for each other. On SQLite their transactions take turns.
//
// On PostgreSQL the lock is an advisory lock of the session that also writes, so use no pooler that gives the transactions
// of one session to several connections. For SQLite it is a lock on a file whose name is the name of the database, then the
// organization unless it is 0, then .lock. The lock ends with the process. It is taken from a process that has shown no
// life for 30 seconds, such as a suspended one, if its role is one that the server allows to end; that process stores
// nothing more. While a process is suspended within a transaction on SQLite, nobody else can write to the file.
//
// All methods return within two seconds after the end of their context, whatever the database does. Without a deadline
// [Config].DatabaseTimeout limits the wait for a database that does not answer. What a role or a database sets for
// sessions, such as an isolation or limits of time, changes nothing.
//
// # Schema
//
// Each field of a record is a column with its JSON name in snake case, such as num_of_persons; the date of a night is
// day. The fields of a record within a record have its name before their own: accommodation_unit_number. NULL means
// that the service did not send the field, that it could not be read, or that it is not stored. The tables are
//
//	organizations                        ids of the organizations that have a copy, with which all keys begin
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
// and those whose names begin with mirror_, which only this package uses. There are indexes for the number of a
// reservation, the e-mail address and the id of a guest and the id of a unit, and, within an organization, for date_from,
// modified_at, stored_at and the balance. The rows of lines have reservation_id and position, their place in the list.
// The column stored_at is the time when a Sync last wrote the row, and forgotten says whether personal data was erased.
//
//	                    PostgreSQL   SQLite
//	money and measures  numeric      the exact text, and in <column>_micros an integer of millionths
//	days                date         text such as 2026-11-20
//	instants            timestamptz  text such as 2026-11-20T14:30:00.000000Z, in UTC
//	true and false      boolean      1 and 0
//	extra               json         text
//
// Money is exact in both. SQLite has no decimal type: calculate and compare with the integers <column>_micros, which are
// exact up to six decimals and two thousand million, and rounded to six decimals otherwise. They are NULL where an
// amount is more than nine million million.
//
// A date-time has two columns: date_from is the day as it was written, and date_from_at the instant, with microseconds
// and without its offset, which is NULL when only a day was sent, and outside the years 1 to 9999. With
// [Config].StoreExtra the JSON object extra has the fields that the SDK does not know.
//
// The view turnover_per_month has reservations, persons, days, total_price, tax_total and balance by organization and
// month of arrival, such as 2026-08, of the reservations that are neither cancelled nor denied, and whose status is none
// of session, option and option-expired. The view tourist_tax_nights has the nights by organization, month, country and
// age_group; items_without_persons counts the items for which no number of persons was sent: their nights are missing.
// In SQLite sums of money are the exact text, or NULL as above.
//
// # What cannot be read
//
// The column of a value whose meaning is not plain, such as "12,50" for an amount or 2.5 persons, is NULL, and the value
// is in extra as it was sent, under its JSON name: totalPrice or accommodation.id. With [Config].Redact, and in reservations
// to forget, it is not stored. The column unread of reservations names such fields, and [SyncResult].Unread counts them.
//
// The same goes for what a database cannot hold: a number with more than 100 digits, the number of a reservation or an
// e-mail address of more than 2,000 bytes, and JSON with more than 100 levels, which is not in extra either. In place of
// the character 0 and of a half of a surrogate, texts have U+FFFD; the field counts as unread. The encoding of a
// PostgreSQL database should be UTF8: a letter that it does not have makes the Sync fail.
//
// When an element of a list cannot be read, such as null among order lines, unread names the whole list, and the rows
// that the copy has of it stay as they were. The same holds for the guest who booked, and for a night of the register
// with any such value: Unread names the value, such as register.numOfPersons, and each Sync reads the night again.
//
// A record without an id is skipped, and so are different records with the same id on one page of the list, because it
// is not certain which reservation they are. [SyncResult].Skipped counts them. What the copy has of these reservations
// stays as it was. A full Sync removes nothing when it has read a record without an id.
package mirror
