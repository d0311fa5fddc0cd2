// SPDX-License-Identifier: MIT

// Package fleet keeps copies of the reservations of many parks up to date, with package mirror.
//
// A [Park] is one organization: where its service is, the name of its API key, and when it is
// copied. [Config] says how. Each park is copied in its window of the night and, if it has an
// interval, by day; a park that fails is tried again later and later, and one whose key is refused
// is left alone until its entry in the list is changed.
package fleet
