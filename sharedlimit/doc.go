// Package sharedlimit lets clients of [github.com/reservationkit/reservations-go] in several
// processes share one rate limit and one pause after a 429, through Redis.
package sharedlimit
