// SPDX-License-Identifier: MIT

package paging

// bounds are the numbers of a walk that matter only in long lists. Tests make them small.
type bounds struct {
	// safeLimit is asked for when the service refuses more.
	safeLimit int
	// keep is how many ids from before the last page are remembered, at least as many as are
	// on a page.
	keep int
	// movedShare says how few of the records of a page may have moved, one in so many. More
	// of them mean that the service does not keep an order.
	movedShare int
	// maxStalls is how often in a row a walk steps back without a new record before it gives up.
	maxStalls int
	// around is how many ids a [Place] has at most of what was read, and half as many of what
	// follows.
	around int
	// aheadBytes bounds the responses that are under way together, so that a window of long
	// pages does not take up much memory.
	aheadBytes int
}

// usual are the bounds of every walk outside of tests. 25 is the default limit that the API
// documents.
var usual = bounds{safeLimit: 25, keep: DefaultLimit, movedShare: 4, maxStalls: 5, around: 8, aheadBytes: 4 << 20}
