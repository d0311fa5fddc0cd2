// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"iter"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// page has the records of one page of the list of summaries that were not on the pages before.
type page struct {
	records  []record
	response reservations.Response
}

// record is a reservation as the SDK has read it, with the values that the SDK could not read.
type record struct {
	types.ReservationSummary
	unread []unread
	aside  bool // it cannot be copied: it has no id, or a different record has its id
}

// pages yields the pages of a list, and marks the records that cannot be copied. The SDK yields single
// records: Progress, which it calls after each page, shows where a page ends.
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
			yield(&page{response: response}, nil) // an empty list has a response too, whose Date counts
		}
	}
}

// recordsOf returns the records of a page with their values that could not be read. It marks the records that
// cannot be copied: they have no id, or the same id as another one of the page.
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
