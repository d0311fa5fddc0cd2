// SPDX-License-Identifier: MIT

// Package fleet keeps copies of the reservations of many parks up to date, with package mirror.
//
// A [Park] is one organization: where its service is, the name of its API key, and when it is
// copied. [Config] says how. Each park is copied in its window of the night and, if it has an
// interval, by day. The wait before the next try grows with each failure. A park whose key is refused
// is left alone until its entry in the list is changed, or until it is resumed.
//
// [Run] does so with PostgreSQL: the list is a table, and any number of equal processes share the
// work. [RunFiles] needs no server: the list is a slice, one process does the work, and each park has a
// copy in an SQLite file.
//
// # Tables of Run
//
// They are in the first schema of the search path, beside the tables of the copy. The table fleet_parks
// has a row for each park: its entry, the time of its next sync, and the outcome of its last sync. Each
// column has a comment in the database. The view fleet_status is for people and for alerts, see [Status]:
//
//	SELECT name, last_end, problem FROM fleet_status WHERE state = 'stopped';
//	SELECT name, last_success, problem FROM fleet_status
//		WHERE (age > '36 hours' OR last_success IS NULL) AND state <> 'paused';
//	SELECT name, warnings FROM fleet_status WHERE warnings > 0;
//
// The first query finds parks whose key was refused. The second finds parks whose copy is old or does not exist yet.
// The third finds parks whose service sends values that are not as documented.
package fleet
