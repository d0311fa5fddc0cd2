// SPDX-License-Identifier: MIT

package reservations

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/reservationkit/reservations-go/internal/content"
	"github.com/reservationkit/reservations-go/internal/lenient"
	"github.com/reservationkit/reservations-go/internal/paging"
	"github.com/reservationkit/reservations-go/internal/params"
	"github.com/reservationkit/reservations-go/internal/presence"
)

// ListProgress says how far a walk over a list that comes in pages is. The Progress of the params of a list is called
// with it after the last record of each page, on the goroutine that ranges.
type ListProgress struct {
	Records int // that this walk has yielded
	Total   int // records in the whole list, by X-Total-Count; -1 without that header, which no list documents
}

// pageParams are the fields that the params of all lists in pages have in common.
type pageParams struct {
	offset, limit int
	progress      func(ListProgress)
}

// pages yields the records of all pages of a list that is paged by offset.
func pages[T any](
	ctx context.Context, c *Client, op Operation, selected any, p pageParams, opts []CallOption, id func(T) int64,
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		list := paging.List[T]{
			ID:      id,
			Refused: isRefused,
			TooLong: isTooLong,
			Beyond:  isBeyondEnd,
			Offset:  p.offset,
			Limit:   cmp.Or(p.limit, params.DefaultLimit),
			Window:  c.transport.InFlight,
		}
		w, err := c.startWalk(ctx, op, selected, opts)
		if err != nil {
			yield(*new(T), err)
			return
		}
		list.Repeated = w.repeatedIDs
		if p.progress != nil {
			list.Progress = func(records, total int) { p.progress(ListProgress{records, total}) }
		}
		ctx, cancel := w.withTimeout(ctx) // bounds the whole walk
		defer cancel()
		_ = c.observeWalk(ctx, op, func(ctx context.Context, next func(offset, limit int) *WalkPage) (failure error) {
			var sent atomic.Int64
			var warned lenient.Overlap
			list.Fetch = func(ctx context.Context, offset, limit int) (paging.Fetched[T], error) {
				in := input{extra: w.query(offset, limit), page: next(offset, limit), warned: &warned, sent: &sent}
				return fetchPage[T](ctx, c, op, in, w.opts, w.into)
			}
			for record, err := range list.All(ctx) {
				failure = c.incomplete(op, err, &sent)
				if !yield(record, failure) {
					break
				}
			}
			return failure
		})
	}
}

// isRefused reports whether the service refused a request as it was: its limit may be the reason.
func isRefused(err error) bool {
	return hasStatus(err, http.StatusBadRequest, http.StatusUnprocessableEntity,
		http.StatusRequestEntityTooLarge, http.StatusRequestURITooLong)
}

// isBeyondEnd reports whether a service may have refused a request because its offset is beyond the end of the list.
func isBeyondEnd(err error) bool {
	return hasStatus(err, http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusNotFound,
		http.StatusRequestedRangeNotSatisfiable, http.StatusInternalServerError)
}

func hasStatus(err error, statuses ...int) bool {
	failure, ok := errors.AsType[*APIError](err)
	return ok && slices.Contains(statuses, failure.StatusCode)
}

// isTooLong reports whether the body of a response was larger than [WithMaxResponseBytes] allows.
func isTooLong(err error) bool {
	_, ok := errors.AsType[*http.MaxBytesError](err)
	return ok
}

// walkInput is what the requests of a walk are made of. It is copied when the walk begins, so that later changes to the
// values of the caller have no effect.
type walkInput struct {
	callOptions              // which opts set
	opts        []CallOption // for each request
	params      url.Values   // as a query
}

// startWalk checks the input of a walk, but sends nothing.
func (c *Client) startWalk(ctx context.Context, op Operation, params any, opts []CallOption) (walkInput, error) {
	opts = slices.Clone(opts)
	a, err := c.prepare(ctx, op, input{params: params}, opts)
	return walkInput{a.options, opts, a.query}, err
}

// query returns the query of one page, without what WithQuery adds.
func (w walkInput) query(offset, limit int) url.Values {
	query := maps.Clone(w.params)
	query.Set("limit", strconv.Itoa(limit))
	if offset > 0 {
		query.Set("offset", strconv.Itoa(offset))
	}
	return query
}

// incomplete makes an IncompleteError from an error of package paging or presence which says that the pages do not prove
// to be complete. It returns any other error as it is. sent counts the requests of the walk.
func (c *Client) incomplete(op Operation, err error, sent *atomic.Int64) error {
	var made *IncompleteError
	if list, ok := errors.AsType[*paging.Error](err); ok {
		made = &IncompleteError{Reason: list.Error(), Walks: 1, Pages: list.Pages}
	} else if r, ok := errors.AsType[*presence.IncompleteError](err); ok {
		made = &IncompleteError{Reason: r.Reason, Walks: r.Walks, Pages: r.Pages, Totals: r.Totals, final: r.Final}
	} else {
		return err
	}
	made.Operation, made.URLPath, made.Attempts = op, c.prefix+op.Path, int(sent.Load())
	return made
}

// fetchPage fetches one page of a walk. It does not fill into, because pages are read ahead: the walk calls BeforeYield
// before it yields the records of the page, and that fills into.
func fetchPage[T any](ctx context.Context, c *Client, op Operation, in input, opts []CallOption, into *Response) (paging.Fetched[T], error) {
	var beforeYield func()
	if into != nil {
		own := new(Response)
		opts = append(slices.Clip(opts), WithResponseInto(own))
		beforeYield = func() { *into = *own }
	}
	p, err := makeCall(ctx, c, op, in, opts, func(a *apiCall) (paging.Fetched[T], error) {
		total, _ := content.TotalCount(a.Header, a.scrub)
		records, err := decodeList[T](a)
		return paging.Fetched[T]{Records: records, Bytes: len(a.Body), Total: total}, err
	})
	p.BeforeYield = beforeYield
	return p, err
}

// Collect reads a list to its end, as in Collect(client.Supplements.All(ctx, params)), and returns its records as a
// slice, which is nil for an empty list. When the list ends with an error, Collect returns it with the records before
// it. All are held in memory: range over the list where it can be long.
func Collect[T any](list iter.Seq2[T, error]) ([]T, error) {
	var records []T
	for record, err := range list {
		if err != nil {
			return records, err
		}
		records = append(records, record)
	}
	return records, nil
}
