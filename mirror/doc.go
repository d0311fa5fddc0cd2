// Package mirror copies reservation summaries and the night register into a database, with
// [github.com/reservationkit/reservations-go].
package mirror
