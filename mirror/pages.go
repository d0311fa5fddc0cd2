// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"iter"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// page is what is new on one page of the list of summaries.
type page struct {
	records  []record
	response reservations.Response
}

// record is a reservation as the SDK has read it, with what it could not read.
type record struct {
	types.ReservationSummary
	unread []unread
	aside  bool // it cannot be copied: it has no id, or a different record has its id
}

// pages yields the pages of a list. A record that cannot be copied is marked, and so is the last
// one of the page before when a different record on this page has its id.
func (s *syncer) pages(ctx context.Context, params reservations.SummariesParams) iter.Seq2[*page, error] {
	return func(yield func(*page, error) bool) {
		var response reservations.Response
		var summaries []types.ReservationSummary
		var complete *page
		params.Progress = func(reservations.ListProgress) {
			if len(summaries) > 0 {
				complete = &page{recordsOf(summaries, response), response}
				summaries = nil
			}
		}
		all := s.client.Reservations.AllSummaries(ctx, params, reservations.WithResponseInto(&response), reservations.WithRepeatedIDs())
		for summary, err := range all {
			if complete != nil && !yield(complete, nil) {
				return
			}
			complete = nil
			if err != nil {
				yield(nil, err)
				return
			}
			summaries = append(summaries, summary)
		}
		if complete != nil && !yield(complete, nil) {
			return
		}
		if len(summaries) == 0 {
			yield(&page{response: response}, nil) // the response alone: the list may be empty
		}
	}
}

// recordsOf returns the records of a page with what could not be read of them, and marks those that
// cannot be copied.
func recordsOf(summaries []types.ReservationSummary, response reservations.Response) []record {
	unread := unreadOn(response)
	count := map[int64]int{}
	for _, summary := range summaries {
		count[summary.ID]++
	}
	records := make([]record, len(summaries))
	for i, summary := range summaries {
		isAside := summary.ID == 0 || count[summary.ID] > 1
		records[i] = record{ReservationSummary: summary, unread: unread[summary.ID], aside: isAside}
	}
	return records
}
